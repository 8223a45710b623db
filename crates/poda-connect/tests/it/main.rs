//! The rules of the Connect family. One binary, so that the games are compiled once for all tests.

mod bomb_twins;
mod connect4_twin;
mod laws;
mod perft;
mod pictures;
mod refusals;
mod rules;
