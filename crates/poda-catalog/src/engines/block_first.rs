use std::sync::Arc;

use poda_core::{Evaluator, Game, Notation, SearchObserver, Text};
use poda_search::{BlockFirst, Chance, Minimax, NodeList, WinValue};

use super::{
    Common, Engine, Recording, Root, Settings,
    option::{self, EngineOption},
    with_shared_evaluator,
};
use crate::{
    SolverError,
    game::{CatalogGame, EvaluatorEntry},
};

/// Plain minimax that blocks before it wins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct BlockFirstSettings {
    common: Common,
    /// Whether the tree is kept as the report tells it.
    is_literal: bool,
}

impl BlockFirstSettings {
    fn clean<E>(&self, evaluator: E) -> BlockFirst<E> {
        let minimax = Minimax { evaluator, ends: WinValue::Equal };
        BlockFirst { minimax, chance: Chance::new(self.common.seed) }
    }

    fn literal<E>(&self, evaluator: E) -> NodeList<E> {
        NodeList { evaluator, chance: Chance::new(self.common.seed) }
    }
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

    fn build<G: CatalogGame>(&self, _: &G, entry: &EvaluatorEntry<G>) -> Result<Engine<G>, SolverError> {
        let limits = self.common.limits;
        Ok(if self.is_literal {
            Engine::alone(with_shared_evaluator(self.literal(entry.shared())), limits)
        } else {
            Engine::alone(with_shared_evaluator(self.clean(entry.shared())), limits)
        })
    }

    fn record<G: Game + Notation>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        Some(if self.is_literal {
            root.record(self.literal(evaluator), true, observer)
        } else {
            root.record(self.clean(evaluator), true, observer)
        })
    }
}
