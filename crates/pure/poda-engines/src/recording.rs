use std::{cell::RefCell, sync::Arc};

use poda_core::{Evaluator, Found, Game, Limits, Notation, SearchObserver};
use poda_search::{
    AlphaBeta, Chance, Growth, Minimax, NodeList, Pvs, PvsOptions, Recorded, Trace, WinValue, legal_move,
};

use crate::search::{Search, block_first, mcts};

/// How far a recorded search goes, and how much of it is recorded.
#[derive(Clone, Copy, Debug)]
pub struct RecordingSettings {
    /// How far it searches.
    pub limits: Limits,
    /// The most nodes that are recorded.
    pub room: usize,
    /// What finished games are worth to searches that have no option for it.
    pub ends: WinValue,
}

/// What a recorded search found, and its tree.
pub struct Recording<G: Game> {
    /// The result.
    pub found: Found<G::Move>,
    /// The tree.
    pub tree: TreeForm<G::Move>,
}

/// The tree of a search.
pub enum TreeForm<M> {
    /// Depth first.
    Trace {
        /// The nodes.
        trace: Trace<M>,
        /// Whether the children are those of the game's original.
        is_textbook: bool,
    },
    /// A tree that grew.
    Growth(Growth<M>),
}

pub(crate) fn record<G: Game + Notation>(
    (game, root): (&G, &G::State),
    search: &Search,
    evaluator: Arc<dyn Evaluator<G>>,
    settings: RecordingSettings,
    observer: &mut dyn SearchObserver<G::Move>,
) -> Option<Recording<G>> {
    if cfg!(feature = "small") {
        return None;
    }
    let RecordingSettings { limits, room, ends } = settings;
    let trace = RefCell::new(Trace::new(room));
    let tree = Some(&trace);
    let mut is_textbook = true;
    let found = match search {
        Search::Random { .. } | Search::Exact { .. } => return None,
        Search::Minimax { ends } => {
            Minimax { evaluator, ends: *ends }.record(game, root, limits, observer, tree)
        }
        Search::AlphaBeta { ends, always, .. } => {
            let found = AlphaBeta { evaluator, ends: *ends }.record(game, root, limits, observer, tree);
            match always.as_deref().and_then(|text| legal_move(game, root, text)) {
                // The tree is that of the search; the move is the one that is played.
                Some(best) => Found { best, score: None, pv: vec![best], ..found },
                None => found,
            }
        }
        Search::Pvs { options, .. } => {
            is_textbook = false;
            let options = PvsOptions { ends, noise: 0, ..*options };
            Pvs::with_options(evaluator, options).record(game, root, limits, observer, tree)
        }
        Search::BlockFirst { seed, is_literal: false } => {
            block_first(evaluator, *seed).record(game, root, limits, observer, tree)
        }
        Search::BlockFirst { seed, is_literal: true } => {
            let mut list = NodeList { evaluator, chance: Chance::new(*seed) };
            list.record(game, root, limits, observer, tree)
        }
        Search::Mcts { seed, megabytes } => {
            let mut growth = Growth::new(room);
            let found = mcts(*seed, *megabytes).record(game, root, limits, observer, &mut growth);
            return Some(Recording { found, tree: TreeForm::Growth(growth) });
        }
    };
    Some(Recording { found, tree: TreeForm::Trace { trace: trace.into_inner(), is_textbook } })
}
