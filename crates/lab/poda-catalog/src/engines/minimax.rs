use poda_core::Text;
use poda_engines::Search;

use super::{
    Common, Settings,
    option::{self, EngineOption},
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

    fn search(&self) -> Search {
        Search::Minimax { ends: self.common.wins }
    }
}
