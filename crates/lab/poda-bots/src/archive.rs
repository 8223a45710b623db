//! Folders that cross the edge of a sandbox: regular files, folders and links that stay inside, within bounds. The bytes that come
//! out of a sandbox are read as what an attacker would write.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufReader, BufWriter, ErrorKind, Read, Write},
    path::{Component, Path, PathBuf},
};

use poda_core::{Message, message};

use crate::{command_line::is_executable, plain::open_plain, sandbox::leads_out};

/// Bounds of a folder.
const MOST_ENTRIES: usize = 20_000;
const DEEPEST: usize = 64;
const LONGEST_PATH: usize = 4096;

/// One entry of a folder, by its path inside.
struct ArchiveEntry {
    inside: PathBuf,
    kind: EntryKind,
}

enum EntryKind {
    Folder,
    File { executable: bool },
    Link(PathBuf),
}

/// The entries of a folder, parents first. Links are not followed; pipes, sockets and devices are left out.
fn walk(folder: &Path) -> io::Result<Vec<ArchiveEntry>> {
    let mut found = Vec::new();
    let mut folders = vec![(PathBuf::new(), 0)];
    while let Some((parent, depth)) = folders.pop() {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder.join(&parent))? {
            names.push(entry?.file_name());
            if found.len() + names.len() > MOST_ENTRIES || depth > DEEPEST {
                return Err(ErrorKind::FileTooLarge.into());
            }
        }
        names.sort();
        for name in names {
            let inside = parent.join(name);
            let path = folder.join(&inside);
            let metadata = fs::symlink_metadata(&path)?;
            let kind = if metadata.is_dir() {
                folders.push((inside.clone(), depth + 1));
                EntryKind::Folder
            } else if metadata.is_file() {
                EntryKind::File { executable: is_executable(&metadata) }
            } else if metadata.is_symlink() {
                EntryKind::Link(fs::read_link(&path)?)
            } else {
                continue;
            };
            found.push(ArchiveEntry { inside, kind });
        }
    }
    Ok(found)
}

/// A folder that is filled with entries from elsewhere.
struct Filling<'a> {
    folder: &'a Path,
    /// Bytes that still fit.
    left: u64,
    entries: usize,
    links: Vec<(PathBuf, PathBuf)>,
}

impl<'a> Filling<'a> {
    /// An empty folder, which is made.
    fn new(folder: &'a Path, bytes: u64) -> io::Result<Self> {
        private_folder(folder)?;
        Ok(Self { folder, left: bytes, entries: 0, links: Vec::new() })
    }

    /// Makes an entry. Links come last, so that nothing is written through one.
    fn make(&mut self, entry: ArchiveEntry, content: Option<(u64, &mut dyn Read)>) -> io::Result<()> {
        let ArchiveEntry { inside, kind } = entry;
        self.entries += 1;
        let parts = || inside.components();
        let is_inside = parts().all(|part| matches!(part, Component::Normal(_))) && parts().count() > 0;
        if !is_inside || self.entries > MOST_ENTRIES || parts().count() > DEEPEST + 1 {
            return Err(ErrorKind::InvalidData.into());
        }
        let path = self.folder.join(&inside);
        match (kind, content) {
            (EntryKind::Folder, _) => private_folder(&path),
            (EntryKind::Link(target), _) => {
                self.links.push((path, target));
                Ok(())
            }
            (EntryKind::File { executable }, Some((bytes, content))) => {
                self.left = self.left.checked_sub(bytes).ok_or(ErrorKind::FileTooLarge)?;
                let mut file = new_file(&path, executable)?;
                let copied = io::copy(&mut content.take(bytes), &mut file)?;
                if copied == bytes { Ok(()) } else { Err(ErrorKind::UnexpectedEof.into()) }
            }
            (EntryKind::File { .. }, None) => Err(ErrorKind::InvalidData.into()),
        }
    }

    /// Makes the links that stay inside or lead to the system. Gives the paths of the others, which are left out.
    fn finish(self) -> io::Result<Vec<PathBuf>> {
        let mut made = Vec::new();
        for (path, target) in self.links {
            link(&target, &path)?;
            made.push(path);
        }
        let inside = |path: &Path| path.strip_prefix(self.folder).unwrap_or(path).to_owned();
        // Judged when all of them are there: one may lead through another.
        let out: Vec<PathBuf> =
            made.into_iter().filter(|path| leads_out(self.folder, &inside(path))).collect();
        for path in &out {
            fs::remove_file(path)?;
        }
        Ok(out.iter().map(|path| inside(path)).collect())
    }
}

/// Copies a folder into one that is not there yet.
///
/// # Errors
/// If something cannot be read or written, or does not fit.
#[cfg(target_os = "linux")]
pub(crate) fn copy(source: &Path, target: &Path, bytes: u64) -> io::Result<()> {
    let mut filling = Filling { folder: target, left: bytes, entries: 0, links: Vec::new() };
    for entry in walk(source)? {
        if let EntryKind::File { .. } = entry.kind {
            let mut file = open_plain(&source.join(&entry.inside))?;
            let bytes = file.metadata()?.len();
            filling.make(entry, Some((bytes, &mut file)))?;
        } else {
            filling.make(entry, None)?;
        }
    }
    filling.finish().map(|_| ())
}

// An archive is a row of entries: a letter, the length of the path, the path; for files the length of the content and the content, for
// links the length of the target and the target. Numbers have eight bytes, the smallest first. `END` stands behind the last entry.
const FOLDER: u8 = b'd';
const FILE: u8 = b'f';
const PROGRAM: u8 = b'x';
const LINK: u8 = b'l';
const END: u8 = b'.';

/// Writes a folder as one file. No process may write there any more.
///
/// # Errors
/// If something cannot be read or written, or there is too much of it.
pub(crate) fn pack(folder: &Path, archive: &File, mut left: u64) -> io::Result<()> {
    make_readable(folder)?;
    let mut archive = BufWriter::new(archive);
    let text = |archive: &mut BufWriter<&File>, path: &Path| {
        let bytes = path.as_os_str().as_encoded_bytes();
        archive.write_all(&(bytes.len() as u64).to_le_bytes())?;
        archive.write_all(bytes)
    };
    for ArchiveEntry { inside, kind } in walk(folder)? {
        let letter = match kind {
            EntryKind::Folder => FOLDER,
            EntryKind::File { executable: false } => FILE,
            EntryKind::File { executable: true } => PROGRAM,
            EntryKind::Link(_) => LINK,
        };
        archive.write_all(&[letter])?;
        text(&mut archive, &inside)?;
        match kind {
            EntryKind::Folder => {}
            EntryKind::Link(target) => text(&mut archive, &target)?,
            EntryKind::File { .. } => {
                let file = open_plain(&folder.join(&inside))?;
                let bytes = file.metadata()?.len();
                left = left.checked_sub(bytes).ok_or(ErrorKind::FileTooLarge)?;
                archive.write_all(&bytes.to_le_bytes())?;
                if io::copy(&mut file.take(bytes), &mut archive)? != bytes {
                    return Err(ErrorKind::UnexpectedEof.into());
                }
            }
        }
    }
    archive.write_all(&[END])?;
    archive.flush()
}

/// Makes a folder out of an archive, and gives the links that were left out. Programs without the mode bit are recognised by their
/// first bytes if `by_content`.
///
/// # Errors
/// If it is no archive, or does not fit.
pub(crate) fn unpack(
    archive: &File,
    folder: &Path,
    bytes: u64,
    by_content: bool,
) -> io::Result<Vec<PathBuf>> {
    let mut archive = BufReader::new(archive);
    let mut filling = Filling::new(folder, bytes)?;
    loop {
        let mut letter = [0];
        archive.read_exact(&mut letter)?;
        if letter == [END] {
            return filling.finish();
        }
        let inside = path(&mut archive)?;
        match letter[0] {
            FOLDER => filling.make(ArchiveEntry { inside, kind: EntryKind::Folder }, None)?,
            LINK => {
                let target = path(&mut archive)?;
                filling.make(ArchiveEntry { inside, kind: EntryKind::Link(target) }, None)?;
            }
            letter @ (FILE | PROGRAM) => {
                let length = number(&mut archive)?;
                let mut start = [0; HEAD];
                let known = length.min(HEAD as u64) as usize;
                archive.read_exact(&mut start[..known])?;
                let is_program = start.starts_with(b"#!") || is_elf_program(start);
                let executable = letter == PROGRAM || by_content && is_program;
                let mut content = start[..known].chain(&mut archive);
                filling.make(
                    ArchiveEntry { inside, kind: EntryKind::File { executable } },
                    Some((length, &mut content)),
                )?;
            }
            _ => return Err(ErrorKind::InvalidData.into()),
        }
    }
}

/// Bytes of a file by which a program is recognised.
const HEAD: usize = 18;

/// Whether a file is an executable or a shared object, and no object of a compiler.
fn is_elf_program(head: [u8; HEAD]) -> bool {
    let kind = if head[5] == 2 { head[17] } else { head[16] };
    head.starts_with(b"\x7fELF") && (kind == 2 || kind == 3)
}

fn number(archive: &mut impl Read) -> io::Result<u64> {
    let mut bytes = [0; 8];
    archive.read_exact(&mut bytes)?;
    Ok(u64::from_le_bytes(bytes))
}

fn path(archive: &mut impl Read) -> io::Result<PathBuf> {
    let length = number(archive)? as usize;
    if length > LONGEST_PATH {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    archive.read_exact(&mut bytes)?;
    path_of(bytes).ok_or_else(|| ErrorKind::InvalidData.into())
}

/// What does not fit, in words.
pub(crate) fn too_large(megabytes: u64) -> Message {
    message!(
        "it left more than {megabytes} MB, {entries} files or {levels} levels of folders",
        "dejó más de {megabytes} MB, {entries} ficheros o {levels} niveles de carpetas",
        megabytes,
        entries = MOST_ENTRIES,
        levels = DEEPEST
    )
}

#[cfg(unix)]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    use std::os::unix::ffi::OsStringExt;
    (!bytes.contains(&0)).then(|| std::ffi::OsString::from_vec(bytes).into())
}

#[cfg(not(unix))]
fn path_of(bytes: Vec<u8>) -> Option<PathBuf> {
    String::from_utf8(bytes).ok().map(PathBuf::from)
}

#[cfg(unix)]
fn link(target: &Path, path: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(target, path)
}

#[cfg(not(unix))]
fn link(_: &Path, path: &Path) -> io::Result<()> {
    // Judged like the others, and left out.
    fs::write(path, "")
}

/// The mode of what programs may only read: a program of the superuser's runs as another user, behind a parent that only the
/// superuser can enter.
#[cfg(unix)]
fn mode(executable: bool) -> u32 {
    let own = if executable { 0o700 } else { 0o600 };
    let others = if executable { 0o055 } else { 0o044 };
    if rustix::process::geteuid().is_root() { own | others } else { own }
}

/// Makes a folder that other accounts cannot enter, and its parents.
///
/// # Errors
/// If it cannot be made.
pub fn private_parents(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{DirBuilderExt, PermissionsExt};
        fs::DirBuilder::new().recursive(true).mode(0o700).create(folder)?;
        fs::set_permissions(folder, fs::Permissions::from_mode(0o700))
    }
    #[cfg(not(unix))]
    fs::create_dir_all(folder)
}

/// Makes a folder inside of a private one, for programs to read.
///
/// # Errors
/// If it is there already, or cannot be made.
pub fn private_folder(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(folder, fs::Permissions::from_mode(mode(true)))?;
    }
    Ok(())
}

/// Makes a file inside of a private folder, without mode bits but the one that makes it a program.
///
/// # Errors
/// If it is there already, or cannot be made.
pub fn new_file(path: &Path, executable: bool) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    let file = options.open(path)?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        file.set_permissions(fs::Permissions::from_mode(mode(executable)))?;
    }
    #[cfg(not(unix))]
    let _ = executable;
    Ok(file)
}

/// Gives this user back the right to read a folder of its own, with everything in it. Links are not followed.
fn make_readable(folder: &Path) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mut waiting = vec![folder.to_owned()];
        while let Some(path) = waiting.pop() {
            let metadata = fs::symlink_metadata(&path)?;
            let mode = metadata.permissions().mode();
            let needed = if metadata.is_dir() { 0o700 } else { 0o400 };
            if !metadata.is_symlink() && mode & needed != needed {
                fs::set_permissions(&path, fs::Permissions::from_mode(mode & 0o777 | needed))?;
            }
            if metadata.is_dir() {
                for entry in fs::read_dir(&path)? {
                    waiting.push(entry?.path());
                    if waiting.len() > MOST_ENTRIES {
                        return Err(ErrorKind::FileTooLarge.into());
                    }
                }
            }
        }
    }
    Ok(())
}

/// Takes a folder away, also one whose modes forbid it. Links are not followed. No process may write there any more.
///
/// # Errors
/// If something cannot be taken away.
pub fn remove_folder(folder: &Path) -> io::Result<()> {
    let gone = |error: io::Error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) };
    match fs::remove_dir_all(folder) {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => {}
        other => return other.or_else(gone),
    }
    make_readable(folder)?;
    fs::remove_dir_all(folder).or_else(gone)
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{
        io::Seek,
        os::unix::fs::{PermissionsExt, symlink},
    };

    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    const MOST: u64 = 1 << 20;

    /// Reads an archive of these bytes into a folder.
    fn read(bytes: &[u8], folder: &Path, most: u64) -> io::Result<Vec<PathBuf>> {
        let mut archive = tempfile::tempfile().unwrap();
        archive.write_all(bytes).unwrap();
        archive.rewind().unwrap();
        unpack(&archive, folder, most, true)
    }

    fn entry(letter: u8, path: &str, content: Option<&str>) -> Vec<u8> {
        let mut bytes = vec![letter];
        for text in [Some(path), content].into_iter().flatten() {
            bytes.extend((text.len() as u64).to_le_bytes());
            bytes.extend(text.as_bytes());
        }
        bytes
    }

    #[test]
    fn a_folder_comes_out_without_what_leads_elsewhere() {
        let place = tempfile::tempdir().unwrap();
        let (source, target) = (place.path().join("source"), place.path().join("target"));
        fs::create_dir_all(source.join("deep/er")).unwrap();
        fs::create_dir(source.join("empty")).unwrap();
        fs::write(source.join("deep/bot"), b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0...").unwrap();
        fs::write(source.join("deep/part.o"), b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x01\0...").unwrap();
        fs::write(source.join("run.sh"), "#!/bin/sh").unwrap();
        fs::write(source.join("notes"), "x").unwrap();
        fs::set_permissions(source.join("notes"), fs::Permissions::from_mode(0o0)).unwrap();
        fs::write(source.join("evil"), "x").unwrap();
        fs::set_permissions(source.join("evil"), fs::Permissions::from_mode(0o6777)).unwrap();
        mkfifoat(CWD, source.join("used"), Mode::RUSR).unwrap();
        for (link, to) in [
            ("bot", "deep/bot"),
            ("python", "/usr/bin/python3"),
            ("data", "/etc/shadow"),
            ("up", "../x"),
            ("deep/er/here", "../.."),
            ("trick", "deep/er/here/../x"),
        ] {
            symlink(to, source.join(link)).unwrap();
        }
        let mut archive = tempfile::tempfile().unwrap();
        pack(&source, &archive, MOST).unwrap();
        archive.rewind().unwrap();
        let mut out = unpack(&archive, &target, MOST, true).unwrap();
        out.sort();
        assert_eq!(out, [Path::new("data"), Path::new("trick"), Path::new("up")]);
        for (name, executable) in
            [("deep/bot", true), ("deep/part.o", false), ("run.sh", true), ("notes", false), ("evil", true)]
        {
            let mode = fs::symlink_metadata(target.join(name)).unwrap().permissions().mode() & 0o7777;
            assert_eq!(mode & 0o7100, if executable { 0o100 } else { 0 }, "{name} {mode:o}");
            assert_eq!(mode & 0o022, 0, "{name} {mode:o}");
        }
        assert!(target.join("empty").is_dir() && fs::read_link(target.join("bot")).is_ok());
        assert!(fs::symlink_metadata(target.join("used")).is_err());
        // Neither more bytes than there may be, nor a folder that is there already.
        archive.rewind().unwrap();
        assert!(unpack(&archive, &place.path().join("small"), 5, true).is_err());
        archive.rewind().unwrap();
        assert!(unpack(&archive, &target, MOST, true).is_err());
        assert!(pack(&source, &tempfile::tempfile().unwrap(), 5).is_err());
    }

    #[test]
    fn forged_archives_write_nothing_elsewhere() {
        let place = tempfile::tempdir().unwrap();
        let deep = vec!["d"; DEEPEST + 2].join("/");
        let through = [entry(LINK, "a", Some("..")), entry(FILE, "a/evil", Some("x"))].concat();
        let mut long = vec![FILE];
        long.extend(u64::MAX.to_le_bytes());
        let mut huge = entry(FILE, "a", None);
        huge.extend((1_u64 << 60).to_le_bytes());
        for (number, bytes) in [
            entry(FILE, "../evil", Some("x")),
            entry(FILE, "/tmp/poda-evil", Some("x")),
            entry(FILE, "a/../../evil", Some("x")),
            entry(FILE, "", Some("x")),
            entry(FILE, "nul\0", Some("x")),
            entry(FOLDER, "../evil", None),
            entry(LINK, "../evil", Some("x")),
            entry(FOLDER, &deep, None),
            entry(b'?', "a", None),
            [entry(FILE, "a", Some("x")), entry(FILE, "a", Some("y"))].concat(),
            through,
            long,
            huge,
            Vec::new(),
        ]
        .into_iter()
        .enumerate()
        {
            let folder = place.path().join(number.to_string()).join("inside");
            fs::create_dir(folder.parent().unwrap()).unwrap();
            let whole = [bytes, vec![END]].concat();
            let end = if number == 13 { &[][..] } else { &whole };
            assert!(read(end, &folder, MOST).is_err(), "{number}");
            assert!(!place.path().join(number.to_string()).join("evil").exists(), "{number}");
        }
        assert!(!Path::new("/tmp/poda-evil").exists());
    }

    #[test]
    fn a_folder_that_nobody_may_open_is_taken_away() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("x");
        fs::create_dir_all(folder.join("closed/inner")).unwrap();
        symlink(place.path(), folder.join("closed/up")).unwrap();
        fs::set_permissions(folder.join("closed"), fs::Permissions::from_mode(0o0)).unwrap();
        remove_folder(&folder).unwrap();
        assert!(!folder.exists() && place.path().exists());
        remove_folder(&folder).unwrap();
    }
}
