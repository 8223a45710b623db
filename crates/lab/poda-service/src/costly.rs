//! The move that lost a game, or cost most of it.

use poda_agent::GameSession;
use poda_core::{Score, Side, Turn};
use serde::{Deserialize, Serialize};

use crate::{ReviewedPosition, ServiceError, review::Reviewer};

/// The move of a player that cost it most: the first that lost a game that was not lost, or else the largest fall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CostlyMove {
    /// Whose: 1 or 2.
    pub player: u8,
    /// The moves before it.
    pub ply: usize,
    /// The move.
    pub played: String,
    /// What is expected after a better one, which comes first. Empty if none is known.
    pub better: Vec<String>,
    /// The score before it, for its player.
    pub before: Score,
    /// The score after it, for its player.
    pub after: Score,
    /// Whether both scores are proved.
    pub exact: bool,
    /// How much it cost. A proven end weighs a million, however far away it is.
    pub cost: i64,
}

/// At most one for each player, in the order of the game, after so many moves of the opening.
pub(crate) fn most_costly(
    session: &GameSession,
    sides: &[Side],
    positions: &[ReviewedPosition],
    opening: usize,
    reviewer: &mut Reviewer<'_>,
) -> Result<Vec<CostlyMove>, ServiceError> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let Some(fall) = worst_fall(sides, positions, opening, side) else { continue };
        let ScoreDrop { ply, cost, before, after } = fall;
        let moves = &session.line().moves;
        let better = reviewer
            .prefer(&session.at(ply), positions[ply].exact)?
            .filter(|better| better.first() != moves.get(ply));
        found.push(CostlyMove {
            player: side.number(),
            ply,
            played: moves[ply].clone(),
            better: better.unwrap_or_default(),
            before,
            after,
            exact: positions[ply].exact && positions[ply + 1].exact,
            cost,
        });
    }
    found.sort_by_key(|costly| costly.ply);
    Ok(found)
}

/// How far a score fell with a move.
struct ScoreDrop {
    ply: usize,
    cost: i64,
    before: Score,
    after: Score,
}

fn worst_fall(
    sides: &[Side],
    positions: &[ReviewedPosition],
    opening: usize,
    side: Side,
) -> Option<ScoreDrop> {
    let score = |ply: usize| Some(Turn::between(side, Side::First).to_parent(positions.get(ply)?.score?));
    let mut worst: Option<ScoreDrop> = None;
    let own = (opening..positions.len().saturating_sub(1)).filter(|ply| sides[*ply] == side);
    for ply in own {
        let (Some(before), Some(after)) = (score(ply), score(ply + 1)) else { continue };
        let fall = ScoreDrop { ply, cost: weight(before) - weight(after), before, after };
        let is_fatal = before.loss_distance().is_none() && after.loss_distance().is_some();
        if is_fatal {
            return Some(fall);
        }
        if fall.cost > worst.as_ref().map_or(0, |worst| worst.cost) {
            worst = Some(fall);
        }
    }
    worst
}

/// A proven end weighs more than any evaluation, and how far away it is does not matter.
fn weight(score: Score) -> i64 {
    const END: i32 = 1_000_000;
    i64::from(score.value().clamp(-END, END))
}
