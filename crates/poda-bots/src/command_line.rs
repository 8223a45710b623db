use poda_core::{Text, Translate};
use std::{
    env, fmt,
    fs::Metadata,
    path::{Path, PathBuf},
};

use crate::BotError;

const OPEN_QUOTE: Text = Text::new("a quotation mark is not closed", "falta cerrar unas comillas");
const NO_PROGRAM: Text = Text::new("it names no program", "no nombra ningún programa");

/// A program with its arguments, and where it runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CommandLine {
    /// The program and its arguments.
    words: Vec<String>,
    /// Where it runs; here if `None`.
    folder: Option<PathBuf>,
    /// Whether it may write there.
    writes: bool,
}

impl CommandLine {
    /// Reads a command line as a shell would, without its wildcards and variables.
    ///
    /// # Errors
    /// If it cannot be cut into words, or has none.
    pub fn read(text: &str, folder: Option<&Path>) -> Result<Self, BotError> {
        let broken = |why: Text| BotError::Broken { command: text.to_owned(), why: why.message() };
        let words = shell_words::split(text).map_err(|_| broken(OPEN_QUOTE))?;
        if words.is_empty() {
            return Err(broken(NO_PROGRAM));
        }
        Ok(Self { words, folder: folder.map(Path::to_owned), writes: false })
    }

    /// A program with its arguments, which are not cut into words any more. There is at least one word.
    pub(crate) fn of(words: Vec<String>, folder: Option<&Path>) -> Self {
        Self { words, folder: folder.map(Path::to_owned), writes: false }
    }

    /// A line for the shell itself, pipes, variables and all, that builds something: it may write into its folder.
    pub fn shell(line: &str, folder: Option<&Path>) -> Self {
        let words = ["/bin/sh", "-c", line].map(str::to_owned).to_vec();
        Self { words, folder: folder.map(Path::to_owned), writes: true }
    }

    /// The program and its arguments: at least one word.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// Where it runs; here if `None`.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// Whether it may write into its folder.
    pub fn writes(&self) -> bool {
        self.writes
    }

    /// Sees whether the program is there and may be started.
    ///
    /// # Errors
    /// If not.
    pub fn check_executable(&self) -> Result<(), BotError> {
        let program = self.words[0].as_str();
        let missing = || BotError::Missing { program: program.to_owned() };
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
            Err(BotError::NotExecutable { program: path.display().to_string() })
        }
    }
}

impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words.join(" "))
    }
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

    #[test]
    fn what_is_not_there_is_named() {
        let check = |command| CommandLine::read(command, None).unwrap().check_executable();
        assert_eq!(check("sh -c true"), Ok(()));
        assert_eq!(check("no-such-program x"), Err(BotError::Missing { program: "no-such-program".into() }));
        assert_eq!(check("./no/such/bot"), Err(BotError::Missing { program: "./no/such/bot".into() }));
        assert!(check("./Cargo.toml").unwrap_err().to_string().contains("is not executable"));
    }
}
