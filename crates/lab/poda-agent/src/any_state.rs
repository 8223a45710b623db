use std::{any::Any, fmt, sync::Arc};

use poda_core::{Draw, Encode, Game, Language, MoveError, Moves, Notation, Outcome, Scene, Side, TextBoard};

use crate::EncodedState;

/// A state right of the boundary: it never changes, and playing a move gives another one. It knows no history; whoever
/// follows a game with its moves needs a [`GameSession`](crate::GameSession).
pub trait AnyState: EncodedState + Send + Sync {
    /// Who decides next.
    fn to_move(&self) -> Side;

    /// How the game ended, or `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves in the fixed order of the rules; none once the game is over.
    fn legal(&self) -> Vec<String>;

    /// The state after a move.
    ///
    /// # Errors
    /// If it is not legal.
    fn after(&self, text: &str) -> Result<Arc<dyn AnyState>, MoveError>;

    /// The position line.
    fn position(&self) -> String;

    /// A hash of the whole state.
    fn key(&self) -> u64;

    /// Whether the other state is the same state of a game of the same type.
    fn equals(&self, other: &dyn AnyState) -> bool;

    /// The position for screens.
    fn scene(&self, language: Language) -> Scene;

    /// The position for terminals.
    fn text_board(&self, language: Language) -> TextBoard;

    /// Itself, to be compared with others.
    fn as_any(&self) -> &dyn Any;
}

/// The only [`AnyState`] there is: it serves every game.
pub struct TypedState<G: Game> {
    game: Arc<G>,
    state: G::State,
}

impl<G: Game> TypedState<G> {
    /// A state of a game.
    pub fn new(game: Arc<G>, state: G::State) -> Self {
        Self { game, state }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The state.
    pub fn state(&self) -> &G::State {
        &self.state
    }
}

impl<G: Game> fmt::Debug for TypedState<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl<G: Game + Notation + Draw + Encode> AnyState for TypedState<G> {
    fn to_move(&self) -> Side {
        self.game.to_move(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(&self.state)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Moves::new();
        if self.outcome().is_none() {
            self.game.moves(&self.state, &mut moves);
        }
        moves.iter().map(|mv| self.game.move_text(&self.state, *mv)).collect()
    }

    fn after(&self, text: &str) -> Result<Arc<dyn AnyState>, MoveError> {
        let mv = self.game.read_move(&self.state, text)?;
        Ok(Arc::new(Self { game: Arc::clone(&self.game), state: self.game.play(&self.state, mv) }))
    }

    fn position(&self) -> String {
        self.game.position_text(&self.state)
    }

    fn key(&self) -> u64 {
        self.game.key(&self.state)
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.state == self.state)
    }

    fn scene(&self, language: Language) -> Scene {
        self.game.scene(&self.state, language)
    }

    fn text_board(&self, language: Language) -> TextBoard {
        self.game.text_board(&self.state, language)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

#[cfg(test)]
mod tests {
    use poda_testkit::Pebbles;

    use super::*;

    #[test]
    fn states_are_played_and_compared() {
        let game = Arc::new(Pebbles { heaps: [1, 0, 0, 2] });
        let start = TypedState::new(Arc::clone(&game), game.start());
        assert_eq!(start.legal(), ["1x1", "4x1", "4x2"]);
        let after = start.after("1x1").unwrap();
        assert_eq!((after.to_move(), after.position().as_str()), (Side::First, "0/0/0/2 1 1 -"));
        assert_eq!(start.legal().len(), 3, "it has not changed");
        assert!(after.equals(start.after("1x1").unwrap().as_ref()) && !after.equals(&start));
        assert_eq!(after.key(), start.after("1x1").unwrap().key());
        let error = after.after("9x9").err().unwrap();
        assert_eq!(error.to_string(), "illegal move \"9x9\": legal here: 4x1 4x2");
        let end = after.after("4x2").unwrap();
        assert_eq!((end.outcome(), end.legal().len()), (Some(Outcome::Win(Side::First)), 0));
    }
}
