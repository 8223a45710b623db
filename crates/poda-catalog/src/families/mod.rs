//! One file per family of games. A new game is a file here and a line in the list.

mod boom;
mod connect4;
mod crush;
mod desconecta;
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

/// The player of BOOM whose idea is open runs, for all bomb games.
const RUNS_PLAYER: HousePlayer = HousePlayer {
    name: "runs",
    spec: "alphabeta:depth=8,eval=runs",
    character: Text::new(
        "collects open twos and threes, likes the centre; from the course of BOOM",
        "junta doses y treses abiertos y prefiere el centro; del curso de BOOM",
    ),
};

/// The player of Crush whose idea is to block threes, for all bomb games.
const LINES_PLAYER: HousePlayer = HousePlayer {
    name: "lines",
    spec: "alphabeta:depth=8,eval=lines",
    character: Text::new(
        "fears every three of the rival more than it wants its own; from the course of Crush",
        "teme cada tres del rival más de lo que quiere los suyos; del curso de Crush",
    ),
};

const WINDOWS: Text = Text::new(
    "the house's own: lines that can still be completed, by how full they are",
    "la de la casa: líneas que aún pueden completarse, según lo llenas que estén",
);

const PUNTUACION: Text = Text::new(
    "the course's test evaluation: own stones by their distance from the edge; not zero-sum",
    "la valoración de prueba del curso: fichas propias según su distancia al borde; no es de suma cero",
);

const RUNS: Text = Text::new(
    "from BOOM: open twos and threes against the rival's, the centre, low rows; not zero-sum",
    "de BOOM: doses y treses abiertos menos los del rival, el centro, filas bajas; no es de suma cero",
);

const LINES: Text = Text::new(
    "from Crush: rows, columns and diagonals with a stone, threes, the rival's threes x 1000; not zero-sum",
    "de Crush: filas, columnas y diagonales con ficha, treses, los del rival x 1000; no es de suma cero",
);

const LINES_FIRST: Text = Text::new(
    "from Crush, the first idea: rows, columns and diagonals with a stone, minus the rival's",
    "de Crush, la idea inicial: filas, columnas y diagonales con ficha, menos las del rival",
);

/// Refuses whatever stands behind the name of a game that has no options.
fn no_options(arguments: &str) -> Result<(), String> {
    if arguments.is_empty() {
        Ok(())
    } else {
        Err(format!("it has no options, so {arguments:?} means nothing"))
    }
}
