#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Connect-4 on any board, and its bomb variants [`Crush`], [`Boom`] and [`Desconecta`].
//!
//! ```text
//! one file per game     connect4.rs   crush.rs   boom.rs   desconecta.rs
//! what bombs share      bombs/        board: gravity and lines; game: turns; text; pictures
//! what all share        word.rs       64 or 128 bits
//!                       grid.rs       the size, where the cells are, lines
//!                       view.rs       a board as cells: position lines
//!                       picture.rs    the same for the eye: terminals and screens
//!                       telling.rs    what moves do, and boards that are edited
//!                       encode.rs     boards as numbers, for programs that learn
//! ```
//!
//! The rules themselves are written down, with examples that the tests execute, in `rules/*.md`.

mod bombs;
mod boom;
mod connect4;
mod crush;
mod desconecta;
mod encode;
mod grid;
mod picture;
pub mod rules;
mod telling;
mod view;
mod word;

pub use bombs::{Action, Board, BombGame, BombRules, BombState};
pub use boom::{Boom, BoomRules};
pub use connect4::{Connect4, Connect4State};
pub use crush::{Crush, CrushRules};
pub use desconecta::{Desconecta, DesconectaRules};
pub use grid::{DEFAULT_RUN, Grid, MAX_WIDTH, SizeError, fits, fits_u64};
pub use word::Word;
