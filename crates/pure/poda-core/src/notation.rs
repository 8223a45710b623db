use thiserror::Error;

use crate::{Game, Language, Message, Moves, Translate, text};

/// How a line of several moves is cut into single ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveTokens {
    /// Every character is a move, white space aside: `44444`.
    Characters,
    /// Moves are separated by white space: `y2:6 b1:star`.
    Words,
}

impl MoveTokens {
    /// The single move texts of a line.
    pub fn split(self, line: &str) -> Vec<&str> {
        match self {
            Self::Words => line.split_whitespace().collect(),
            Self::Characters => line
                .char_indices()
                .filter(|(_, character)| !character.is_whitespace())
                .map(|(at, character)| &line[at..at + character.len_utf8()])
                .collect(),
        }
    }

    /// The line that [`MoveTokens::split`] cuts into these moves.
    pub fn join<T: AsRef<str>>(self, moves: &[T]) -> String {
        let texts: Vec<&str> = moves.iter().map(AsRef::as_ref).collect();
        texts.join(match self {
            Self::Characters => "",
            Self::Words => " ",
        })
    }
}

/// Why a text is not a move that can be played now.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum MoveError {
    /// No legal move is written like that.
    Illegal {
        /// What was given.
        text: String,
        /// What would have been accepted.
        legal: Vec<String>,
    },
    /// There is nothing left to play.
    GameOver {
        /// What was given.
        text: String,
    },
}

impl Translate for MoveError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Illegal { text, legal } => text!(
                language,
                "illegal move {text:?}: legal here: {legal}",
                "jugada ilegal {text:?}: aquí se puede jugar {legal}",
                text,
                legal = legal.join(" "),
            ),
            Self::GameOver { text } => text!(
                language,
                "illegal move {text:?}: the game is over",
                "jugada ilegal {text:?}: la partida ha terminado",
                text,
            ),
        }
    }
}

/// Why a text is not a position of this game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct PositionError {
    /// What was given.
    pub text: String,
    /// What is wrong with it, naming the offending part.
    pub why: Message,
}

impl PositionError {
    /// An error about `text`.
    pub fn new(text: &str, why: impl Into<Message>) -> Self {
        Self { text: text.to_owned(), why: why.into() }
    }
}

impl Translate for PositionError {
    fn text(&self, language: Language) -> String {
        text!(
            language,
            "broken position {text:?}: {why}",
            "posición incorrecta {text:?}: {why}",
            text = self.text,
            why = self.why.text(language),
        )
    }
}

/// Moves and positions as text.
///
/// Position lines hold everything that the state holds, tallies included, and read back to the same line.
pub trait Notation: Game {
    /// How a line of moves is cut into single ones.
    const TOKENS: MoveTokens;

    /// The text of a legal move. Different moves of one state have different texts.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;

    /// The whole state on one line.
    fn position_text(&self, state: &Self::State) -> String;

    /// Reads a position line back.
    ///
    /// # Errors
    /// If the text is not a position that can be played on by these rules.
    fn read_position(&self, text: &str) -> Result<Self::State, PositionError>;

    /// The legal move that is written `text`. It prints every legal move and compares, so that reading and writing
    /// cannot disagree.
    ///
    /// # Errors
    /// If no legal move is written so.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, MoveError> {
        if self.outcome(state).is_some() {
            return Err(MoveError::GameOver { text: text.to_owned() });
        }
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let found = moves.iter().find(|mv| self.move_text(state, **mv) == text);
        found.copied().ok_or_else(|| MoveError::Illegal {
            text: text.to_owned(),
            legal: moves.iter().map(|mv| self.move_text(state, *mv)).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_joined() {
        assert_eq!(MoveTokens::Characters.split("44 aé"), ["4", "4", "a", "é"]);
        assert_eq!(MoveTokens::Words.split(" y2:6  skip:4\n"), ["y2:6", "skip:4"]);
        assert_eq!(MoveTokens::Characters.join(&["4", "B"]), "4B");
        assert_eq!(MoveTokens::Words.join(&["y2:6", "skip:4"]), "y2:6 skip:4");
    }
}
