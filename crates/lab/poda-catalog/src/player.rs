//! A player, once its text is read. The reader of texts is in `poda-bots`, which knows programs.

use std::{fmt, sync::Arc};

use poda_agent::{Agent, AgentError, BotLimits, ThinkingLimits};
use poda_core::SearchObserver;

use crate::{AnyGame, ENGINES, EngineSpec, PlayerError, SpecError, player_spec};

/// Makes the agents of a guest.
pub type MakeAgent = Arc<dyn Fn(&dyn AnyGame) -> Result<Box<dyn Agent>, SpecError> + Send + Sync>;

/// A program of the machine that plays.
pub trait PlayerProgram: fmt::Debug + Send + Sync {
    /// Checks that the program is there and may be started.
    ///
    /// # Errors
    /// If it is not.
    fn check_executable(&self) -> Result<(), PlayerError>;

    /// Checks that the program offers this game, and builds it where it has to be built. A program that does not list its
    /// games is taken to offer it.
    ///
    /// # Errors
    /// If it does not, or cannot be started.
    fn check_game(
        &self,
        game: &dyn AnyGame,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError>;

    /// Builds the program where it has to be built.
    ///
    /// # Errors
    /// If it cannot be built, or does not play the game.
    fn prepare(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<(), AgentError>;

    /// The agent that plays. The program is started later, when it is first asked for a move.
    fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Box<dyn Agent>;
}

/// A player, once its text is read.
#[derive(Clone)]
pub enum PlayerSpec {
    /// An engine with its options, or a built-in player: `pvs:depth=8`, `ninja2`.
    Engine {
        /// The engine.
        spec: EngineSpec,
        /// Whether its text sets a limit of its search, or is the name of a player that has its own.
        is_limited: bool,
    },
    /// A program: `cmd:./bot`, `json:python3 bot.py`, `course:./P3`.
    Program(Arc<dyn PlayerProgram>),
    /// A player that lives in the program that plays the game, such as a Python function.
    Guest(MakeAgent),
}

impl fmt::Debug for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Engine { spec, is_limited } => {
                f.debug_struct("Engine").field("spec", spec).field("is_limited", is_limited).finish()
            }
            Self::Program(program) => f.debug_tuple("Program").field(program).finish(),
            Self::Guest(_) => f.write_str("Guest"),
        }
    }
}

impl PlayerSpec {
    /// The engine or the built-in player that a text names in a game.
    ///
    /// # Errors
    /// If there is no such player.
    pub fn engine(text: &str, game: &dyn AnyGame) -> Result<Self, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let limits =
            |option: &str| ["depth=", "nodes=", "time="].iter().any(|name| option.trim().starts_with(name));
        // The default limits of an engine do not count.
        let is_limited = ENGINES.iter().all(|engine| engine.name != name) || options.split(',').any(limits);
        Ok(Self::Engine { spec: player_spec(game, text)?, is_limited })
    }

    /// Whether this is a program of the machine.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// Checks that a program is there and may be started. Other players always are.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_executable(&self) -> Result<(), PlayerError> {
        match self {
            Self::Engine { .. } | Self::Guest(_) => Ok(()),
            Self::Program(program) => program.check_executable(),
        }
    }

    /// The limits of this player where all players are given the same ones: programs take them, and so do engines without
    /// limits of their own. Built-in players keep theirs, which make them what they are, and so do guests.
    pub fn thinking(&self, given: ThinkingLimits) -> ThinkingLimits {
        match self {
            Self::Engine { is_limited: true, .. } | Self::Guest(_) => ThinkingLimits::default(),
            Self::Engine { is_limited: false, .. } | Self::Program(_) => given,
        }
    }

    /// Checks that a program offers this game, see [`PlayerProgram::check_game`]. Other players play all games of the catalog.
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
            Self::Engine { .. } | Self::Guest(_) => Ok(()),
            Self::Program(program) => program.check_game(game, limits, observer),
        }
    }

    /// The agent that plays. A program is started later, when it is first asked for a move.
    ///
    /// # Errors
    /// If there is no such player in this game.
    pub fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, SpecError> {
        match self {
            Self::Engine { spec, .. } => game.agent(spec, None),
            Self::Program(program) => Ok(program.agent(game, limits)),
            Self::Guest(make) => make(game),
        }
    }

    /// The agent of a player that is to play at once: its program has to be there, and is built.
    ///
    /// # Errors
    /// If it cannot play this game.
    pub fn seat(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
        if let Self::Program(program) = self {
            program.check_executable()?;
            program.prepare(game, limits)?;
        }
        Ok(self.agent(game, limits)?)
    }
}
