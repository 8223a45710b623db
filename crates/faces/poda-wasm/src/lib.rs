#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! ```text
//! worker.rs    one message in, its answers out; what is remembered between two messages
//! host.rs      clock, progress and kept reviews for the service; players that fit into the memory
//! runs.rs      matches in this tab: begin, play a game, load, show
//! exports.rs   the same for a browser: memory and functions
//! ```

mod host;
#[cfg(not(feature = "small"))]
mod runs;
mod worker;

#[cfg(target_family = "wasm")]
mod exports;

pub use host::Post;
pub use worker::{TabWorker, broken};
