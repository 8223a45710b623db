use std::sync::Arc;

use poda_connect::{Connect4, DEFAULT_RUN, MAX_WIDTH, fits_u64};

use super::{
    board_options::read_board,
    ninjas::{ninja1, ninja2, ninja3, sensei, sparring},
    rules, strings, text,
};
use crate::{AnyGame, BoardSizes, BuiltInPlayer, Family, Form, GameOptionError, SizeRange, game::OpenGame};

/// Columns and rows of the classic board.
const USUAL_SIZE: (u32, u32) = (7, 6);
/// Those of a single column that fits the largest word with a bit to spare.
const MOST_ROWS: u32 = u128::BITS - 1;

pub(super) fn family() -> Family {
    Family {
        name: "connect4".into(),
        title: text("Connect-4", "Conecta 4"),
        summary: text(
            "drop stones; four in a row wins, on a board of any size",
            "deja caer fichas; gana quien hace cuatro en raya, en tableros de cualquier tamaño",
        ),
        goal: text(
            "make a row of your stones, in any direction: four on the usual board",
            "haz una raya con tus fichas, en cualquier dirección: de cuatro en el tablero normal",
        ),
        forms: vec![
            Form {
                spec: "connect4".into(),
                meaning: text("the classic board, 7x6", "el tablero clásico, 7x6"),
            },
            Form {
                spec: "connect4:WxH".into(),
                meaning: text(
                    "W columns and H rows that fit 128 bits with a spare one per column",
                    "W columnas y H filas que quepan en 128 bits con uno libre por columna",
                ),
            },
            Form {
                spec: "connect4:WxH:K".into(),
                meaning: text("K in a row instead of four", "K en raya en vez de cuatro"),
            },
        ],
        rules: rules(poda_connect::rules::CONNECT4, poda_connect::rules::CONNECT4_ES),
        sizes: Some(BoardSizes {
            columns: SizeRange { least: 1, most: MAX_WIDTH, usual: USUAL_SIZE.0 },
            rows: SizeRange { least: 1, most: MOST_ROWS, usual: USUAL_SIZE.1 },
            run: SizeRange { least: 1, most: MOST_ROWS, usual: DEFAULT_RUN },
        }),
        samples: strings(&["connect4", "connect4:8x8", "connect4:12x9", "connect4:5x4:3", "connect4:1x1"]),
        legend: Vec::new(),
        judge: "zugzwang".into(),
        built_in: vec![
            ninja1("pvs:depth=2,noise=1000"),
            ninja2("pvs:depth=3,noise=200"),
            ninja3("pvs:nodes=60000,forced=follow,noise=20"),
            sensei("pvs:nodes=1600000,tt=64,forced=follow,late=reduce,noise=5,exact=1400000"),
            sparring("alphabeta:depth=8,eval=parity,wins=sooner"),
            BuiltInPlayer {
                name: "neighbours".into(),
                spec: "alphabeta:depth=8,eval=neighbours,giveup=0".into(),
                level: 0,
                title: text("from a course on Connect-4", "de un curso sobre Conecta 4"),
                character: text(
                    "looks at what stands around empty cells; when all is lost it plays anywhere",
                    "mira qué hay alrededor de las casillas vacías; cuando todo está perdido juega donde sea",
                ),
            },
            BuiltInPlayer {
                name: "gaps".into(),
                spec: "blockfirst:depth=4,eval=gaps,tree=report".into(),
                level: 0,
                title: text("from a course on Connect-4", "de un curso sobre Conecta 4"),
                character: text(
                    "counts the stones missing to a line; blocks first, then wins, else plays anywhere",
                    "cuenta las fichas que faltan para una línea; primero tapa, luego gana, si no juega donde sea",
                ),
            },
        ],
        open: Box::new(open),
    }
}

fn open(family: &Arc<Family>, arguments: &str) -> Result<Arc<dyn AnyGame>, GameOptionError> {
    let (width, height, run) = read_board(arguments, USUAL_SIZE, DEFAULT_RUN)?;
    let mut spec = format!("connect4:{width}x{height}");
    if run != DEFAULT_RUN {
        spec = format!("{spec}:{run}");
    }
    if fits_u64(width, height) {
        let game = Connect4::<u64>::new(width, height, run)?;
        Ok(OpenGame::open(family, spec, game))
    } else {
        let game = Connect4::<u128>::new(width, height, run)?;
        Ok(OpenGame::open(family, spec, game))
    }
}
