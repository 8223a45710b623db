//! Opening files that others have made: only regular files, never through a link, without waiting for a pipe's other end.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read},
    path::Path,
};

/// Opens a regular file to read it.
///
/// # Errors
/// If it is a link, a pipe, a device or a folder, or cannot be read.
pub fn open_plain(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    no_follow(&mut options);
    let file = options.open(path)?;
    if file.metadata()?.is_file() { Ok(file) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

/// The content of a regular file, up to a length.
///
/// # Errors
/// If it cannot be opened as [`open_plain`] does, or is longer than `most` bytes.
pub fn read_plain(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(bytes) }
}

#[cfg(unix)]
fn no_follow(options: &mut OpenOptions) {
    use std::os::unix::fs::OpenOptionsExt;

    use rustix::fs::OFlags;
    options.custom_flags((OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32);
}

#[cfg(not(unix))]
fn no_follow(_: &mut OpenOptions) {}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use rustix::fs::{CWD, Mode, mkfifoat};

    use super::*;

    #[test]
    fn only_regular_files_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("file"), "four").unwrap();
        std::os::unix::fs::symlink(path("file"), path("link")).unwrap();
        mkfifoat(CWD, path("pipe"), Mode::RUSR).unwrap();
        assert_eq!(read_plain(&path("file"), 4).unwrap(), b"four");
        assert!(read_plain(&path("file"), 3).is_err());
        for refused in [path("link"), path("pipe"), path("."), path("missing"), "/dev/zero".into()] {
            assert!(open_plain(&refused).is_err(), "{}", refused.display());
        }
    }
}
