//! The source files of a course's player, as they lie in its folder.

use std::{
    ffi::OsStr,
    fs,
    io::Read,
    path::{Component, Path, PathBuf},
};

use poda_core::{Message, Text, Translate};

use crate::open_plain;

/// What belongs to a player at most: a practical is small, and a whole home folder is none.
const MOST_FILES: usize = 2000;
const MOST_BYTES: u64 = 16 << 20;
const DEEPEST: usize = 8;
const MOST_ENTRIES: usize = 20_000;

const ENDINGS: &[&str] = &["h", "hh", "hpp", "inl", "cpp", "cc", "cxx", "java"];

/// What some editors put in front of a text, and not every compiler accepts.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

const TOO_LARGE: Text = Text::new(
    "the folder has more than 2000 source files or 16 MB of them: name the folder of the practical",
    "la carpeta tiene más de 2000 ficheros fuente o más de 16 MB: nombra la carpeta de la práctica",
);

/// All source files below a folder.
pub(super) struct Sources {
    /// Where they lie.
    pub(super) folder: PathBuf,
    /// By their paths inside, those that are less deep first.
    files: Vec<SourceFile>,
}

/// One of them.
pub(super) struct SourceFile {
    pub(super) inside: PathBuf,
    pub(super) content: Vec<u8>,
}

impl Sources {
    /// Reads them. Links are not followed, and hidden folders left out.
    pub(super) fn find(folder: &Path) -> Result<Self, Message> {
        let folder = fs::canonicalize(folder).map_err(|error| error.message())?;
        let mut paths = Vec::new();
        let mut folders = vec![(PathBuf::new(), 0)];
        let mut entries = 0;
        while let Some((inside, depth)) = folders.pop() {
            for entry in fs::read_dir(folder.join(&inside)).map_err(|error| error.message())? {
                let entry = entry.map_err(|error| error.message())?;
                let kind = entry.file_type().map_err(|error| error.message())?;
                let name = entry.file_name();
                let inside = inside.join(&name);
                entries += 1;
                if kind.is_dir() && depth < DEEPEST && !name.as_encoded_bytes().starts_with(b".") {
                    folders.push((inside, depth + 1));
                } else if kind.is_file() && is_source(&inside) {
                    paths.push(inside);
                }
                if paths.len() > MOST_FILES || entries > MOST_ENTRIES {
                    return Err(TOO_LARGE.into());
                }
            }
        }
        paths.sort_by_key(|path| (path.components().count(), path.clone()));
        let mut left = MOST_BYTES;
        let mut files = Vec::new();
        for inside in paths {
            let mut content = Vec::new();
            let opened = open_plain(&folder.join(&inside));
            let read = opened.and_then(|file| file.take(left + 1).read_to_end(&mut content));
            read.map_err(|error| error.message())?;
            left = left.checked_sub(content.len() as u64).ok_or_else(|| Message::from(TOO_LARGE))?;
            if content.starts_with(BYTE_ORDER_MARK) {
                content.drain(..BYTE_ORDER_MARK.len());
            }
            // Folders that were packed on another system may have names that are no text; here they get one.
            let inside = PathBuf::from(inside.to_string_lossy().into_owned());
            files.push(SourceFile { inside, content });
        }
        Ok(Self { folder, files })
    }

    pub(super) fn files(&self) -> impl Iterator<Item = &SourceFile> {
        self.files.iter()
    }

    /// The file of that name that lies least deep.
    pub(super) fn named(&self, name: &str) -> Option<&SourceFile> {
        self.files.iter().find(|file| file.name() == name)
    }

    /// Where files have to lie that are included by a path, with their names; those outside of the folder are nobody's.
    pub(super) fn included(&self) -> Vec<(PathBuf, String)> {
        let mut found = Vec::new();
        for file in &self.files {
            for path in file.included_paths().into_iter().filter(|path| path.contains('/')) {
                let mut inside = file.inside.parent().map(Path::to_owned).unwrap_or_default();
                let is_inside = Path::new(&path).components().all(|part| match part {
                    Component::Normal(name) => {
                        inside.push(name);
                        true
                    }
                    Component::CurDir => true,
                    Component::ParentDir => inside.pop(),
                    _ => false,
                });
                let name = path.rsplit('/').next().unwrap_or_default().to_owned();
                if is_inside && !found.iter().any(|(known, _)| *known == inside) {
                    found.push((inside, name));
                }
            }
        }
        found
    }

    /// What has to be compiled with a source: whatever belongs to the headers that it includes, but for those that are
    /// `replaced`.
    pub(super) fn with_parts(&self, source: &str, replaced: &dyn Fn(&str) -> bool) -> Vec<&SourceFile> {
        let mut parts: Vec<&SourceFile> = self.named(source).into_iter().collect();
        let mut waiting = parts.clone();
        let mut seen = vec![source.to_owned()];
        while let Some(file) = waiting.pop() {
            for name in file.includes() {
                if replaced(&name) || seen.contains(&name) {
                    continue;
                }
                waiting.extend(self.named(&name));
                let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
                for ending in ["cpp", "cc", "cxx"] {
                    let other = format!("{stem}.{ending}");
                    if let Some(part) = self.named(&other).filter(|_| !seen.contains(&other)) {
                        parts.push(part);
                        waiting.push(part);
                        seen.push(other);
                    }
                }
                seen.push(name);
            }
        }
        parts
    }
}

fn is_source(path: &Path) -> bool {
    path.extension().and_then(OsStr::to_str).is_some_and(|ending| ENDINGS.contains(&ending))
}

impl SourceFile {
    pub(super) fn name(&self) -> &str {
        self.inside.file_name().and_then(OsStr::to_str).unwrap_or_default()
    }

    /// The names of the files that it includes between quotation marks.
    fn includes(&self) -> Vec<String> {
        let name = |path: String| path.rsplit('/').next().map(str::to_owned);
        self.included_paths().into_iter().filter_map(name).collect()
    }

    /// The same with their paths.
    fn included_paths(&self) -> Vec<String> {
        let text = String::from_utf8_lossy(&self.content);
        let path = |line: &str| {
            let rest = line.trim_start().strip_prefix('#')?.trim_start().strip_prefix("include")?;
            let (path, _) = rest.trim_start().strip_prefix('"')?.split_once('"')?;
            Some(path.to_owned())
        };
        text.lines().filter_map(path).collect()
    }

    /// The package that a Java file names.
    pub(super) fn java_package(&self) -> Option<String> {
        if self.inside.extension() != Some(OsStr::new("java")) {
            return None;
        }
        let text = String::from_utf8_lossy(&self.content);
        let named = text.lines().find_map(|line| line.trim().strip_prefix("package ")?.split_once(';'));
        named.map(|(package, _)| package.trim().to_owned())
    }

    /// The class of a Java file, if it is a player that plays by itself.
    pub(super) fn java_player(&self) -> Option<String> {
        let text = String::from_utf8_lossy(&self.content).into_owned();
        let name = self.name().strip_suffix(".java")?.to_owned();
        let start = text.find(&format!("class {name}"))?;
        let head = text[start..].split('{').next()?;
        let (_, interfaces) = head.split_once("implements")?;
        let has = |word: &str| interfaces.split([',', ' ', '\n', '\r', '\t']).any(|part| part == word);
        (has("Jugador") && has("IAuto")).then_some(name)
    }
}
