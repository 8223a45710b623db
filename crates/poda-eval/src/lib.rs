//! Opinions about positions, one file per idea.
//!
//! | evaluator | games | where it comes from |
//! |---|---|---|
//! | [`Threats`] | the Connect family | the house, tuned |
//! | [`Windows`] | the Connect family | the house |
//! | [`Puntuacion`] | the bomb games | the courses' test evaluation |
//! | [`Runs`] | the bomb games | a player of Conecta-4 BOOM |
//! | [`Lines`], [`LinesFirst`] | the bomb games | a player of Conecta-4 Crush |
//! | [`Neighbours`], [`Gaps`] | Connect-4 | players of Connect-4 on 8x8 |
//! | [`Journey`] | Parchís | the house, tuned |
//! | [`ProgressEvaluator`] | Parchís | the house |
//! | [`ParchisTest`] | Parchís | the course's test evaluation |
//! | [`Race`], [`RaceCode`] | Parchís | a player of the edition 2022/23 |
//!
//! Those that come from players follow their reports; what a report leaves open is decided in the comment of the type.
//! `docs/heuristics.md` tells the same to people.

mod gaps;
mod journey;
mod lines;
mod neighbours;
mod parchis_test;
mod progress;
mod puntuacion;
mod race;
mod runs;
mod spanish;
mod threats;
mod weighed;
pub mod weights;
mod windows;

pub use gaps::Gaps;
pub use journey::Journey;
pub use lines::{Lines, LinesFirst};
pub use neighbours::Neighbours;
pub use parchis_test::ParchisTest;
pub use progress::ProgressEvaluator;
pub use puntuacion::Puntuacion;
pub use race::{Race, RaceCode};
pub use runs::Runs;
pub use spanish::part_name;
pub use threats::Threats;
pub use weighed::{POINTS, Weighed};
pub use windows::Windows;
