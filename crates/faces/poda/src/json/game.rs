use poda_contest::{Contest, GameRecord, Player, Termination};
use serde::Serialize;
use serde_json::{Value, json};

use super::outcome;

/// A player of a contest, without the folder of its program.
pub(crate) fn player(player: &Player) -> Value {
    json!({ "name": player.name, "spec": player.spec })
}

/// A player that has no other name than its spec.
pub(crate) fn unnamed(spec: &str) -> Value {
    json!({ "name": spec, "spec": spec })
}

/// The end of a game.
pub(crate) fn end(termination: Termination, reason: &str) -> Value {
    json!({ "kind": termination.word(), "reason": reason })
}

/// A game that was played. A record has its moves one by one; here each kind of fact is a column.
#[derive(Serialize)]
pub(crate) struct GameJson {
    /// The run that it belongs to, and its number there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
    pub(crate) game: String,
    pub(crate) players: Vec<Value>,
    pub(crate) seed: u64,
    pub(crate) start: Option<String>,
    pub(crate) opening: Vec<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) end: Value,
    /// Columns of the players' thoughts, one entry for each move after the opening, and their standard error.
    #[serde(flatten)]
    pub(crate) thoughts: Option<Value>,
}

impl GameJson {
    /// A recorded game.
    pub(crate) fn of_record(run: i64, contest: &Contest, record: &GameRecord) -> Self {
        let players = record.players.iter().filter_map(|place| contest.players.get(*place));
        let plies = &record.plies;
        Self {
            run: Some(run),
            number: Some(record.index),
            game: contest.game.clone(),
            players: players.map(player).collect(),
            seed: record.seed,
            start: record.opening.start.clone(),
            opening: record.opening.moves.clone(),
            moves: plies.iter().map(|ply| ply.mv.clone()).collect(),
            outcome: outcome(record.outcome),
            end: end(record.termination, record.explanation().english()),
            thoughts: Some(json!({
                "scores": plies.iter().map(|ply| ply.score).collect::<Vec<_>>(),
                "depths": plies.iter().map(|ply| ply.depth).collect::<Vec<_>>(),
                "nodes": plies.iter().map(|ply| ply.nodes).collect::<Vec<_>>(),
                "times_ms": plies.iter().map(|ply| ply.time.as_micros() as f64 / 1000.0).collect::<Vec<_>>(),
                "stderr": record.talk,
            })),
        }
    }
}
