//! Runs played by this server: in threads of their own, recorded in the same file as those of the command line, with every
//! game in progress open to whoever watches.

use std::{
    collections::{BTreeMap, HashMap, HashSet, VecDeque},
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use poda_agent::GameLine;
use poda_contest::{
    ContestObserver, ContestState, Executor, GameProgress, GameRecord, MachineProgress, Pairing,
    ReadyContest, Run, RunStore, StoreError, Threads, play_run,
};
use poda_core::{Language, Message, Translate, break_if, message};
use poda_service::{RunStage, RunWorker};

use crate::{
    ServeError, ServerLimits, ServerOptions,
    client::Client,
    failure::Refusal,
    run_owners::RunOwners,
    state::{Shared, lock},
};

/// Runs that this server plays at the same time; one of each client, so that nobody takes all places.
const AT_ONCE: usize = 2;
/// Runs whose games are kept for those who look.
const LOOKED_AT: usize = 2;
/// Reasons that are remembered.
const REASONS: usize = 200;

/// The records, and the runs that go on.
pub(crate) struct RunService {
    store: RunStore,
    pub(crate) owners: RunOwners,
    places: Mutex<RunningGames>,
    /// The runs that were looked at last, by number and time; the newest last.
    states: Mutex<VecDeque<((i64, u64), SharedState)>>,
    /// Why runs ended that should not have.
    failures: Mutex<BTreeMap<i64, Message>>,
}

/// A run as far as its games are read.
pub(crate) type SharedState = Arc<Mutex<ContestState>>;

/// Where runs are played.
#[derive(Default)]
struct RunningGames {
    active: HashMap<i64, Arc<ActiveRun>>,
    /// Those who begin one: its records may take a while to be opened.
    beginning: Vec<Client>,
}

/// A run that this server plays.
pub(crate) struct ActiveRun {
    client: Client,
    stop: AtomicBool,
    began: Instant,
    allowed: Allowance,
    /// What it has recorded.
    bytes: AtomicU64,
    /// Why it ended early, if nobody stopped it.
    ended: Mutex<Option<Message>>,
    boards: Mutex<BTreeMap<u64, LiveBoard>>,
    /// The machines that play it, if this server does not.
    workers: Mutex<Vec<RunWorker>>,
}

/// What a run may still take.
#[derive(Clone, Copy, Debug)]
struct Allowance {
    time: Duration,
    bytes: u64,
}

/// A game that goes on.
#[derive(Clone)]
pub(crate) struct LiveBoard {
    pub(crate) players: [usize; 2],
    pub(crate) line: GameLine,
}

impl ActiveRun {
    fn new(client: Client, allowed: Allowance) -> Self {
        Self {
            client,
            stop: AtomicBool::new(false),
            began: Instant::now(),
            allowed,
            bytes: AtomicU64::new(0),
            ended: Mutex::default(),
            boards: Mutex::default(),
            workers: Mutex::default(),
        }
    }

    fn end(&self, why: impl FnOnce() -> Message) {
        lock(&self.ended).get_or_insert_with(why);
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl ContestObserver for ActiveRun {
    fn waiting(&self) -> ControlFlow<()> {
        if self.began.elapsed() >= self.allowed.time {
            self.end(out_of_time);
        }
        break_if(self.stop.load(Ordering::Relaxed))
    }

    fn position(&self, progress: &GameProgress<'_>) {
        let board = LiveBoard { players: progress.pairing.players, line: progress.session.line().clone() };
        lock(&self.boards).insert(progress.pairing.index, board);
    }

    fn machines(&self, machines: &[MachineProgress]) {
        let worker = |machine: &MachineProgress| RunWorker {
            name: machine.name.clone(),
            jobs: machine.jobs,
            slots: machine.slots,
        };
        *lock(&self.workers) = machines.iter().map(worker).collect();
        let boards = machines.iter().flat_map(|machine| &machine.boards);
        let board = |(pairing, line): &(Pairing, GameLine)| {
            (pairing.index, LiveBoard { players: pairing.players, line: line.clone() })
        };
        *lock(&self.boards) = boards.map(board).collect();
    }

    fn game_ends(&self, record: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        lock(&self.boards).remove(&record.index);
        let bytes = bytes_of(record);
        if self.bytes.fetch_add(bytes, Ordering::Relaxed) + bytes >= self.allowed.bytes {
            self.end(out_of_bytes);
        }
        break_if(self.stop.load(Ordering::Relaxed))
    }
}

/// What a game takes on disk, near enough.
fn bytes_of(record: &GameRecord) -> u64 {
    let plies: usize = record.plies.iter().map(|ply| ply.mv.len() + 32).sum();
    let opening: usize = record.opening.moves.iter().map(|mv| mv.len() + 1).sum();
    (200 + plies + opening) as u64
}

fn out_of_time() -> Message {
    message!("the run has had all its time", "la serie ha agotado su tiempo")
}

fn out_of_bytes() -> Message {
    message!(
        "the runs of this client have taken all their room: `poda runs` deletes some",
        "las series de este cliente han agotado su espacio: `poda runs` borra algunas"
    )
}

impl RunService {
    pub(crate) fn open(options: &ServerOptions) -> Result<Self, ServeError> {
        let path = options.records.as_deref();
        let store = path.map_or_else(RunStore::in_memory, RunStore::open).map_err(|error| {
            let place = path.map_or_else(|| "memory".into(), |path| path.display().to_string());
            ServeError::Games { place, why: error.message() }
        })?;
        let store = store.with_catalog(options.catalog.clone());
        let owners = RunOwners::open(options.games.as_deref())?;
        Ok(Self {
            store,
            owners,
            places: Mutex::default(),
            states: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    /// All runs, the oldest first.
    pub(crate) fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.store.runs()
    }

    pub(crate) fn run(&self, id: i64) -> Result<Run, StoreError> {
        self.store.run(id)
    }

    /// The games of a run and what they say, unless they are too many to be held in memory for somebody who looks. The last
    /// ones that were looked at are kept, so that only new games are read.
    pub(crate) fn state(&self, run: &Run, limits: &ServerLimits) -> Result<SharedState, Refusal> {
        let id = run.id;
        let (bytes, most) = (self.store.bytes(id)?, limits.recorded_per_client);
        // What is being written when the limit is reached is still shown.
        if bytes > most + most / 4 {
            let megabytes = bytes >> 20;
            return Err(Refusal::bad(
                format!("run {id} has {megabytes} MB of games, too many for the page: `poda runs show {id}`"),
                format!(
                    "la serie {id} tiene {megabytes} MB de partidas, demasiadas para la página: `poda runs show {id}`"
                ),
            ));
        }
        let kept = self.kept(run);
        let mut state = lock(&kept);
        let known: HashSet<u64> = state.records().map(|record| record.index).collect();
        for record in self.store.games_besides(id, |number| known.contains(&number))? {
            state.add(record);
        }
        drop(state);
        Ok(kept)
    }

    fn kept(&self, run: &Run) -> SharedState {
        let mut states = lock(&self.states);
        let key = (run.id, run.created);
        let state = match states.iter().position(|(known, _)| *known == key) {
            Some(place) => states.remove(place).map(|(_, state)| state),
            None => None,
        };
        let state = state.unwrap_or_else(|| Arc::new(Mutex::new(ContestState::new(run.contest.clone(), []))));
        states.push_back((key, Arc::clone(&state)));
        if states.len() > LOOKED_AT {
            states.pop_front();
        }
        state
    }

    pub(crate) fn stage(&self, run: &Run) -> RunStage {
        if lock(&self.places).active.contains_key(&run.id) {
            RunStage::Here
        } else if run.finished {
            RunStage::Finished
        } else if matches!(self.store.lock(run.id), Err(StoreError::Busy { .. })) {
            RunStage::Elsewhere
        } else if self.has_gone_on(run) {
            // It ended after it was read: it was running then, and whoever asks again sees the rest.
            RunStage::Here
        } else {
            RunStage::Stopped
        }
    }

    /// Whether more of a run has been played than somebody has read of it.
    fn has_gone_on(&self, run: &Run) -> bool {
        self.store.run(run.id).is_ok_and(|now| (now.finished, now.played) != (run.finished, run.played))
    }

    pub(crate) fn failure(&self, id: i64, language: Language) -> Option<String> {
        lock(&self.failures).get(&id).map(|why| why.text(language))
    }

    /// The games that go on in a run of this server.
    pub(crate) fn boards(&self, id: i64) -> Vec<(u64, LiveBoard)> {
        let Some(run) = lock(&self.places).active.get(&id).cloned() else { return Vec::new() };
        let boards = lock(&run.boards);
        boards.iter().map(|(index, board)| (*index, board.clone())).collect()
    }

    /// The machines that play a run for this server.
    pub(crate) fn workers(&self, id: i64) -> Vec<RunWorker> {
        let run = lock(&self.places).active.get(&id).cloned();
        run.map(|run| lock(&run.workers).clone()).unwrap_or_default()
    }

    pub(crate) fn stop(&self, id: i64) -> Result<(), Refusal> {
        match lock(&self.places).active.get(&id) {
            Some(run) => run.stop.store(true, Ordering::Relaxed),
            None => {
                return Err(Refusal::missing(
                    format!("run {id} is not being played here"),
                    format!("la serie {id} no se está jugando aquí"),
                ));
            }
        }
        Ok(())
    }

    /// Stops all runs, and waits a while until they have ended.
    pub(crate) async fn end_all(&self, patience: Duration) {
        let began = Instant::now();
        for run in lock(&self.places).active.values() {
            run.stop.store(true, Ordering::Relaxed);
        }
        while !lock(&self.places).active.is_empty() && began.elapsed() < patience {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }

    /// Takes a place for a run that begins.
    fn begin(&self, client: Client, run: Option<i64>) -> Result<(), Refusal> {
        let mut places = lock(&self.places);
        let clients = places.active.values().map(|run| run.client).chain(places.beginning.iter().copied());
        let clients: Vec<Client> = clients.collect();
        if run.is_some_and(|id| places.active.contains_key(&id)) {
            return Err(Refusal::bad("the run is being played already", "la serie ya se está jugando"));
        }
        if clients.contains(&client) {
            return Err(Refusal::busy(
                format!("a run of {client} is being played already: wait for it or stop it"),
                format!("ya se está jugando una serie de {client}: espera a que acabe o detenla"),
            ));
        }
        if clients.len() >= AT_ONCE {
            return Err(Refusal::busy(
                format!("{AT_ONCE} runs are being played already: wait for one"),
                format!("ya se están jugando {AT_ONCE} series: espera a que acabe una"),
            ));
        }
        places.beginning.push(client);
        Ok(())
    }

    /// What a run may take, after what it and its client's others have taken.
    fn allowance(
        &self,
        limits: &ServerLimits,
        client: Client,
        run: Option<&Run>,
    ) -> Result<Allowance, Refusal> {
        let owner = run.map(|run| self.owners.of(run)).transpose()?.flatten();
        let played = owner.map_or(Duration::ZERO, |owner| owner.played);
        let time = limits.run_time.saturating_sub(played);
        if time.is_zero() {
            return Err(Refusal::busy(out_of_time().english(), out_of_time().spanish()));
        }
        let kept = self.owners.kept(client)?;
        let own = limits.recorded_per_client.saturating_sub(kept.own);
        let bytes = own.min(limits.recorded.saturating_sub(kept.all));
        if bytes == 0 {
            return Err(Refusal::busy(out_of_bytes().english(), out_of_bytes().spanish()));
        }
        Ok(Allowance { time, bytes })
    }

    fn fail(&self, id: i64, why: Message) {
        let mut failures = lock(&self.failures);
        failures.insert(id, why);
        while failures.len() > REASONS {
            failures.pop_first();
        }
    }
}

/// Who plays what.
pub(crate) struct RunOrder {
    pub(crate) contest: ReadyContest,
    /// The run to go on with; a new one if there is none.
    pub(crate) run: Option<Run>,
    pub(crate) owner: String,
    pub(crate) client: Client,
}

/// Plays a new run, or goes on with an old one.
pub(crate) fn play(shared: &Shared, order: RunOrder) -> Result<Run, Refusal> {
    let (client, known) = (order.client, order.run.as_ref().map(|run| run.id));
    // The disk may take its time: nobody waits for it with the places in hand.
    shared.runs.begin(client, known)?;
    let begun = begin(shared, order);
    let mut places = lock(&shared.runs.places);
    if let Some(place) = places.beginning.iter().position(|other| *other == client) {
        places.beginning.remove(place);
    }
    let (run, this, game) = begun?;
    places.active.insert(run.id, this);
    drop(places);
    let started = thread::Builder::new().name("run".into()).spawn(game);
    if started.is_err() {
        lock(&shared.runs.places).active.remove(&run.id);
        return Err(Refusal::broken("the system gives no thread", "el sistema no da ningún hilo"));
    }
    Ok(run)
}

type Begun = (Run, Arc<ActiveRun>, Box<dyn FnOnce() + Send>);

fn begin(shared: &Shared, order: RunOrder) -> Result<Begun, Refusal> {
    let (service, limits) = (&shared.runs, &shared.options.limits);
    let RunOrder { contest, run, owner, client } = order;
    let allowed = service.allowance(limits, client, run.as_ref())?;
    let claimed = match &run {
        Some(run) => service.store.claim(run.id)?,
        None => service.store.claim_new(contest.contest())?,
    };
    let run = service.store.run(claimed.id())?;
    service.owners.claim(&run, &owner, client)?;
    lock(&service.failures).remove(&run.id);
    let this = Arc::new(ActiveRun::new(client, allowed));
    let threads = Threads((limits.threads / 2).max(1));
    let (shared, own, played) = (shared.clone(), Arc::clone(&this), run.clone());
    let game = move || {
        let service = &shared.runs;
        let executor: &dyn Executor = match &shared.options.machines {
            Some(machines) => machines.0.as_ref(),
            None => &threads,
        };
        if let Err(error) = play_run(&service.store, claimed, &contest, executor, own.as_ref()) {
            service.fail(played.id, error.message());
        }
        if let Some(why) = lock(&own.ended).take() {
            service.fail(played.id, why);
        }
        // What cannot be noted is not counted; the run itself is on disk.
        let _ = service.owners.spend(&played, own.began.elapsed(), own.bytes.load(Ordering::Relaxed));
        lock(&service.places).active.remove(&played.id);
    };
    Ok((run, this, Box::new(game)))
}
