use std::{
    env, fmt,
    fs::Metadata,
    path::{Path, PathBuf},
};

use poda_catalog::PlayerError;
use poda_core::{Text, Translate};

use crate::sandbox::{leads_out, plain, value};

const OPEN_QUOTE: Text = Text::new("a quotation mark is not closed", "falta cerrar unas comillas");
const NO_PROGRAM: Text = Text::new("it names no program", "no nombra ningún programa");

/// A program with its arguments, and the folder in which it runs.
///
/// The folder also decides what the program sees: with a folder, that folder alone, whatever its words name. Without one the command
/// was typed by the user of this machine, and the folders of the files that it names are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program and its arguments.
    words: Vec<String>,
    /// The folder of a program that came from elsewhere; the current one if `None`.
    folder: Option<PathBuf>,
    /// Files and folders that Poda itself adds to what it sees.
    parts: Vec<PathBuf>,
    /// Whether it builds something in its folder.
    builds: bool,
}

impl CommandLine {
    /// Reads a command line as a shell would, without its wildcards and variables.
    ///
    /// # Errors
    /// If it cannot be cut into words, or has none.
    pub fn read(text: &str, folder: Option<&Path>) -> Result<Self, PlayerError> {
        let broken = |why: Text| PlayerError::Broken { command: text.to_owned(), why: why.message() };
        let words = shell_words::split(text).map_err(|_| broken(OPEN_QUOTE))?;
        if words.is_empty() {
            return Err(broken(NO_PROGRAM));
        }
        Ok(Self { words, folder: folder.map(Path::to_owned), parts: Vec::new(), builds: false })
    }

    /// A program with its arguments, which are not cut into words any more. There is at least one word.
    pub(crate) fn of(words: Vec<String>, folder: Option<&Path>) -> Self {
        Self { words, folder: folder.map(Path::to_owned), parts: Vec::new(), builds: false }
    }

    /// The same program, which sees these files and folders too.
    pub(crate) fn with_parts(self, parts: Vec<PathBuf>) -> Self {
        Self { parts, ..self }
    }

    /// A line for the shell, with pipes and variables, that builds something in a folder.
    pub(crate) fn build(line: &str, folder: &Path) -> Self {
        // Errors in the order in which they were printed: the first one says most.
        let words = ["/bin/sh", "-c", &format!("exec 2>&1\n{line}")].map(str::to_owned).to_vec();
        Self { words, folder: Some(folder.to_owned()), parts: Vec::new(), builds: true }
    }

    /// The first word that leads out of the folder of a program that came from elsewhere, if any does.
    pub fn stray_word(&self) -> Option<&str> {
        let folder = self.folder.as_ref()?;
        // A program without a slash is looked up in the search path.
        let words = self.words.iter().enumerate().filter(|(place, word)| *place > 0 || word.contains('/'));
        words.map(|(_, word)| word.as_str()).find(|word| is_stray(folder, word))
    }

    /// The program and its arguments: at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The folder of a program that came from elsewhere; the current one if `None`.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Files and folders that Poda itself adds to what it sees.
    pub(crate) fn parts(&self) -> &[PathBuf] {
        &self.parts
    }

    /// Whether it builds something in its folder.
    pub(crate) fn builds(&self) -> bool {
        self.builds
    }

    /// Whether a word names this path inside of the folder, or something below it.
    pub fn names(&self, path: &Path) -> bool {
        self.words.iter().any(|word| plain(Path::new(value(word))).starts_with(path))
    }

    /// Checks that the program is there and may be started.
    ///
    /// # Errors
    /// If not.
    pub fn check_executable(&self) -> Result<(), PlayerError> {
        let program = self.words[0].as_str();
        let missing = || PlayerError::Missing { program: program.to_owned() };
        let path = if program.contains('/') {
            self.folder().unwrap_or(Path::new("")).join(program)
        } else {
            let folders = env::var_os("PATH").unwrap_or_default();
            env::split_paths(&folders)
                .map(|folder| folder.join(program))
                .find(|path| path.is_file())
                .ok_or_else(missing)?
        };
        if !path.is_file() {
            return Err(missing());
        }
        if path.metadata().is_ok_and(|metadata| is_executable(&metadata)) {
            Ok(())
        } else {
            Err(PlayerError::NotExecutable { program: path.display().to_string() })
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
}

/// The first word of a shell's line that leads out of `folder`. Words are judged by their text, as far as they can be read without
/// running the line: what it makes out of variables and patterns is for the sandbox to hold.
pub fn stray_word_of_shell<'a>(line: &'a str, folder: &Path) -> Option<&'a str> {
    let edges: &[char] = &['<', '>', '&', ';', '|', '(', ')', '{', '}', '\'', '"', '`'];
    let words =
        || line.split_whitespace().flat_map(move |word| word.split(edges)).filter(|word| !word.is_empty());
    // `..` is relative to where the line has gone by then.
    let moves = words().any(|word| ["cd", "pushd", "-C"].contains(&word));
    words().find(|word| is_stray(folder, word) && !(moves && !word.contains("=/") && !word.starts_with('/')))
}

/// Whether a word names something outside of a folder: as a path, behind `=`, or in a list with colons.
fn is_stray(folder: &Path, word: &str) -> bool {
    if word.len() > 4096 {
        return false;
    }
    // Words such as `/fast` are options of some programs: only the machine's own folders make paths.
    let is_path = |part: &str| {
        let top = part.strip_prefix('/').map(|rest| rest.split('/').next().unwrap_or_default());
        top.is_none_or(|top| Path::new("/").join(top).exists())
    };
    let mut parts = vec![word, value(word)];
    parts.extend(value(word).split(':').filter(|part| part.starts_with('/') && !part.starts_with("//")));
    parts.into_iter().any(|part| !part.is_empty() && is_path(part) && leads_out(folder, Path::new(part)))
}

/// Whether a file may be started.
#[cfg(unix)]
pub fn is_executable(metadata: &Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    metadata.permissions().mode() & 0o111 != 0
}

/// Whether a file may be started: nobody marks those that may.
#[cfg(not(unix))]
pub fn is_executable(_: &Metadata) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(unix)]
    #[test]
    fn words_that_lead_out_of_the_folder_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().canonicalize().unwrap();
        std::fs::write(folder.join("bot.py"), "").unwrap();
        std::os::unix::fs::symlink("/etc/shadow", folder.join("data")).unwrap();
        for (line, stray) in [
            ("python3 bot.py --depth=3 /fast 1/2", None),
            ("python3 bot.py /etc/shadow", Some("/etc/shadow")),
            ("python3 bot.py --x=/root/.ssh/id_rsa", Some("--x=/root/.ssh/id_rsa")),
            ("python3 bot.py ../../submissions/ana/bot.py", Some("../../submissions/ana/bot.py")),
            ("python3 bot.py --y=../x", Some("--y=../x")),
            ("python3 bot.py data", Some("data")),
            ("python3 bot.py ./data", Some("./data")),
            ("java -cp lib/a.jar:/usr/share/java/b.jar Bot", None),
            ("java -cp lib/a.jar:/home/x/b.jar Bot", Some("lib/a.jar:/home/x/b.jar")),
            ("/home/x/bot", Some("/home/x/bot")),
            ("/usr/bin/python3 bot.py", None),
        ] {
            let command = CommandLine::read(line, Some(&folder)).unwrap();
            assert_eq!(command.stray_word(), stray, "{line}");
            assert_eq!(CommandLine::read(line, None).unwrap().stray_word(), None, "{line}");
        }
        for (line, stray) in [
            ("g++ -O2 -I/usr/include -o bot bot.cpp && ./bot < bot.py > /dev/null 2>&1", None),
            ("cd src && make && cd .. && cp src/bot .", None),
            ("ln -s / data", Some("/")),
            ("ln -s /etc/shadow x", Some("/etc/shadow")),
            ("cat </etc/shadow>out", Some("/etc/shadow")),
            ("cd src; cat '/root/x'", Some("/root/x")),
            ("cp ../ana/bot.py .", Some("../ana/bot.py")),
            (
                "case \"$(pwd -P)\" in */poda/bots/*) ln -sf /home/lab/CREATED used;; esac",
                Some("/home/lab/CREATED"),
            ),
            ("TMP=/tmp/x make CXX=/usr/bin/g++", None),
        ] {
            assert_eq!(stray_word_of_shell(line, &folder), stray, "{line}");
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let check = |command| CommandLine::read(command, None).unwrap().check_executable();
        assert_eq!(check("sh -c true"), Ok(()));
        assert_eq!(
            check("no-such-program x"),
            Err(PlayerError::Missing { program: "no-such-program".into() })
        );
        assert_eq!(check("./no/such/bot"), Err(PlayerError::Missing { program: "./no/such/bot".into() }));
        assert!(check("./Cargo.toml").unwrap_err().to_string().contains("is not executable"));
    }
}
