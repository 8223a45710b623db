use poda_core::{Found, Game, Limits, Moves, Searcher, Statistics, Watch, fold, mix};

/// Plays any legal move, each as likely as the others. The choice is a function of position and seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// Another seed, another game.
    pub seed: u64,
}

impl<G: Game> Searcher<G> for Random {
    fn search(&mut self, game: &G, root: &G::State, _: Limits, _: &mut dyn Watch<G::Move>) -> Found<G::Move> {
        let mut moves = Moves::new();
        game.moves(root, &mut moves);
        let hash = mix(fold(mix(game.key(root)), mix(self.seed)));
        // The upper half of the product is an even choice among the moves.
        let index = (u128::from(hash) * moves.len() as u128) >> 64;
        let best = moves[index as usize];
        Found {
            best,
            score: None,
            depth: 0,
            nodes: 1,
            leaves: 0,
            line: vec![best],
            scores: Vec::new(),
            statistics: Statistics::default(),
        }
    }
}
