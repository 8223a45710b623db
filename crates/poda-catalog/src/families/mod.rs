//! One file per family of games. A new game is a file here and a line in the list.

mod bombs;
mod boom;
mod connect4;
mod crush;
mod desconecta;
mod ninjas;
mod parchis;

use crate::{Family, HousePlayer, Text};

/// All games. Help, menus and the tests of the catalog are made from this list.
pub static GAMES: &[&Family] =
    &[&connect4::CONNECT4, &boom::BOOM, &crush::CRUSH, &desconecta::DESCONECTA, &parchis::PARCHIS];

/// An opponent of the games in which eight decisions take no time.
const STEADY: HousePlayer = HousePlayer {
    name: "steady",
    spec: "pvs:depth=8",
    character: Text::new("looks eight decisions ahead", "mira ocho decisiones por delante"),
};

const QUICK: HousePlayer = HousePlayer {
    name: "quick",
    spec: "pvs:depth=4",
    character: Text::new("looks four decisions ahead", "mira cuatro decisiones por delante"),
};

const PATIENT: HousePlayer = HousePlayer {
    name: "patient",
    spec: "pvs:time=1000,tt=64",
    character: Text::new("thinks for a second", "piensa un segundo"),
};

const THREATS: Text = Text::new(
    "the house's own, tuned: open lines by how full they are, and the cells that would complete one",
    "la de la casa, ajustada: líneas abiertas según lo llenas que estén, y las casillas que completarían una",
);

const WINDOWS: Text = Text::new(
    "the house's first: lines that can still be completed, by how full they are",
    "la primera de la casa: líneas que aún pueden completarse, según lo llenas que estén",
);
