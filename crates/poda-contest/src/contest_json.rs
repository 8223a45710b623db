//! A contest as JSON, field by field, so that a run can go on after any stop.

use poda_core::{Language, Message, Translate, text};
use std::{path::PathBuf, time::Duration};

use poda_agent::{BotLimits, SandboxChoice, ThinkingLimits};
use serde_json::{Value, json};
use thiserror::Error;

use crate::{Conditions, Contest, Plan, Player, statistics::Sprt};

/// Everything that was decided beforehand.
pub fn contest_to_json(contest: &Contest) -> Value {
    let millis = |duration: Duration| duration.as_millis() as u64;
    let Conditions { thinking, margin, max_plies, bots } = contest.conditions;
    let players: Vec<Value> = contest
        .players
        .iter()
        .map(|player| json!({ "name": player.name, "spec": player.spec, "folder": player.folder }))
        .collect();
    json!({
        "game": contest.game,
        "players": players,
        "format": contest.plan.format.word(),
        "games": contest.plan.games,
        "rounds": contest.plan.rounds,
        "openings": contest.openings.to_string(),
        "seed": contest.seed,
        "sprt": contest.sprt.map(|sprt| json!([sprt.elo0, sprt.elo1, sprt.alpha, sprt.beta])),
        "shard": contest.shard.map(|shard| shard.to_string()),
        "depth": thinking.depth,
        "nodes": thinking.nodes,
        "time_ms": thinking.time.map(millis),
        "margin_ms": millis(margin),
        "max_plies": max_plies,
        "limits": {
            "start_ms": millis(bots.start),
            "ping_ms": millis(bots.ping),
            "think_ms": millis(bots.think),
            "margin_ms": millis(bots.margin),
            "leave_ms": millis(bots.leave),
            "memory_mb": bots.memory,
            "processor_s": bots.processor,
            "processes": bots.processes,
            "scratch_mb": bots.scratch,
            "sandbox": bots.sandbox.word(),
            "freeze": bots.freeze,
        },
    })
}

/// Why a text is no contest.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum ContestJsonError {
    /// It is not JSON.
    Json(String),
    /// A field is missing or makes no sense.
    Field(&'static str),
}

impl Translate for ContestJsonError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Json(why) => text!(
                language,
                "it is not JSON: {why}",
                "no es JSON: {why}",
                why = Message::of_reader(why).text(language),
            ),
            Self::Field(why) => {
                text!(language, "{why} is not as it was written", "{why} no está como se escribió", why)
            }
        }
    }
}

/// The reverse of [`contest_to_json`].
///
/// # Errors
/// If the text is not such a contest, naming the field.
pub fn contest_of_json(text: &str) -> Result<Contest, ContestJsonError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| ContestJsonError::Json(error.to_string()))?;
    let broken = |field: &'static str| ContestJsonError::Field(field);
    let number = |value: &Value, field: &'static str| value[field].as_u64().ok_or_else(|| broken(field));
    let string = |field: &'static str| value[field].as_str().ok_or_else(|| broken(field));
    let millis = |value: &Value, field: &'static str| number(value, field).map(Duration::from_millis);
    let limits = &value["limits"];
    let players: Option<Vec<Player>> = value["players"].as_array().and_then(|list| {
        list.iter()
            .map(|player| {
                Some(Player {
                    name: player["name"].as_str()?.to_owned(),
                    spec: player["spec"].as_str()?.to_owned(),
                    folder: player["folder"].as_str().map(PathBuf::from),
                })
            })
            .collect()
    });
    let players = players.ok_or_else(|| broken("players"))?;
    let sprt = value["sprt"].as_array().and_then(|list| {
        let numbers: Vec<f64> = list.iter().filter_map(Value::as_f64).collect();
        let [elo0, elo1, alpha, beta] = numbers[..] else { return None };
        Some(Sprt { elo0, elo1, alpha, beta })
    });
    Ok(Contest {
        game: string("game")?.to_owned(),
        plan: Plan {
            format: string("format")?.parse().map_err(|_| broken("format"))?,
            players: players.len(),
            games: number(&value, "games")?,
            rounds: number(&value, "rounds")? as u32,
        },
        players,
        openings: string("openings")?.parse().map_err(|_| broken("openings"))?,
        conditions: Conditions {
            thinking: ThinkingLimits {
                depth: value["depth"].as_u64().map(|depth| depth as u32),
                nodes: value["nodes"].as_u64(),
                time: value["time_ms"].as_u64().map(Duration::from_millis),
            },
            margin: millis(&value, "margin_ms")?,
            max_plies: number(&value, "max_plies")? as usize,
            bots: BotLimits {
                start: millis(limits, "start_ms")?,
                ping: millis(limits, "ping_ms")?,
                think: millis(limits, "think_ms")?,
                margin: millis(limits, "margin_ms")?,
                leave: millis(limits, "leave_ms")?,
                memory: number(limits, "memory_mb")?,
                processor: number(limits, "processor_s")?,
                processes: number(limits, "processes")? as usize,
                // Files from before there was a sandbox do not name one.
                scratch: limits["scratch_mb"].as_u64().unwrap_or(BotLimits::default().scratch),
                sandbox: sandbox(&limits["sandbox"]).ok_or_else(|| broken("sandbox"))?,
                freeze: limits["freeze"].as_bool().unwrap_or(false),
            },
        },
        seed: number(&value, "seed")?,
        sprt,
        shard: value["shard"].as_str().map(str::parse).transpose().map_err(|_| broken("shard"))?,
    })
}

fn sandbox(value: &Value) -> Option<SandboxChoice> {
    if value.is_null() { Some(SandboxChoice::Auto) } else { SandboxChoice::of_word(value.as_str()?) }
}
