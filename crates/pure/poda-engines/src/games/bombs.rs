use poda_connect::BombGame;
use poda_core::Searcher;
use poda_eval::weights::BombWeights;
use poda_solve::{BombSolver, ExactBombEngine};

use super::EngineParts;
use crate::{EngineError, Prover, evaluators::EvaluatorTable, prover::BombProver};

impl<R: BombWeights> EngineParts for BombGame<R> {
    type BuiltIn = R::BuiltIn;

    /// Bomb games need not end.
    const HORIZON: Option<u32> = Some(BombSolver::<R>::LONGEST);

    fn built_in() -> R::BuiltIn {
        R::BUILT_IN
    }

    fn guess() -> R::BuiltIn {
        R::GUESS
    }

    fn list_evaluators(list: &mut EvaluatorTable<Self>) {
        poda_eval::bombs(list);
    }

    fn open_prover(&self, megabytes: usize, threads: usize) -> Result<Box<dyn Prover<Self>>, EngineError> {
        Ok(Box::new(BombProver::<R>::open(megabytes, threads)?))
    }

    fn exact_engine(&self, megabytes: usize, _: bool) -> Result<Box<dyn Searcher<Self>>, EngineError> {
        Ok(Box::new(ExactBombEngine::<R>::new(megabytes)?))
    }
}
