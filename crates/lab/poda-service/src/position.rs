use poda_agent::GameLine;
use poda_core::{Language, Outcome, Scene, Side};
use serde::Serialize;

use crate::FollowedLine;

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
    /// The side that made each move.
    pub movers: Vec<Side>,
    /// The side that decides next.
    pub to_move: Side,
    /// How it ended, once the game is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub outcome: Option<Outcome>,
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
            movers: session.movers(),
            to_move: session.to_move(),
            outcome: session.outcome(),
            legal: session.legal(),
            scene: session.scene(language),
        }
    }
}
