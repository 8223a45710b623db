//! One file per family of games. A new game is a file here and a line in the list.

mod bombs;
mod boom;
mod connect4;
mod crush;
mod desconecta;
mod ninjas;
mod parchis;

use crate::{Family, Text};

/// All games. Help, menus and the tests of the catalog are made from this list.
pub static GAMES: &[&Family] =
    &[&connect4::CONNECT4, &boom::BOOM, &crush::CRUSH, &desconecta::DESCONECTA, &parchis::PARCHIS];

const THREATS: Text = Text::new(
    "built in, tuned: open lines by how full they are, and the cells that would complete one",
    "propia, ajustada: líneas abiertas según lo llenas que estén, y las casillas que completarían una",
);

const WINDOWS: Text = Text::new(
    "built in, not tuned: lines that can still be completed, by how full they are",
    "propia, sin ajustar: líneas que aún pueden completarse, según lo llenas que estén",
);
