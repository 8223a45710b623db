use poda_core::{Evaluator, Game, Score, Side, mix};

/// Values positions by their hash: as many different values as positions, without any sense. A search
/// that loses, repeats or mis-signs a single leaf gives another value than plain minimax under it.
#[derive(Clone, Copy, Debug)]
pub struct HashEvaluator {
    /// Another seed, another set of values.
    pub seed: u64,
    /// Opinions lie in `-spread..=spread`; a small spread makes many ties.
    pub spread: u32,
}

impl<G: Game> Evaluator<G> for HashEvaluator {
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score {
        let hash = mix(game.key(state) ^ mix(self.seed));
        let value = (hash % u64::from(2 * self.spread + 1)) as i32 - self.spread as i32;
        Score::heuristic(if side == Side::First { value } else { -value })
    }
}
