use poda_core::Score;
use serde::{Deserialize, Serialize};

/// A score for some side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ScoreView {
    /// The bare number; wins are near a thousand million.
    pub value: i32,
    /// Decisions to a proven win.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<u32>,
    /// Decisions to a proven loss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
}

impl From<Score> for ScoreView {
    fn from(score: Score) -> Self {
        Self { value: score.value(), win: score.win_distance(), loss: score.loss_distance() }
    }
}
