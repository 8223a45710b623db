//! The arena: matches and tournaments that run while somebody watches or not.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use axum::{
    Json,
    extract::{Path, Query, State},
};
use poda_arena::{
    Conditions, Contest, Format, GameRecord, Listener, Match, Openings, Pairing, Plan, Player, Standings,
    play_contest,
};
use poda_catalog::EngineSpec;
use poda_core::Outcome;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    api::{Body, Spoken},
    failure::{Refusal, RefusalBody},
    line::Line,
    state::{Shared, lock},
};

/// Runs that are remembered; the oldest goes first.
const RUNS: usize = 60;
/// Runs that go on at the same time.
const AT_ONCE: usize = 2;
const MOST_PLAYERS: usize = 16;
const MOST_GAMES: u64 = 2000;

/// All runs, oldest first.
#[derive(Default)]
pub(crate) struct Runs {
    runs: Mutex<VecDeque<Arc<Run>>>,
}

/// One match or tournament.
struct Run {
    number: u64,
    contest: Contest,
    stop: AtomicBool,
    progress: Mutex<Progress>,
}

#[derive(Default)]
struct Progress {
    planned: u64,
    records: Vec<GameRecord>,
    playing: Vec<Pairing>,
    is_over: bool,
    failure: Option<String>,
}

/// What to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Begin {
    #[schema(example = "boom")]
    game: String,
    /// Players of the catalog; two make a match.
    players: Vec<String>,
    /// Games of each pair of players.
    games: u64,
    /// What everything random is made of.
    #[serde(default)]
    seed: u64,
}

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunListed {
    run: u64,
    game: String,
    players: Vec<String>,
    played: u64,
    planned: u64,
    over: bool,
    failure: Option<String>,
}

/// A run with its table and games.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunShown {
    #[serde(flatten)]
    listed: RunListed,
    seed: u64,
    table: Vec<RowShown>,
    /// What a match says, in words.
    verdict: Option<String>,
    games: Vec<GameShown>,
    /// Pairs of players that play now.
    playing: Vec<[usize; 2]>,
}

#[derive(Debug, Serialize, ToSchema)]
struct RowShown {
    player: usize,
    name: String,
    elo: f64,
    /// Half of the interval of 95 %.
    error: f64,
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
}

#[derive(Debug, Serialize, ToSchema)]
struct GameShown {
    index: u64,
    players: [usize; 2],
    line: Line,
    outcome: Option<&'static str>,
    termination: &'static str,
}

impl Run {
    fn listed(&self) -> RunListed {
        let progress = lock(&self.progress);
        RunListed {
            run: self.number,
            game: self.contest.game.clone(),
            players: self.contest.players.iter().map(|player| player.name.clone()).collect(),
            played: progress.records.len() as u64,
            planned: progress.planned,
            over: progress.is_over,
            failure: progress.failure.clone(),
        }
    }

    fn shown(&self, spoken: &Spoken) -> RunShown {
        let listed = self.listed();
        let progress = lock(&self.progress);
        let standings = Standings::of(self.contest.players.len(), &progress.records);
        let table = standings.rows.iter().map(|row| RowShown {
            player: row.player,
            name: listed.players[row.player].clone(),
            elo: finite(row.rating.elo),
            error: finite(row.rating.error),
            wins: row.results.wins,
            losses: row.results.losses,
            draws: row.results.draws,
            points: row.results.points(),
        });
        let verdict = (self.contest.is_match() && !progress.records.is_empty()).then(|| {
            let mut tally = Match::of_contest(&self.contest);
            tally.extend(&progress.records);
            let names = [listed.players[0].as_str(), listed.players[1].as_str()];
            tally.with_single_games().sentence(names, spoken.lang.language())
        });
        RunShown {
            seed: self.contest.seed,
            table: table.collect(),
            verdict,
            games: progress.records.iter().map(|record| self.game(record)).collect(),
            playing: progress.playing.iter().map(|pairing| pairing.players).collect(),
            listed,
        }
    }

    fn game(&self, record: &GameRecord) -> GameShown {
        let line = Line {
            game: self.contest.game.clone(),
            start: record.opening.start.clone(),
            moves: record.moves().map(str::to_owned).collect(),
        };
        GameShown {
            index: record.index,
            players: record.players,
            line,
            outcome: record.outcome.map(Outcome::word),
            termination: record.termination.word(),
        }
    }
}

/// JSON has no infinities; a table has no use for them.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// Writes down what happens.
struct Reporter(Arc<Run>);

impl Listener for Reporter {
    fn begins(&mut self, games: u64) {
        lock(&self.0.progress).planned = games;
    }

    fn game_begins(&mut self, pairing: &Pairing) {
        lock(&self.0.progress).playing.push(*pairing);
    }

    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        let mut progress = lock(&self.0.progress);
        progress.playing.retain(|pairing| pairing.index != record.index);
        progress.records.push(record.clone());
        Ok(())
    }
}

impl Runs {
    fn begin(&self, contest: Contest) -> Result<Arc<Run>, Refusal> {
        let mut runs = lock(&self.runs);
        if runs.iter().filter(|run| !lock(&run.progress).is_over).count() >= AT_ONCE {
            return Err(Refusal::busy(format!("{AT_ONCE} runs go on already: wait for one or stop it")));
        }
        let number = runs.back().map_or(0, |run| run.number) + 1;
        let run = Arc::new(Run { number, contest, stop: AtomicBool::new(false), progress: Mutex::default() });
        runs.push_back(Arc::clone(&run));
        if runs.len() > RUNS {
            runs.pop_front();
        }
        Ok(run)
    }

    fn find(&self, number: u64) -> Result<Arc<Run>, Refusal> {
        let runs = lock(&self.runs);
        let found = runs.iter().find(|run| run.number == number).cloned();
        found.ok_or_else(|| Refusal::missing(format!("there is no run {number}")))
    }
}

/// Begins a match or a tournament.
#[utoipa::path(post, path = "/api/runs", request_body = Begin,
    responses((status = 200, body = RunListed), (status = 400, body = RefusalBody)))]
pub(crate) async fn begin(
    State(shared): State<Shared>,
    Body(asked): Body<Begin>,
) -> Result<Json<RunListed>, Refusal> {
    if asked.players.len() > MOST_PLAYERS || asked.games == 0 || asked.games > MOST_GAMES {
        return Err(Refusal::bad(format!(
            "{} players and {} games: at most {MOST_PLAYERS} players, and 1 to {MOST_GAMES} games of each pair",
            asked.players.len(),
            asked.games
        )));
    }
    let limits = shared.options.limits;
    for player in &asked.players {
        if let Ok(spec) = player.parse::<EngineSpec>() {
            limits.check_spec(player, &spec)?;
        }
    }
    let players = Player::read_all(&asked.players);
    let plan = Plan { format: Format::RoundRobin, players: players.len(), games: asked.games, rounds: 1 };
    let game = poda_catalog::open(&asked.game)?.spec().to_owned();
    let contest = Contest {
        game,
        players,
        plan,
        openings: Openings::Random(4),
        conditions: Conditions::default(),
        seed: asked.seed,
        sprt: None,
        shard: None,
    };
    // Only players of the catalog: the arena itself may know others.
    let opened = poda_catalog::open(&contest.game)?;
    for player in &contest.players {
        poda_catalog::agent(opened.as_ref(), &player.spec)?;
    }
    contest.check().map_err(|error| Refusal::bad(error.to_string()))?;
    let run = shared.runs.begin(contest)?;
    let (playing, threads) = (Arc::clone(&run), (limits.thinkers / 2).max(1));
    std::thread::spawn(move || {
        let stop = || playing.stop.load(Ordering::Relaxed);
        let mut reporter = Reporter(Arc::clone(&playing));
        let result = play_contest(&playing.contest, Vec::new(), threads, &mut reporter, &stop);
        let mut progress = lock(&playing.progress);
        progress.is_over = true;
        progress.playing.clear();
        progress.failure = result.err().map(|error| error.to_string());
    });
    Ok(Json(run.listed()))
}

/// All runs, newest first.
#[utoipa::path(get, path = "/api/runs", responses((status = 200, body = Vec<RunListed>)))]
pub(crate) async fn list(State(shared): State<Shared>) -> Json<Vec<RunListed>> {
    Json(lock(&shared.runs.runs).iter().rev().map(|run| run.listed()).collect())
}

/// A run: table, verdict, games.
#[utoipa::path(get, path = "/api/runs/{run}", params(("run" = u64, Path), Spoken),
    responses((status = 200, body = RunShown), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(shared): State<Shared>,
    Path(number): Path<u64>,
    Query(spoken): Query<Spoken>,
) -> Result<Json<RunShown>, Refusal> {
    Ok(Json(shared.runs.find(number)?.shown(&spoken)))
}

/// Ends a run early; its games are kept.
#[utoipa::path(delete, path = "/api/runs/{run}", params(("run" = u64, Path)),
    responses((status = 200), (status = 404, body = RefusalBody)))]
pub(crate) async fn stop(State(shared): State<Shared>, Path(number): Path<u64>) -> Result<(), Refusal> {
    shared.runs.find(number)?.stop.store(true, Ordering::Relaxed);
    Ok(())
}
