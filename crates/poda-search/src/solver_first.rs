use poda_core::{Found, Game, Limits, Searcher, Watch};

use crate::without_progress::WithoutProgress;

/// A searcher that first asks another one which knows rather than thinks: a solver. Where that one has an answer within
/// its nodes, nothing is left to think about.
///
/// Whatever the solver gives without a score is a guess, and is not listened to.
pub struct SolverFirst<G, S> {
    prover: Option<Prover<G>>,
    searcher: S,
}

struct Prover<G> {
    searcher: Box<dyn Searcher<G>>,
    nodes: u64,
}

impl<G: Game, S> SolverFirst<G, S> {
    /// A searcher by itself.
    pub fn new(searcher: S) -> Self {
        Self { prover: None, searcher }
    }

    /// A searcher that asks `prover` first, which may enter so many positions each time.
    pub fn asking(searcher: S, prover: Box<dyn Searcher<G>>, nodes: u64) -> Self {
        Self { prover: Some(Prover { searcher: prover, nodes }), searcher }
    }
}

impl<G: Game, S: Searcher<G>> Searcher<G> for SolverFirst<G, S> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        watch: &mut dyn Watch<G::Move>,
    ) -> Found<G::Move> {
        let mut asked = 0;
        if let Some(prover) = &mut self.prover {
            let within = Limits { depth: None, nodes: Some(prover.nodes) };
            let known = prover.searcher.search(game, root, within, &mut WithoutProgress(watch));
            if known.score.is_some() {
                return known;
            }
            asked = known.nodes;
        }
        let found = self.searcher.search(game, root, limits, watch);
        Found { nodes: found.nodes + asked, ..found }
    }

    fn new_game(&mut self, seed: u64) {
        if let Some(prover) = &mut self.prover {
            prover.searcher.new_game(seed);
        }
        self.searcher.new_game(seed);
    }
}
