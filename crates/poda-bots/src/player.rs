use std::path::Path;

use poda_agent::{Agent, BotLimits};
use poda_catalog::{AnyGame, SpecError};
use poda_core::{Language, Translate};
use thiserror::Error;

use crate::{Bot, BotError};

/// Whoever a player's spec names.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpec {
    /// An engine with its options, or a built-in player: `pvs:depth=8`, `ninja2`.
    Catalog(String),
    /// A program: `cmd:./bot`, `json:python3 bot.py`.
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
}

impl Translate for PlayerError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Spec(error) => error.text(language),
            Self::Bot(error) => error.text(language),
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
            Self::Bot(bot) => bot.command.check_executable(),
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

/// The agent that a spec names. Every command and every server asks here, so that programs play wherever a player is named.
///
/// # Errors
/// If there is no such player in this game, or its program is not there.
pub fn resolve(spec: &str, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
    let player = PlayerSpec::read(spec, None)?;
    player.check_executable()?;
    Ok(player.agent(game, limits)?)
}

#[cfg(test)]
mod tests {
    use super::*;

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
