//! The rules of Parchís behind a C interface.
//!
//! The player of a course is compiled as a library. Poda, started once more as its *host*, loads it and hands it a table of
//! functions: what the course's classes show is what our rules say. This crate is the one exception to the rule that
//! nothing right of the boundary names a game, and holds no rule of its own.

#[cfg(target_os = "linux")]
mod load;
#[cfg(target_os = "linux")]
mod table;
#[cfg(target_os = "linux")]
mod view;

#[cfg(all(test, target_os = "linux"))]
mod compare;

use std::{ffi::OsString, process::ExitCode};

/// Lets a player's library play: its path and its arguments.
#[cfg(target_os = "linux")]
pub fn host(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    load::run(arguments)
}

/// Lets a player's library play: only under Linux.
#[cfg(not(target_os = "linux"))]
pub fn host(_: impl Iterator<Item = OsString>) -> ExitCode {
    ExitCode::FAILURE
}
