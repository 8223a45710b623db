//! The plies of a game, column by column: shorter than an object for each ply.

use std::time::Duration;

use poda_core::Score;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::PlyRecord;

/// The plies of a game as they are written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlyColumns {
    moves: Vec<String>,
    /// See [`Score::value`].
    scores: Vec<Option<i32>>,
    depths: Vec<u32>,
    nodes: Vec<u64>,
    times_us: Vec<u64>,
}

impl From<&[PlyRecord]> for PlyColumns {
    fn from(plies: &[PlyRecord]) -> Self {
        Self {
            moves: plies.iter().map(|ply| ply.mv.clone()).collect(),
            scores: plies.iter().map(|ply| ply.score.map(Score::value)).collect(),
            depths: plies.iter().map(|ply| ply.depth).collect(),
            nodes: plies.iter().map(|ply| ply.nodes).collect(),
            times_us: plies.iter().map(|ply| ply.time.as_micros() as u64).collect(),
        }
    }
}

impl PlyColumns {
    /// The plies; `None` if the columns differ in length, or a score is none.
    pub(crate) fn plies(self) -> Option<Vec<PlyRecord>> {
        let Self { moves, scores, depths, nodes, times_us } = self;
        // The smallest number has no opposite.
        if scores.contains(&Some(i32::MIN)) {
            return None;
        }
        if [scores.len(), depths.len(), nodes.len(), times_us.len()] != [moves.len(); 4] {
            return None;
        }
        let numbers = depths.into_iter().zip(nodes).zip(times_us);
        let plies =
            moves.into_iter().zip(scores).zip(numbers).map(|((mv, score), ((depth, nodes), time))| {
                let (score, time) = (score.map(Score::from_value), Duration::from_micros(time));
                PlyRecord { mv, score, depth, nodes, time }
            });
        Some(plies.collect())
    }
}

pub(crate) fn serialize<S: Serializer>(plies: &[PlyRecord], serializer: S) -> Result<S::Ok, S::Error> {
    PlyColumns::from(plies).serialize(serializer)
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PlyRecord>, D::Error> {
    let columns = PlyColumns::deserialize(deserializer)?;
    columns.plies().ok_or_else(|| D::Error::custom("the columns are not those of a game"))
}
