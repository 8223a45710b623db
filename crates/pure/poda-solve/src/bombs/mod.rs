//! Proofs about Crush, BOOM and Desconecta: who can force a win, and within how many actions.
//!
//! ```text
//! solver.rs    which questions are asked of a position, and what their answers mean
//! search.rs    "can the attacker force a win within so many actions?"
//! threats.rs   who wins within a turn, and what stops it
//! wide.rs      the same for processors with wide registers
//! quiet.rs     what is surely not won soon
//! table.rs     what is proved about the positions met
//! engine.rs    the engine `exact`
//! openings.rs  the first turns of BOOM, solved beforehand
//! certificate.rs  a winner's strategy, for others to check
//! ```

mod certificate;
mod engine;
mod openings;
mod quiet;
mod search;
mod solver;
mod table;
mod threats;
mod wide;

pub use certificate::{Certificate, CertificateError};
pub use engine::ExactBombEngine;
pub use solver::{Advice, BombSolver};
