use poda_core::{Found, Game, Limits, SearchObserver, Searcher, WithoutProgress};

/// A searcher that first asks another one which knows rather than thinks: a solver. Where that one has an answer within
/// its nodes, nothing is left to think about.
///
/// Whatever the solver gives without a score is a guess, and is not listened to.
pub struct SolverFirst<G> {
    searcher: Box<dyn Searcher<G>>,
    solver: Box<dyn Searcher<G>>,
    nodes: u64,
}

impl<G: Game> SolverFirst<G> {
    /// A searcher that asks `solver` first, which may enter so many positions each time.
    pub fn new(searcher: Box<dyn Searcher<G>>, solver: Box<dyn Searcher<G>>, nodes: u64) -> Self {
        Self { searcher, solver, nodes }
    }
}

impl<G: Game> Searcher<G> for SolverFirst<G> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        let within = Limits { depth: None, nodes: Some(self.nodes) };
        let known = self.solver.search(game, root, within, &mut WithoutProgress(observer));
        if known.score.is_some() {
            return known;
        }
        let found = self.searcher.search(game, root, limits, observer);
        Found { nodes: found.nodes + known.nodes, ..found }
    }

    fn new_game(&mut self, seed: u64) {
        self.solver.new_game(seed);
        self.searcher.new_game(seed);
    }
}
