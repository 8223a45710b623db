use poda_core::{Evaluator, Found, Game, Limits, Moves, Score, SearchObserver, Searcher, Window};

use crate::{
    WinValue,
    textbook::{self, Textbook},
    trace::{NoTrace, NodeKind, NodeRole, TraceSink, Traceable},
};

/// Alpha-beta as the textbooks and the courses write it: fail-hard, children in the order of the rules, leaves
/// evaluated for the root's player, who maximises wherever that player decides.
///
/// Its node counts are facts that a student's own search can be compared with, so nothing clever may be added here.
#[derive(Clone, Copy, Debug)]
pub struct AlphaBeta<E> {
    /// Evaluates the leaves.
    pub evaluator: E,
    /// What finished games are worth.
    pub ends: WinValue,
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Textbook<'_, G, E, S> {
    /// The window is the root player's at every node: alpha rises where that player decides, beta falls elsewhere.
    fn pruned(&mut self, state: &G::State, depth: u32, ply: u32, mut window: Window) -> Score {
        if let Some(score) = self.leaf(state, depth, ply) {
            return score;
        }
        let mut moves = Moves::new();
        self.game.textbook_children(state, &mut moves);
        let maximising = self.game.to_move(state) == self.root_side;
        for (number, mv) in moves.iter().enumerate() {
            self.trace.enter(*mv, window, NodeRole::Plain);
            let score = self.pruned(&self.game.play(state, *mv), depth - 1, ply + 1, window);
            self.leave(score);
            let before = window;
            if maximising {
                window.alpha = window.alpha.max(score);
            } else {
                window.beta = window.beta.min(score);
            }
            if S::RECORDS && window != before {
                self.trace.improve();
            }
            if window.is_closed() {
                self.statistics.cut_off(number);
                self.trace.mark(NodeKind::CutOff);
                break;
            }
            if self.budget.stopped {
                break;
            }
        }
        if maximising { window.alpha } else { window.beta }
    }

    fn pruned_root(&mut self, root: &G::State, depth: u32) -> Option<Found<G::Move>> {
        self.budget.enter(self.observer);
        self.trace.begin(depth, Window::FULL);
        let mut moves = Moves::new();
        self.game.textbook_children(root, &mut moves);
        let mut window = Window::FULL;
        let mut best = None;
        for mv in &moves {
            self.trace.enter(*mv, window, NodeRole::Plain);
            let score = self.pruned(&self.game.play(root, *mv), depth - 1, 1, window);
            self.leave(score);
            if self.budget.stopped {
                break;
            }
            if score > window.alpha {
                window.alpha = score;
                best = Some(*mv);
                self.trace.improve();
            }
        }
        self.trace.leave(window.alpha);
        Some(self.found(best?, window.alpha, depth, Vec::new()))
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for AlphaBeta<E> {
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

impl<G: Game, E: Evaluator<G>> Traceable<G> for AlphaBeta<E> {
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
            walk.pruned_root(root, depth)
        })
    }
}
