//! Whole commands. One binary, so that the games are compiled once for all tests.

mod arena;
mod behaviour;
mod cli;
mod common;
mod engine;
mod grade;
mod solve;
mod trouble;
