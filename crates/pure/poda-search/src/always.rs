use poda_core::{Found, Game, Limits, Moves, Notation, SearchObserver, Searcher};

/// A searcher that plays one certain move whenever it is legal, and only thinks elsewhere.
///
/// A player of Conecta-4 Crush tried this with its bomb, and its report says why it was given up.
pub struct Always<G> {
    /// Who thinks elsewhere.
    pub searcher: Box<dyn Searcher<G>>,
    /// The move, as text.
    pub mv: String,
}

/// The legal move of that text.
pub fn legal_move<G: Game + Notation>(game: &G, state: &G::State, text: &str) -> Option<G::Move> {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves.iter().copied().find(|mv| game.move_text(state, *mv) == text)
}

impl<G: Game + Notation> Searcher<G> for Always<G> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        match legal_move(game, root, &self.mv) {
            Some(mv) => Found::unsearched(mv),
            None => self.searcher.search(game, root, limits, observer),
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.searcher.new_game(seed);
    }
}
