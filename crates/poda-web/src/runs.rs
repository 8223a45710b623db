//! Questions about runs: matches and tournaments, played here or by the command line.

use axum::{Json, extract::State};
use poda_agent::ThinkingLimits;
use poda_arena::{NODES_ELSEWHERE, ReadyContest, Run};
use poda_catalog::EngineSpec;
use poda_contest::{Conditions, Contest, FormatError, Openings, Plan, Player};
use poda_core::{NoObserver, Translate};
use poda_service::{LanguageParam, ServiceError};
use serde::{Deserialize, Serialize};
use subtle::ConstantTimeEq;
use utoipa::{IntoParams, ToSchema};

use crate::{
    ServerLimits, ServerOptions,
    api::{Body, Parameters, PathPart},
    client::Peer,
    failure::{Refusal, RefusalBody},
    players::{self, Admitted},
    run_games::RunGame,
    run_service::{self, RunOrder, RunStage, RunWorker},
    saved_store,
    state::{Shared, lock},
};

const MOST_PLAYERS: usize = 16;
const MOST_GAMES: u64 = 2000;
const MOST_ROUNDS: u32 = 50;
/// Games of a run, all together.
const MOST_PLANNED: u64 = 20_000;
/// Runs in the list; older ones are in the file all the same.
const LISTED: usize = 200;

/// What to play.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RunRequest {
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
    /// The seed for all randomness.
    #[serde(default)]
    seed: u64,
    /// A secret of the browser; only who knows it stops the run and goes on with it.
    owner: String,
}

fn round_robin() -> String {
    "round-robin".into()
}

fn one() -> u32 {
    1
}

/// A run in a list.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunSummary {
    run: i64,
    /// Seconds since 1970.
    created: u64,
    game: String,
    format: &'static str,
    players: Vec<String>,
    played: u64,
    planned: u64,
    stage: RunStage,
    /// Whether whoever asks may stop it and go on with it: it is his, or a run of the command line.
    yours: bool,
    #[schema(required = true)]
    failure: Option<String>,
}

/// A run with its table and the boards that are played on now.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunView {
    #[serde(flatten)]
    listed: RunSummary,
    seed: u64,
    table: Vec<StandingRow>,
    /// What a match says, in words.
    #[schema(required = true)]
    verdict: Option<String>,
    /// The evaluator of each player, where it is an engine that has one.
    evaluators: Vec<Option<String>>,
    /// Games that go on, if this server plays them.
    boards: Vec<RunGame>,
    /// The machines that play it for this server, if it has some.
    workers: Vec<RunWorker>,
}

#[derive(Debug, Serialize, ToSchema)]
struct StandingRow {
    player: usize,
    name: String,
    elo: f64,
    /// Half of the interval of 95 %.
    error: f64,
    wins: u64,
    losses: u64,
    draws: u64,
    points: f64,
    /// Against whom: everybody whom it met.
    against: Vec<AgainstOne>,
}

/// What one player did against another.
#[derive(Debug, Serialize, ToSchema)]
struct AgainstOne {
    player: usize,
    wins: u64,
    losses: u64,
    draws: u64,
}

/// Under which conditions this server plays: where other machines do, nodes are the same limit on each of them.
fn conditions(options: &ServerOptions) -> Conditions {
    let nodes = options.machines.is_some().then_some(NODES_ELSEWHERE);
    let thinking = ThinkingLimits { nodes, ..ThinkingLimits::default() };
    Conditions { thinking, bots: options.bot_limits, ..Conditions::default() }
}

impl RunRequest {
    /// The contest that is meant, with players that may be.
    fn contest(&self, options: &ServerOptions) -> Result<ReadyContest, Refusal> {
        let Self { game, players, games, format, rounds, seed, owner } = self;
        saved_store::check_name(owner)?;
        if players.len() > MOST_PLAYERS || *games == 0 || *games > MOST_GAMES {
            let players = players.len();
            return Err(Refusal::bad(
                format!(
                    "{players} players and {games} games: at most {MOST_PLAYERS} players, and 1 to {MOST_GAMES} games of each pair"
                ),
                format!(
                    "{players} jugadores y {games} partidas: como máximo {MOST_PLAYERS} jugadores, y de 1 a {MOST_GAMES} partidas por pareja"
                ),
            ));
        }
        if *rounds == 0 || *rounds > MOST_ROUNDS {
            return Err(Refusal::bad(
                format!("{rounds} rounds: 1 to {MOST_ROUNDS}"),
                format!("{rounds} rondas: de 1 a {MOST_ROUNDS}"),
            ));
        }
        let game = poda_catalog::open(game).map_err(ServiceError::from)?;
        // Names first, so that a name that appears twice gets a number.
        let mut all = Player::read_all(players);
        let mut engines = Vec::new();
        for player in &mut all {
            let Admitted { player: admitted, engine } =
                players::check(game.as_ref(), &player.spec, options, &options.limits.of_service())?;
            *player = Player { name: player.name.clone(), ..admitted };
            engines.push(engine);
        }
        check_memory(&engines, &options.limits)?;
        let players = all;
        let format = format.parse().map_err(bad_contest::<FormatError>)?;
        let contest = Contest {
            game: game.spec().to_owned(),
            plan: Plan { format, players: players.len(), games: *games, rounds: *rounds },
            players,
            openings: Openings::Random(4),
            conditions: conditions(options),
            seed: *seed,
            sprt: None,
            shard: None,
        };
        let planned = contest.most_games();
        if planned > MOST_PLANNED {
            return Err(Refusal::bad(
                format!("a run of {planned} games is too long: at most {MOST_PLANNED}"),
                format!("una serie de {planned} partidas es demasiado larga: como máximo {MOST_PLANNED}"),
            ));
        }
        ready(contest)
    }
}

/// A contest that can be played, with all its programs in place.
fn ready(contest: Contest) -> Result<ReadyContest, Refusal> {
    let contest = ReadyContest::new(contest).map_err(bad_contest)?;
    contest.check_programs(&mut NoObserver).map_err(bad_contest)?;
    Ok(contest)
}

fn bad_contest<E: Translate>(error: E) -> Refusal {
    Refusal::of(&error)
}

/// Sees that all players together take no more memory than a run may have: each keeps its table as long as the run goes on.
fn check_memory(engines: &[Option<EngineSpec>], limits: &ServerLimits) -> Result<(), Refusal> {
    let megabytes: usize = engines.iter().flatten().map(EngineSpec::megabytes).sum();
    let most = limits.table + limits.table / 2;
    if megabytes <= most {
        return Ok(());
    }
    Err(Refusal::bad(
        format!("the players ask for tables of {megabytes} MB together: at most {most} here"),
        format!("los jugadores piden tablas de {megabytes} MB en total: aquí como máximo {most}"),
    ))
}

fn listed(shared: &Shared, run: &Run, by: &Asker) -> Result<RunSummary, Refusal> {
    Ok(RunSummary {
        run: run.id,
        created: run.created,
        game: run.contest.game.clone(),
        format: run.contest.plan.format.word(),
        players: run.contest.players.iter().map(|player| player.name.clone()).collect(),
        played: run.played,
        planned: run.planned,
        stage: shared.runs.stage(run),
        yours: is_allowed(shared, run, by)?,
        failure: shared.runs.failure(run.id, by.lang.language()),
    })
}

/// Whether somebody may stop a run and go on with it.
fn is_allowed(shared: &Shared, run: &Run, by: &Asker) -> Result<bool, Refusal> {
    Ok(shared.runs.owners.of(run)?.is_none_or(|known| by.is(&known.owner)))
}

/// The same, as an error.
fn check_owner(shared: &Shared, run: &Run, by: &Asker) -> Result<(), Refusal> {
    if is_allowed(shared, run, by)? {
        return Ok(());
    }
    let id = run.id;
    Err(Refusal::forbidden(
        format!("run {id} belongs to somebody else"),
        format!("la serie {id} es de otra persona"),
    ))
}

fn shown(shared: &Shared, id: i64, by: &Asker) -> Result<RunView, Refusal> {
    let run = shared.runs.run(id)?;
    let listed = listed(shared, &run, by)?;
    let state = shared.runs.state(&run, &shared.options.limits)?;
    let state = lock(&state);
    let standings = state.standings();
    let against = |player: usize| {
        let met = standings.against[player].iter().enumerate().filter(|(_, results)| results.games() > 0);
        met.map(|(player, results)| AgainstOne {
            player,
            wins: results.wins,
            losses: results.losses,
            draws: results.draws,
        })
    };
    let table = standings.rows.iter().map(|row| StandingRow {
        player: row.player,
        name: listed.players[row.player].clone(),
        elo: finite(row.rating.elo),
        error: finite(row.rating.error),
        wins: row.results.wins,
        losses: row.results.losses,
        draws: row.results.draws,
        points: row.results.points(),
        against: against(row.player).collect(),
    });
    let table = table.collect();
    let verdict = state.tally().filter(|_| state.played() > 0).map(|tally| {
        let names = [listed.players[0].as_str(), listed.players[1].as_str()];
        tally.sentence(names, by.lang.language())
    });
    let workers = shared.runs.workers(id);
    let boards = shared.runs.boards(id).into_iter().map(|(index, board)| RunGame::live(index, board));
    let evaluators = evaluators(&run.contest);
    Ok(RunView {
        seed: run.contest.seed,
        table,
        verdict,
        evaluators,
        boards: boards.collect(),
        workers,
        listed,
    })
}

/// What each player's search is guided by. Programs and players that this server does not know keep it to themselves.
fn evaluators(contest: &Contest) -> Vec<Option<String>> {
    let Ok(game) = poda_catalog::open(&contest.game) else { return vec![None; contest.players.len()] };
    let evaluator = |player: &Player| {
        let spec = poda_catalog::player_spec(game.as_ref(), &player.spec).ok()?;
        let first = game.evaluators().first()?.name;
        spec.has_option("eval").then(|| {
            let name = spec.evaluator().unwrap_or(first);
            // Weights of its own come after the name.
            name.split('@').next().unwrap_or(name).to_owned()
        })
    };
    contest.players.iter().map(evaluator).collect()
}

/// JSON has no infinities; a table has no use for them.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// The records are on a disk, and some runs are long: whoever asks for something else does not wait for them.
pub(crate) async fn aside<T: Send + 'static>(
    shared: &Shared,
    peer: &Peer,
    job: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<Json<T>, Refusal> {
    let own = shared.clone();
    shared.queues.recording.run(peer.client, move || job(&own)).await?.map(Json)
}

/// Who asks about runs, and in which language.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Asker {
    /// English unless said otherwise.
    #[serde(default)]
    #[param(inline)]
    lang: LanguageParam,
    /// The secret of the browser, if it has begun runs.
    #[serde(default)]
    owner: String,
}

impl Asker {
    /// Takes as long whatever is wrong.
    fn is(&self, owner: &str) -> bool {
        self.owner.as_bytes().ct_eq(owner.as_bytes()).into()
    }
}

/// Begins a match or a tournament.
#[utoipa::path(post, path = "/api/runs", request_body = RunRequest,
    responses((status = 200, body = RunSummary), (status = 400, body = RefusalBody)))]
pub(crate) async fn begin(
    State(shared): State<Shared>,
    peer: Peer,
    Body(asked): Body<RunRequest>,
) -> Result<Json<RunSummary>, Refusal> {
    let client = peer.client;
    aside(&shared, &peer, move |shared| {
        let contest = asked.contest(&shared.options)?;
        let by = Asker { lang: LanguageParam::default(), owner: asked.owner };
        let order = RunOrder { contest, run: None, owner: by.owner.clone(), client };
        listed(shared, &run_service::play(shared, order)?, &by)
    })
    .await
}

/// Goes on with a run that was stopped.
#[utoipa::path(post, path = "/api/runs/{run}", params(("run" = i64, Path), Asker),
    responses((status = 200, body = RunSummary), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn resume(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    Parameters(by): Parameters<Asker>,
) -> Result<Json<RunSummary>, Refusal> {
    let client = peer.client;
    aside(&shared, &peer, move |shared| {
        saved_store::check_name(&by.owner)?;
        let run = shared.runs.run(id)?;
        check_owner(shared, &run, &by)?;
        if run.finished {
            return Err(Refusal::bad(format!("run {id} is finished"), format!("la serie {id} ha terminado")));
        }
        let game = poda_catalog::open(&run.contest.game).map_err(ServiceError::from)?;
        let options = &shared.options;
        let mut engines = Vec::new();
        for player in &run.contest.players {
            let limits = options.limits.of_service();
            engines.push(players::check_recorded(game.as_ref(), player, options, &limits)?.engine);
        }
        check_memory(&engines, &options.limits)?;
        let mut contest = run.contest.clone();
        // Programs run here as this server says, wherever the run was begun.
        contest.conditions.bots = options.bot_limits;
        let contest = ready(contest)?;
        let order = RunOrder { contest, run: Some(run), owner: by.owner.clone(), client };
        listed(shared, &run_service::play(shared, order)?, &by)
    })
    .await
}

/// All runs, newest first, those of the command line included.
#[utoipa::path(get, path = "/api/runs", operation_id = "list_runs", params(Asker),
    responses((status = 200, body = Vec<RunSummary>)))]
pub(crate) async fn list(
    State(shared): State<Shared>,
    peer: Peer,
    Parameters(by): Parameters<Asker>,
) -> Result<Json<Vec<RunSummary>>, Refusal> {
    aside(&shared, &peer, move |shared| {
        let runs = shared.runs.runs()?;
        runs.iter().rev().take(LISTED).map(|run| listed(shared, run, &by)).collect()
    })
    .await
}

/// A run: table, verdict, and the boards that are played on.
#[utoipa::path(get, path = "/api/runs/{run}", params(("run" = i64, Path), Asker),
    responses((status = 200, body = RunView), (status = 404, body = RefusalBody)))]
pub(crate) async fn show(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    Parameters(by): Parameters<Asker>,
) -> Result<Json<RunView>, Refusal> {
    aside(&shared, &peer, move |shared| shown(shared, id, &by)).await
}

/// Ends a run early; its games are kept, and it can go on.
#[utoipa::path(delete, path = "/api/runs/{run}", params(("run" = i64, Path), Asker),
    responses((status = 200), (status = 403, body = RefusalBody), (status = 404, body = RefusalBody)))]
pub(crate) async fn stop(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    Parameters(by): Parameters<Asker>,
) -> Result<(), Refusal> {
    let stopped = aside(&shared, &peer, move |shared| {
        check_owner(shared, &shared.runs.run(id)?, &by)?;
        shared.runs.stop(id)
    });
    stopped.await.map(|Json(())| ())
}
