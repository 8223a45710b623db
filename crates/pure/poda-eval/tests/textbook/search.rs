use poda_core::{Evaluator, Game, Moves, Score, Side};

/// Fail-hard alpha-beta as the textbook has it: full window, moves in the order of the rules, every leaf valued for
/// the root's player.
pub(crate) struct Textbook<'a, G, E> {
    pub(crate) game: &'a G,
    pub(crate) evaluator: &'a E,
    pub(crate) root: Side,
    pub(crate) nodes: u64,
    pub(crate) leaves: u64,
}

impl<G: Game, E: Evaluator<G>> Textbook<'_, G, E> {
    pub(crate) fn value(&mut self, state: &G::State, depth: u32, mut alpha: Score, mut beta: Score) -> Score {
        self.nodes += 1;
        if let Some(outcome) = self.game.outcome(state) {
            self.leaves += 1;
            return self.evaluator.finished(self.game, state, outcome, self.root);
        }
        if depth == 0 {
            self.leaves += 1;
            return self.evaluator.evaluate(self.game, state, self.root);
        }
        let maximises = self.game.to_move(state) == self.root;
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        for mv in &moves {
            let value = self.value(&self.game.play(state, *mv), depth - 1, alpha, beta);
            if maximises {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
            if alpha >= beta {
                break;
            }
        }
        if maximises { alpha } else { beta }
    }
}
