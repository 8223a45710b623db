use poda_core::{
    Evaluator, Found, Game, Limits, Moves, Outcome, Score, Searcher, Side, Statistics, Watch, Window,
};

use crate::{
    Ends,
    budget::Budget,
    deepen::{Iteration, direct_or_deepening},
};

/// Alpha-beta as the textbooks and the courses write it: fail-hard, children in the order of the rules, leaves
/// evaluated for the root's player, who maximises wherever that player decides.
///
/// Its node counts are facts that a student's own search can be compared with, so nothing clever may be added here.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta<E> {
    /// Whose opinion counts at the leaves.
    pub evaluator: E,
    /// What finished games are worth.
    pub ends: Ends,
}

struct Walk<'a, G: Game, E> {
    game: &'a G,
    evaluator: &'a E,
    ends: Ends,
    root_side: Side,
    budget: Budget,
    watch: &'a mut dyn Watch<G::Move>,
    horizon: bool,
    statistics: Statistics,
}

impl<G: Game, E: Evaluator<G>> Walk<'_, G, E> {
    /// Few nodes are finished games: out of the way of all others.
    #[cold]
    #[inline(never)]
    fn finished(&mut self, state: &G::State, outcome: Outcome, ply: u32) -> Score {
        self.budget.leaves += 1;
        self.ends.score(self.evaluator, self.game, state, outcome, self.root_side, ply)
    }

    /// The window is the root player's at every node: alpha rises where that player decides, beta falls elsewhere.
    fn visit(&mut self, state: &G::State, depth: u32, ply: u32, mut window: Window) -> Score {
        self.budget.enter(self.watch);
        if let Some(outcome) = self.game.outcome(state) {
            return self.finished(state, outcome, ply);
        }
        if depth == 0 {
            self.budget.leaves += 1;
            self.horizon = true;
            return self.evaluator.evaluate(self.game, state, self.root_side);
        }
        let mut moves = Moves::new();
        self.game.textbook_children(state, &mut moves);
        let maximising = self.game.to_move(state) == self.root_side;
        for (number, mv) in moves.iter().enumerate() {
            let score = self.visit(&self.game.play(state, *mv), depth - 1, ply + 1, window);
            if maximising {
                window.alpha = window.alpha.max(score);
            } else {
                window.beta = window.beta.min(score);
            }
            if window.is_closed() {
                self.statistics.cut_off(number);
                break;
            }
            if self.budget.stopped {
                break;
            }
        }
        if maximising { window.alpha } else { window.beta }
    }

    fn root(&mut self, root: &G::State, depth: u32) -> Option<Found<G::Move>> {
        self.budget.enter(self.watch);
        let mut moves = Moves::new();
        self.game.textbook_children(root, &mut moves);
        let mut window = Window::FULL;
        let mut best = None;
        for mv in &moves {
            let score = self.visit(&self.game.play(root, *mv), depth - 1, 1, window);
            if self.budget.stopped {
                break;
            }
            if score > window.alpha {
                window.alpha = score;
                best = Some(*mv);
            }
        }
        let best = best?;
        let (nodes, leaves, score) = (self.budget.nodes, self.budget.leaves, Some(window.alpha));
        Some(Found {
            best,
            score,
            depth,
            nodes,
            leaves,
            line: vec![best],
            scores: Vec::new(),
            statistics: self.statistics,
        })
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for AlphaBeta<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        watch: &mut dyn Watch<G::Move>,
    ) -> Found<G::Move> {
        direct_or_deepening(game, root, limits, watch, |depth, nodes_before, watch| {
            let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(nodes_before));
            let mut walk = Walk {
                game,
                evaluator: &self.evaluator,
                ends: self.ends,
                root_side: game.to_move(root),
                budget: Budget::new(Limits { depth: None, nodes }),
                watch,
                horizon: false,
                statistics: Statistics::default(),
            };
            let found = walk.root(root, depth);
            Iteration { found, stopped: walk.budget.stopped, may_change: walk.horizon }
        })
    }
}
