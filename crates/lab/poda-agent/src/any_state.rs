use std::{any::Any, fmt, sync::Arc};

use poda_core::{
    Draw, Encode, Game, Language, LeafCounts, MoveError, MoveTokens, Moves, Notation, Outcome, PositionError,
    Side, Translate, count_leaves, perft, text,
};
use thiserror::Error;

use crate::{DrawnState, EncodedState};

/// A state right of the boundary, with the rules that it belongs to. It never changes: playing a move gives another one.
///
/// It has no history; a game with its moves is a [`GameSession`](crate::GameSession).
pub trait AnyState: EncodedState + DrawnState + Send + Sync {
    /// The spec of the game.
    fn spec(&self) -> &str;

    /// How a line of moves of the game is cut into single ones.
    fn tokens(&self) -> MoveTokens;

    /// The state before the first move of the game.
    fn start(&self) -> Arc<dyn AnyState>;

    /// The state of the same game that a position line describes.
    ///
    /// # Errors
    /// If it is no position of the game.
    fn read(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError>;

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

    /// The number of move sequences of `depth` decisions from here.
    fn perft(&self, depth: u32) -> u64;

    /// [`AnyState::perft`], with a look at each leaf.
    fn count_leaves(&self, depth: u32) -> LeafCounts;

    /// The typed state, for code left of the boundary.
    fn as_any(&self) -> &dyn Any;
}

/// A state was given to code that is about another game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct OtherGame {
    /// The game that the code is about.
    pub expected: String,
    /// The game of the state.
    pub given: String,
}

impl Translate for OtherGame {
    fn text(&self, language: Language) -> String {
        let Self { expected, given } = self;
        text!(
            language,
            "a position of {given}, not of {expected}",
            "una posición de {given}, no de {expected}",
            given,
            expected
        )
    }
}

/// The rules of a game behind the boundary, with the spec that opens them again. All states of a game share it.
#[derive(Debug)]
pub struct TypedGame<G: Game> {
    spec: String,
    game: G,
    counts: Counts<G>,
}

/// The functions that count move sequences, from a crate whose rules are optimised.
#[derive(Clone, Copy, Debug)]
pub struct Counts<G: Game> {
    /// As [`poda_core::perft`].
    pub perft: fn(&G, &G::State, u32) -> u64,
    /// As [`poda_core::count_leaves`].
    pub leaves: fn(&G, &G::State, u32) -> LeafCounts,
}

impl<G: Game> TypedGame<G> {
    /// A game that counts with the functions of [`poda_core`].
    pub fn new(game: G, spec: impl Into<String>) -> Self {
        Self::with_counts(game, spec, Counts { perft, leaves: count_leaves })
    }

    /// A game that counts with its own functions.
    pub fn with_counts(game: G, spec: impl Into<String>, counts: Counts<G>) -> Self {
        Self { spec: spec.into(), game, counts }
    }

    /// The spec.
    pub fn spec(&self) -> &str {
        &self.spec
    }

    /// The rules.
    pub fn rules(&self) -> &G {
        &self.game
    }

    /// The typed state behind a state of this game.
    ///
    /// # Errors
    /// If it is a state of another game.
    pub fn state(&self, state: &dyn AnyState) -> Result<G::State, OtherGame> {
        let typed = state.as_any().downcast_ref::<TypedState<G>>();
        let typed = typed.filter(|typed| typed.game.spec == self.spec);
        typed
            .map(|typed| typed.state)
            .ok_or_else(|| OtherGame { expected: self.spec.clone(), given: state.spec().to_owned() })
    }
}

/// The only [`AnyState`] there is: it serves every game.
pub struct TypedState<G: Game> {
    game: Arc<TypedGame<G>>,
    state: G::State,
}

impl<G: Game> TypedState<G> {
    /// A state of a game.
    pub fn new(game: Arc<TypedGame<G>>, state: G::State) -> Self {
        Self { game, state }
    }

    /// The state before the first move of a game.
    pub fn start(game: Arc<TypedGame<G>>) -> Self {
        let state = game.game.start();
        Self { game, state }
    }

    /// The rules.
    pub(crate) fn rules(&self) -> &G {
        &self.game.game
    }

    /// The state.
    pub(crate) fn state(&self) -> &G::State {
        &self.state
    }

    fn with(&self, state: G::State) -> Self {
        Self { game: Arc::clone(&self.game), state }
    }
}

impl<G: Game> fmt::Debug for TypedState<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.state.fmt(f)
    }
}

impl<G: Game + Notation + Draw + Encode> AnyState for TypedState<G> {
    fn spec(&self) -> &str {
        &self.game.spec
    }

    fn tokens(&self) -> MoveTokens {
        G::TOKENS
    }

    fn start(&self) -> Arc<dyn AnyState> {
        Arc::new(self.with(self.rules().start()))
    }

    fn read(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError> {
        Ok(Arc::new(self.with(self.rules().read_position(position)?)))
    }

    fn to_move(&self) -> Side {
        self.rules().to_move(&self.state)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.rules().outcome(&self.state)
    }

    fn legal(&self) -> Vec<String> {
        let mut moves = Moves::new();
        if self.outcome().is_none() {
            self.rules().moves(&self.state, &mut moves);
        }
        moves.iter().map(|mv| self.rules().move_text(&self.state, *mv)).collect()
    }

    fn after(&self, text: &str) -> Result<Arc<dyn AnyState>, MoveError> {
        let mv = self.rules().read_move(&self.state, text)?;
        Ok(Arc::new(self.with(self.rules().play(&self.state, mv))))
    }

    fn position(&self) -> String {
        self.rules().position_text(&self.state)
    }

    fn key(&self) -> u64 {
        self.rules().key(&self.state)
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.as_any().downcast_ref::<Self>().is_some_and(|other| other.state == self.state)
    }

    fn perft(&self, depth: u32) -> u64 {
        (self.game.counts.perft)(self.rules(), &self.state, depth)
    }

    fn count_leaves(&self, depth: u32) -> LeafCounts {
        (self.game.counts.leaves)(self.rules(), &self.state, depth)
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
        let game = Arc::new(TypedGame::new(Pebbles { heaps: [1, 0, 0, 2] }, "pebbles"));
        let start = TypedState::start(Arc::clone(&game));
        assert_eq!(start.legal(), ["1x1", "4x1", "4x2"]);
        let after = start.after("1x1").unwrap();
        assert_eq!((after.to_move(), after.position().as_str()), (Side::First, "0/0/0/2 1 1 -"));
        assert_eq!(start.legal().len(), 3, "it has not changed");
        assert!(after.equals(start.after("1x1").unwrap().as_ref()) && !after.equals(&start));
        assert!(after.start().equals(&start) && after.read(&start.position()).unwrap().equals(&start));
        assert_eq!(after.key(), start.after("1x1").unwrap().key());
        let error = after.after("9x9").err().unwrap();
        assert_eq!(error.to_string(), "illegal move \"9x9\": legal here: 4x1 4x2");
        let end = after.after("4x2").unwrap();
        assert_eq!((end.outcome(), end.legal().len()), (Some(Outcome::Win(Side::First)), 0));
    }

    #[test]
    fn a_state_of_another_game_is_refused() {
        let game = |spec: &str| Arc::new(TypedGame::new(Pebbles { heaps: [1, 0, 0, 2] }, spec));
        let (one, other) = (game("pebbles"), game("pebbles:2"));
        let state = TypedState::start(Arc::clone(&one));
        assert_eq!(one.state(&state), Ok(*state.state()));
        assert_eq!(other.state(&state).unwrap_err().to_string(), "a position of pebbles, not of pebbles:2");
    }
}
