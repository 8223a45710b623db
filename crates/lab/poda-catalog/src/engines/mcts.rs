use poda_core::Text;
use poda_engines::Search;
use poda_search::Mcts;

use super::{
    Common, Settings,
    option::{self, EngineOption, OptionDefault},
};

/// Monte Carlo tree search.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct MctsSettings {
    common: Common,
    /// Megabytes of its tree.
    tree: usize,
}

/// A node is a random game.
const NODES: EngineOption<MctsSettings> = {
    let mut nodes = option::nodes();
    nodes.info.default = OptionDefault::Number(20_000);
    nodes.info.meaning = Text::new("random games per move", "partidas al azar por jugada");
    nodes
};

const TREE: EngineOption<MctsSettings> = EngineOption::number(
    "tree",
    (1, option::MAX_TABLE, Mcts::MEGABYTES as u64),
    Text::new(
        "size of its tree, in megabytes; a full tree no longer grows",
        "tamaño de su árbol, en megabytes; un árbol lleno ya no crece",
    ),
    |settings, megabytes| settings.tree = megabytes as usize,
    |settings| (settings.tree != Mcts::MEGABYTES).then_some(settings.tree as u64),
);

impl Settings for MctsSettings {
    const NAME: &'static str = "mcts";
    const TITLE: Text = Text::new("Monte Carlo tree search", "búsqueda de Monte Carlo");
    const SUMMARY: Text =
        Text::new("random games from a growing tree", "partidas al azar desde un árbol que crece");
    const OPTIONS: &'static [EngineOption<Self>] = &[NODES, option::time(), TREE, option::seed()];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn megabytes(&self) -> usize {
        self.tree
    }

    fn search(&self) -> Search {
        Search::Mcts { seed: self.common.seed, megabytes: self.tree }
    }
}
