//! The rules of the Connect family. One binary, so that the games are compiled once for all tests.

mod bomb_references;
mod connect4_reference;
mod perft;
mod pictures;
mod properties;
mod refusals;
mod rules;
