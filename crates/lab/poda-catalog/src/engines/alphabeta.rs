use poda_core::Text;
use poda_engines::Search;

use super::{
    Common, Settings,
    option::{self, EngineOption},
};

/// Textbook alpha-beta.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AlphaBetaSettings {
    common: Common,
    /// The seed with which it plays on in a lost position; `None` if it goes on thinking.
    give_up: Option<u64>,
    /// A move that it plays whenever it is legal.
    always: Option<String>,
}

impl Settings for AlphaBetaSettings {
    const NAME: &'static str = "alphabeta";
    const TITLE: Text = Text::new("textbook alpha-beta", "poda alfa-beta de libro");
    const SUMMARY: Text = Text::new(
        "fail-hard, children in the order of the rules",
        "fail-hard, hijos en el orden de las reglas",
    );
    const OPTIONS: &'static [EngineOption<Self>] = &[
        option::depth(6),
        option::nodes(),
        option::time(),
        option::eval(),
        option::wins(),
        EngineOption::number(
            "giveup",
            (0, u64::MAX, 0),
            Text::new(
                "a seed: in a lost position it plays a random move",
                "una semilla: en una posición perdida juega al azar",
            ),
            |settings: &mut Self, seed| settings.give_up = Some(seed),
            |settings| settings.give_up,
        )
        .unset(Text::new("never", "nunca")),
        EngineOption::name(
            "always",
            Text::new("none", "ninguna"),
            Text::new(
                "a move that it plays whenever it is legal, such as `B`",
                "una jugada que hace siempre que sea legal, como `B`",
            ),
            |settings: &mut Self, mv| settings.always = Some(mv.to_owned()),
            |settings| settings.always.as_deref(),
        ),
    ];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn search(&self) -> Search {
        Search::AlphaBeta { ends: self.common.wins, give_up: self.give_up, always: self.always.clone() }
    }
}
