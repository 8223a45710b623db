//! The arena: contests played and recorded.
//!
//! [`play_contest`] plays a contest, tells a listener about every game when it ends, and stops when it is asked to. Given
//! the seed and limits of depth or nodes, every game is the same each time, whatever the number of threads.

mod contest;
mod play;
mod store;
mod watch;

pub use contest::{ContestError, Listener, check_contest, play_contest, replay_game};
pub use play::{Tell, play_game};
pub use store::{Run, RunLock, RunStore, StoreError};
pub use watch::{Moment, Watcher};
