use poda_agent::{GameLine, GameSession};
use poda_contest::{Contest, GameRecord, Player, Termination};
use serde::Serialize;

use super::{ScoreJson, outcome};

/// Where a question was asked: the game, how it came there, and where that is.
#[derive(Serialize)]
pub(crate) struct LineJson {
    game: String,
    start: Option<String>,
    moves: Vec<String>,
    position: String,
}

impl LineJson {
    pub(crate) fn of(session: &dyn GameSession) -> Self {
        let GameLine { game, start, moves } = session.line().clone();
        Self { game, start, moves, position: session.position() }
    }
}

/// Who plays.
#[derive(Serialize)]
pub(crate) struct PlayerJson {
    name: String,
    spec: String,
}

impl PlayerJson {
    /// A player that has no other name than its spec.
    pub(crate) fn of_spec(spec: &str) -> Self {
        Self { name: spec.to_owned(), spec: spec.to_owned() }
    }
}

impl From<&Player> for PlayerJson {
    fn from(player: &Player) -> Self {
        Self { name: player.name.clone(), spec: player.spec.clone() }
    }
}

/// A game that was played.
#[derive(Serialize)]
pub(crate) struct GameJson {
    /// The run that it belongs to, and its number there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) run: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) number: Option<u64>,
    pub(crate) game: String,
    pub(crate) players: Vec<PlayerJson>,
    pub(crate) seed: u64,
    pub(crate) start: Option<String>,
    pub(crate) opening: Vec<String>,
    pub(crate) moves: Vec<String>,
    pub(crate) outcome: Option<&'static str>,
    pub(crate) end: EndJson,
    #[serde(flatten)]
    pub(crate) thoughts: Option<ThoughtsJson>,
}

/// Why a game ended.
#[derive(Serialize)]
pub(crate) struct EndJson {
    kind: &'static str,
    reason: String,
}

impl EndJson {
    pub(crate) fn new(termination: Termination, reason: impl Into<String>) -> Self {
        Self { kind: termination.word(), reason: reason.into() }
    }
}

/// What the players said about their moves, one entry for each move after the opening, and to standard error.
#[derive(Serialize)]
pub(crate) struct ThoughtsJson {
    scores: Vec<Option<ScoreJson>>,
    depths: Vec<u32>,
    nodes: Vec<u64>,
    times_ms: Vec<f64>,
    stderr: [String; 2],
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
            players: players.map(PlayerJson::from).collect(),
            seed: record.seed,
            start: record.opening.start.clone(),
            opening: record.opening.moves.clone(),
            moves: plies.iter().map(|ply| ply.mv.clone()).collect(),
            outcome: outcome(record.outcome),
            end: EndJson::new(record.termination, record.detail.english()),
            thoughts: Some(ThoughtsJson {
                scores: plies.iter().map(|ply| ply.score.map(ScoreJson::from)).collect(),
                depths: plies.iter().map(|ply| ply.depth).collect(),
                nodes: plies.iter().map(|ply| ply.nodes).collect(),
                times_ms: plies.iter().map(|ply| ply.time.as_micros() as f64 / 1000.0).collect(),
                stderr: record.talk.clone(),
            }),
        }
    }
}
