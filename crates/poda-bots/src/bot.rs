use std::{fmt, path::Path};

use poda_agent::{Agent, AgentError, BotLimits};
use poda_catalog::AnyGame;
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

use crate::{CommandLine, Course, Fresh, Process, agent::Program, json::Json, ugi::Ugi};

/// How a program speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// The Universal Game Interface.
    Ugi,
    /// One JSON object a line in, one move a line out.
    Json,
    /// The same, with the host of a course: it also says what the player returned.
    Course,
}

impl Protocol {
    /// Its name in specs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ugi => "cmd",
            Self::Json => "json",
            Self::Course => "course",
        }
    }
}

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bot {
    /// How it speaks.
    pub protocol: Protocol,
    /// What is started.
    pub source: BotSource,
}

/// Where a program comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BotSource {
    /// A command.
    Command(CommandLine),
    /// The folder of a course's player, which is built first.
    Course(Course),
}

impl fmt::Display for BotSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(command) => command.fmt(f),
            Self::Course(course) => course.folder().display().fmt(f),
        }
    }
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
    /// There is no such player of a course.
    Course(Message),
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
            Self::Course(why) => why.text(language),
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
    /// The program that `cmd:...`, `json:...` or `course:...` names; `None` if the spec names none. It runs in `folder`, or here.
    ///
    /// # Errors
    /// If the command or an option is broken.
    pub fn read(spec: &str, folder: Option<&Path>) -> Option<Result<Self, BotError>> {
        let (protocol, command) = match spec.split_once(':')? {
            ("cmd" | "ugi", command) => (Protocol::Ugi, command),
            ("json", command) => (Protocol::Json, command),
            ("course", course) => {
                let course = Course::read(course, folder).map(BotSource::Course);
                return Some(course.map(|source| Self { protocol: Protocol::Course, source }));
            }
            _ => return None,
        };
        Some(CommandLine::read(command, folder).map(|command| Self::of_command(protocol, command)))
    }

    /// A program that a command starts.
    pub fn of_command(protocol: Protocol, command: CommandLine) -> Self {
        Self { protocol, source: BotSource::Command(command) }
    }

    /// Sees whether the program is there and may be started, or else built.
    ///
    /// # Errors
    /// If not.
    pub fn check_executable(&self) -> Result<(), BotError> {
        match &self.source {
            BotSource::Command(command) => command.check_executable(),
            BotSource::Course(course) => course.check(),
        }
    }

    /// Builds the player of a course, unless that was done before. Others are as they are.
    ///
    /// # Errors
    /// If it cannot be built or does not play the game; with what the compiler said.
    pub fn build(
        &self,
        game: &str,
        limits: &BotLimits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<CommandLine, AgentError> {
        match &self.source {
            BotSource::Command(command) => Ok(command.clone()),
            BotSource::Course(course) => course.prepare(game, limits, stop),
        }
    }

    /// Starts it to play a game.
    pub(crate) fn start(
        &self,
        game: &str,
        limits: &BotLimits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<Process, AgentError> {
        Process::start(&self.build(game, limits, stop)?, limits)
    }

    /// When it is started anew.
    pub(crate) fn fresh(&self) -> Fresh {
        match &self.source {
            BotSource::Command(_) => Fresh::Fault,
            BotSource::Course(course) => course.fresh(),
        }
    }

    /// The program as an agent. It is started when it is first asked for a move; programs that speak UGI are told the
    /// options that they offer.
    pub fn agent(&self, game: &dyn AnyGame, limits: &BotLimits, options: &[(&str, &str)]) -> Box<dyn Agent> {
        match self.protocol {
            Protocol::Ugi => {
                Box::new(Program::new(self.clone(), game, *limits, Ugi::new(game.spec(), options)))
            }
            Protocol::Json => Box::new(Program::new(self.clone(), game, *limits, Json::new(game))),
            Protocol::Course => Box::new(Program::new(self.clone(), game, *limits, Json::of_course(game))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read() {
        let words = |spec| {
            Bot::read(spec, None).map(|bot| {
                bot.map(|bot| match bot.source {
                    BotSource::Command(command) => (bot.protocol, command.words().to_vec()),
                    BotSource::Course(course) => (bot.protocol, vec![course.folder().display().to_string()]),
                })
            })
        };
        let list = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
        assert_eq!(words("cmd:./bot --fast"), Some(Ok((Protocol::Ugi, list(&["./bot", "--fast"])))));
        assert_eq!(
            words("json:python3 'my bot.py'"),
            Some(Ok((Protocol::Json, list(&["python3", "my bot.py"]))))
        );
        assert_eq!(words("course:./P3?fresh=move"), Some(Ok((Protocol::Course, list(&["./P3"])))));
        assert_eq!(words("pvs:depth=3"), None);
        assert_eq!(words("random"), None);
        let error = |spec| Bot::read(spec, None).unwrap().unwrap_err().to_string();
        assert_eq!(error("cmd:"), "broken command \"\": it names no program");
        assert!(error("cmd:'half").contains("\"'half\""));
    }
}
