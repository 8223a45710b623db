use poda_core::Text;
use poda_engines::Search;

use super::{
    Common, Settings,
    option::{self, EngineOption},
};

/// Plain minimax that blocks before it wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BlockFirstSettings {
    common: Common,
    /// Whether the tree is kept as the report tells it.
    is_literal: bool,
}

impl Settings for BlockFirstSettings {
    const NAME: &'static str = "blockfirst";
    const TITLE: Text = Text::new("minimax that blocks first", "minimax que primero tapa");
    const SUMMARY: Text = Text::new(
        "blocks if the opponent can win, else wins if it can, else plays a random move",
        "tapa si el rival puede ganar; si no, gana si puede; si no, juega al azar",
    );
    const OPTIONS: &'static [EngineOption<Self>] = &[
        option::depth(4),
        option::nodes(),
        option::time(),
        option::eval(),
        option::seed(),
        EngineOption::choice(
            "tree",
            &["clean", "report"],
            Text::new(
                "`clean`: minimax values; `report`: nodes begin with 0, only the first 8 count, column 1 is no answer",
                "`clean`: valores minimax; `report`: los nodos empiezan en 0, solo cuentan 8, la columna 1 no vale",
            ),
            |settings: &mut Self, index| settings.is_literal = index == 1,
            |settings| settings.is_literal.then_some(1),
        ),
    ];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn search(&self) -> Search {
        Search::BlockFirst { seed: self.common.seed, is_literal: self.is_literal }
    }
}
