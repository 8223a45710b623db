//! The arena's questions: matches and tournaments, played here or by the command line.

use axum::{
    Json,
    extract::{Path, Query, State},
};
use poda_agent::GameLine;
use poda_arena::{ReadyContest, Run};
use poda_contest::{Conditions, Contest, ContestState, FormatError, GameRecord, Openings, Plan, Player};
use poda_core::Outcome;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    ServerLimits,
    api::{Body, Spoken},
    failure::{Refusal, RefusalBody},
    hall::{self, Stage},
    line::Line,
    state::Shared,
};

const MOST_PLAYERS: usize = 16;
const MOST_GAMES: u64 = 2000;
const MOST_ROUNDS: u32 = 50;
/// Runs in the list; older ones are in the file all the same.
const LISTED: usize = 200;
/// Games of a run that are told at once.
const MOST_AT_ONCE: usize = 100;

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
    /// `round-robin`, `gauntlet`, `swiss` or `ladder`.
    #[serde(default = "round_robin")]
    format: String,
    /// Rounds of a Swiss tournament.
    #[serde(default = "one")]
    rounds: u32,
    /// What everything random is made of.
    #[serde(default)]
    seed: u64,
}

fn round_robin() -> String {
    "round-robin".into()
}

fn one() -> u32 {
    1
}

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunListed {
    run: i64,
    /// Seconds since 1970.
    created: u64,
    game: String,
    format: &'static str,
    players: Vec<String>,
    played: u64,
    planned: u64,
    /// `here`, `elsewhere`, `stopped` or `over`.
    stage: &'static str,
    failure: Option<String>,
}

/// A run with its table and the boards that are played on now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunShown {
    #[serde(flatten)]
    listed: RunListed,
    seed: u64,
    table: Vec<RowShown>,
    /// What a match says, in words.
    verdict: Option<String>,
    /// Games that go on, if this server plays them.
    boards: Vec<GameShown>,
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
pub(crate) struct GameShown {
    index: u64,
    players: [usize; 2],
    line: Line,
    outcome: Option<&'static str>,
    termination: Option<&'static str>,
    /// What went wrong, if something did.
    detail: String,
}

impl Begin {
    /// The contest that is meant, with players that may be.
    fn contest(&self, limits: &ServerLimits) -> Result<ReadyContest, Refusal> {
        let Self { game, players, games, format, rounds, seed } = self;
        if players.len() > MOST_PLAYERS || *games == 0 || *games > MOST_GAMES {
            let players = players.len();
            return Err(Refusal::bad(format!(
                "{players} players and {games} games: at most {MOST_PLAYERS} players, and 1 to {MOST_GAMES} games of each pair"
            )));
        }
        if *rounds == 0 || *rounds > MOST_ROUNDS {
            return Err(Refusal::bad(format!("{rounds} rounds: 1 to {MOST_ROUNDS}")));
        }
        check_players(players, limits)?;
        let players = Player::read_all(players);
        let format = format.parse().map_err(|error: FormatError| Refusal::bad(error.to_string()))?;
        let contest = Contest {
            game: poda_catalog::open(game)?.spec().to_owned(),
            plan: Plan { format, players: players.len(), games: *games, rounds: *rounds },
            players,
            openings: Openings::Random(4),
            conditions: Conditions::default(),
            seed: *seed,
            sprt: None,
            shard: None,
        };
        ready(contest)
    }
}

/// A contest that can be played, with all its programs in place.
fn ready(contest: Contest) -> Result<ReadyContest, Refusal> {
    let ready = ReadyContest::new(contest).and_then(|contest| contest.check_programs().map(|()| contest));
    ready.map_err(|error| Refusal::bad(error.to_string()))
}

fn check_players<T: AsRef<str>>(players: &[T], limits: &ServerLimits) -> Result<(), Refusal> {
    players.iter().try_for_each(|player| limits.player(player.as_ref()).map(|_| ()))
}

fn listed(shared: &Shared, run: &Run) -> RunListed {
    let stage = match shared.hall.stage(run) {
        Stage::Here => "here",
        Stage::Elsewhere => "elsewhere",
        Stage::Stopped => "stopped",
        Stage::Over => "over",
    };
    RunListed {
        run: run.id,
        created: run.created,
        game: run.contest.game.clone(),
        format: run.contest.plan.format.word(),
        players: run.contest.players.iter().map(|player| player.name.clone()).collect(),
        played: run.played,
        planned: run.planned,
        stage,
        failure: shared.hall.failure(run.id),
    }
}

fn shown(shared: &Shared, id: i64, spoken: &Spoken) -> Result<RunShown, Refusal> {
    let run = shared.hall.run(id)?;
    let records = shared.hall.games(id)?;
    let listed = listed(shared, &run);
    let state = ContestState::new(run.contest.clone(), records);
    let table = state.standings().rows.into_iter().map(|row| RowShown {
        player: row.player,
        name: listed.players[row.player].clone(),
        elo: finite(row.rating.elo),
        error: finite(row.rating.error),
        wins: row.results.wins,
        losses: row.results.losses,
        draws: row.results.draws,
        points: row.results.points(),
    });
    let verdict = state.tally().filter(|_| state.played() > 0).map(|tally| {
        let names = [listed.players[0].as_str(), listed.players[1].as_str()];
        tally.sentence(names, spoken.lang.language())
    });
    let boards = shared.hall.boards(id).into_iter().map(|(index, board)| GameShown {
        index,
        players: board.players,
        line: line(&run.contest, board.line),
        outcome: None,
        termination: None,
        detail: String::new(),
    });
    Ok(RunShown { seed: run.contest.seed, table: table.collect(), verdict, boards: boards.collect(), listed })
}

fn line(contest: &Contest, line: GameLine) -> Line {
    Line { game: contest.game.clone(), start: line.start, moves: line.moves }
}

fn game(contest: &Contest, record: &GameRecord) -> GameShown {
    let moves = record.moves().map(str::to_owned).collect();
    GameShown {
        index: record.index,
        players: record.players,
        line: line(contest, GameLine { moves, ..record.opening.clone() }),
        outcome: record.outcome.map(Outcome::word),
        termination: Some(record.termination.word()),
        detail: record.detail.clone(),
    }
}

/// JSON has no infinities; a table has no use for them.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// The records are on a disk, and some runs are long: nobody else waits for them.
async fn aside<T: Send + 'static>(
    shared: &Shared,
    job: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let shared = shared.clone();
    let done = tokio::task::spawn_blocking(move || job(&shared)).await;
    done.map_err(|_| Refusal::broken("the records could not be read"))?.map(Json)
}

/// Begins a match or a tournament.
#[utoipa::path(post, path = "/api/runs", request_body = Begin,
    responses((status = 200, body = RunListed), (status = 400, body = RefusalBody)))]
pub(crate) async fn begin(
    State(shared): State<Shared>,
    Body(asked): Body<Begin>,
) -> Result<Json<RunListed>, Refusal> {
    aside(&shared, move |shared| {
        let contest = asked.contest(&shared.options.limits)?;
        let id = hall::play(shared, contest, None)?;
        Ok(listed(shared, &shared.hall.run(id)?))
    })
    .await
}

/// Goes on with a run that was stopped.
#[utoipa::path(post, path = "/api/runs/{run}", params(("run" = i64, Path)),
    responses((status = 200, body = RunListed), (status = 404, body = RefusalBody)))]
pub(crate) async fn resume(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
) -> Result<Json<RunListed>, Refusal> {
    aside(&shared, move |shared| {
        let run = shared.hall.run(id)?;
        if run.finished {
            return Err(Refusal::bad(format!("run {id} is over")));
        }
        let specs: Vec<&str> = run.contest.players.iter().map(|player| player.spec.as_str()).collect();
        check_players(&specs, &shared.options.limits)?;
        hall::play(shared, ready(run.contest)?, Some(id))?;
        Ok(listed(shared, &shared.hall.run(id)?))
    })
    .await
}

/// All runs, newest first, those of the command line included.
#[utoipa::path(get, path = "/api/runs", responses((status = 200, body = Vec<RunListed>)))]
pub(crate) async fn list(State(shared): State<Shared>) -> Result<Json<Vec<RunListed>>, Refusal> {
    aside(&shared, |shared| {
        let runs = shared.hall.runs()?;
        Ok(runs.iter().rev().take(LISTED).map(|run| listed(shared, run)).collect())
    })
    .await
}

/// A run: table, verdict, and the boards that are played on.
#[utoipa::path(get, path = "/api/runs/{run}", params(("run" = i64, Path), Spoken),
    responses((status = 200, body = RunShown), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
    Query(spoken): Query<Spoken>,
) -> Result<Json<RunShown>, Refusal> {
    aside(&shared, move |shared| shown(shared, id, &spoken)).await
}

/// Which games of a run.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Which {
    /// How many of the newest to leave out.
    #[serde(default)]
    skip: usize,
    #[serde(default = "dozen")]
    count: usize,
}

fn dozen() -> usize {
    12
}

/// Games of a run, newest first.
#[utoipa::path(get, path = "/api/runs/{run}/games", params(("run" = i64, Path), Which),
    responses((status = 200, body = Vec<GameShown>), (status = 404, body = RefusalBody)))]
pub(crate) async fn games(
    State(shared): State<Shared>,
    Path(id): Path<i64>,
    Query(which): Query<Which>,
) -> Result<Json<Vec<GameShown>>, Refusal> {
    aside(&shared, move |shared| {
        let run = shared.hall.run(id)?;
        let records = shared.hall.games(id)?;
        let wanted = records.iter().rev().skip(which.skip).take(which.count.min(MOST_AT_ONCE));
        Ok(wanted.map(|record| game(&run.contest, record)).collect())
    })
    .await
}

/// Ends a run early; its games are kept, and it can go on.
#[utoipa::path(delete, path = "/api/runs/{run}", params(("run" = i64, Path)),
    responses((status = 200), (status = 404, body = RefusalBody)))]
pub(crate) async fn stop(State(shared): State<Shared>, Path(id): Path<i64>) -> Result<(), Refusal> {
    shared.hall.stop(id)
}
