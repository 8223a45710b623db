//! What the three games with bombs have in common: how they are opened, and players.

use std::sync::Arc;

use poda_connect::{BombGame, BombRules};

use crate::{
    AnyGame, BuiltInPlayer, GameOptionError, Text,
    game::{CatalogGame, OpenGame},
};

/// Opens a game that has no options, and refuses any that are given.
pub(super) fn open<R: BombRules>(arguments: &str) -> Result<Arc<dyn AnyGame>, GameOptionError>
where
    BombGame<R>: CatalogGame,
{
    if arguments.is_empty() {
        Ok(OpenGame::open(R::NAME, BombGame::<R>::default()))
    } else {
        Err(GameOptionError::NoOptions { text: arguments.to_owned() })
    }
}

/// The player of BOOM whose idea is open runs, for all bomb games.
pub(super) const RUNS_PLAYER: BuiltInPlayer = BuiltInPlayer {
    name: "runs",
    spec: "alphabeta:depth=8,eval=runs",
    level: 0,
    title: Text::new("from the course of BOOM", "del curso de BOOM"),
    character: Text::new(
        "collects open twos and threes, likes the centre",
        "junta parejas y tríos abiertos y prefiere el centro",
    ),
};

/// The player of Crush whose idea is to block threes, for all bomb games.
pub(super) const LINES_PLAYER: BuiltInPlayer = BuiltInPlayer {
    name: "lines",
    spec: "alphabeta:depth=8,eval=lines",
    level: 0,
    title: Text::new("from the course of Crush", "del curso de Crush"),
    character: Text::new(
        "fears every three of the rival more than it wants its own",
        "teme cada tres del rival más de lo que quiere los suyos",
    ),
};
