use poda_core::{Evaluator, Found, Game, Limits, Outcome, Score, SearchObserver, Side, Statistics};

use crate::{
    WinValue,
    budget::Budget,
    deepen::{Iteration, direct_or_deepening},
    trace::{NodeKind, TraceSink},
};

/// What the textbook engines have in common while they walk through a tree: leaves are evaluated for the root's
/// player, and children are those of the game's original.
pub(crate) struct Textbook<'a, G: Game, E, S> {
    pub(crate) game: &'a G,
    pub(crate) root_side: Side,
    pub(crate) budget: Budget,
    pub(crate) observer: &'a mut dyn SearchObserver<G::Move>,
    pub(crate) statistics: Statistics,
    /// Whoever writes the search down.
    pub(crate) trace: S,
    evaluator: &'a E,
    ends: WinValue,
    /// Whether some branch ended at the last depth rather than with the game.
    horizon: bool,
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Textbook<'_, G, E, S> {
    /// Enters a node; the score if it is a leaf.
    #[inline]
    pub(crate) fn leaf(&mut self, state: &G::State, depth: u32, ply: u32) -> Option<Score> {
        self.budget.enter(self.observer);
        if let Some(outcome) = self.game.outcome(state) {
            return Some(self.finished(state, outcome, ply));
        }
        if depth == 0 {
            self.budget.leaves += 1;
            self.horizon = true;
            self.trace.mark(NodeKind::Leaf);
            return Some(self.evaluator.evaluate(self.game, state, self.root_side));
        }
        None
    }

    /// Leaves a child. What a search that was stopped says is no score.
    #[inline]
    pub(crate) fn leave(&self, score: Score) {
        if S::RECORDS && self.budget.stopped {
            self.trace.stop();
        }
        self.trace.leave(score);
    }

    /// Few nodes are finished games: out of the way of all others.
    #[cold]
    #[inline(never)]
    fn finished(&mut self, state: &G::State, outcome: Outcome, ply: u32) -> Score {
        self.budget.leaves += 1;
        self.trace.mark(NodeKind::Terminal);
        self.ends.score(self.evaluator, self.game, state, outcome, self.root_side, ply)
    }

    /// What was found by a root that has looked at its moves.
    pub(crate) fn found(
        &self,
        best: G::Move,
        score: Score,
        depth: u32,
        scores: Vec<(G::Move, Score)>,
    ) -> Found<G::Move> {
        Found {
            best,
            score: Some(score),
            depth,
            nodes: self.budget.nodes,
            leaves: self.budget.leaves,
            pv: vec![best],
            scores,
            bounds: None,
            statistics: self.statistics,
        }
    }
}

/// Runs a textbook engine, given by how it treats a root, under limits.
pub(crate) fn search<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>>(
    (evaluator, ends, trace): (&E, WinValue, S),
    game: &G,
    root: &G::State,
    limits: Limits,
    observer: &mut dyn SearchObserver<G::Move>,
    treat: impl Fn(&mut Textbook<'_, G, E, S>, &G::State, u32) -> Option<Found<G::Move>>,
) -> Found<G::Move> {
    direct_or_deepening(game, root, limits, observer, |depth, nodes_before, observer| {
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(nodes_before));
        let mut walk = Textbook {
            game,
            root_side: game.to_move(root),
            budget: Budget::new(Limits { depth: None, nodes }),
            observer,
            statistics: Statistics::default(),
            trace,
            evaluator,
            ends,
            horizon: false,
        };
        let found = treat(&mut walk, root, depth);
        let Budget { nodes, leaves, stopped, .. } = walk.budget;
        Iteration { found, nodes, leaves, stopped, may_change: walk.horizon }
    })
}
