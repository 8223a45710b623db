//! Thousands of games of one kind, stepped at once into flat arrays: for programs that learn.
//!
//! Inside, a [`Batch`] is compiled for one type of game. Outside, an [`AnyBatch`] takes and fills slices of numbers. Chance is
//! a function of the seed and of the game's place in the batch, so a game is the same in a batch of any size.

mod any_batch;
mod error;
mod games;

pub use any_batch::{AnyBatch, BatchArrays, BatchOptions};
pub use error::BatchError;
pub use games::Batch;
