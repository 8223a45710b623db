use poda_core::{Found, Game, Limits, NoObserver, Score, SearchObserver, Searcher};

use crate::{Chance, Random};

/// A searcher that loses heart: in a position that it holds for lost, it plays any legal move.
///
/// This is what a player of Connect-4 did whose report says: if all columns are minus infinity, a random one. Decisions:
/// * All moves are lost exactly if the best one is, so one look at the value of the position is enough.
/// * The report draws from all columns; here full ones are left out, since playing one would be no move at all.
/// * The draw is a function of position and seed, as everything that can be compared must be.
pub struct RandomWhenLost<G> {
    /// Who thinks.
    pub searcher: Box<dyn Searcher<G>>,
    /// The value at which, and below which, all is lost.
    pub lost: Score,
    /// Another chance, another last move.
    pub chance: Chance,
}

impl<G: Game> Searcher<G> for RandomWhenLost<G> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        let found = self.searcher.search(game, root, limits, observer);
        if found.score.is_none_or(|score| score > self.lost) {
            return found;
        }
        let best = Random { chance: self.chance }.search(game, root, limits, &mut NoObserver).best;
        Found { best, pv: vec![best], ..found }
    }

    fn new_game(&mut self, seed: u64) {
        self.chance.new_game(seed);
        self.searcher.new_game(seed);
    }
}
