//! What the three games with bombs have in common: how they are opened, and players.

use std::sync::Arc;

use poda_connect::{BombGame, BombRules};

use super::text;

use crate::{
    AnyGame, BuiltInPlayer, Family, GameOptionError,
    game::{CatalogGame, OpenGame},
};

/// Opens a game that has no options, and refuses any that are given.
pub(super) fn open<R: BombRules>(
    family: &Arc<Family>,
    arguments: &str,
) -> Result<Arc<dyn AnyGame>, GameOptionError>
where
    BombGame<R>: CatalogGame,
{
    if arguments.is_empty() {
        Ok(OpenGame::open(family, R::NAME, BombGame::<R>::default()))
    } else {
        Err(GameOptionError::NoOptions { text: arguments.to_owned() })
    }
}

/// The player of BOOM whose idea is open runs, for all bomb games.
pub(super) fn runs_player() -> BuiltInPlayer {
    BuiltInPlayer {
        name: "runs".into(),
        spec: "alphabeta:depth=8,eval=runs".into(),
        level: 0,
        title: text("from the course of BOOM", "del curso de BOOM"),
        character: text(
            "collects open twos and threes, likes the centre",
            "junta parejas y tríos abiertos y prefiere el centro",
        ),
    }
}

/// The player of Crush whose idea is to block threes, for all bomb games.
pub(super) fn lines_player() -> BuiltInPlayer {
    BuiltInPlayer {
        name: "lines".into(),
        spec: "alphabeta:depth=8,eval=lines".into(),
        level: 0,
        title: text("from the course of Crush", "del curso de Crush"),
        character: text(
            "fears every three of the rival more than it wants its own",
            "teme cada tres del rival más de lo que quiere los suyos",
        ),
    }
}
