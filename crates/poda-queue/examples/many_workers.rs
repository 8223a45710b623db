//! Many workers in one process, each with a connection of its own, to see how many results a coordinator takes:
//! `cargo run --release -p poda-queue --example many_workers -- nats://127.0.0.1:4222 1000 60` for 1,000 of them, for a minute.
#![expect(clippy::print_stderr, reason = "whoever starts it wants to know")]

use std::{
    env,
    error::Error,
    time::{Duration, Instant},
};

use poda_core::Message;
use poda_queue::{Identity, Worker, WorkerObserver};

struct Until(Instant);

impl WorkerObserver for Until {
    fn stops(&self) -> bool {
        Instant::now() >= self.0
    }

    fn says(&self, _: &Message) {}
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [server, count, seconds] = &arguments[..] else { return Err("usage: SERVER COUNT SECONDS".into()) };
    let (count, seconds): (usize, u64) = (count.parse()?, seconds.parse()?);
    let worker = Worker {
        server: server.parse()?,
        name: String::new(),
        slots: 1,
        cache: env::temp_dir().join("poda-many-workers"),
        weak_sandbox: false,
        identity: Identity::own(),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let until = Instant::now() + Duration::from_secs(seconds);
    runtime.block_on(async {
        let mut workers = tokio::task::JoinSet::new();
        for number in 0..count {
            let worker = Worker { name: format!("simulated{number}"), ..worker.clone() };
            workers.spawn(async move { worker.work(&Until(until)).await });
            // Not all at once: a server takes so many connections in a moment and no more.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        eprintln!("{count} workers");
        let mut failed = 0;
        while let Some(ended) = workers.join_next().await {
            failed += usize::from(!matches!(ended, Ok(Ok(()))));
        }
        eprintln!("{failed} of them failed");
    });
    Ok(())
}
