use poda_core::{Found, Game, Limits, Moves, SearchObserver, Searcher};

use crate::chance::{Chance, below};

/// Plays any legal move, each as likely as the others. The choice is a function of position and seed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Random {
    /// Another chance, another game.
    pub chance: Chance,
}

impl<G: Game> Searcher<G> for Random {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        _: Limits,
        _: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        let mut moves = Moves::new();
        game.moves(root, &mut moves);
        let best = moves[below(moves.len(), self.chance.draw(game.key(root)))];
        Found::unsearched(best)
    }

    fn new_game(&mut self, seed: u64) {
        self.chance.new_game(seed);
    }
}
