//! The folder in which a program may write, and how much is in it.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use poda_agent::BotLimits;

use crate::remove_folder;

/// More entries than this are not counted: whoever has so many has too many.
const MOST_ENTRIES: usize = 20_000;

/// Where a program may write. One that was made for it is taken away with it.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    own: PathBuf,
    /// A folder that is not taken away, with the bytes that were in it before.
    given: Option<(PathBuf, u64)>,
    bytes: u64,
}

impl ScratchFolder {
    /// A new folder.
    pub(crate) fn new(limits: &BotLimits) -> io::Result<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        loop {
            let number = NUMBER.fetch_add(1, Ordering::Relaxed);
            let path = env::temp_dir().join(format!("poda-{}-{number}", process::id()));
            match private_folder(&path) {
                Ok(()) => return Ok(Self { own: path, given: None, bytes: limits.scratch << 20 }),
                // Left by another process of that number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// This one, and another one that is there already.
    pub(crate) fn and(mut self, folder: &Path) -> Self {
        self.given = Some((folder.to_owned(), size(folder)));
        self
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.own
    }

    /// Whether there is more in it than may be, with the files that `members` have taken out of it by name and keep open.
    pub(crate) fn is_too_full(&self, members: &[u32]) -> bool {
        let given = self.given.as_ref().map_or(0, |(path, before)| size(path).saturating_sub(*before));
        let folders = [Some(self.own.as_path()), self.given.as_ref().map(|(path, _)| path.as_path())];
        let nameless = nameless(members, &folders);
        size(&self.own).saturating_add(given).saturating_add(nameless) > self.bytes
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        // Its writers are dead. If something stays, it is in the system's folder for temporary files.
        let _ = remove_folder(&self.own);
    }
}

#[cfg(unix)]
fn private_folder(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(path)
}

#[cfg(not(unix))]
fn private_folder(path: &Path) -> io::Result<()> {
    fs::create_dir(path)
}

/// How many bytes are below a folder. Links are not followed.
fn size(folder: &Path) -> u64 {
    let (mut bytes, mut entries) = (0_u64, 0);
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let listed = match fs::read_dir(&folder) {
            Ok(listed) => listed,
            // What cannot be listed cannot be counted.
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => return u64::MAX,
            Err(_) => continue,
        };
        for entry in listed.flatten() {
            entries += 1;
            if entries > MOST_ENTRIES {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                // An empty file takes room too.
                Ok(metadata) => bytes = bytes.saturating_add(room(&metadata)).saturating_add(512),
                Err(_) => {}
            }
        }
    }
    bytes
}

/// Bytes of the disk that a file takes, or says that it does.
#[cfg(unix)]
fn room(metadata: &fs::Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;
    metadata.len().max(metadata.blocks() * 512)
}

#[cfg(not(unix))]
fn room(metadata: &fs::Metadata) -> u64 {
    metadata.len()
}

/// What the system puts behind the path of a file that has no name any more.
const DELETED: &str = " (deleted)";

/// How many bytes are in files of some folders that processes keep without a name: open, or mapped into memory.
#[cfg(target_os = "linux")]
fn nameless(members: &[u32], folders: &[Option<&Path>]) -> u64 {
    use std::{collections::HashSet, os::unix::fs::MetadataExt};
    let is_ours = |path: &str| {
        path.ends_with(DELETED) && folders.iter().flatten().any(|folder| Path::new(path).starts_with(folder))
    };
    let (mut bytes, mut seen) = (0_u64, HashSet::new());
    for member in members {
        for entry in fs::read_dir(format!("/proc/{member}/fd")).into_iter().flatten().flatten() {
            let path = entry.path();
            let target = fs::read_link(&path).unwrap_or_default();
            if let Some(metadata) =
                target.to_str().filter(|path| is_ours(path)).and_then(|_| fs::metadata(&path).ok())
                && seen.insert(metadata.ino())
            {
                bytes = bytes.saturating_add(room(&metadata));
            }
        }
        // `7f00-7f10 rw-s 00000000 00:21 1234 /path (deleted)`: a file that was closed counts by what is mapped of it.
        for line in fs::read_to_string(format!("/proc/{member}/maps")).unwrap_or_default().lines() {
            let path = line.find('/').map_or("", |at| &line[at..]);
            let mut fields = line.split_ascii_whitespace();
            let range = fields.next().and_then(|range| range.split_once('-'));
            let inode = fields.nth(3).and_then(|inode| inode.parse().ok());
            if let (true, Some((from, to)), Some(inode)) = (is_ours(path), range, inode)
                && !seen.contains(&inode)
            {
                let place = |text| u64::from_str_radix(text, 16).unwrap_or(0);
                bytes = bytes.saturating_add(place(to).saturating_sub(place(from)));
            }
        }
    }
    bytes
}

#[cfg(not(target_os = "linux"))]
fn nameless(_: &[u32], _: &[Option<&Path>]) -> u64 {
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn files_without_a_name_count() {
        let limits = BotLimits { scratch: 1, ..BotLimits::default() };
        let own = ScratchFolder::new(&limits).unwrap();
        let path = own.path().join("x");
        let members = [process::id()];
        fs::write(&path, vec![0; 2 << 20]).unwrap();
        let file = fs::File::open(&path).unwrap();
        fs::remove_file(&path).unwrap();
        assert!(own.is_too_full(&members) && !own.is_too_full(&[]));
        drop(file);
        assert!(!own.is_too_full(&members));
        // A folder that cannot be listed may hold anything.
        if !rustix::process::geteuid().is_root() {
            fs::create_dir(own.path().join("closed")).unwrap();
            fs::set_permissions(own.path().join("closed"), std::os::unix::fs::PermissionsExt::from_mode(0o0))
                .unwrap();
            assert!(own.is_too_full(&[]));
        }
    }

    #[test]
    fn what_was_there_before_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let limits = BotLimits { scratch: 1, ..BotLimits::default() };
        fs::write(folder.path().join("before"), vec![0; 3 << 20]).unwrap();
        let given = ScratchFolder::new(&limits).unwrap().and(folder.path());
        assert!(!given.is_too_full(&[]));
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::write(folder.path().join("deep/after"), vec![0; 2 << 20]).unwrap();
        assert!(given.is_too_full(&[]));
        let own = ScratchFolder::new(&limits).unwrap();
        let path = own.path().to_owned();
        assert!(path.is_dir() && !own.is_too_full(&[]));
        drop(own);
        assert!(!path.exists() && folder.path().exists());
    }
}
