//! What many commands share: a position, a player, and limits.

use std::{sync::Arc, time::Duration};

use clap::Args;
use poda_agent::{GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, MAX_DEPTH};

use super::{LimitArgs, values::number};
use crate::catalog::catalog;
use crate::failure::Failure;

/// A game and a session at some position.
pub(crate) type OpenedPosition = (Arc<dyn AnyGame>, GameSession);

/// A position.
#[derive(Debug, Args)]
pub(crate) struct PositionArgs {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    pub(crate) game: String,

    /// Moves from the start (or from --position), such as 4455 or "y1:5 b2:6"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    position: Option<String>,
}

impl PositionArgs {
    /// Where a game stands that need not be named, because something else may be asked for instead.
    pub(crate) fn of(game: Option<&String>, moves: Option<&String>, position: Option<&String>) -> Self {
        Self { game: game.cloned().unwrap_or_default(), moves: moves.cloned(), position: position.cloned() }
    }

    /// Opens the game where its moves begin.
    pub(crate) fn open_at_start(&self) -> Result<OpenedPosition, Failure> {
        let game = catalog().open(&self.game)?;
        let mut session = game.session();
        if let Some(position) = &self.position {
            session.set_up(position)?;
        }
        Ok((game, session))
    }

    /// The moves since then.
    pub(crate) fn moves(&self) -> Option<&str> {
        self.moves.as_deref()
    }

    /// Opens the game and plays up to where it stands.
    pub(crate) fn open(&self) -> Result<OpenedPosition, Failure> {
        let game = catalog().open(&self.game)?;
        let moves = self.moves.as_deref().unwrap_or_default();
        let session = game.follow(&game.line(self.position.as_deref(), moves))?;
        Ok((game, session))
    }
}

/// Search limits.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Thinking {
    /// Search depth, in decisions
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_DEPTH))]
    depth: Option<u32>,

    /// Time limit, in milliseconds
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=1 << 40))]
    time: Option<u64>,

    /// Node limit
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    nodes: Option<u64>,
}

impl Thinking {
    /// The limits for agents; empty if none were given.
    pub(crate) fn limits(self) -> ThinkingLimits {
        ThinkingLimits { depth: self.depth, nodes: self.nodes, time: self.time.map(Duration::from_millis) }
    }
}

/// A position and the player that searches it.
#[derive(Debug, Args)]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Player that searches: a built-in player, an engine such as pvs:depth=10, or a program such as cmd:./bot
    #[arg(long, alias = "player", value_name = "PLAYER", default_value = "pvs")]
    pub(crate) agent: String,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    /// Do not print progress
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
