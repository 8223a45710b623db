use poda_core::Text;
use poda_search::{Chance, Random};

use super::{
    Common, Engine, Settings,
    option::{self, EngineOption},
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Any legal move.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct RandomSettings {
    common: Common,
}

impl Settings for RandomSettings {
    const NAME: &'static str = "random";
    const TITLE: Text = Text::new("random moves", "jugadas al azar");
    const SUMMARY: Text =
        Text::new("any legal move, each as likely", "cualquier jugada legal, todas igual de probables");
    const OPTIONS: &'static [EngineOption<Self>] = &[option::seed()];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn build<G: CatalogGame>(&self, _: &G, _: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        Ok(Engine::alone(Box::new(Random { chance: Chance::new(self.common.seed) }), self.common.limits))
    }
}
