use poda_core::Text;
use poda_engines::Search;

use super::{
    Common, Settings,
    option::{self, EngineOption},
};

/// Exact play, where a game can be solved.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct ExactSettings {
    common: Common,
    /// Megabytes of its table.
    table: usize,
    /// Whether it searches even what the book of openings knows.
    ignores_book: bool,
}

impl Settings for ExactSettings {
    const NAME: &'static str = "exact";
    const TITLE: Text = Text::new("exact play", "juego exacto");
    const SUMMARY: Text = Text::new(
        "Connect-4 on every board, and what it can prove of boom, crush, desconecta",
        "Conecta 4 en cualquier tablero, y lo que demuestre de boom, crush y desconecta",
    );
    const OPTIONS: &'static [EngineOption<Self>] = &[
        option::nodes(),
        option::time(),
        option::table(
            64,
            |settings, megabytes| settings.table = megabytes as usize,
            |settings| Some(settings.table as u64),
        ),
        EngineOption::choice(
            "book",
            &["yes", "no"],
            Text::new(
                "`no`: without the book of openings of Connect-4 7x6",
                "`no`: sin el libro de aperturas de Conecta 4 7x6",
            ),
            |settings: &mut Self, index| settings.ignores_book = index == 1,
            |settings| settings.ignores_book.then_some(1),
        ),
    ];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn megabytes(&self) -> usize {
        self.table
    }

    fn search(&self) -> Search {
        Search::Exact { megabytes: self.table, uses_book: !self.ignores_book }
    }
}
