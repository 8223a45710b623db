//! A contest as JSON, field by field, so that a run can go on after any stop.

use poda_core::{Language, Message, Translate, shown, text};
use std::{ops::RangeInclusive, path::PathBuf, time::Duration};

use poda_agent::{BotLimits, SandboxChoice, ThinkingLimits};
use poda_catalog::MAX_DEPTH;
use serde_json::{Value, json};
use thiserror::Error;

use crate::{Conditions, Contest, Plan, PlanError, Player, statistics::Sprt};

/// Milliseconds of any time limit, as on the command line.
const TIMES: RangeInclusive<u64> = 0..=1 << 40;

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
    /// A number that no contest has.
    Number {
        /// The field.
        field: &'static str,
        /// What stands there.
        found: String,
        /// What may stand there.
        range: RangeInclusive<u64>,
    },
    /// The plan is larger than any that is played.
    Plan(PlanError),
}

impl Translate for ContestJsonError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Json(why) => text!(
                language,
                "it is not JSON: {why}",
                "no es JSON: {why}",
                why = Message::quoted(why).text(language),
            ),
            Self::Field(why) => {
                text!(language, "{why} is not as it was written", "{why} no está como se escribió", why)
            }
            Self::Number { field, found, range } => text!(
                language,
                "{field} is {found}: a number from {least} to {most}",
                "{field} es {found}: un número de {least} a {most}",
                field,
                found,
                least = range.start(),
                most = range.end()
            ),
            Self::Plan(error) => error.text(language),
        }
    }
}

/// The reverse of [`contest_to_json`]. The text may come from anywhere: its numbers are those of the command line.
///
/// # Errors
/// If the text is not such a contest, naming the field.
pub fn contest_of_json(text: &str) -> Result<Contest, ContestJsonError> {
    let value: Value =
        serde_json::from_str(text).map_err(|error| ContestJsonError::Json(error.to_string()))?;
    let broken = |field: &'static str| ContestJsonError::Field(field);
    let string = |field: &'static str| value[field].as_str().ok_or_else(|| broken(field));
    let millis = |value: &Value, field: &'static str| number(value, field, TIMES).map(Duration::from_millis);
    let limits = &value["limits"];
    let players: Option<Vec<Player>> = value["players"].as_array().and_then(|list| {
        list.iter()
            .map(|player| {
                Some(Player {
                    name: shown(player["name"].as_str()?).into_owned(),
                    spec: player["spec"].as_str()?.to_owned(),
                    folder: player["folder"].as_str().map(PathBuf::from),
                })
            })
            .collect()
    });
    let players = players.ok_or_else(|| broken("players"))?;
    let contest = Contest {
        game: shown(string("game")?).into_owned(),
        plan: Plan {
            format: string("format")?.parse().map_err(|_| broken("format"))?,
            players: players.len(),
            games: number(&value, "games", 0..=Contest::MOST_GAMES)?,
            rounds: number(&value, "rounds", 0..=1000)? as u32,
        },
        players,
        openings: string("openings")?.parse().map_err(|_| broken("openings"))?,
        conditions: Conditions {
            thinking: ThinkingLimits {
                depth: given(&value, "depth", 0..=MAX_DEPTH.into())?.map(|depth| depth as u32),
                nodes: given(&value, "nodes", 0..=u64::MAX)?,
                time: given(&value, "time_ms", TIMES)?.map(Duration::from_millis),
            },
            margin: millis(&value, "margin_ms")?,
            max_plies: number(&value, "max_plies", 0..=1_000_000)? as usize,
            bots: BotLimits {
                start: millis(limits, "start_ms")?,
                ping: millis(limits, "ping_ms")?,
                think: millis(limits, "think_ms")?,
                margin: millis(limits, "margin_ms")?,
                leave: millis(limits, "leave_ms")?,
                memory: number(limits, "memory_mb", 0..=1 << 30)?,
                processor: number(limits, "processor_s", 0..=1 << 30)?,
                processes: number(limits, "processes", 0..=100_000)? as usize,
                // Files from before there was a sandbox do not name one.
                scratch: given(limits, "scratch_mb", 0..=1 << 20)?.unwrap_or(BotLimits::default().scratch),
                sandbox: sandbox(&limits["sandbox"]).ok_or_else(|| broken("sandbox"))?,
                freeze: limits["freeze"].as_bool().unwrap_or(false),
            },
        },
        seed: number(&value, "seed", 0..=u64::MAX)?,
        sprt: sprt(&value["sprt"])?,
        shard: value["shard"].as_str().map(str::parse).transpose().map_err(|_| broken("shard"))?,
    };
    contest.check_size().map_err(ContestJsonError::Plan)?;
    Ok(contest)
}

/// A number of that range.
fn number(value: &Value, field: &'static str, range: RangeInclusive<u64>) -> Result<u64, ContestJsonError> {
    let found = &value[field];
    match found.as_u64() {
        Some(number) if range.contains(&number) => Ok(number),
        None if !found.is_number() => Err(ContestJsonError::Field(field)),
        _ => Err(ContestJsonError::Number { field, found: found.to_string(), range }),
    }
}

/// The same where there may be none.
fn given(
    value: &Value,
    field: &'static str,
    range: RangeInclusive<u64>,
) -> Result<Option<u64>, ContestJsonError> {
    if value[field].is_null() { Ok(None) } else { number(value, field, range).map(Some) }
}

/// A test with numbers of the command line, if there is one.
fn sprt(value: &Value) -> Result<Option<Sprt>, ContestJsonError> {
    if value.is_null() {
        return Ok(None);
    }
    let broken = ContestJsonError::Field("sprt");
    let numbers: Option<Vec<f64>> =
        value.as_array().and_then(|list| list.iter().map(Value::as_f64).collect());
    let Some(&[elo0, elo1, alpha, beta]) = numbers.as_deref() else { return Err(broken) };
    let is_elo = |elo: f64| elo.abs() <= 2000.0;
    let is_error = |rate: f64| rate > 0.0 && rate < 1.0;
    if elo0 < elo1 && is_elo(elo0) && is_elo(elo1) && is_error(alpha) && is_error(beta) {
        return Ok(Some(Sprt { elo0, elo1, alpha, beta }));
    }
    Err(broken)
}

fn sandbox(value: &Value) -> Option<SandboxChoice> {
    if value.is_null() { Some(SandboxChoice::Auto) } else { SandboxChoice::of_word(value.as_str()?) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Format, Openings, Shard};

    fn contest() -> Contest {
        Contest {
            game: "boom".into(),
            players: Player::read_all(&["a=random", "b=random"]),
            plan: Plan { format: Format::RoundRobin, players: 2, games: 4, rounds: 1 },
            openings: Openings::Random(2),
            conditions: Conditions::default(),
            seed: 1,
            sprt: Some(Sprt::new(0.0, 10.0)),
            shard: None,
        }
    }

    #[test]
    fn numbers_that_no_contest_has_are_named() {
        let whole = contest_to_json(&contest());
        assert_eq!(contest_of_json(&whole.to_string()), Ok(contest()));
        let many: Vec<Value> =
            (0..2001).map(|name| json!({ "name": name.to_string(), "spec": "random" })).collect();
        let changes = [
            ("/games", json!(2_000_000_000_u64), "games is 2000000000: a number from 0 to 10000000"),
            ("/games", json!(9_000_000_000_000_000_000_u64), "games is 9000000000000000000: a number from"),
            ("/games", json!(-4), "games is -4: a number from 0 to 10000000"),
            ("/games", json!(1e300), "games is 1e+300: a number from 0 to 10000000"),
            ("/games", json!("4"), "games is not as it was written"),
            ("/rounds", json!(4_294_967_297_u64), "rounds is 4294967297: a number from 0 to 1000"),
            ("/depth", json!(4_294_967_297_u64), "depth is 4294967297: a number from 0 to"),
            ("/nodes", json!(-1), "nodes is -1: a number from 0"),
            (
                "/time_ms",
                json!(u64::MAX),
                "time_ms is 18446744073709551615: a number from 0 to 1099511627776",
            ),
            ("/margin_ms", json!(u64::MAX), "margin_ms is 18446744073709551615: a number from"),
            ("/max_plies", json!(u64::MAX), "max_plies is 18446744073709551615: a number from 0 to 1000000"),
            ("/limits/start_ms", json!(u64::MAX), "start_ms is 18446744073709551615: a number from"),
            ("/limits/ping_ms", json!(-1), "ping_ms is -1: a number from"),
            ("/limits/leave_ms", json!(u64::MAX), "leave_ms is 18446744073709551615: a number from"),
            ("/limits/memory_mb", json!(u64::MAX), "memory_mb is 18446744073709551615: a number from"),
            ("/limits/processor_s", json!(-9), "processor_s is -9: a number from"),
            (
                "/limits/processes",
                json!(1_u64 << 40),
                "processes is 1099511627776: a number from 0 to 100000",
            ),
            ("/limits/scratch_mb", json!(1_u64 << 40), "scratch_mb is 1099511627776: a number from"),
            ("/limits/sandbox", json!("wide open"), "sandbox is not as it was written"),
            ("/seed", json!(-1), "seed is -1: a number from"),
            ("/sprt", json!([0, 1e300, 0.05, 0.05]), "sprt is not as it was written"),
            ("/sprt", json!([0, 10, 0.05]), "sprt is not as it was written"),
            ("/sprt", json!([0, 10, 0, 2]), "sprt is not as it was written"),
            ("/shard", json!("0/3"), "shard is not as it was written"),
            ("/openings", json!("random:4000000000"), "openings is not as it was written"),
            ("/format", json!("everything"), "format is not as it was written"),
            ("/players", json!(many), "2001 players are too many: at most 2000"),
        ];
        for (place, value, why) in changes {
            let mut changed = whole.clone();
            *changed.pointer_mut(place).unwrap() = value;
            let error = contest_of_json(&changed.to_string()).unwrap_err().to_string();
            assert!(error.starts_with(why), "{place}: {error}");
        }
        // Each number is small, and the games are many.
        let large = Contest {
            players: (0..2000).map(|name| Player::read(&format!("{name}=random"))).collect(),
            plan: Plan { games: 10, players: 2000, ..contest().plan },
            ..contest()
        };
        let error = contest_of_json(&contest_to_json(&large).to_string()).unwrap_err().to_string();
        assert_eq!(error, "19990000 games are too many: at most 10000000");
    }

    #[test]
    fn parts_are_counted_as_they_are_played() {
        for (games, of) in [(2, 1), (10, 3), (10, 4), (10, 9), (4, u64::MAX)] {
            let numbers = [1, 2, 3, 4, of - 1, of];
            for number in numbers.into_iter().filter(|number| (1..=of).contains(number)) {
                let shard = Shard { number, of };
                let part =
                    Contest { shard: Some(shard), plan: Plan { games, ..contest().plan }, ..contest() };
                let counted = (0..games).filter(|index| shard.has(*index)).count() as u64;
                assert_eq!(part.most_games(), counted, "{games} {shard}");
            }
        }
    }
}
