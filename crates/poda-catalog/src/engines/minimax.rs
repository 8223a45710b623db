use std::{cell::RefCell, sync::Arc};

use poda_core::{Evaluator, SearchObserver, Text};
use poda_search::{Minimax, Recorded, Trace};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
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
        Ok(Engine::alone(minimax, self.common.limits))
    }

    fn record<G: CatalogGame>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        Root { game, state, limits }: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: &RefCell<Trace<G::Move>>,
    ) -> Option<Recording<G>> {
        let mut minimax = Minimax { evaluator, ends: self.common.wins };
        let found = minimax.record(game, state, limits, observer, trace);
        Some(Recording { found, is_textbook: true })
    }
}
