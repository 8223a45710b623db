use poda_core::{
    Brush, Draft, Draw, Game, Hindrance, Language, MoveEvent, Notation, Prospect, Scene, TextBoard, Trail,
};

use crate::TypedState;

/// A state for the eye, right of the boundary: the functions of [`Draw`], with moves as texts. A text that is no legal move
/// draws nothing.
pub trait DrawnState {
    /// The position for screens.
    fn scene(&self, language: Language) -> Scene;

    /// The position for terminals.
    fn text_board(&self, language: Language) -> TextBoard;

    /// The pieces that a move gives another id: each old id with its new one.
    fn renamed(&self, mv: &str) -> Vec<(String, String)>;

    /// The ways of pieces that do not go straight with a move.
    fn trails(&self, mv: &str) -> Vec<Trail>;

    /// The effects of a move, in their order.
    fn events(&self, mv: &str, language: Language) -> Vec<MoveEvent>;

    /// The effects that each legal move would have.
    fn prospects(&self, language: Language) -> Vec<Prospect>;

    /// The reasons why pieces of the side to move cannot be used.
    fn hindrances(&self, language: Language) -> Vec<Hindrance>;

    /// The brushes with which positions of the game are edited.
    fn brushes(&self, language: Language) -> Vec<Brush>;

    /// A draft of a position of the game after a brush (the second word) was used on a place (the first one), or the draft
    /// as it is.
    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft>;
}

/// The effect of a move that is given as a text; nothing if it is not legal.
fn drawn<G: Game + Notation, T: Default>(
    drawn: &TypedState<G>,
    mv: &str,
    draw: impl FnOnce(&G, &G::State, G::Move) -> T,
) -> T {
    let (game, state) = (drawn.rules(), drawn.state());
    game.read_move(state, mv).map(|mv| draw(game, state, mv)).unwrap_or_default()
}

impl<G: Game + Notation + Draw> DrawnState for TypedState<G> {
    fn scene(&self, language: Language) -> Scene {
        self.rules().scene(self.state(), language)
    }

    fn text_board(&self, language: Language) -> TextBoard {
        self.rules().text_board(self.state(), language)
    }

    fn renamed(&self, mv: &str) -> Vec<(String, String)> {
        drawn(self, mv, G::renamed)
    }

    fn trails(&self, mv: &str) -> Vec<Trail> {
        drawn(self, mv, G::trails)
    }

    fn events(&self, mv: &str, language: Language) -> Vec<MoveEvent> {
        drawn(self, mv, |game, state, mv| game.events(state, mv, language))
    }

    fn prospects(&self, language: Language) -> Vec<Prospect> {
        self.rules().prospects(self.state(), language)
    }

    fn hindrances(&self, language: Language) -> Vec<Hindrance> {
        self.rules().hindrances(self.state(), language)
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        self.rules().brushes(language)
    }

    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft> {
        self.rules().painted(draft, stroke, language)
    }
}
