use std::sync::Arc;

use poda_core::{Evaluator, Game, SearchObserver, Text};
use poda_search::{BlockFirst, Chance, Minimax, WinValue};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Plain minimax that blocks before it wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BlockFirstSettings {
    common: Common,
}

impl Settings for BlockFirstSettings {
    const NAME: &'static str = "blockfirst";
    const TITLE: Text = Text::new("minimax that blocks first", "minimax que primero tapa");
    const SUMMARY: Text = Text::new(
        "blocks if the opponent can win, else wins if it can, else plays a random move",
        "tapa si el rival puede ganar; si no, gana si puede; si no, juega al azar",
    );
    const OPTIONS: &'static [EngineOption<Self>] =
        &[option::depth(4), option::nodes(), option::time(), option::eval(), option::seed()];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn build<G: CatalogGame>(&self, _: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let minimax = Minimax { evaluator: entry.shared(), ends: WinValue::Equal };
        let chance = Chance::new(self.common.seed);
        Ok(Engine::alone(BlockFirst { minimax, chance }, self.common.limits))
    }

    fn record<G: Game>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        let minimax = Minimax { evaluator, ends: WinValue::Equal };
        root.record(BlockFirst { minimax, chance: Chance::new(self.common.seed) }, true, observer)
    }
}
