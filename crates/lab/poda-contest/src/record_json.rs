//! A game as JSON.

use std::time::Duration;

use poda_agent::GameLine;
use poda_core::{Message, Outcome, Score, Side};
use serde_json::{Value, json};

use crate::{GameRecord, PlyRecord, Termination};

/// A whole game; what programs wrote beside it is left out.
pub fn record_to_json(record: &GameRecord) -> Value {
    json!({
        "index": record.index,
        // Most readers of JSON keep 53 bits of a number.
        "seed": record.seed.to_string(),
        "players": record.players,
        "start": record.opening.start,
        "opening": record.opening.moves,
        "plies": plies_to_json(&record.plies),
        "outcome": record.outcome.map(Outcome::word),
        "termination": record.termination.word(),
        "detail": [record.detail.english(), record.detail.spanish()],
    })
}

/// The reverse of [`record_to_json`] for a game of that spec; `None` if it is not as it was written. Whether it can have been
/// played like this is another question: [`check_game`](crate::check_game).
pub fn record_of_json(game: &str, value: &Value) -> Option<GameRecord> {
    let texts = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
    };
    let player = |side: Side| value["players"][side.index()].as_u64().map(|place| place as usize);
    let outcome = match value["outcome"].as_str() {
        None => None,
        Some("p1") => Some(Outcome::Win(Side::First)),
        Some("p2") => Some(Outcome::Win(Side::Second)),
        Some("draw") => Some(Outcome::Draw),
        Some(_) => return None,
    };
    let [english, spanish]: [String; 2] = texts(&value["detail"])?.try_into().ok()?;
    Some(GameRecord {
        index: value["index"].as_u64()?,
        seed: value["seed"].as_str()?.parse().ok()?,
        players: [player(Side::First)?, player(Side::Second)?],
        opening: GameLine {
            game: game.to_owned(),
            start: value["start"].as_str().map(str::to_owned),
            moves: texts(&value["opening"])?,
        },
        plies: plies_of_json(&value["plies"])?,
        outcome,
        termination: Termination::of_word(value["termination"].as_str()?)?,
        detail: Message::of_pair(english, spanish),
        talk: [String::new(), String::new()],
    })
}

/// The moves of a game and what was said about them, column by column: shorter than an object for each ply.
pub fn plies_to_json(plies: &[PlyRecord]) -> Value {
    let column = |value: &dyn Fn(&PlyRecord) -> Value| plies.iter().map(value).collect::<Vec<_>>();
    json!({
        "moves": column(&|ply| json!(ply.mv)),
        "scores": column(&|ply| json!(ply.score.map(Score::value))),
        "depths": column(&|ply| json!(ply.depth)),
        "nodes": column(&|ply| json!(ply.nodes)),
        "times_us": column(&|ply| json!(ply.time.as_micros() as u64)),
    })
}

/// The reverse of [`plies_to_json`]; `None` if it is not as it was written.
pub fn plies_of_json(value: &Value) -> Option<Vec<PlyRecord>> {
    let column = |name: &str| value[name].as_array();
    let (moves, scores) = (column("moves")?, column("scores")?);
    let (depths, nodes, times) = (column("depths")?, column("nodes")?, column("times_us")?);
    (0..moves.len())
        .map(|at| {
            Some(PlyRecord {
                mv: moves[at].as_str()?.to_owned(),
                score: match scores.get(at)? {
                    Value::Null => None,
                    // The smallest number has no opposite.
                    score => Some(i32::try_from(score.as_i64()?).ok().filter(|score| *score != i32::MIN)?),
                }
                .map(Score::from_value),
                depth: depths.get(at)?.as_u64()?.try_into().ok()?,
                nodes: nodes.get(at)?.as_u64()?,
                time: Duration::from_micros(times.get(at)?.as_u64()?),
            })
        })
        .collect()
}
