use std::sync::Arc;

use poda_mnk::{MAX_SIDE, Mnk};

use super::{
    board_options::read_board,
    ninjas::{ninja1, ninja2, ninja3, sensei},
    rules, strings, text,
};
use crate::{AnyGame, BoardSizes, BuiltInPlayer, Family, Form, GameOptionError, SizeRange, game::OpenGame};

/// Tic-tac-toe.
const USUAL_SIZE: (u32, u32) = (3, 3);
const USUAL_RUN: u32 = 3;

pub(super) fn family() -> Family {
    Family {
        name: "mnk".into(),
        title: text("K in a row", "K en raya"),
        summary: text(
            "tic-tac-toe, gomoku: K in a row on a board of any size up to 15x15",
            "tres en raya, gomoku: K en raya en un tablero de cualquier tamaño hasta 15x15",
        ),
        goal: text(
            "make a row of your stones, in any direction: three on the usual board",
            "haz una raya con tus fichas, en cualquier dirección: de tres en el tablero normal",
        ),
        forms: vec![
            Form {
                spec: "mnk".into(),
                meaning: text("tic-tac-toe: 3x3, three in a row", "tres en raya: 3x3, tres seguidas"),
            },
            Form {
                spec: "mnk:WxH:K".into(),
                meaning: text(
                    "W columns, H rows, K in a row: mnk:15x15:5 is gomoku",
                    "W columnas, H filas, K en raya: mnk:15x15:5 es el gomoku",
                ),
            },
        ],
        rules: rules(poda_mnk::rules::MNK, poda_mnk::rules::MNK_ES),
        sizes: Some(BoardSizes {
            columns: SizeRange { least: 1, most: MAX_SIDE, usual: USUAL_SIZE.0 },
            rows: SizeRange { least: 1, most: MAX_SIDE, usual: USUAL_SIZE.1 },
            run: SizeRange { least: 1, most: MAX_SIDE, usual: USUAL_RUN },
        }),
        samples: strings(&["mnk", "mnk:6x5:4", "mnk:15x15:5", "mnk:1x1:1"]),
        legend: Vec::new(),
        judge: "open-lines".into(),
        built_in: vec![
            ninja1("pvs:depth=1,noise=60"),
            ninja2("pvs:depth=2,noise=20"),
            // Nobody has measured it against players of the courses.
            BuiltInPlayer {
                character: text("deep and quick", "profundo y rápido"),
                ..ninja3("pvs:nodes=80000,noise=5")
            },
            sensei("pvs:nodes=900000,tt=64,late=reduce,noise=2"),
        ],
        open: Box::new(open),
    }
}

fn open(family: &Arc<Family>, arguments: &str) -> Result<Arc<dyn AnyGame>, GameOptionError> {
    let (width, height, run) = read_board(arguments, USUAL_SIZE, USUAL_RUN)?;
    let spec = format!("mnk:{width}x{height}:{run}");
    // What a page fetches first has one copy of this game, for all boards.
    if !cfg!(feature = "small")
        && let Ok(game) = Mnk::<1>::new(width, height, run)
    {
        return Ok(OpenGame::open(family, spec, game));
    }
    Ok(OpenGame::open(family, spec, Mnk::<2>::new(width, height, run)?))
}
