use poda_core::Text;
use poda_search::{Chance, Mcts};

use super::{
    Common, Engine, Settings,
    option::{self, EngineOption, OptionDefault},
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Monte Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MctsSettings {
    common: Common,
}

/// A node is a random game.
const NODES: EngineOption<MctsSettings> = {
    let mut nodes = option::nodes();
    nodes.info.default = OptionDefault::Number(20_000);
    nodes.info.meaning = Text::new("random games per move", "partidas al azar por jugada");
    nodes
};

impl Settings for MctsSettings {
    const NAME: &'static str = "mcts";
    const TITLE: Text = Text::new("Monte Carlo tree search", "búsqueda de Monte Carlo");
    const SUMMARY: Text =
        Text::new("random games from a growing tree", "partidas al azar desde un árbol que crece");
    const OPTIONS: &'static [EngineOption<Self>] = &[NODES, option::time(), option::seed()];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn build<G: CatalogGame>(&self, _: &G, _: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        Ok(Engine::alone(Mcts { chance: Chance::new(self.common.seed) }, self.common.limits))
    }
}
