//! Questions about runs: matches and tournaments, played here or by the command line.

use axum::{
    Json,
    extract::{FromRequestParts, State},
    http::request::Parts,
};
use poda_agent::ThinkingLimits;
use poda_catalog::Catalog;
use poda_contest::{Conditions, Contest, NODES_ELSEWHERE, ReadyContest, Run};
use poda_core::{NoObserver, Translate};
use poda_service::{LanguageParam, RunGame, RunRequest, RunSummary, ServiceError, ShownRun};
use subtle::ConstantTimeEq;

use crate::{
    ServerLimits, ServerOptions,
    api::{Body, Owner, Parameters, PathPart, Spoken},
    client::Peer,
    failure::Refusal,
    players,
    run_service::{self, RunOrder},
    saved_store,
    state::{Shared, lock},
};

/// Runs in the list; older ones are in the file all the same.
const LISTED: usize = 200;

/// Under which conditions this server plays: where other machines do, nodes are the same limit on each of them.
fn conditions(options: &ServerOptions) -> Conditions {
    let nodes = options.machines.is_some().then_some(NODES_ELSEWHERE);
    let thinking = ThinkingLimits { nodes, ..ThinkingLimits::default() };
    Conditions { thinking, bots: options.bot_limits, ..Conditions::default() }
}

/// The contest that is meant, with players that may be.
fn contest(asked: &RunRequest, options: &ServerOptions) -> Result<ReadyContest, Refusal> {
    saved_store::check_name(&asked.owner)?;
    let mut megabytes = 0;
    let contest = asked.contest(&options.catalog, conditions(options), &mut |game, player| {
        let admitted = players::check(game, player, options, &options.limits.of_service())?;
        megabytes += admitted.megabytes();
        Ok(admitted.player)
    })?;
    check_memory(megabytes, &options.limits)?;
    ready(contest, &options.catalog)
}

/// A contest that can be played, with all its programs in place.
fn ready(contest: Contest, catalog: &Catalog) -> Result<ReadyContest, Refusal> {
    let contest = ReadyContest::new(contest, catalog, &poda_bots::read_player).map_err(bad_contest)?;
    contest.check_programs(&mut NoObserver).map_err(bad_contest)?;
    Ok(contest)
}

fn bad_contest<E: Translate>(error: E) -> Refusal {
    Refusal::of(&error)
}

/// Sees that all players together take no more memory than a run may have: each keeps its table as long as the run goes on.
fn check_memory(megabytes: usize, limits: &ServerLimits) -> Result<(), Refusal> {
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

fn shown(shared: &Shared, id: i64, by: &Asker) -> Result<ShownRun, Refusal> {
    let run = shared.runs.run(id)?;
    let listed = listed(shared, &run, by)?;
    let state = shared.runs.state(&run, &shared.options.limits)?;
    let state = lock(&state);
    let boards = shared.runs.boards(id).into_iter();
    let boards = boards.map(|(index, board)| RunGame::live(index, board.players, board.line)).collect();
    let game = shared.options.catalog.open(&run.contest.game).ok();
    let view = ShownRun::new(listed, &state, game.as_deref(), by.lang.language());
    Ok(ShownRun { boards, workers: shared.runs.workers(id), ..view })
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
#[derive(Debug)]
pub(crate) struct Asker {
    lang: LanguageParam,
    owner: Owner,
}

impl<S: Send + Sync> FromRequestParts<S> for Asker {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Parameters(Spoken { lang }) = Parameters::from_request_parts(parts, state).await?;
        Ok(Self { lang, owner: Owner::from_request_parts(parts, state).await? })
    }
}

impl Asker {
    /// Takes as long whatever is wrong.
    fn is(&self, owner: &str) -> bool {
        self.owner.secret.as_bytes().ct_eq(owner.as_bytes()).into()
    }
}

/// Begins a match or a tournament.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/runs", request_body = RunRequest,
    responses((status = 200, body = RunSummary), (status = 400, body = crate::failure::RefusalBody))))]
pub(crate) async fn begin(
    State(shared): State<Shared>,
    peer: Peer,
    Body(asked): Body<RunRequest>,
) -> Result<Json<RunSummary>, Refusal> {
    let client = peer.client;
    aside(&shared, &peer, move |shared| {
        let contest = contest(&asked, &shared.options)?;
        let by = Asker { lang: LanguageParam::default(), owner: Owner { secret: asked.owner } };
        let order = RunOrder { contest, run: None, owner: by.owner.secret.clone(), client };
        listed(shared, &run_service::play(shared, order)?, &by)
    })
    .await
}

/// Goes on with a run that was stopped.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/runs/{run}", params(("run" = i64, Path), Spoken, Owner),
    responses((status = 200, body = RunSummary), (status = 403, body = crate::failure::RefusalBody), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn resume(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    by: Asker,
) -> Result<Json<RunSummary>, Refusal> {
    let client = peer.client;
    aside(&shared, &peer, move |shared| {
        saved_store::check_name(&by.owner.secret)?;
        let run = shared.runs.run(id)?;
        check_owner(shared, &run, &by)?;
        if run.finished {
            return Err(Refusal::bad(format!("run {id} is finished"), format!("la serie {id} ha terminado")));
        }
        let game = shared.options.catalog.open(&run.contest.game).map_err(ServiceError::from)?;
        let options = &shared.options;
        let mut megabytes = 0;
        for player in &run.contest.players {
            let limits = options.limits.of_service();
            megabytes += players::check_recorded(game.as_ref(), player, options, &limits)?.megabytes();
        }
        check_memory(megabytes, &options.limits)?;
        let mut contest = run.contest.clone();
        // Programs run here as this server says, wherever the run was begun.
        contest.conditions.bots = options.bot_limits;
        let contest = ready(contest, &shared.options.catalog)?;
        let order = RunOrder { contest, run: Some(run), owner: by.owner.secret.clone(), client };
        listed(shared, &run_service::play(shared, order)?, &by)
    })
    .await
}

/// All runs, newest first, those of the command line included.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/runs", operation_id = "list_runs", params(Spoken, Owner),
    responses((status = 200, body = Vec<RunSummary>))))]
pub(crate) async fn list(
    State(shared): State<Shared>,
    peer: Peer,
    by: Asker,
) -> Result<Json<Vec<RunSummary>>, Refusal> {
    aside(&shared, &peer, move |shared| {
        let runs = shared.runs.runs()?;
        runs.iter().rev().take(LISTED).map(|run| listed(shared, run, &by)).collect()
    })
    .await
}

/// A run: table, verdict, and the boards that are played on.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/runs/{run}", params(("run" = i64, Path), Spoken, Owner),
    responses((status = 200, body = ShownRun), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn show(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    by: Asker,
) -> Result<Json<ShownRun>, Refusal> {
    aside(&shared, &peer, move |shared| shown(shared, id, &by)).await
}

/// Ends a run early; its games are kept, and it can go on.
#[cfg_attr(feature = "schema", utoipa::path(delete, path = "/api/runs/{run}", params(("run" = i64, Path), Spoken, Owner),
    responses((status = 200), (status = 403, body = crate::failure::RefusalBody), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn stop(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    by: Asker,
) -> Result<(), Refusal> {
    let stopped = aside(&shared, &peer, move |shared| {
        check_owner(shared, &shared.runs.run(id)?, &by)?;
        shared.runs.stop(id)
    });
    stopped.await.map(|Json(())| ())
}
