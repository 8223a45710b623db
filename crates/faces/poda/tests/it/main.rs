//! Whole commands. One binary, so that the games are compiled once for all tests.
#![expect(clippy::disallowed_types, reason = "the binary is run")]

mod arena;
mod behaviour;
mod brackets;
mod cli;
mod common;
mod courses;
mod engine;
mod foreign;
mod grade;
#[cfg(target_os = "linux")]
mod hostile;
mod json;
mod players;
#[cfg(all(unix, feature = "queue"))]
mod queue;
mod sandbox;
mod solve;
mod trouble;
mod tune;
