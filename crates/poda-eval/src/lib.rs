//! Opinions about positions, one file per idea.
//!
//! An evaluator knows one game and looks at one position; how far to look ahead is the business of engines.

mod parchis_test;
mod progress;

pub use parchis_test::ParchisTest;
pub use progress::Progress;
