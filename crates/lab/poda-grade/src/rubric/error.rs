use std::path::PathBuf;

use poda_agent::LineError;
use poda_catalog::{PlayerError, SpecError};
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

/// Why a rubric makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum RubricError {
    /// It is not TOML, or a field is unknown or missing.
    Toml(Message),
    /// There is no such game.
    Game(#[from] SpecError),
    /// Nobody can look for turning points.
    Judge(SpecError),
    /// There is no such opponent.
    Opponent(#[from] PlayerError),
    /// Nodes of another search are not counted.
    Algorithm(String),
    /// A depth that nobody could count, or none.
    Depth(u32),
    /// There is no such evaluator.
    Evaluator(SpecError),
    /// The moves before the search are not legal.
    Moves {
        /// What was given.
        moves: String,
        /// Where they break.
        error: LineError,
    },
    /// Points that are negative, or no numbers.
    Points,
    /// A number that is too small or too large.
    Range {
        /// Which one.
        key: &'static str,
        /// What was given.
        value: u64,
        /// The least that makes sense.
        least: u64,
        /// The most.
        most: u64,
    },
    /// The code that everybody was given is not there.
    Starter(PathBuf),
    /// A text that is no moment.
    Moment(String),
    /// A time without a zone compared with one that has one.
    Zone,
    /// A penalty that is negative, or no number.
    Penalty,
    /// Times are to be read from a file that is not named.
    NoTimes,
}

impl Translate for RubricError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Toml(why) => why.text(language),
            Self::Game(error) => error.text(language),
            Self::Judge(error) => format!("judge: {}", error.text(language)),
            Self::Opponent(error) => format!("opponents: {}", error.text(language)),
            Self::Algorithm(name) => text!(
                language,
                "nodes: algorithm is minimax or alphabeta, not {name:?}",
                "nodes: algorithm es minimax o alphabeta, no {name:?}",
                name,
            ),
            Self::Depth(depth) => text!(
                language,
                "nodes: depth is from 1 to 20, not {depth}",
                "nodes: depth va de 1 a 20, no {depth}",
                depth,
            ),
            Self::Evaluator(error) => format!("nodes: {}", error.text(language)),
            Self::Moves { moves, error } => format!("nodes: moves {moves:?}: {}", error.text(language)),
            Self::Points => language
                .pick("points are numbers from 0 to a million", "los puntos son números de 0 a un millón")
                .to_owned(),
            Self::Range { key, value, least, most } => text!(
                language,
                "{key} is from {least} to {most}, not {value}",
                "{key} va de {least} a {most}, no {value}",
                key,
                least,
                most,
                value,
            ),
            Self::Starter(folder) => text!(
                language,
                "starter: there is no folder {folder:?}",
                "starter: no existe la carpeta {folder:?}",
                folder,
            ),
            Self::Moment(text) => text!(
                language,
                "late: {text:?} is no date and time such as 2026-11-20T23:59:00 or 2026-11-20T23:59:00+01:00",
                "late: {text:?} no es una fecha y hora como 2026-11-20T23:59:00 o 2026-11-20T23:59:00+01:00",
                text,
            ),
            Self::Zone => language
                .pick(
                    "late: times_from = \"modified\" needs a deadline with its zone, such as 2026-11-20T23:59:00+01:00",
                    "late: times_from = \"modified\" necesita una fecha límite con su zona, como 2026-11-20T23:59:00+01:00",
                )
                .to_owned(),
            Self::Penalty => language
                .pick(
                    "late: penalty and most are numbers from 0 to a million",
                    "late: penalty y most son números de 0 a un millón",
                )
                .to_owned(),
            Self::NoTimes => language
                .pick(
                    "late: times names the CSV file with the columns id and submitted",
                    "late: times nombra el fichero CSV con las columnas id y submitted",
                )
                .to_owned(),
        }
    }
}
