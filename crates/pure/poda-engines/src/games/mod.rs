//! What each game brings to its searches. A new game is a file here and a line in the list in `lib.rs`.

mod bombs;
mod connect4;
mod mnk;
mod parchis;

use poda_core::{Encode, Game, Notation, Searcher, Tunable};
use poda_eval::NamedEvaluator;

use crate::{EngineError, Prover, evaluators::EvaluatorTable};

/// The evaluators, weights and solvers of a game.
pub(crate) trait EngineParts: Game + Notation + Encode + Clone {
    /// The built-in evaluator, whose weights can be tuned.
    type BuiltIn: Tunable<Self> + NamedEvaluator + 'static;

    /// How far its engine `exact` and its solver look ahead; `None` where every game is solved in the end.
    const HORIZON: Option<u32> = None;

    /// Whether searches are generated with the built-in evaluator inside, rather than behind a pointer.
    const INLINES: bool = true;

    /// The built-in evaluator with its tuned weights.
    fn built_in() -> Self::BuiltIn;

    /// The same with the weights that tuning begins with.
    fn guess() -> Self::BuiltIn;

    /// The evaluators beside the built-in one.
    fn list_evaluators(_list: &mut EvaluatorTable<Self>) {}

    /// The variants whose weights are the same and are tuned together.
    fn tuned_together(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// The game's solver.
    fn open_prover(&self, _megabytes: usize, _threads: usize) -> Result<Box<dyn Prover<Self>>, EngineError> {
        Err(EngineError::Unsolvable)
    }

    /// The engine `exact`, with a book of openings if there is one and if it may.
    fn exact_engine(&self, _megabytes: usize, _book: bool) -> Result<Box<dyn Searcher<Self>>, EngineError> {
        Err(EngineError::Unsolvable)
    }

    /// A solver that helps a searcher, within a limit of nodes: who wins matters to it more than when.
    fn helping_solver(&self, megabytes: usize) -> Option<Box<dyn Searcher<Self>>> {
        self.exact_engine(megabytes, true).ok()
    }
}
