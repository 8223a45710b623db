//! Scores as the page reads them.

use poda_core::{MoveScore, Progress, Proved, Score, Turn};
use serde::Serialize;
use utoipa::ToSchema;

/// What something is worth to the side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Worth {
    /// The bare number; wins are near a thousand million.
    pub(crate) value: i32,
    /// Decisions to a proven win.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) win: Option<u32>,
    /// Decisions to a proven loss.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) loss: Option<u32>,
}

impl From<Score> for Worth {
    fn from(score: Score) -> Self {
        Self { value: score.value(), win: score.win_distance(), loss: score.loss_distance() }
    }
}

/// What a legal move is worth, as far as is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Judged {
    /// The move.
    #[serde(rename = "move")]
    pub(crate) mv: String,
    /// For the side that makes it.
    pub(crate) worth: Option<Worth>,
    /// Decisions looked ahead.
    pub(crate) depth: u32,
    /// The expected line, starting with the move.
    pub(crate) line: Vec<String>,
    /// What is certain about it, where the game can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) exact: Option<Exact>,
}

/// What is certain about a move, for the side that makes it, as solvers count: `+2` wins with the last stone but one.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Exact {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// Plies to the end under perfect play, once the score is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) remoteness: Option<u32>,
}

impl Exact {
    /// From what is known of the position after the move, in which the other side decides.
    pub(crate) fn before(after: &Proved) -> Option<Self> {
        let proved = Turn::Passed.proved_to_parent(*after);
        let bounds = proved.stones?;
        Some(Self {
            lower: bounds.at_least.number(),
            upper: bounds.at_most.number(),
            remoteness: proved.remoteness(),
        })
    }
}

impl From<&MoveScore> for Judged {
    fn from(place: &MoveScore) -> Self {
        Self {
            mv: place.mv.clone(),
            worth: place.score.map(Worth::from),
            depth: place.depth,
            line: place.pv.clone(),
            exact: None,
        }
    }
}

/// What a search has so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SoFar {
    /// The last completed depth.
    pub(crate) depth: u32,
    /// For the side to move.
    pub(crate) worth: Worth,
    /// Positions entered.
    pub(crate) nodes: u64,
    /// The expected line.
    pub(crate) line: Vec<String>,
}

impl From<&Progress<'_>> for SoFar {
    fn from(progress: &Progress<'_>) -> Self {
        Self {
            depth: progress.depth,
            worth: progress.score.into(),
            nodes: progress.nodes,
            line: progress.pv.to_vec(),
        }
    }
}
