use poda_core::{Evaluator, Found, Game, Limits, Moves, Score, SearchObserver, Searcher, Window};

use crate::{
    WinValue,
    textbook::{self, Textbook},
    trace::{NoTrace, NodeRole, TraceSink, Traceable},
};

/// Plain minimax: looks at everything. Slow and obvious; every other engine is tested against it.
///
/// Leaves are evaluated for the root's player, who maximises wherever that player decides, however often in a row.
#[derive(Clone, Copy, Debug)]
pub struct Minimax<E> {
    /// Evaluates the leaves.
    pub evaluator: E,
    /// What finished games are worth.
    pub ends: WinValue,
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Textbook<'_, G, E, S> {
    fn plain(&mut self, state: &G::State, depth: u32, ply: u32) -> Score {
        if let Some(score) = self.leaf(state, depth, ply) {
            return score;
        }
        let mut moves = Moves::new();
        self.game.textbook_children(state, &mut moves);
        let maximising = self.game.to_move(state) == self.root_side;
        let mut best = None;
        for mv in &moves {
            self.trace.enter(*mv, Window::FULL, NodeRole::Plain);
            let score = self.plain(&self.game.play(state, *mv), depth - 1, ply + 1);
            self.leave(score);
            if self.budget.stopped {
                break;
            }
            if best.is_none_or(|best| if maximising { score > best } else { score < best }) {
                best = Some(score);
                self.trace.improve();
            }
        }
        best.unwrap_or(Score::EVEN)
    }

    fn plain_root(&mut self, root: &G::State, depth: u32) -> Option<Found<G::Move>> {
        self.budget.enter(self.observer);
        self.trace.begin(depth, Window::FULL);
        let mut moves = Moves::new();
        self.game.textbook_children(root, &mut moves);
        let mut scores: Vec<(G::Move, Score)> = Vec::new();
        let mut best: Option<(G::Move, Score)> = None;
        for mv in &moves {
            self.trace.enter(*mv, Window::FULL, NodeRole::Plain);
            let score = self.plain(&self.game.play(root, *mv), depth - 1, 1);
            self.leave(score);
            if self.budget.stopped {
                break;
            }
            scores.push((*mv, score));
            if best.is_none_or(|(_, best)| score > best) {
                best = Some((*mv, score));
                self.trace.improve();
            }
        }
        let (best, score) = best?;
        self.trace.leave(score);
        Some(self.found(best, score, depth, scores))
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Minimax<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        self.walk(game, root, limits, observer, NoTrace)
    }
}

impl<G: Game, E: Evaluator<G>> Traceable<G> for Minimax<E> {
    fn walk<S: TraceSink<G::Move>>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: S,
    ) -> Found<G::Move> {
        let manner = (&self.evaluator, self.ends, trace);
        textbook::search(manner, game, root, limits, observer, |walk, root, depth| {
            walk.plain_root(root, depth)
        })
    }
}
