#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Engines for any [`Game`](poda_core::Game). This crate knows no game, no clock and no randomness: a search limited
//! by depth or nodes gives the same answer every time, everywhere.
//!
//! | engine | what it is for |
//! |---|---|
//! | [`Random`] | the opponent everybody beats; varied by its seed |
//! | [`Minimax`] | plain and slow: the reference that all others must equal |
//! | [`AlphaBeta`] | the textbook's, node for node: a teaching fact and a grading tool |
//! | [`Mcts`] | random games from a growing tree; proves what it can |
//! | [`Pvs`] | the one that plays: iterative deepening, null windows, a table, killers |
//! | [`BlockFirst`] | plain minimax that blocks before it wins: a root of its own mind |
//! | [`RandomWhenLost`] | any other, until all is lost |
//! | [`SolverFirst`] | any other, where a solver does not know |
//!
//! [`tune`] fits the weights of an evaluator to games that it plays against itself.

mod alphabeta;
mod always;
pub mod batch;
mod block_first;
mod budget;
mod chance;
mod deepen;
mod entry;
mod growth;
mod mcts;
mod minimax;
mod no_heuristic;
mod node_list;
mod pvs;
mod random;
mod random_when_lost;
mod reply_history;
mod solver_first;
mod table;
mod textbook;
mod trace;
pub mod tune;
mod win_value;

pub use alphabeta::AlphaBeta;
pub use always::{Always, legal_move};
pub use block_first::BlockFirst;
pub use chance::Chance;
pub use deepen::MAX_DEPTH;
pub use growth::{Growth, GrowthNode, Proof, RandomGame};
pub use mcts::Mcts;
pub use minimax::Minimax;
pub use no_heuristic::NoHeuristic;
pub use node_list::NodeList;
pub use pvs::{Pvs, PvsOptions};
pub use random::Random;
pub use random_when_lost::RandomWhenLost;
pub use solver_first::SolverFirst;
pub use trace::{NodeKind, NodeRole, Recorded, Trace, TraceNode, TraceRoot};
pub use win_value::WinValue;
