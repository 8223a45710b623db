use poda_connect::Connect4;
use poda_core::Searcher;
use poda_eval::{Zugzwang, weights};
use poda_solve::{ExactEngine, SolvedWord};

use super::EngineParts;
use crate::{EngineError, Prover, evaluators::EvaluatorTable, prover::Connect4Prover};

/// Columns and rows of the classic board.
const CLASSIC: (u32, u32) = (7, 6);

impl<W: SolvedWord> EngineParts for Connect4<W> {
    type BuiltIn = Zugzwang;

    const INLINES: bool = W::BITS <= u64::BITS || !cfg!(feature = "small");

    fn built_in() -> Zugzwang {
        weights::CONNECT4
    }

    fn guess() -> Zugzwang {
        weights::CONNECT4_GUESS
    }

    fn list_evaluators(list: &mut EvaluatorTable<Self>) {
        poda_eval::connect4(list);
    }

    /// The weights are those of every board: what is learned on one is to hold on the classic one too.
    fn tuned_together(&self) -> Vec<Self> {
        let (width, height) = CLASSIC;
        let classic = Self::new(width, height, self.grid().run()).ok();
        let is_other = |game: &Self| {
            (game.grid().width(), game.grid().height()) != (self.grid().width(), self.grid().height())
        };
        std::iter::once(*self).chain(classic.filter(is_other)).collect()
    }

    fn open_prover(&self, megabytes: usize, threads: usize) -> Result<Box<dyn Prover<Self>>, EngineError> {
        Ok(Box::new(Connect4Prover::open(self, megabytes, threads)?))
    }

    fn exact_engine(&self, megabytes: usize, book: bool) -> Result<Box<dyn Searcher<Self>>, EngineError> {
        let engine = ExactEngine::new(self, megabytes)?;
        Ok(Box::new(if book { engine } else { engine.without_book() }))
    }

    fn helping_solver(&self, megabytes: usize) -> Option<Box<dyn Searcher<Self>>> {
        Some(Box::new(ExactEngine::new(self, megabytes).ok()?.winner_first()))
    }
}
