#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Exact play: the score of any Connect-4 position on any board of up to 128 bits, four in line; and who can force a win in
//! BOOM, Crush and Desconecta, and when.
//!
//! ```text
//! solver.rs    which questions are asked of a position, and what their answers mean
//! lines.rs     the same for boards and moves as a stranger writes them
//! search.rs    "is the score above that?": a search with a null window and a table
//! avx2.rs      the same for processors with wide registers
//! order.rs     which move to try first
//! node.rs      a position, its threats and safe moves; playing on while there is no choice
//! follow.rs    bounds without searching: always reply in the same column
//! threats.rs   lines and the cells that complete them
//! table.rs     bounds of the positions met
//! growth.rs    how much of the table is in use
//! wide_table.rs the same for boards of more than 64 bits
//! word.rs      the integers that hold a board
//! simple.rs    boards that a simple strategy holds
//! shape.rs     the size of the board, known to the compiler for 7x6 and 8x8
//! book.rs      scores that were found out beforehand
//! engine.rs    the engine `exact`
//! team.rs      what several searchers tell each other
//! threads.rs   several searchers on one table (feature `threads`)
//! bombs/       the games with bombs: bounds on forced wins
//! ```
//!
//! `docs/solver.md` explains how it works, with pictures.

#![expect(
    clippy::inline_always,
    reason = "with the size of the board known every shift is a constant; it is all one hot path"
)]

mod avx2;
mod bombs;
pub mod book;
mod engine;
mod follow;
mod growth;
mod ideas;
mod lines;
mod node;
mod order;
mod score;
mod search;
mod shape;
mod simple;
mod solver;
mod table;
mod team;
#[cfg(feature = "threads")]
mod threads;
mod threats;
mod wide_table;
mod word;

pub use bombs::{Advice, BombSolver, Certificate, CertificateError, ExactBombEngine};
pub use engine::ExactEngine;
pub use ideas::Idea;
pub use solver::{SolveError, Solver};
pub use word::SolvedWord;
