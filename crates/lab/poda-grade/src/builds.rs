//! Submissions are built in copies of their own, kept by what is in them: the same files with the same command are not built
//! twice, and whatever was handed in stays as it is. The notes about finished builds lie outside of the copies.

use std::{
    fmt::Write as _,
    fs,
    io::{self, Read, Write as _},
    path::{Path, PathBuf},
};

use poda_bots::{is_executable, new_file, open_plain, private_folder, private_parents, remove_folder};
use poda_core::{Message, Text, Translate};
use sha2::{Digest, Sha256};

use super::GradeError;

/// What is copied of one submission, at most.
const MOST_BYTES: u64 = 256 << 20;
const MOST_FILES: usize = 20_000;
const DEEPEST: usize = 32;

const TOO_LARGE: Text = Text::new(
    "the submission has more than 256 MB, 20000 files or 32 levels of folders",
    "la entrega tiene más de 256 MB, 20000 ficheros o 32 niveles de carpetas",
);

pub(super) const LINKED: Text = Text::new(
    "the folder of the submission is a link, which may lead anywhere",
    "la carpeta de la entrega es un enlace, que puede llevar a cualquier parte",
);

/// A copy of a submission, to be built and played with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct WorkingCopy {
    /// Names what was handed in and how it is built.
    pub(super) hash: String,
    /// Where the copy is.
    pub(super) folder: PathBuf,
    /// Whether it was built before.
    pub(super) built: bool,
    note: PathBuf,
}

/// One file of a submission, by its path inside.
struct SubmittedFile {
    inside: PathBuf,
    executable: bool,
}

impl WorkingCopy {
    /// Copies a submission, unless it was copied and built before. `again` does it anew in any case.
    ///
    /// # Errors
    /// The inner one if the submission cannot be copied; the outer one if nothing can be written.
    pub(super) fn make(
        id: &str,
        source: &Path,
        command: Option<&str>,
        builds: &Path,
        again: bool,
    ) -> Result<Result<Self, Message>, GradeError> {
        let (files, hash) = match read_all(id, source, command) {
            Ok(read) => read,
            Err(why) => return Ok(Err(why)),
        };
        let (folder, note) = (builds.join(&hash), builds.join(format!("{hash}.built")));
        if !again && note.is_file() && folder.is_dir() {
            return Ok(Ok(Self { hash, folder, built: true, note }));
        }
        private_parents(builds).map_err(|error| GradeError::file(builds, &error))?;
        // Paths that become too long, folders that nobody may open: whoever made them has no copy, and nobody else is harmed.
        match copy_all(source, &files, &folder, &note) {
            Ok(folder) => Ok(Ok(Self { hash, folder, built: false, note })),
            Err(error) => Ok(Err(error.message())),
        }
    }

    /// Notes that it is built, so that it need not be built again.
    ///
    /// # Errors
    /// If that cannot be written.
    pub(super) fn note_built(&self) -> Result<(), GradeError> {
        let written = fs::File::create(&self.note).and_then(|mut file| file.write_all(b"built\n"));
        written.map_err(|error| GradeError::file(&self.note, &error))
    }
}

/// Copies files into a folder, without their modes, and takes away what was there before.
fn copy_all(source: &Path, files: &[SubmittedFile], folder: &Path, note: &Path) -> io::Result<PathBuf> {
    match fs::remove_file(note) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    remove_folder(folder)?;
    private_folder(folder)?;
    for file in files {
        let inside = file.inside.parent().unwrap_or(Path::new(""));
        let parents = inside.ancestors().filter(|parent| !parent.as_os_str().is_empty());
        for parent in parents.collect::<Vec<_>>().into_iter().rev().map(|parent| folder.join(parent)) {
            if !parent.is_dir() {
                private_folder(&parent)?;
            }
        }
        let mut copy = new_file(&folder.join(&file.inside), file.executable)?;
        io::copy(&mut open_plain(&source.join(&file.inside))?, &mut copy)?;
    }
    folder.canonicalize()
}

/// Every ordinary file, and the hash of all of them with the command. Links and pipes are left out: they lead elsewhere.
fn read_all(id: &str, source: &Path, command: Option<&str>) -> Result<(Vec<SubmittedFile>, String), Message> {
    let files = files(source)?;
    let mut hasher = Sha256::new();
    let mut part = |bytes: &[u8]| {
        hasher.update((bytes.len() as u64).to_le_bytes());
        hasher.update(bytes);
    };
    // Two who hand in the same are two players all the same.
    part(id.as_bytes());
    part(command.unwrap_or_default().as_bytes());
    let mut left = MOST_BYTES;
    for file in &files {
        let mut bytes = Vec::new();
        let opened = open_plain(&source.join(&file.inside));
        let read = opened.and_then(|opened| opened.take(left + 1).read_to_end(&mut bytes));
        read.map_err(|error| error.message())?;
        left = left.checked_sub(bytes.len() as u64).ok_or_else(|| Message::from(TOO_LARGE))?;
        part(file.inside.as_os_str().as_encoded_bytes());
        part(&[u8::from(file.executable)]);
        part(&bytes);
    }
    let digest = hasher.finalize();
    // Half of it is more than enough to tell a class apart, and short enough for paths.
    let hash = hexadecimal(&digest[..16]);
    Ok((files, hash))
}

fn files(source: &Path) -> Result<Vec<SubmittedFile>, Message> {
    if source.is_symlink() {
        return Err(LINKED.into());
    }
    let mut found = Vec::new();
    let mut folders = vec![(PathBuf::new(), 0)];
    while let Some((inside, depth)) = folders.pop() {
        let entries = fs::read_dir(source.join(&inside)).map_err(|error| error.message())?;
        for entry in entries {
            let entry = entry.map_err(|error| error.message())?;
            let metadata = entry.metadata().map_err(|error| error.message())?;
            let inside = inside.join(entry.file_name());
            if metadata.is_dir() && entry.file_name() != ".git" {
                folders.push((inside, depth + 1));
            } else if metadata.is_file() {
                found.push(SubmittedFile { inside, executable: is_executable(&metadata) });
            }
            if found.len() + folders.len() > MOST_FILES || depth > DEEPEST {
                return Err(TOO_LARGE.into());
            }
        }
    }
    found.sort_by(|a, b| a.inside.cmp(&b.inside));
    Ok(found)
}

/// Bytes as text.
pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Every ordinary file below a folder, by its path inside.
pub(super) fn paths(source: &Path) -> Vec<PathBuf> {
    files(source).map(|files| files.into_iter().map(|file| file.inside).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_files_with_the_same_command_are_built_once() {
        let place = std::env::temp_dir().join(format!("poda-builds-{}", std::process::id()));
        let (source, builds) = (place.join("ana"), place.join("builds"));
        fs::create_dir_all(source.join("src")).unwrap();
        fs::write(source.join("src/bot.py"), "print(1)").unwrap();
        let make = |command: Option<&str>, again: bool| {
            WorkingCopy::make("ana", &source, command, &builds, again).unwrap().unwrap()
        };
        let first = make(Some("make"), false);
        assert!(!first.built && first.folder.join("src/bot.py").is_file());
        // What was not finished is begun anew, without what the first try left behind.
        fs::write(first.folder.join("half.o"), "").unwrap();
        let second = make(Some("make"), false);
        assert!(!second.built && second.hash == first.hash && !second.folder.join("half.o").exists());
        second.note_built().unwrap();
        fs::write(second.folder.join("bot"), "").unwrap();
        let third = make(Some("make"), false);
        assert!(third.built && third.folder.join("bot").is_file());
        assert!(!make(Some("make"), true).built);
        // Another command, another file, another name: another build.
        let mut hashes = vec![first.hash, make(Some("make all"), false).hash, make(None, false).hash];
        fs::write(source.join("src/bot.py"), "print(2)").unwrap();
        hashes.push(make(Some("make"), false).hash);
        fs::rename(source.join("src/bot.py"), source.join("src/b.py")).unwrap();
        hashes.push(make(Some("make"), false).hash);
        #[cfg(unix)]
        {
            // A link leads elsewhere, and is not followed.
            std::os::unix::fs::symlink(&place, source.join("up")).unwrap();
            let linked = make(Some("make"), false);
            assert!(!linked.folder.join("up").exists() && hashes.contains(&linked.hash));
        }
        // A path that is too long for the copy costs nobody else anything.
        #[cfg(unix)]
        {
            let long = "x".repeat(200);
            let far = builds.join(vec!["y".repeat(200); 19].join("/"));
            fs::create_dir_all(source.join(&long)).unwrap();
            fs::write(source.join(&long).join(&long), "").unwrap();
            let copied = WorkingCopy::make("ana", &source, None, &far, false).unwrap();
            assert!(copied.is_err(), "{copied:?}");
        }
        hashes.sort();
        let count = hashes.len();
        hashes.dedup();
        assert_eq!(hashes.len(), count);
        fs::remove_dir_all(&place).unwrap();
    }
}
