//! The engines on games made for tests. One binary, so that the games are compiled once for all tests.

mod equal_to_minimax;
mod mcts;
mod root_picks;
