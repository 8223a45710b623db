//! What the three games with bombs have in common: they are understood by the same evaluators.

use std::time::Duration;

use poda_agent::ThinkingLimits;
use poda_connect::BombGame;
use poda_core::Searcher;
use poda_eval::{Lines, LinesFirst, Puntuacion, Runs, Threats, Windows, weights::BombWeights};
use poda_solve::{BombSolver, ExactBombEngine};

use super::{THREATS, WINDOWS};
use crate::{
    AnyGame, AnySolver, BuiltInPlayer, GameOptionError, SolverError, Text,
    exact::Bombs,
    game::{CatalogGame, EvaluatorEntry, OpenGame},
};

impl<R: BombWeights> CatalogGame for BombGame<R> {
    const EVALUATORS: &'static [EvaluatorEntry<Self>] = &[
        EvaluatorEntry::built_in("threats", THREATS),
        EvaluatorEntry::of::<Windows>("windows", WINDOWS),
        EvaluatorEntry::textbook::<Puntuacion>("puntuacion", PUNTUACION),
        EvaluatorEntry::of::<Runs>("runs", RUNS),
        EvaluatorEntry::of::<Lines>("lines", LINES),
        EvaluatorEntry::of::<LinesFirst>("lines-first", LINES_FIRST),
    ];

    type BuiltIn = Threats;

    fn built_in() -> Threats {
        R::THREATS
    }

    fn guess() -> Threats {
        R::GUESS
    }

    fn solver(
        &self,
        spec: &str,
        megabytes: usize,
        threads: usize,
    ) -> Result<Box<dyn AnySolver>, SolverError> {
        Ok(Box::new(Bombs::open(spec, *self, megabytes, threads)?))
    }

    fn exact_engine(&self, megabytes: usize, _: bool) -> Result<Box<dyn Searcher<Self>>, SolverError> {
        Ok(Box::new(ExactBombEngine::<R>::new(megabytes)?))
    }

    /// Bomb games need not end.
    const EXACT_LIMITS: ThinkingLimits = ThinkingLimits {
        depth: Some(BombSolver::<R>::LONGEST),
        nodes: None,
        time: Some(Duration::from_secs(10)),
    };
}

/// Opens a game that has no options, and refuses any that are given.
pub(super) fn open<R: BombWeights>(name: &str, arguments: &str) -> Result<Box<dyn AnyGame>, GameOptionError> {
    if arguments.is_empty() {
        Ok(Box::new(OpenGame { spec: name.into(), game: BombGame::<R>::default() }))
    } else {
        Err(GameOptionError::NoOptions { text: arguments.to_owned() })
    }
}

/// The player of BOOM whose idea is open runs, for all bomb games.
pub(super) const RUNS_PLAYER: BuiltInPlayer = BuiltInPlayer {
    name: "runs",
    spec: "alphabeta:depth=8,eval=runs",
    character: Text::new(
        "collects open twos and threes, likes the centre; from the course of BOOM",
        "junta doses y treses abiertos y prefiere el centro; del curso de BOOM",
    ),
};

/// The player of Crush whose idea is to block threes, for all bomb games.
pub(super) const LINES_PLAYER: BuiltInPlayer = BuiltInPlayer {
    name: "lines",
    spec: "alphabeta:depth=8,eval=lines",
    character: Text::new(
        "fears every three of the rival more than it wants its own; from the course of Crush",
        "teme cada tres del rival más de lo que quiere los suyos; del curso de Crush",
    ),
};

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
