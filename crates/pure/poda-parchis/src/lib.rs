#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Parchís of the Granada course: two players with two colours each, chosen dice instead of rolls, and special
//! mechanics that change from year to year.
//!
//! `RULES.md` beside this crate's manifest holds the rules as numbered clauses with executed examples. The rooms:
//!
//! * what the board is: [`Colour`], [`Cell`] and the `track` tables, the distances of `distance`;
//! * what is played with: [`Die`], [`DiceSet`] and [`Hand`], [`Status`];
//! * what may change from year to year: [`Edition`] and [`Start`], plain values;
//! * what may be done: `occupancy` and `legality`;
//! * what it does: `movement`, `objects`, `energy`;
//! * how it is told: `notation`, `reading`, `text_board`, `scene`, `telling`, `hindrance`, `editing`, `encode`.
//!
//! The courses' simulator is the referee, mistakes included. Each of its quirks has a number, `Q1` to `Q16`, and is
//! named at the line that copies it. Those that never show in a game (`Q13` to `Q16`) have no line.

mod bytes;
mod canvas;
mod colour;
mod dice;
mod distance;
mod editing;
mod edition;
mod encode;
mod energy;
mod game;
mod hindrance;
mod layout;
mod legality;
mod movement;
mod notation;
mod objects;
mod occupancy;
mod reading;
pub mod rules;
mod scene;
mod start;
mod state;
mod status;
mod telling;
mod text_board;
mod track;
mod words;

pub use colour::Colour;
pub use dice::{DiceSet, Die, Hand};
pub use distance::forward_distance;
pub use edition::{Edition, Mechanic, StarBounce, Turns, WallWalk};
pub use game::{Move, Parchis, SetupError};
pub use start::Start;
pub use state::{MAX_BOUNCES, ParchisState};
pub use status::Status;
pub use track::{Cell, Spot};
