//! The folder in which a program may write, and how much is in it.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicU64, Ordering},
};

use poda_agent::BotLimits;

/// More entries than this are not counted: whoever has so many has too many.
const MOST_ENTRIES: usize = 20_000;

/// Where a program may write. One that was made for it is taken away with it.
#[derive(Debug)]
pub(crate) struct ScratchFolder {
    own: Option<PathBuf>,
    /// A folder of somebody else's, with what was in it before.
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
                Ok(()) => return Ok(Self { own: Some(path), given: None, bytes: limits.scratch << 20 }),
                // Left by another process of that number.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// A folder that is there already: what is in it does not count.
    pub(crate) fn given(folder: PathBuf, limits: &BotLimits) -> Self {
        let before = size(&folder);
        Self { own: None, given: Some((folder, before)), bytes: limits.scratch << 20 }
    }

    /// This one, and another one that is there already.
    pub(crate) fn and(mut self, folder: &Path) -> Self {
        self.given = Some((folder.to_owned(), size(folder)));
        self
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        self.own.as_deref().or(self.given.as_ref().map(|(path, _)| path.as_path())).unwrap_or(Path::new("/"))
    }

    /// Whether there is more in it than may be.
    pub(crate) fn is_too_full(&self) -> bool {
        let given = self.given.as_ref().map_or(0, |(path, before)| size(path).saturating_sub(*before));
        let own = self.own.as_ref().map_or(0, |path| size(path));
        own.saturating_add(given) > self.bytes
    }
}

impl Drop for ScratchFolder {
    fn drop(&mut self) {
        if let Some(path) = &self.own {
            // Whoever wrote there is dead. If something stays, it is in the system's own folder for such things.
            let _ = fs::remove_dir_all(path);
        }
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
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            entries += 1;
            if entries > MOST_ENTRIES {
                return u64::MAX;
            }
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                // An empty file takes room too.
                Ok(metadata) => bytes = bytes.saturating_add(metadata.len()).saturating_add(512),
                Err(_) => {}
            }
        }
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_there_before_does_not_count() {
        let folder = tempfile::tempdir().unwrap();
        let limits = BotLimits { scratch: 1, ..BotLimits::default() };
        fs::write(folder.path().join("before"), vec![0; 3 << 20]).unwrap();
        let given = ScratchFolder::given(folder.path().to_owned(), &limits);
        assert!(!given.is_too_full());
        fs::create_dir(folder.path().join("deep")).unwrap();
        fs::write(folder.path().join("deep/after"), vec![0; 2 << 20]).unwrap();
        assert!(given.is_too_full());
        let own = ScratchFolder::new(&limits).unwrap();
        let path = own.path().to_owned();
        assert!(path.is_dir() && !own.is_too_full());
        drop(own);
        assert!(!path.exists() && folder.path().exists());
    }
}
