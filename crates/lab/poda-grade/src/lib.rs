//! Grading a class: every submission is built, checked, counted, and plays, under the same seeds and limits. What a
//! submission does wrong costs nobody but itself.

mod builds;
mod copying;
mod counts;
mod examination;
mod forecast;
mod grading;
mod late;
mod league;
mod marks;
mod observer;
mod playing;
mod pseudonyms;
mod reports;
mod rubric;
mod student;
mod submission;
mod turning;

use std::{
    io,
    path::{Path, PathBuf},
};

use poda_contest::{ContestError, StoreError};
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

pub use self::{
    copying::{GameHint, Hints, SourceHint},
    counts::{Count, CountVerdict},
    examination::{BuildResult, CountResult, Examination, KeptText, Pace, ProtocolStep, StepFailure},
    forecast::Forecast,
    grading::{Graded, Grading},
    late::Lateness,
    league::LeagueResult,
    marks::Marks,
    observer::GradeObserver,
    reports::write_reports,
    rubric::{LateRule, LeagueNames, Moment, NodeTask, Part, Points, Rubric, RubricError, TimesFrom},
    student::{ClassReport, Encounter, StudentReport},
    submission::{BotFile, Entrant, Submission, SubmissionError},
    turning::TurningPoint,
};

/// Why a class cannot be graded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum GradeError {
    /// A file or folder cannot be read or written.
    File {
        /// Which one.
        path: PathBuf,
        /// What is in the way.
        why: Message,
    },
    /// The rubric makes no sense.
    Rubric {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        why: Box<RubricError>,
    },
    /// Times that cannot be compared.
    Times(Message),
    /// Nobody has that id.
    UnknownId {
        /// What was given.
        id: String,
        /// Who there is.
        known: Vec<String>,
    },
    /// The games cannot be played.
    Contest(#[from] ContestError),
    /// The games cannot be recorded.
    RunStore(#[from] StoreError),
    /// It was asked to stop.
    Stopped,
}

impl GradeError {
    fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), why: error.message() }
    }
}

impl Translate for GradeError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::File { path, why } => format!("{}: {}", path.display(), why.text(language)),
            Self::Rubric { path, why } => format!("{}: {}", path.display(), why.text(language)),
            Self::Times(why) => why.text(language),
            Self::UnknownId { id, known } => text!(
                language,
                "there is no submission {id:?}; there are: {known}",
                "no existe la entrega {id:?}; existen: {known}",
                id,
                known = known.join(", "),
            ),
            Self::Contest(error) => error.text(language),
            Self::RunStore(error) => error.text(language),
            Self::Stopped => language.pick("stopped", "interrumpido").to_owned(),
        }
    }
}
