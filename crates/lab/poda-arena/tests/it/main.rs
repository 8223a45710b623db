//! Contests, records and programs as players. One binary, so that the games are compiled once for all tests.

mod bots;
mod common;
mod contests;
mod foreign;
mod store;
