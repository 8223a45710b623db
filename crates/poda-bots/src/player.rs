use std::path::Path;

use poda_agent::{Agent, AgentError, BotLimits, ThinkingLimits};
use poda_catalog::{AnyGame, EngineSpec, SpecError};
use poda_core::{Language, SearchObserver, Translate};
use thiserror::Error;

use crate::{Bot, BotError, Protocol, agent::Dialogue, ugi::Ugi};

/// Whoever a player's spec names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpec {
    /// An engine with its options, or a built-in player: `pvs:depth=8`, `ninja2`.
    Catalog(String),
    /// A program: `cmd:./bot`, `json:python3 bot.py`, `course:./P3`.
    Bot(Bot),
}

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PlayerError {
    /// The catalog does not know it.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// Its program cannot be tried.
    #[error(transparent)]
    Bot(#[from] BotError),
    /// Its program does not play this game.
    #[error(transparent)]
    Agent(#[from] AgentError),
}

impl Translate for PlayerError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Spec(error) => error.text(language),
            Self::Bot(error) => error.text(language),
            Self::Agent(error) => error.text(language),
        }
    }
}

impl PlayerSpec {
    /// Whoever `spec` names; a program runs in `folder`, or here if there is none.
    ///
    /// # Errors
    /// If the command of a program is broken. Names and options of the catalog depend on the game: [`Self::agent`] reads them.
    pub fn read(spec: &str, folder: Option<&Path>) -> Result<Self, BotError> {
        match Bot::read(spec, folder) {
            None => Ok(Self::Catalog(spec.to_owned())),
            Some(bot) => bot.map(Self::Bot),
        }
    }

    /// Whether this is a program of the machine.
    pub fn is_bot(&self) -> bool {
        matches!(self, Self::Bot(_))
    }

    /// Sees whether a program is there and may be started. Players of the catalog always are.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_executable(&self) -> Result<(), BotError> {
        match self {
            Self::Catalog(_) => Ok(()),
            Self::Bot(bot) => bot.check_executable(),
        }
    }

    /// How far this player thinks where everybody is given the same limits: programs as they say, and engines that have no
    /// limits of their own. Built-in players keep theirs, which make them what they are.
    pub fn thinking(&self, given: ThinkingLimits) -> ThinkingLimits {
        match self {
            Self::Bot(_) => given,
            Self::Catalog(spec) if is_unlimited_engine(spec) => given,
            Self::Catalog(_) => ThinkingLimits::default(),
        }
    }

    /// Sees whether a program offers this game; one that does not say is taken to. The player of a course is built. Players of the
    /// catalog play them all.
    ///
    /// # Errors
    /// If it does not, or cannot be started.
    pub fn check_game(
        &self,
        game: &dyn AnyGame,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError> {
        match self {
            Self::Bot(bot) if bot.protocol == Protocol::Ugi => {
                let mut process = bot.start(game.spec(), limits, &mut || observer.nodes(0).is_break())?;
                let mut dialogue = Ugi::new(game.spec(), &[]);
                match dialogue.introduce(&mut process, limits, observer) {
                    // Whoever does not get as far as saying it loses its games, with the reason in their records.
                    Err(error @ (AgentError::NoStart(_) | AgentError::Stopped)) => Err(error),
                    _ => Ok(()),
                }
            }
            Self::Bot(bot) => {
                bot.build(game.spec(), limits, &mut || observer.nodes(0).is_break()).map(|_| ())
            }
            Self::Catalog(_) => Ok(()),
        }
    }

    /// The agent that plays. A program is started later, when it is first asked for a move.
    ///
    /// # Errors
    /// If there is no such player in this game.
    pub fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, SpecError> {
        match self {
            Self::Catalog(spec) => poda_catalog::agent(game, spec),
            Self::Bot(bot) => Ok(bot.agent(game, limits, &[])),
        }
    }
}

/// Whether a spec names a program of the machine, even one whose command is broken.
pub fn is_program(spec: &str) -> bool {
    Bot::read(spec, None).is_some()
}

/// Whether a spec names an engine and none of its limits: what an engine takes where nobody gives it any does not count.
fn is_unlimited_engine(spec: &str) -> bool {
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    let limits =
        |option: &str| ["depth=", "nodes=", "time="].iter().any(|name| option.trim().starts_with(name));
    spec.parse::<EngineSpec>().is_ok() && !options.split(',').any(limits)
}

/// The agent that a spec names. Every command and every server asks here, so that programs play wherever a player is named.
///
/// # Errors
/// If there is no such player in this game, or its program is not there.
pub fn resolve(spec: &str, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
    let player = PlayerSpec::read(spec, None)?;
    player.check_executable()?;
    if let PlayerSpec::Bot(bot) = &player {
        bot.build(game.spec(), limits, &mut || false)?;
    }
    Ok(player.agent(game, limits)?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_common_limit_is_for_whoever_has_none() {
        let given = ThinkingLimits { time: Some(Duration::from_secs(1)), ..ThinkingLimits::default() };
        for (spec, takes) in [
            ("json:./bot", true),
            ("cmd:./bot", true),
            ("course:./P3?fresh=move", true),
            ("pvs", true),
            ("alphabeta", true),
            ("random", true),
            ("pvs:eval=windows", true),
            ("pvs:depth=3", false),
            ("pvs:nodes=100", false),
            ("mcts:time=20", false),
            ("ninja1", false),
            ("ninja2", false),
            ("ninja3", false),
            ("sensei", false),
            ("sparring", false),
            ("neighbours", false),
        ] {
            let thinking = PlayerSpec::read(spec, None).unwrap().thinking(given);
            assert_eq!(thinking, if takes { given } else { ThinkingLimits::default() }, "{spec}");
        }
    }

    #[test]
    fn engines_built_in_players_and_programs_are_resolved_in_one_place() {
        let game = poda_catalog::open("connect4").unwrap();
        let agent = |spec: &str| resolve(spec, game.as_ref(), &BotLimits::default()).map(|_| ());
        for spec in ["ninja1", "pvs:depth=3", "json:sh bot.sh", "cmd:sh bot.sh", "ugi:sh bot.sh"] {
            assert_eq!(agent(spec), Ok(()), "{spec}");
            assert_eq!(PlayerSpec::read(spec, None).unwrap().is_bot(), spec.contains("bot"), "{spec}");
        }
        for (spec, why) in [
            ("nobody", "\"nobody\""),
            ("pvs:depth=x", "\"x\""),
            ("json:", "it names no program"),
            ("cmd:'half", "\"'half\""),
            ("cmd:no-such-program", "there is no program \"no-such-program\""),
        ] {
            let error = agent(spec).unwrap_err().to_string();
            assert!(error.contains(why), "{spec}: {error}");
        }
    }
}
