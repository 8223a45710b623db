//! Contests, records and programs as players. One binary, so that the games are compiled once for all tests.

#![expect(clippy::disallowed_methods, reason = "tests have files and threads")]

mod bots;
mod common;
mod contests;
mod foreign;
mod forms;
mod store;
