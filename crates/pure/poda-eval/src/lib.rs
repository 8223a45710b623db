#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Evaluators, one file per idea. A new one is a file with its name, its summary and its terms, and a line in one of the lists
//! below; the catalog, help, menus and tests follow.
//!
//! | evaluator | games | where it comes from |
//! |---|---|---|
//! | [`Zugzwang`] | Connect-4 | built in, tuned |
//! | [`Heights`] | the bomb games | built in for Crush, tuned |
//! | [`Threats`] | the Connect family | built in for BOOM and Desconecta, tuned |
//! | [`Parity`] | Connect-4 | the sparring player's, tuned |
//! | [`Windows`] | the Connect family | built in |
//! | [`Puntuacion`] | the bomb games | the courses' test evaluation |
//! | [`Runs`], its stages and [`RunsCode`] | the bomb games | a player of Conecta-4 BOOM |
//! | [`Lines`], its stages, [`LinesText`], [`LinesCode`] | the bomb games | a player of Conecta-4 Crush |
//! | [`Neighbours`], [`Gaps`] | Connect-4 | players of Connect-4 on 8x8 |
//! | [`OpenLines`] | k in a row, N en raya | built in |
//! | [`Journey`] | Parchís | built in, tuned |
//! | [`ProgressEvaluator`] | Parchís | built in |
//! | [`ParchisTest`] | Parchís | the course's test evaluation |
//! | [`Race`], its stages and [`RaceCode`] | Parchís | a player of the edition 2022/23 |
//!
//! Those that come from players follow their reports; what a report leaves open is decided in the comment of the type.
//! `docs/heuristics.md` tells the same to people.

mod foresight;
mod gaps;
mod heights;
mod journey;
mod lines;
mod neighbours;
mod open_lines;
mod parchis_test;
mod parity;
mod progress;
mod puntuacion;
mod race;
mod runs;
mod threats;
mod weighted_sum;
pub mod weights;
mod windows;
mod zugzwang;

use poda_connect::{BombGame, Connect4, Word};
use poda_core::{Evaluator, Game, Text, Tunable};
use poda_parchis::Parchis;

use self::weights::BombWeights;

pub use gaps::Gaps;
pub use heights::Heights;
pub use journey::Journey;
pub use lines::{Lines, LinesBomb, LinesBy, LinesCode, LinesFirst, LinesText};
pub use neighbours::Neighbours;
pub use open_lines::OpenLines;
pub use parchis_test::ParchisTest;
pub use parity::Parity;
pub use progress::ProgressEvaluator;
pub use puntuacion::Puntuacion;
pub use race::{Race, RaceCells, RaceCode, RaceDice, RaceDistance, RaceEaten, RaceLeading};
pub use runs::{Runs, RunsAt, RunsCentre, RunsCode, RunsDiagonal, RunsHorizontal, RunsVertical};
pub use threats::Threats;
pub use windows::Windows;
pub use zugzwang::Zugzwang;

/// An evaluator as specs and menus name it.
pub trait NamedEvaluator {
    /// Its name in specs.
    const NAME: &'static str;
    /// What it looks at.
    const SUMMARY: Text;
}

/// Whoever wants to know the evaluators of a game.
pub trait EvaluatorList<G: Game> {
    /// An evaluator without parameters.
    fn add<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self);

    /// The same for one whose textbook search is measured beside the original's, and has to be fast.
    fn add_measured<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self);

    /// One with weights, these unless somebody brings others.
    fn add_tunable<E: NamedEvaluator + Tunable<G> + 'static>(&mut self, evaluator: &E);
}

/// The evaluators of Connect-4, beside the built-in one.
pub fn connect4<W: Word>(list: &mut impl EvaluatorList<Connect4<W>>) {
    list.add_tunable(&weights::CONNECT4_THREATS);
    list.add::<Parity>();
    list.add::<Windows>();
    list.add::<Neighbours>();
    list.add::<Gaps>();
}

/// The evaluators of the games with bombs, beside the built-in one.
pub fn bombs<R: BombWeights>(list: &mut impl EvaluatorList<BombGame<R>>) {
    if let Some(threats) = R::OTHER_THREATS {
        list.add_tunable(&threats);
    }
    list.add::<Windows>();
    list.add_measured::<Puntuacion>();
    list.add::<Runs>();
    list.add::<RunsVertical>();
    list.add::<RunsHorizontal>();
    list.add::<RunsDiagonal>();
    list.add::<RunsCentre>();
    list.add::<RunsCode>();
    list.add::<Lines>();
    list.add::<LinesFirst>();
    list.add::<LinesBomb>();
    list.add::<LinesText>();
    list.add::<LinesCode>();
}

/// The evaluators of Parchís, beside the built-in one.
pub fn parchis(list: &mut impl EvaluatorList<Parchis>) {
    list.add::<ProgressEvaluator>();
    list.add_measured::<ParchisTest>();
    list.add::<Race>();
    list.add::<RaceCells>();
    list.add::<RaceEaten>();
    list.add::<RaceDistance>();
    list.add::<RaceLeading>();
    list.add::<RaceDice>();
    list.add::<RaceCode>();
}
