use poda_agent::GameLine;
use poda_core::{Language, Outcome, Scene, Side};
use serde::{Deserialize, Serialize};

use crate::FollowedLine;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum OutcomeView {
    /// Player 1 wins.
    #[serde(rename = "p1")]
    First,
    /// Player 2 wins.
    #[serde(rename = "p2")]
    Second,
    /// Nobody wins.
    #[serde(rename = "draw")]
    Draw,
}

impl OutcomeView {
    /// Its word in messages.
    pub fn word(self) -> &'static str {
        match self {
            Self::First => "p1",
            Self::Second => "p2",
            Self::Draw => "draw",
        }
    }

    /// The outcome that is written so.
    pub fn read(word: &str) -> Option<Self> {
        Outcome::of_word(word).map(Self::from)
    }
}

impl From<Outcome> for OutcomeView {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Win(Side::First) => Self::First,
            Outcome::Win(Side::Second) => Self::Second,
            Outcome::Draw => Self::Draw,
        }
    }
}

/// A position with all that a screen has to draw and may send back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PositionView {
    /// The game's full spec.
    pub game: String,
    /// The position line.
    pub position: String,
    /// How it was reached.
    pub line: GameLine,
    /// Who made each move: 1 or 2.
    pub movers: Vec<u8>,
    /// Who decides next: 1 or 2.
    pub to_move: u8,
    /// How it ended, once the game is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub outcome: Option<OutcomeView>,
    /// The legal moves in the order of the rules.
    pub legal: Vec<String>,
    /// The board.
    pub scene: Scene,
}

impl PositionView {
    /// The position in which a game stands.
    pub fn new(followed: &FollowedLine, language: Language) -> Self {
        let FollowedLine { game, session, .. } = followed;
        Self {
            game: game.spec().to_owned(),
            position: session.position(),
            line: session.line().clone(),
            movers: session.movers().into_iter().map(Side::number).collect(),
            to_move: session.to_move().number(),
            outcome: session.outcome().map(OutcomeView::from),
            legal: session.legal(),
            scene: session.scene(language),
        }
    }
}
