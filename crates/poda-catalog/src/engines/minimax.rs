use std::sync::Arc;

use poda_core::{Evaluator, Game, Notation, SearchObserver, Text};
use poda_search::Minimax;

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
    with_shared_evaluator,
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Plain minimax.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MinimaxSettings {
    common: Common,
}

impl Settings for MinimaxSettings {
    const NAME: &'static str = "minimax";
    const TITLE: Text = Text::new("plain minimax", "minimax puro");
    const SUMMARY: Text = Text::new("no pruning", "sin podar");
    const OPTIONS: &'static [EngineOption<Self>] =
        &[option::depth(4), option::nodes(), option::time(), option::eval(), option::wins()];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn build<G: CatalogGame>(&self, _: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let minimax = Minimax { evaluator: entry.shared(), ends: self.common.wins };
        Ok(Engine::alone(with_shared_evaluator(minimax), self.common.limits))
    }

    fn record<G: Game + Notation>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        Some(root.record(Minimax { evaluator, ends: self.common.wins }, true, observer))
    }
}
