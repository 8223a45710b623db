use std::path::Path;

use poda_agent::{Agent, BotLimits};
use poda_catalog::AnyGame;
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

use crate::{CommandLine, agent::Program, json::Json, ugi::Ugi};

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
    /// What is started.
    pub command: CommandLine,
}

/// Why a program cannot even be tried.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum BotError {
    /// The command line cannot be cut into words.
    Broken {
        /// What was given.
        command: String,
        /// What is wrong with it.
        why: Message,
    },
    /// There is no such program.
    Missing {
        /// What was looked for.
        program: String,
    },
    /// It is there, but cannot be started.
    NotExecutable {
        /// Where it is.
        program: String,
    },
}

impl Translate for BotError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Broken { command, why } => text!(
                language,
                "broken command {command:?}: {why}",
                "comando incorrecto {command:?}: {why}",
                command,
                why = why.text(language)
            ),
            Self::Missing { program } => text!(
                language,
                "there is no program {program:?}",
                "no existe el programa {program:?}",
                program
            ),
            Self::NotExecutable { program } => text!(
                language,
                "{program:?} is not executable (chmod +x makes it so)",
                "{program:?} no es ejecutable (chmod +x lo arregla)",
                program
            ),
        }
    }
}

impl Bot {
    /// The program that `cmd:...` or `json:...` names; `None` if the spec names none. It runs in `folder`, or here.
    ///
    /// # Errors
    /// If the command is broken.
    pub fn read(spec: &str, folder: Option<&Path>) -> Option<Result<Self, BotError>> {
        let (protocol, command) = match spec.split_once(':')? {
            ("cmd" | "ugi", command) => (Protocol::Ugi, command),
            ("json", command) => (Protocol::Json, command),
            _ => return None,
        };
        Some(CommandLine::read(command, folder).map(|command| Self { protocol, command }))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let words = |spec| {
            Bot::read(spec, None).map(|bot| bot.map(|bot| (bot.protocol, bot.command.words().to_vec())))
        };
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(words("cmd:./bot --fast"), Some(Ok((Protocol::Ugi, list(&["./bot", "--fast"])))));
        assert_eq!(
            words("json:python3 'my bot.py'"),
            Some(Ok((Protocol::Json, list(&["python3", "my bot.py"]))))
        );
        assert_eq!(words("pvs:depth=3"), None);
        assert_eq!(words("random"), None);
        let error = |spec| Bot::read(spec, None).unwrap().unwrap_err().to_string();
        assert_eq!(error("cmd:"), "broken command \"\": it names no program");
        assert!(error("cmd:'half").contains("\"'half\""));
    }
}
