//! Exact play. One binary, so that the games are compiled once for all tests.

mod bombs;
mod engines;
mod minimax;
mod scores;
