//! Many machines: another way to play a contest, and to solve positions.
//!
//! A coordinator cuts a run into jobs of some seconds and publishes them on a NATS server with `JetStream`; workers on any
//! machine take one after the other and publish what came out. The server carries work and nothing else: a result is known
//! by its run, its pair and its side, the coordinator's `SQLite` file counts each once, and whatever is lost on the way is
//! played again.
//!
//! * [`Machines`] is the [`Executor`](poda_contest::Executor) of a coordinator.
//! * [`solve`] hands out positions.
//! * [`Worker`] does the work.
//! * [`look`] tells who works on what.

mod contest;
mod dispatch;
mod error;
mod ledger;
mod parcel;
mod positions;
mod programs;
mod server;
mod spot_check;
mod status;
mod streams;
mod verify;
mod wire;
mod worker;

use poda_core::Translate;
use tokio::runtime::{Builder, Runtime};

pub use contest::{Machines, Timing};
pub use error::QueueError;
pub use positions::{Receive, solve};
pub use server::QueueServer;
pub use status::{QueueView, RunView, forget, look};
pub use wire::{Identity, JobStatus, LackStatus, RunStatus, SolveSettings, WorkerStatus};
pub use worker::Worker;

/// Threads for the network: those that play are others.
fn runtime() -> Result<Runtime, QueueError> {
    let built = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    built.map_err(|error| QueueError::System(error.message()))
}
