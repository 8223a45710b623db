#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! ```text
//! one file per game     mnk.rs   nraya.rs
//! what both share       cells.rs       sets of cells: 128 or 256 bits
//!                       board.rs       the size, where the cells are, lines
//!                       text.rs        moves and position lines
//!                       picture.rs     boards for terminals and screens
//!                       drawing.rs     what each game says beside its board, and what its moves do
//!                       editing.rs     boards that are edited
//!                       encode.rs      boards as numbers, for programs that learn
//! ```
//!
//! The rules themselves are written down, with examples that the tests execute, in `rules/*.md`.

mod board;
mod cells;
mod drawing;
mod editing;
mod encode;
mod mnk;
mod nraya;
mod picture;
pub mod rules;
mod text;

pub use board::{CellBoard, CellBoardError, MAX_SIDE};
pub use cells::CellSet;
pub use mnk::{Mnk, MnkState};
pub use nraya::{Nraya, NrayaMove, NrayaState, PLY_LIMIT, SpecialCell};
