use poda_core::Text;
use poda_engines::Search;

use super::{
    Common, Settings,
    option::{self, EngineOption},
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

    fn search(&self) -> Search {
        Search::Random { seed: self.common.seed }
    }
}
