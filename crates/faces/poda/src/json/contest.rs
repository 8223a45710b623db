use std::path::Path;

use poda_agent::{BotLimits, ThinkingLimits};
use poda_contest::{
    Conditions, Contest, ContestState, FaultCount, MatchTally, MatchVerdict, Run, Standings, StandingsRow,
    statistics::{EloEstimate, Results},
};
use poda_core::{Language, Translate};
use serde::Serialize;

use super::PlayerJson;

/// Which run, and in which file it is.
#[derive(Serialize)]
pub(crate) struct RunNameJson<'a> {
    pub(crate) id: i64,
    pub(crate) db: &'a Path,
}

/// Wins, losses and draws.
#[derive(Serialize)]
struct ResultsJson {
    wins: u64,
    losses: u64,
    draws: u64,
}

impl From<Results> for ResultsJson {
    fn from(Results { wins, losses, draws }: Results) -> Self {
        Self { wins, losses, draws }
    }
}

/// What a contest says: a table for everybody, and a verdict where two have met.
#[derive(Serialize)]
pub(crate) struct ContestJson<'a> {
    run: RunNameJson<'a>,
    kind: &'static str,
    game: &'a str,
    seed: u64,
    openings: String,
    shard: Option<String>,
    planned: u64,
    played: u64,
    missing: u64,
    table: Vec<RowJson>,
    #[serde(rename = "match")]
    duel: Option<MatchJson>,
}

impl<'a> ContestJson<'a> {
    pub(crate) fn of(run: RunNameJson<'a>, state: &'a ContestState, language: Language) -> Self {
        let contest = state.contest();
        let standings = state.standings();
        let row = |place: usize, row: &StandingsRow| RowJson::of(place + 1, row, &standings, state, language);
        Self {
            run,
            kind: contest.kind(),
            game: &contest.game,
            seed: contest.seed,
            openings: contest.openings.to_string(),
            shard: contest.shard.map(|shard| shard.to_string()),
            planned: contest.most_games(),
            played: state.played(),
            missing: state.missing(),
            table: standings.rows.iter().enumerate().map(|(place, found)| row(place, found)).collect(),
            duel: state.tally().map(|tally| MatchJson::of(&tally, contest, language)),
        }
    }
}

/// A player in the table.
#[derive(Serialize)]
struct RowJson {
    place: usize,
    player: PlayerJson,
    elo: f64,
    error: f64,
    points: f64,
    results: ResultsJson,
    playing_first: ResultsJson,
    playing_second: ResultsJson,
    faults: Vec<FaultJson>,
    against: Vec<AgainstJson>,
}

/// What one player did against another.
#[derive(Serialize)]
struct AgainstJson {
    name: String,
    results: ResultsJson,
}

/// Games lost by fault, of one kind.
#[derive(Serialize)]
struct FaultJson {
    kind: &'static str,
    count: u64,
    game: u64,
    reason: String,
}

impl FaultJson {
    fn of(FaultCount { kind, count, game, reason }: &FaultCount, language: Language) -> Self {
        Self { kind: kind.word(), count: *count, game: *game, reason: reason.text(language) }
    }
}

impl RowJson {
    fn of(
        place: usize,
        row: &StandingsRow,
        standings: &Standings,
        state: &ContestState,
        language: Language,
    ) -> Self {
        let players = &state.contest().players;
        let against = &standings.against[row.player];
        let met = standings.rows.iter().filter(|other| against[other.player].games() > 0);
        let [first, second] = row.by_side;
        Self {
            place,
            player: (&players[row.player]).into(),
            elo: row.rating.elo,
            error: row.rating.error,
            points: row.results.points(),
            results: row.results.into(),
            playing_first: first.into(),
            playing_second: second.into(),
            faults: state.faults(row.player).iter().map(|fault| FaultJson::of(fault, language)).collect(),
            against: met
                .map(|other| AgainstJson {
                    name: players[other.player].name.clone(),
                    results: against[other.player].into(),
                })
                .collect(),
        }
    }
}

/// What a match of two says, from the first player's point of view.
#[derive(Serialize)]
struct MatchJson {
    players: [PlayerJson; 2],
    results: ResultsJson,
    playing_first: ResultsJson,
    playing_second: ResultsJson,
    share: f64,
    distinct_games: u64,
    elo: EloJson,
    los: f64,
    pentanomial: [u64; 5],
    normalized_elo: Option<NormalizedJson>,
    sprt: Option<SprtJson>,
    verdict: &'static str,
    sentence: String,
}

#[derive(Default, Serialize)]
struct EloJson {
    elo: Option<f64>,
    error: Option<f64>,
    at_least: Option<f64>,
    at_most: Option<f64>,
}

#[derive(Serialize)]
struct NormalizedJson {
    elo: f64,
    error: f64,
}

#[derive(Serialize)]
struct SprtJson {
    llr: f64,
    lower: f64,
    upper: f64,
}

impl MatchJson {
    fn of(tally: &MatchTally, contest: &Contest, language: Language) -> Self {
        let [first, second] = [&contest.players[0], &contest.players[1]];
        let elo = match tally.elo() {
            EloEstimate::Between { elo, error } => {
                EloJson { elo: Some(elo), error: Some(error), ..EloJson::default() }
            }
            EloEstimate::AtLeast(bound) => EloJson { at_least: Some(bound), ..EloJson::default() },
            EloEstimate::AtMost(bound) => EloJson { at_most: Some(bound), ..EloJson::default() },
            EloEstimate::Unknown => EloJson::default(),
        };
        Self {
            players: [first.into(), second.into()],
            results: tally.all.into(),
            playing_first: tally.by_side[0].into(),
            playing_second: tally.by_side[1].into(),
            share: tally.all.share(),
            distinct_games: tally.distinct_games,
            elo,
            los: tally.superiority(),
            pentanomial: tally.pairs.counts,
            normalized_elo: tally
                .pairs
                .normalized_elo()
                .map(|found| NormalizedJson { elo: found.elo, error: found.error }),
            sprt: tally.sprt_state().map(|state| SprtJson {
                llr: state.llr,
                lower: state.lower,
                upper: state.upper,
            }),
            verdict: match tally.verdict() {
                MatchVerdict::NoConclusion => "no-conclusion",
                MatchVerdict::Stronger(0) => "first-stronger",
                MatchVerdict::Stronger(_) => "second-stronger",
                MatchVerdict::Open => "open",
                MatchVerdict::Accepted => "accepted",
                MatchVerdict::Rejected => "rejected",
            },
            sentence: tally.sentence([&first.name, &second.name], language),
        }
    }
}

/// A run as it is listed.
#[derive(Serialize)]
pub(crate) struct RunJson {
    id: i64,
    created: u64,
    date: String,
    note: String,
    kind: &'static str,
    game: String,
    players: Vec<PlayerJson>,
    games: u64,
    rounds: u32,
    openings: String,
    seed: u64,
    sprt: Option<TestJson>,
    shard: Option<String>,
    thinking: ThinkingJson,
    margin_ms: u64,
    max_plies: u64,
    limits: LimitsJson,
    planned: u64,
    played: u64,
    finished: bool,
}

#[derive(Serialize)]
struct TestJson {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
}

#[derive(Serialize)]
struct ThinkingJson {
    depth: Option<u32>,
    nodes: Option<u64>,
    time_ms: Option<u64>,
}

#[derive(Serialize)]
struct LimitsJson {
    start_ms: u64,
    ping_ms: u64,
    memory_mb: u64,
    cpu_s: u64,
    processes: u64,
}

impl From<&Run> for RunJson {
    fn from(run: &Run) -> Self {
        let Contest { game, players, plan, openings, conditions, seed, sprt, shard } = &run.contest;
        let Conditions { thinking, margin, max_plies, bots, .. } = conditions;
        let ThinkingLimits { depth, nodes, time } = *thinking;
        let BotLimits { start, ping, memory, processor, processes, .. } = *bots;
        let millis = |duration: std::time::Duration| duration.as_millis() as u64;
        Self {
            id: run.id,
            created: run.created,
            date: run.date.clone(),
            note: run.note.clone(),
            kind: run.contest.kind(),
            game: game.clone(),
            players: players.iter().map(PlayerJson::from).collect(),
            games: plan.games,
            rounds: plan.rounds,
            openings: openings.to_string(),
            seed: *seed,
            sprt: sprt.map(|test| TestJson {
                elo0: test.elo0,
                elo1: test.elo1,
                alpha: test.alpha,
                beta: test.beta,
            }),
            shard: shard.map(|shard| shard.to_string()),
            thinking: ThinkingJson { depth, nodes, time_ms: time.map(millis) },
            margin_ms: millis(*margin),
            max_plies: *max_plies as u64,
            limits: LimitsJson {
                start_ms: millis(start),
                ping_ms: millis(ping),
                memory_mb: memory,
                cpu_s: processor,
                processes: processes as u64,
            },
            planned: run.planned,
            played: run.played,
            finished: run.finished,
        }
    }
}
