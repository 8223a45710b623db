//! What the three games with bombs have in common: they are understood by the same evaluators.

use std::time::Duration;

use poda_agent::ThinkingLimits;
use poda_connect::BombGame;
use poda_core::Searcher;
use poda_eval::weights::BombWeights;
use poda_solve::{BombSolver, ExactBombEngine};

use crate::{
    AnyGame, AnySolver, BuiltInPlayer, GameOptionError, SolverError, Text,
    exact::Bombs,
    game::{CatalogGame, Evaluators, OpenGame},
};

impl<R: BombWeights> CatalogGame for BombGame<R> {
    fn list_evaluators(list: &mut Evaluators<Self>) {
        poda_eval::bombs(list);
    }

    type BuiltIn = R::BuiltIn;

    fn built_in() -> R::BuiltIn {
        R::BUILT_IN
    }

    fn guess() -> R::BuiltIn {
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
pub(super) fn open<R: BombWeights>(arguments: &str) -> Result<Box<dyn AnyGame>, GameOptionError> {
    if arguments.is_empty() {
        Ok(Box::new(OpenGame { spec: R::NAME.into(), game: BombGame::<R>::default() }))
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
