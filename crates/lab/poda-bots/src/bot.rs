use std::{fmt, path::Path};

use poda_agent::{Agent, AgentError, BotLimits};
use poda_catalog::{AnyGame, PlayerError};

use crate::{CommandLine, Course, Fresh, Process, agent::Program, json::JsonDialogue, ugi::Ugi};

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

/// The words by which specs and `bot.toml` name a protocol; the first of each is the one that is written.
const PROTOCOLS: [(&str, Protocol); 5] = [
    ("cmd", Protocol::Ugi),
    ("ugi", Protocol::Ugi),
    ("uci", Protocol::Ugi),
    ("json", Protocol::Json),
    ("course", Protocol::Course),
];

impl Protocol {
    /// The protocol of that name.
    pub fn named(word: &str) -> Option<Self> {
        PROTOCOLS.iter().find(|(name, _)| *name == word).map(|(_, protocol)| *protocol)
    }

    /// The protocol of the program that a spec names, and its command or folder; `None` if it names a player of the catalog.
    pub fn of_spec(spec: &str) -> Option<(Self, &str)> {
        let (word, program) = spec.split_once(':')?;
        Some((Self::named(word)?, program))
    }

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

impl Bot {
    /// The program that `cmd:...`, `json:...` or `course:...` names; `None` if the spec names none. It runs in `folder`, or here.
    ///
    /// # Errors
    /// If the command or an option is broken.
    pub fn read(spec: &str, folder: Option<&Path>) -> Option<Result<Self, PlayerError>> {
        let (protocol, program) = Protocol::of_spec(spec)?;
        Some(Self::of(protocol, program, folder))
    }

    /// The program of a command, or of the folder of a course's player.
    ///
    /// # Errors
    /// If the command or an option is broken.
    pub fn of(protocol: Protocol, program: &str, folder: Option<&Path>) -> Result<Self, PlayerError> {
        let source = match protocol {
            Protocol::Ugi | Protocol::Json => BotSource::Command(CommandLine::read(program, folder)?),
            Protocol::Course => BotSource::Course(Course::read(program, folder)?),
        };
        Ok(Self { protocol, source })
    }

    /// A program that a command starts.
    pub fn of_command(protocol: Protocol, command: CommandLine) -> Self {
        Self { protocol, source: BotSource::Command(command) }
    }

    /// Sees whether the program is there and may be started, or else built.
    ///
    /// # Errors
    /// If not.
    pub fn check_executable(&self) -> Result<(), PlayerError> {
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
            Protocol::Json => Box::new(Program::new(self.clone(), game, *limits, JsonDialogue::new(game))),
            Protocol::Course => {
                Box::new(Program::new(self.clone(), game, *limits, JsonDialogue::of_course(game)))
            }
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
        assert_eq!(words("ugi:./bot a,eval=x@f"), Some(Ok((Protocol::Ugi, list(&["./bot", "a,eval=x@f"])))));
        assert_eq!(words("pvs:depth=3"), None);
        assert_eq!(words("random"), None);
        let error = |spec| Bot::read(spec, None).unwrap().unwrap_err().to_string();
        assert_eq!(error("cmd:"), "broken command \"\": it names no program");
        assert!(error("cmd:'half").contains("\"'half\""));
    }
}
