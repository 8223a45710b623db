//! A program's folder as one file: the same folder is always the same bytes, and what is unpacked stays where it belongs.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Cursor, Read},
    path::{Component, Path, PathBuf},
};

use poda_bots::{Luggage, is_executable};
use poda_core::{Message, Translate, message};
use sha2::{Digest, Sha256};
use tar::{Archive, Builder, EntryType, Header};

/// What one program may take along.
pub(crate) const MOST_BYTES: u64 = 64 << 20;
/// A program on the server is cut into messages of this size.
pub(crate) const CHUNK: usize = 256 << 10;
const MOST_FILES: usize = 10_000;
const DEEPEST: usize = 32;

/// The SHA-256 in hexadecimal digits.
pub(crate) fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a text does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Where a chunk of a program is on the server.
pub(crate) fn chunk_subject(checksum: &str, number: usize) -> String {
    format!("poda.parcel.{checksum}.{number}")
}

fn too_large() -> Message {
    message!(
        "it has more than {megabytes} MB, {files} files or {levels} levels of folders: give it a folder of its own",
        "tiene más de {megabytes} MB, {files} ficheros o {levels} niveles de carpetas: dale una carpeta propia",
        megabytes = MOST_BYTES >> 20,
        files = MOST_FILES,
        levels = DEEPEST
    )
}

/// Packs what a program takes along: sorted, without dates and owners.
///
/// # Errors
/// If something cannot be read, leads elsewhere, or is too large.
pub(crate) fn pack(luggage: &Luggage) -> Result<Vec<u8>, Message> {
    let mut files = Vec::new();
    for (source, inside) in &luggage.contents {
        let root = source.canonicalize().map_err(|error| at(source, &error))?;
        find(&root, source, inside, 0, &mut files)?;
    }
    files.sort();
    files.dedup_by(|one, other| one.0 == other.0);
    let mut builder = Builder::new(Vec::new());
    let mut left = MOST_BYTES;
    for (inside, source) in files {
        let mut bytes = Vec::new();
        let file = fs::File::open(&source).map_err(|error| at(&source, &error))?;
        let is_executable = is_executable(&file.metadata().map_err(|error| at(&source, &error))?);
        file.take(left + 1).read_to_end(&mut bytes).map_err(|error| at(&source, &error))?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(too_large)?;
        let mut header = Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(if is_executable { 0o755 } else { 0o644 });
        header.set_mtime(0);
        builder.append_data(&mut header, &inside, bytes.as_slice()).map_err(|error| at(&source, &error))?;
    }
    builder.into_inner().map_err(|error| error.message())
}

fn at(path: &Path, error: &io::Error) -> Message {
    let path = path.display();
    message!(language => "{path}: {why}", "{path}: {why}", path, why = error.text(language))
}

/// Every file of a folder, or the file itself. Links are followed as long as they stay inside.
fn find(
    root: &Path,
    source: &Path,
    inside: &Path,
    depth: usize,
    files: &mut Vec<(PathBuf, PathBuf)>,
) -> Result<(), Message> {
    if depth > DEEPEST || files.len() > MOST_FILES {
        return Err(too_large());
    }
    let real = source.canonicalize().map_err(|error| at(source, &error))?;
    if !real.starts_with(root) {
        let path = source.display();
        return Err(message!(
            "{path} is a link that leads out of its folder",
            "{path} es un enlace que sale de su carpeta",
            path
        ));
    }
    if real.is_dir() {
        for entry in fs::read_dir(&real).map_err(|error| at(source, &error))? {
            let name = entry.map_err(|error| at(source, &error))?.file_name();
            // Neither history nor what Python makes by itself.
            if name != ".git" && name != "__pycache__" {
                find(root, &source.join(&name), &inside.join(&name), depth + 1, files)?;
            }
        }
    } else if real.is_file() {
        files.push((inside.to_owned(), real));
    }
    Ok(())
}

/// Unpacks a parcel into an empty folder. Only plain files with plain paths are taken.
///
/// # Errors
/// If it is not what its name says, holds something else than files, or does not fit.
pub(crate) fn unpack(bytes: &[u8], name: &str, folder: &Path) -> Result<(), Message> {
    if checksum(bytes) != name {
        return Err(message!("its checksum is another one", "su suma de comprobación es otra"));
    }
    let mut left = MOST_BYTES;
    let mut archive = Archive::new(Cursor::new(bytes));
    let entries = archive.entries().map_err(|error| error.message())?;
    for (number, entry) in entries.enumerate() {
        let mut entry = entry.map_err(|error| error.message())?;
        let path = entry.path().map_err(|error| error.message())?.into_owned();
        let is_plain = path.components().all(|part| matches!(part, Component::Normal(_)));
        if !is_plain || entry.header().entry_type() != EntryType::Regular || path.as_os_str().is_empty() {
            return Err(message!(
                "{path:?} is no plain file of its folder",
                "{path:?} no es un fichero normal de su carpeta",
                path
            ));
        }
        left = left.checked_sub(entry.size()).filter(|_| number < MOST_FILES).ok_or_else(too_large)?;
        let is_executable = entry.header().mode().is_ok_and(|mode| mode & 0o111 != 0);
        let place = folder.join(&path);
        let write = || -> io::Result<()> {
            fs::create_dir_all(place.parent().unwrap_or(folder))?;
            let mut file = fs::File::create_new(&place)?;
            io::copy(&mut entry, &mut file)?;
            file.sync_all()?;
            if is_executable { make_executable(&place) } else { Ok(()) }
        };
        let mut write = write;
        write().map_err(|error| at(&place, &error))?;
    }
    Ok(())
}

#[cfg(unix)]
fn make_executable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
fn make_executable(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn luggage(folder: &Path) -> Luggage {
        Luggage { spec: String::new(), contents: vec![(folder.to_owned(), PathBuf::from("bot"))] }
    }

    #[test]
    fn a_folder_is_packed_the_same_each_time_and_unpacked_as_it_was() {
        let source = tempfile::tempdir().unwrap();
        fs::create_dir(source.path().join("lib")).unwrap();
        fs::write(source.path().join("bot.py"), "print(1)").unwrap();
        fs::write(source.path().join("lib/tool.sh"), "#!/bin/sh").unwrap();
        make_executable(&source.path().join("lib/tool.sh")).unwrap();
        let packed = pack(&luggage(source.path())).unwrap();
        // Dates are no content.
        fs::write(source.path().join("bot.py"), "print(1)").unwrap();
        assert_eq!(pack(&luggage(source.path())).unwrap(), packed);
        let target = tempfile::tempdir().unwrap();
        unpack(&packed, &checksum(&packed), target.path()).unwrap();
        assert_eq!(fs::read_to_string(target.path().join("bot/bot.py")).unwrap(), "print(1)");
        #[cfg(unix)]
        assert!(is_executable(&fs::metadata(target.path().join("bot/lib/tool.sh")).unwrap()));
        let error = unpack(&packed, &checksum(b"other"), target.path()).unwrap_err();
        assert!(error.english().contains("checksum"), "{error}");
        // Nothing is written over what is there.
        assert!(unpack(&packed, &checksum(&packed), target.path()).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused() {
        let (source, outside) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        fs::write(outside.path().join("secret"), "x").unwrap();
        fs::write(source.path().join("own"), "y").unwrap();
        std::os::unix::fs::symlink(source.path().join("own"), source.path().join("inside")).unwrap();
        assert!(pack(&luggage(source.path())).is_ok());
        std::os::unix::fs::symlink(outside.path().join("secret"), source.path().join("link")).unwrap();
        let error = pack(&luggage(source.path())).unwrap_err();
        assert!(error.english().contains("leads out"), "{error}");
    }

    /// An archive with one entry, as an attacker would write it.
    fn archive(path: &str, kind: EntryType) -> Vec<u8> {
        let mut header = Header::new_gnu();
        let name = &mut header.as_old_mut().name;
        name[..path.len()].copy_from_slice(path.as_bytes());
        header.set_entry_type(kind);
        header.set_size(0);
        header.set_mode(0o644);
        if kind == EntryType::Symlink {
            header.set_link_name("/etc").unwrap();
        }
        header.set_cksum();
        let mut builder = Builder::new(Vec::new());
        builder.append(&header, io::empty()).unwrap();
        builder.into_inner().unwrap()
    }

    #[test]
    fn nothing_is_written_outside_of_the_folder() {
        for (path, kind) in [
            ("../evil", EntryType::Regular),
            ("a/../../evil", EntryType::Regular),
            ("/tmp/evil-poda", EntryType::Regular),
            ("link", EntryType::Symlink),
            ("hard", EntryType::Link),
            ("pipe", EntryType::Fifo),
        ] {
            let folder = tempfile::tempdir().unwrap();
            let inside = folder.path().join("inside");
            fs::create_dir(&inside).unwrap();
            let bytes = archive(path, kind);
            let error = unpack(&bytes, &checksum(&bytes), &inside).unwrap_err();
            assert!(error.english().contains("no plain file"), "{path}: {error}");
            assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "{path}");
            assert_eq!(fs::read_dir(&inside).unwrap().count(), 0, "{path}");
        }
    }
}
