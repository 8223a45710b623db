use std::sync::Arc;

use poda_core::{Evaluator, Game, SearchObserver, Text, Turn};
use poda_search::{AlphaBeta, Chance, RandomWhenLost};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Textbook alpha-beta.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct AlphaBetaSettings {
    common: Common,
    /// The seed with which it plays on in a lost position; `None` if it goes on thinking.
    give_up: Option<u64>,
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
    ];

    fn common(&self) -> &Common {
        &self.common
    }

    fn common_mut(&mut self) -> &mut Common {
        &mut self.common
    }

    fn build<G: CatalogGame>(&self, _: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let limits = self.common.limits;
        let Some(seed) = self.give_up else {
            return Ok(Engine { leader: entry.alphabeta(self.common.wins), helpers: Vec::new(), limits });
        };
        let evaluator = entry.shared();
        let lost = Turn::Passed.to_parent(evaluator.decided());
        let searcher = AlphaBeta { evaluator, ends: self.common.wins };
        Ok(Engine::alone(RandomWhenLost { searcher, lost, chance: Chance::new(seed) }, limits))
    }

    fn record<G: Game>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        root.record(AlphaBeta { evaluator, ends: self.common.wins }, true, observer)
    }
}
