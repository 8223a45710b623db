use std::sync::Arc;

use poda_core::{Evaluator, Found, Game, Notation, SearchObserver, Searcher, Text, Turn};
use poda_search::{AlphaBeta, Always, Chance, RandomWhenLost, legal_move};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
    with_shared_evaluator,
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

    fn build<G: CatalogGame>(&self, _: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let mut leader: Box<dyn Searcher<G>> = match self.give_up {
            None => entry.alphabeta(self.common.wins),
            Some(seed) => {
                let evaluator = entry.shared();
                let lost = Turn::Passed.to_parent(evaluator.decided());
                let searcher = with_shared_evaluator(AlphaBeta { evaluator, ends: self.common.wins });
                Box::new(RandomWhenLost { searcher, lost, chance: Chance::new(seed) })
            }
        };
        if let Some(mv) = self.always.clone() {
            leader = Box::new(Always { searcher: leader, mv });
        }
        Ok(Engine { leader, helpers: Vec::new(), limits: self.common.limits })
    }

    fn record<G: Game + Notation>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        let (game, state) = (root.game, root.state);
        let mut recording = root.record(AlphaBeta { evaluator, ends: self.common.wins }, true, observer);
        if let Some(best) = self.always.as_deref().and_then(|text| legal_move(game, state, text)) {
            // The tree is what it would have thought; the move is what it plays.
            recording.found = Found { best, score: None, pv: vec![best], ..recording.found };
        }
        Some(recording)
    }
}
