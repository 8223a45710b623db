use std::{
    env,
    path::{Path, PathBuf},
};

use poda_agent::{Agent, BotLimits};
use poda_catalog::AnyGame;
use thiserror::Error;

use crate::{agent::Program, json::Json, ugi::Ugi};

/// How a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// One JSON object a line in, one move a line out.
    Json,
}

impl Protocol {
    /// Its name in specs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ugi => "cmd",
            Self::Json => "json",
        }
    }
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// How it speaks.
    pub protocol: Protocol,
    /// The program and its arguments.
    pub words: Vec<String>,
    /// Where it runs; here if `None`.
    pub folder: Option<PathBuf>,
}

/// Why a program cannot even be tried.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BotError {
    /// The command line cannot be cut into words.
    #[error("broken command {command:?}: {why}")]
    Broken {
        /// What was given.
        command: String,
        /// What is wrong with it.
        why: String,
    },
    /// There is no such program.
    #[error("there is no program {program:?}")]
    Missing {
        /// What was looked for.
        program: String,
    },
    /// It is there, but cannot be started.
    #[error("{program:?} is not executable (chmod +x makes it so)")]
    NotExecutable {
        /// Where it is.
        program: String,
    },
}

impl Bot {
    /// The program that `cmd:...` or `json:...` names; `None` if the spec names none.
    ///
    /// # Errors
    /// If the command is broken.
    pub fn read(spec: &str) -> Option<Result<Self, BotError>> {
        let (protocol, command) = match spec.split_once(':')? {
            ("cmd" | "ugi", command) => (Protocol::Ugi, command),
            ("json", command) => (Protocol::Json, command),
            _ => return None,
        };
        Some(Self::of_command(protocol, command))
    }

    /// The program of a command line.
    ///
    /// # Errors
    /// If it cannot be cut into words, or has none.
    pub fn of_command(protocol: Protocol, command: &str) -> Result<Self, BotError> {
        let broken = |why: &str| BotError::Broken { command: command.to_owned(), why: why.to_owned() };
        let words = shell_words::split(command).map_err(|error| broken(&error.to_string()))?;
        if words.is_empty() {
            return Err(broken("it names no program"));
        }
        Ok(Self { protocol, words, folder: None })
    }

    /// Sees whether the program is there and may be started.
    ///
    /// # Errors
    /// If not.
    pub fn check_executable(&self) -> Result<(), BotError> {
        let program = self.words[0].as_str();
        let missing = || BotError::Missing { program: program.to_owned() };
        let path = if program.contains('/') {
            self.folder.as_deref().unwrap_or(Path::new("")).join(program)
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
        if is_executable(&path) {
            Ok(())
        } else {
            Err(BotError::NotExecutable { program: path.display().to_string() })
        }
    }

    /// The program as an agent. It is started when it is first asked for a move; programs that speak UGI are told the
    /// options that they offer.
    pub fn agent(&self, game: &dyn AnyGame, limits: &BotLimits, options: &[(&str, &str)]) -> Box<dyn Agent> {
        match self.protocol {
            Protocol::Ugi => Box::new(Program::new(self.clone(), *limits, Ugi::new(game.spec(), options))),
            Protocol::Json => Box::new(Program::new(self.clone(), *limits, Json::new(game))),
        }
    }
}

#[cfg(unix)]
fn is_executable(path: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    path.metadata().is_ok_and(|metadata| metadata.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_executable(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let words = |spec| Bot::read(spec).map(|bot| bot.map(|bot| (bot.protocol, bot.words)));
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(words("cmd:./bot --fast"), Some(Ok((Protocol::Ugi, list(&["./bot", "--fast"])))));
        assert_eq!(
            words("json:python3 'my bot.py'"),
            Some(Ok((Protocol::Json, list(&["python3", "my bot.py"]))))
        );
        assert_eq!(words("pvs:depth=3"), None);
        assert_eq!(words("random"), None);
        let error = |spec| Bot::read(spec).unwrap().unwrap_err().to_string();
        assert_eq!(error("cmd:"), "broken command \"\": it names no program");
        assert!(error("cmd:'half").contains("\"'half\""));
    }

    #[test]
    fn what_is_not_there_is_named() {
        let check = |command| Bot::of_command(Protocol::Json, command).unwrap().check_executable();
        assert_eq!(check("sh -c true"), Ok(()));
        assert_eq!(check("no-such-program x"), Err(BotError::Missing { program: "no-such-program".into() }));
        assert_eq!(check("./no/such/bot"), Err(BotError::Missing { program: "./no/such/bot".into() }));
        assert!(check("./Cargo.toml").unwrap_err().to_string().contains("is not executable"));
    }
}
