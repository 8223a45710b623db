//! How many results a coordinator takes: many workers in one process, each with a connection of its own, and one coordinator that
//! records a match of random players. `cargo run --release -p poda-queue --example many_workers -- nats://127.0.0.1:4222 1000 60000`
//! for 1,000 workers and 60,000 games.
#![expect(clippy::print_stderr, reason = "whoever starts it wants to know")]

use std::{
    env,
    error::Error,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use poda_arena::{ContestObserver, ReadyContest, RunStore, Workforce, play_run};
use poda_contest::{Conditions, Contest, ContestState, Format, GameRecord, Openings, Plan, Player};
use poda_core::Message;
use poda_queue::{Identity, Machines, Timing, Worker, WorkerObserver};

struct Until(Arc<AtomicBool>);

impl WorkerObserver for Until {
    fn stops(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn says(&self, _: &Message) {}
}

/// Counts from the first result: before it, workers get ready.
struct Counted {
    began: Instant,
    first_ms: AtomicU64,
    count: AtomicU64,
}

impl ContestObserver for Counted {
    fn game_ends(&self, _: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        if self.count.fetch_add(1, Ordering::Relaxed) == 0 {
            self.first_ms.store(self.began.elapsed().as_millis() as u64, Ordering::Relaxed);
        }
        ControlFlow::Continue(())
    }

    fn workforce(&self, Workforce { workers, .. }: Workforce) {
        eprintln!("{:.1} s: {workers} workers", self.began.elapsed().as_secs_f64());
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, count, games] = &arguments[..] else { return Err("usage: SERVER COUNT GAMES".into()) };
    let (count, games): (usize, u64) = (count.parse()?, games.parse()?);
    let folder = env::temp_dir().join(format!("poda-many-workers-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let stop = Arc::new(AtomicBool::new(false));
    let worker = Worker {
        server: server.parse()?,
        name: String::new(),
        slots: 1,
        cache: folder.join("cache"),
        weak_sandbox: false,
        identity: Identity::own(),
    };
    let told = Arc::clone(&stop);
    let workers = thread::spawn(move || work(&worker, count, &told));
    let contest = ReadyContest::new(Contest {
        game: "connect4".into(),
        players: Player::read_all(&["random", "other=random"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games, rounds: 1 },
        openings: Openings::Random(2),
        conditions: Conditions::default(),
        seed: 1,
        sprt: None,
        shard: None,
    })?;
    let store = RunStore::open(&folder.join("runs.db"))?;
    let counted =
        Counted { began: Instant::now(), first_ms: AtomicU64::default(), count: AtomicU64::default() };
    let run = store.claim_new(contest.contest())?;
    let machines = Machines { server: server.parse()?, timing: Timing::default() };
    play_run(&store, run, &contest, &machines, &counted)?;
    let whole = counted.began.elapsed();
    let first = Duration::from_millis(counted.first_ms.into_inner());
    let played = counted.count.into_inner() as f64;
    eprintln!(
        "{played} results: {:.0} a second over the whole run, {:.0} a second from the first one on",
        played / whole.as_secs_f64(),
        played / whole.saturating_sub(first).as_secs_f64()
    );
    stop.store(true, Ordering::Relaxed);
    // What is left of them ends with the process.
    let _ = workers.join();
    std::fs::remove_dir_all(&folder)?;
    Ok(())
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
            failed += usize::from(!matches!(ended, Ok(Ok(()))));
        }
        eprintln!("{failed} of them failed");
    });
}
