//! A worker: takes jobs from the queue, does them, and says what came out. It keeps nothing that could not be made again.

mod job;
mod prepare;
mod scout;

use std::{
    collections::BTreeMap,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream::consumer::{Consumer, pull};
use futures_util::StreamExt;
use poda_agent::{BotLimits, GameLine};
use poda_catalog::Catalog;
use poda_contest::ContestObserver;
use poda_core::{Message, Translate, message};
use tokio::{
    sync::mpsc::{self, Sender},
    task::JoinSet,
};

use self::prepare::Prepared;
use crate::{
    Identity, JobStatus, LackStatus, QueueError, QueueServer, WorkerStatus,
    server::{Connection, RUNS, host_name},
    wire,
};

/// How often a worker describes itself.
const TELL_EVERY: Duration = Duration::from_secs(3);
/// How long one question for a job waits.
const POLL: Duration = Duration::from_secs(2);
/// How long to wait where there is nothing to ask for.
const IDLE: Duration = Duration::from_millis(200);
/// How often to look whether a coordinator has made the streams.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How long a worker that is told to stop may take.
const FAREWELL: Duration = Duration::from_secs(20);

/// Does the work of a queue.
#[derive(Clone, Debug)]
pub struct Worker {
    /// The games.
    pub catalog: Catalog,
    /// Where the queue is.
    pub server: QueueServer,
    /// What people call it; the machine's name if empty.
    pub name: String,
    /// Jobs at the same time.
    pub slots: usize,
    /// Where programs are unpacked and built.
    pub cache: PathBuf,
    /// The sandbox of programs, and the most that a run can ask for them.
    pub bots: BotLimits,
    /// Whether programs may run where the sandbox cannot hold everything.
    pub weak_sandbox: bool,
    /// Which program it is. Only tests pretend to be another one.
    pub identity: Identity,
}

impl Worker {
    /// Works until the observer's `waiting` breaks; it is told notices only. A server that goes away is waited for.
    ///
    /// # Errors
    /// If the server cannot be reached at the beginning.
    pub fn run(&self, observer: &dyn ContestObserver) -> Result<(), QueueError> {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).max_blocking_threads(self.slots + 8).enable_all();
        let runtime = builder.build().map_err(|error| QueueError::System(error.message()))?;
        let worked = runtime.block_on(self.work(observer));
        runtime.shutdown_timeout(Duration::from_secs(5));
        worked
    }

    /// The same inside of a runtime.
    ///
    /// # Errors
    /// If the server cannot be reached at the beginning.
    pub async fn work(&self, observer: &dyn ContestObserver) -> Result<(), QueueError> {
        let name = if self.name.is_empty() { host_name() } else { self.name.clone() };
        let connection = self.server.assist(&format!("poda worker {name}")).await?;
        if let Some(warning) = self.server.warning(&connection) {
            observer.notice(&warning);
        }
        if !wait_for_streams(&connection, observer).await? {
            return Ok(());
        }
        let (said, mut heard) = mpsc::channel(100);
        let shared = Arc::new(WorkerShared {
            id: worker_id(&name),
            name,
            options: self.clone(),
            connection,
            said,
            stop: AtomicBool::new(false),
            done: AtomicU64::new(0),
            runs: Mutex::default(),
            jobs: Mutex::default(),
        });
        let (server, slots) = (self.server.name(), self.slots);
        observer.notice(&message!(
            "{name} works for {server}, jobs at a time: {slots}; Ctrl-C gives them back",
            "{name} trabaja para {server}, trabajos a la vez: {slots}; Ctrl-C los devuelve",
            name = shared.name,
            server,
            slots
        ));
        let mut tasks = JoinSet::new();
        tasks.spawn(scout::scout(Arc::clone(&shared)));
        tasks.spawn(tell(Arc::clone(&shared)));
        for _ in 0..self.slots.max(1) {
            tasks.spawn(slot(Arc::clone(&shared)));
        }
        while observer.waiting().is_continue() {
            tokio::select! {
                what = heard.recv() => if let Some(what) = what { observer.notice(&what) },
                () = tokio::time::sleep(Duration::from_millis(100)) => {}
            }
        }
        shared.stop.store(true, Ordering::Relaxed);
        let ended = async { while tasks.join_next().await.is_some() {} };
        let _ = tokio::time::timeout(FAREWELL, ended).await;
        while let Ok(what) = heard.try_recv() {
            observer.notice(&what);
        }
        let leave = async {
            // Nothing in place of the last status: otherwise it would count until it is too old.
            let client = &shared.connection.client;
            let _ = client.publish(format!("poda.worker.{}", shared.id), "".into()).await;
            let _ = client.flush().await;
            let _ = client.drain().await;
        };
        let _ = tokio::time::timeout(Duration::from_secs(5), leave).await;
        Ok(())
    }
}

/// Waits until a coordinator has made the streams. `false` if it is stopped before.
///
/// # Errors
/// If the server keeps no messages.
async fn wait_for_streams(
    connection: &Connection,
    observer: &dyn ContestObserver,
) -> Result<bool, QueueError> {
    let mut looked: Option<Instant> = None;
    while observer.waiting().is_continue() {
        if looked.is_none_or(|looked| looked.elapsed() > LOOK_EVERY) {
            match (connection.stream_if_made(RUNS).await, looked) {
                (Ok(Some(_)), _) => return Ok(true),
                (Ok(None), None) => observer.notice(&message!(
                    "{server} has no streams yet: waiting for a coordinator, such as poda match --queue, to make them",
                    "{server} aún no tiene flujos: a la espera de que los cree un coordinador, como poda match --queue",
                    server = connection.server
                )),
                (Err(error), None) => return Err(error),
                // A server that went away is waited for.
                _ => {}
            }
            looked = Some(Instant::now());
        }
        tokio::time::sleep(IDLE).await;
    }
    Ok(false)
}

/// A name that no other worker has, of characters that a subject may have.
fn worker_id(name: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).take(40).collect();
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    format!("{plain}-{}-{:x}-{}", std::process::id(), now.as_millis(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// What the tasks of a worker share.
struct WorkerShared {
    id: String,
    name: String,
    options: Worker,
    connection: Connection,
    said: Sender<Message>,
    stop: AtomicBool,
    done: AtomicU64,
    runs: Mutex<BTreeMap<String, WorkerRun>>,
    jobs: Mutex<BTreeMap<u64, JobInHand>>,
}

/// A run as far as this worker is concerned.
enum WorkerRun {
    Ready(Arc<ReadyRun>),
    Unable { why: Message, since: Instant, is_final: bool },
}

/// A run that this worker can work for.
struct ReadyRun {
    key: String,
    lease: Duration,
    prepared: Prepared,
    consumer: Consumer<pull::Config>,
    /// Nobody plays on.
    over: Arc<AtomicBool>,
    since: Instant,
}

impl ReadyRun {
    fn lacks_something(&self) -> bool {
        matches!(&self.prepared, Prepared::Games { lacks, .. } if !lock(lacks).is_empty())
    }

    /// The players whose games are not played here.
    fn lacks(&self) -> Vec<LackStatus> {
        let Prepared::Games { contest, lacks, .. } = &self.prepared else { return Vec::new() };
        let status = |(place, why): (&usize, &Message)| LackStatus {
            run: self.key.clone(),
            place: *place,
            player: contest.contest().players[*place].name.clone(),
            why: wire::bounded(why),
        };
        lock(lacks).iter().map(status).collect()
    }
}

/// A job that is being done.
struct JobInHand {
    run: String,
    job: String,
    since: Instant,
    board: Arc<Mutex<Option<(u64, GameLine)>>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // Nobody panics with it in hand; and if somebody did, it would still be one.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl WorkerShared {
    fn stops(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn says(&self, what: Message) {
        // Nobody listens any more, or has far too much to listen to.
        let _ = self.said.try_send(what);
    }

    fn ready(&self) -> Vec<Arc<ReadyRun>> {
        let runs = lock(&self.runs);
        let ready = runs.values().filter_map(|run| match run {
            WorkerRun::Ready(run) if !run.over.load(Ordering::Relaxed) => Some(Arc::clone(run)),
            _ => None,
        });
        ready.collect()
    }

    /// From now on this worker takes jobs of that run.
    fn is_ready(&self, run: ReadyRun) {
        let lacks = run.lacks();
        let known = lock(&self.runs).insert(run.key.clone(), WorkerRun::Ready(Arc::new(run)));
        let before = match known {
            Some(WorkerRun::Ready(before)) => before.lacks(),
            _ => Vec::new(),
        };
        for lack in lacks.iter().filter(|lack| !before.contains(lack)) {
            self.says_lack(lack);
        }
    }

    fn says_lack(&self, LackStatus { run, player, why, .. }: &LackStatus) {
        self.says(message!(language => "takes no games of {player} of run {run}: {why}", "no acepta partidas de {player} de la serie {run}: {why}", player, run, why = why.text(language)));
    }

    /// From now on this worker takes nothing of that run.
    fn is_unable(&self, run: &str, why: &Message, is_final: bool) {
        let known = lock(&self.runs)
            .insert(run.to_owned(), WorkerRun::Unable { why: why.clone(), since: Instant::now(), is_final });
        let is_new = !matches!(known, Some(WorkerRun::Unable { why: old, .. }) if old == *why);
        if is_new {
            self.says(message!(language => "takes no work of run {run}: {why}", "no acepta trabajo de la serie {run}: {why}", run, why = why.text(language)));
        }
    }

    fn status(&self) -> WorkerStatus {
        let (mut unable, mut lacks) = (Vec::new(), Vec::new());
        for (run, state) in lock(&self.runs).iter() {
            match state {
                WorkerRun::Unable { why, .. } => unable.push((run.clone(), wire::bounded(why))),
                WorkerRun::Ready(run) => lacks.extend(run.lacks()),
            }
        }
        let status = |job: &JobInHand| {
            let board = lock(&job.board).clone();
            JobStatus {
                run: job.run.clone(),
                job: job.job.clone(),
                seconds: job.since.elapsed().as_secs(),
                number: board.as_ref().map(|(number, _)| *number),
                board: board.map(|(_, line)| line),
            }
        };
        let jobs = lock(&self.jobs).values().map(status).collect();
        WorkerStatus {
            name: self.name.clone(),
            by: self.options.identity.clone(),
            slots: self.options.slots,
            jobs,
            done: self.done.load(Ordering::Relaxed),
            unable,
            lacks,
        }
    }
}

/// Describes this worker now and then, to whoever looks.
async fn tell(shared: Arc<WorkerShared>) {
    let subject = format!("poda.worker.{}", shared.id);
    let mut told: Option<(Instant, usize)> = None;
    while !shared.stops() {
        let status = shared.status();
        let state = status.unable.len() + status.lacks.len() + 1000 * status.jobs.len();
        // At once if something changed that others wait for.
        if told.is_none_or(|(when, before)| when.elapsed() > TELL_EVERY || before != state) {
            told = Some((Instant::now(), state));
            let _ = shared.connection.client.publish(subject.clone(), wire::write(&status).into()).await;
        }
        tokio::time::sleep(IDLE).await;
    }
}

/// Does one job after the other.
async fn slot(shared: Arc<WorkerShared>) {
    let mut turn = 0_usize;
    while !shared.stops() {
        let runs = shared.ready();
        turn += 1;
        let mut found = None;
        for place in 0..runs.len() {
            let run = &runs[(turn + place) % runs.len()];
            // With one run alone there is time to wait; with several each is asked in turn.
            if let Some(message) = next(run, runs.len() == 1).await {
                found = Some((Arc::clone(run), message));
                break;
            }
        }
        match found {
            Some((run, message)) => job::work(&shared, &run, message).await,
            None => tokio::time::sleep(IDLE).await,
        }
    }
}

/// The next job of a run, if there is one.
async fn next(run: &ReadyRun, waits: bool) -> Option<async_nats::jetstream::Message> {
    let asked = async {
        let mut messages = if waits {
            run.consumer.batch().max_messages(1).expires(POLL).messages().await.ok()?
        } else {
            run.consumer.fetch().max_messages(1).messages().await.ok()?
        };
        messages.next().await?.ok()
    };
    tokio::time::timeout(POLL + Duration::from_secs(3), asked).await.ok()?
}
