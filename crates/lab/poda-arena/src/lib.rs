//! The arena: contests played and recorded.
//!
//! [`play_run`] plays what is left of a run: an [`Executor`] plays the games, the [`RunStore`] keeps each when it ends, and a
//! [`ContestObserver`] is told and may stop it. The command line, the server and grading all go through it. Given the seed
//! and limits of depth or nodes, every game is the same each time, whatever the number of threads.

mod observer;
mod play;
mod pulse;
mod ready;
mod run;
mod shards;
mod store;
mod threads;

pub use observer::{ContestObserver, MachineProgress, Workforce};
pub use play::play_game;
pub use poda_contest::GameProgress;
pub use ready::{ContestError, MakeAgent, ReadyContest, ReadyPlayers};
pub use run::{ClaimedRun, Executor, NODES_ELSEWHERE, PlayedRun, RunProgress, play_run};
pub use shards::{Shards, resume_options};
pub use store::{OutcomeCount, Run, RunLock, RunStore, StoreError, open_sqlite};
pub use threads::{GamePlayer, Threads};
