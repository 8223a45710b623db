use poda_core::{Language, MoveError, MoveTokens, PositionError, Translate, text};
use thiserror::Error;

/// A game, where it starts, and the moves since: the only form in which a game travels.
///
/// It is plain text and may be wrong: [`GameSession::follow`](crate::GameSession::follow) checks it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameLine {
    /// The game's spec, such as `connect4:7x6`.
    #[cfg_attr(feature = "schema", schema(example = "connect4:7x6"))]
    pub game: String,
    /// The position line it starts with; `None` for the game's own start.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start: Option<String>,
    /// The moves since, oldest first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moves: Vec<String>,
}

impl GameLine {
    /// The start of a game.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), start: None, moves: Vec::new() }
    }

    /// A line whose moves are written as one text, cut as the game does it.
    ///
    /// ```
    /// # use poda_agent::GameLine;
    /// # use poda_core::MoveTokens;
    /// let line = GameLine::parse("connect4:7x6", None, "445", MoveTokens::Characters);
    /// assert_eq!(line.moves, ["4", "4", "5"]);
    /// ```
    pub fn parse(game: impl Into<String>, start: Option<&str>, moves: &str, tokens: MoveTokens) -> Self {
        let moves = tokens.split(moves).into_iter().map(str::to_owned).collect();
        Self { game: game.into(), start: start.map(str::to_owned), moves }
    }

    /// The same line with one move more.
    #[must_use]
    pub fn after(&self, mv: impl Into<String>) -> Self {
        let mut line = self.clone();
        line.moves.push(mv.into());
        line
    }

    /// How many moves both lines begin with, if they start in the same position.
    pub fn shared_with(&self, other: &Self) -> Option<usize> {
        let equal = |(one, other): &(&String, &String)| one == other;
        (self.start == other.start).then(|| self.moves.iter().zip(&other.moves).take_while(equal).count())
    }
}

/// Where a line cannot be followed, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct LineError {
    /// The ply, counted from 1; 0 is the start position.
    pub ply: usize,
    /// The text that is wrong.
    pub text: String,
    /// What is wrong with it.
    pub reason: LineErrorReason,
}

impl Translate for LineError {
    fn text(&self, language: Language) -> String {
        let (ply, why) = (self.ply, self.reason.text(language));
        if ply == 0 { why } else { text!(language, "ply {ply}: {why}", "jugada {ply}: {why}", ply, why) }
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum LineErrorReason {
    /// The start is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Translate for LineErrorReason {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Position(error) => error.text(language),
            Self::Move(error) => error.text(language),
        }
    }
}
