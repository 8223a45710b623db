use poda_core::{Evaluator, Found, Game, Limits, Moves, Score, Searcher, Side, Statistics, Watch};

use crate::{
    Ends,
    budget::Budget,
    deepen::{Iteration, direct_or_deepening},
};

/// Plain minimax: looks at everything. Slow and obvious; every other engine is tested against it.
///
/// Leaves are evaluated for the root's player, who maximises wherever that player decides, however often in a row.
#[derive(Clone, Copy, Debug)]
pub struct Minimax<E> {
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
}

impl<G: Game, E: Evaluator<G>> Walk<'_, G, E> {
    fn visit(&mut self, state: &G::State, depth: u32, ply: u32) -> Score {
        self.budget.enter(self.watch);
        if let Some(outcome) = self.game.outcome(state) {
            self.budget.leaves += 1;
            return self.ends.score(self.evaluator, self.game, state, outcome, self.root_side, ply);
        }
        if depth == 0 {
            self.budget.leaves += 1;
            self.horizon = true;
            return self.evaluator.evaluate(self.game, state, self.root_side);
        }
        let mut moves = Moves::new();
        self.game.textbook_children(state, &mut moves);
        let maximising = self.game.to_move(state) == self.root_side;
        let mut best = None;
        for mv in &moves {
            let score = self.visit(&self.game.play(state, *mv), depth - 1, ply + 1);
            if self.budget.stopped {
                break;
            }
            best = Some(match best {
                None => score,
                Some(best) if maximising => score.max(best),
                Some(best) => score.min(best),
            });
        }
        best.unwrap_or(Score::EVEN)
    }

    fn root(&mut self, root: &G::State, depth: u32) -> Option<Found<G::Move>> {
        self.budget.enter(self.watch);
        let mut moves = Moves::new();
        self.game.textbook_children(root, &mut moves);
        let mut scores: Vec<(G::Move, Score)> = Vec::new();
        let mut best: Option<(G::Move, Score)> = None;
        for mv in &moves {
            let score = self.visit(&self.game.play(root, *mv), depth - 1, 1);
            if self.budget.stopped {
                break;
            }
            scores.push((*mv, score));
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((*mv, score));
            }
        }
        let (best, score) = best?;
        let (nodes, leaves) = (self.budget.nodes, self.budget.leaves);
        Some(Found {
            best,
            score: Some(score),
            depth,
            nodes,
            leaves,
            line: vec![best],
            scores,
            statistics: Statistics::default(),
        })
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Minimax<E> {
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
            };
            let found = walk.root(root, depth);
            Iteration { found, stopped: walk.budget.stopped, may_change: walk.horizon }
        })
    }
}
