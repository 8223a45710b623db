//! How many results a coordinator takes: many workers in one process, each with a connection of its own, and one coordinator that
//! records a match of random players. `cargo run --release -p poda-queue --example many_workers -- nats://127.0.0.1:4222 1000 400000`
//! for 1,000 workers and 400,000 games. The match begins when all workers are on the queue, and results are counted from the moment
//! at which the coordinator has heard of all of them. In the end it says how many of them have done something.
#![expect(clippy::print_stderr, reason = "whoever starts it wants to know")]

use std::{
    env,
    error::Error,
    ops::ControlFlow,
    sync::{
        Arc, OnceLock,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use poda_agent::BotLimits;
use poda_catalog::Catalog;
use poda_contest::{
    Conditions, Contest, ContestObserver, ContestState, Format, GameRecord, Openings, Plan, Player,
    ReadyContest, RunStore, Workforce, play_run,
};
use poda_core::break_if;
use poda_queue::{Identity, Machines, QueueServer, Timing, Worker, look};

struct Until(Arc<AtomicBool>);

impl ContestObserver for Until {
    fn waiting(&self) -> ControlFlow<()> {
        break_if(self.0.load(Ordering::Relaxed))
    }
}

/// How long workers may take to get ready.
const READY: Duration = Duration::from_mins(3);

/// Counts from the first result, and from the moment at which everybody is there.
struct Counted {
    began: Instant,
    wanted: usize,
    count: AtomicU64,
    first: OnceLock<Instant>,
    /// When the coordinator had heard of all workers, and how many results it had by then.
    complete: OnceLock<(Instant, u64)>,
    most: AtomicUsize,
}

impl ContestObserver for Counted {
    fn game_ends(&self, _: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        if self.count.fetch_add(1, Ordering::Relaxed) == 0 {
            self.first.get_or_init(Instant::now);
        }
        ControlFlow::Continue(())
    }

    fn workforce(&self, Workforce { workers, busy, .. }: Workforce) {
        let before = self.most.fetch_max(workers, Ordering::Relaxed);
        if workers / 100 > before / 100 || (workers >= self.wanted && before < self.wanted) {
            let seconds = self.began.elapsed().as_secs_f64();
            eprintln!("{seconds:.1} s: the coordinator has heard of {workers} workers, {busy} of them busy");
        }
        if workers >= self.wanted {
            self.complete.get_or_init(|| (Instant::now(), self.count.load(Ordering::Relaxed)));
        }
    }
}

impl Counted {
    fn tell(&self) {
        let (now, all) = (Instant::now(), self.count.load(Ordering::Relaxed));
        let rate = |since: Instant, count: u64| count as f64 / (now - since).as_secs_f64();
        eprintln!("{all} results: {:.0} a second over the whole run", rate(self.began, all));
        if let Some(first) = self.first.get() {
            eprintln!("{:.0} a second from the first one on", rate(*first, all));
        }
        let (most, wanted) = (self.most.load(Ordering::Relaxed), self.wanted);
        match self.complete.get() {
            Some((since, before)) => eprintln!(
                "{:.0} a second over {} results in {:.1} s, with all {wanted} workers heard of",
                rate(*since, all - before),
                all - before,
                (now - *since).as_secs_f64()
            ),
            None => eprintln!("only {most} of {wanted} workers had been heard of"),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, count, games] = &arguments[..] else { return Err("usage: SERVER COUNT GAMES".into()) };
    let (count, games): (usize, u64) = (count.parse()?, games.parse()?);
    let folder = env::temp_dir().join(format!("poda-many-workers-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let stop = Arc::new(AtomicBool::new(false));
    let address: QueueServer = server.parse()?;
    let worker = Worker {
        catalog: Catalog::default(),
        server: address.clone(),
        name: String::new(),
        slots: 1,
        cache: folder.join("cache"),
        bots: BotLimits::default(),
        weak_sandbox: false,
        identity: Identity::own(),
    };
    let told = Arc::clone(&stop);
    let workers = thread::spawn(move || work(&worker, count, &told));
    let machines = Machines { server: address.clone(), timing: Timing::default(), spot_check: None };
    // Workers wait until the streams are there.
    machines.check()?;
    wait_for_all(&address, count)?;
    let contest = Contest {
        game: "connect4".into(),
        players: Player::read_all(&["random", "other=random"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games, rounds: 1 },
        openings: Openings::Random(2),
        conditions: Conditions::default(),
        seed: 1,
        sprt: None,
        shard: None,
    };
    let contest = ReadyContest::new(contest, &Catalog::default(), &poda_bots::read_player)?;
    let store = RunStore::open(&folder.join("runs.db"))?;
    let run = store.claim_new(contest.contest())?;
    let counted = Counted {
        began: Instant::now(),
        wanted: count,
        count: AtomicU64::default(),
        first: OnceLock::new(),
        complete: OnceLock::new(),
        most: AtomicUsize::default(),
    };
    play_run(&store, run, &contest, &machines, &counted)?;
    counted.tell();
    // What they did last is told within three seconds.
    thread::sleep(Duration::from_secs(5));
    let seen = look(&address)?.workers;
    let worked = seen.iter().filter(|worker| worker.done > 0).count();
    let least = seen.iter().map(|worker| worker.done).min().unwrap_or(0);
    eprintln!("{worked} of {} workers on the queue have played games, at least {least} each", seen.len());
    stop.store(true, Ordering::Relaxed);
    // What is left of them ends with the process.
    let _ = workers.join();
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

/// Waits until every worker describes itself on the queue.
fn wait_for_all(server: &QueueServer, count: usize) -> Result<(), Box<dyn Error>> {
    let began = Instant::now();
    loop {
        let there = look(server)?.workers.len();
        eprintln!("{:.1} s: {there} workers are on the queue", began.elapsed().as_secs_f64());
        if there >= count {
            return Ok(());
        }
        if began.elapsed() > READY {
            return Err(format!("only {there} of {count} workers are there").into());
        }
        thread::sleep(Duration::from_secs(1));
    }
}

fn work(worker: &Worker, count: usize, stop: &Arc<AtomicBool>) {
    let Ok(runtime) = tokio::runtime::Builder::new_multi_thread().enable_all().build() else { return };
    runtime.block_on(async {
        let mut workers = tokio::task::JoinSet::new();
        for number in 0..count {
            let worker = Worker { name: format!("simulated{number}"), ..worker.clone() };
            let until = Until(Arc::clone(stop));
            workers.spawn(async move { worker.work(&until).await });
            // Not all at once: a server takes so many connections in a moment and no more.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        eprintln!("{count} workers were started");
        let mut failed = 0;
        while let Some(ended) = workers.join_next().await {
            match ended {
                Ok(Ok(())) => {}
                Ok(Err(error)) => {
                    failed += 1;
                    eprintln!("{error}");
                }
                Err(_) => failed += 1,
            }
        }
        eprintln!("{failed} of them failed");
    });
}
