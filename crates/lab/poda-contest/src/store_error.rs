use std::path::PathBuf;

use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

/// Why the records cannot be read or written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum StoreError {
    /// The file cannot be opened, read or written.
    File {
        /// Where it is.
        path: PathBuf,
        /// What is in the way.
        why: Message,
    },
    /// There is no such run.
    NoRun {
        /// Where it was looked for.
        path: PathBuf,
        /// What was asked for.
        id: i64,
    },
    /// Somebody else is at it.
    Busy {
        /// Where it is.
        path: PathBuf,
        /// Which one.
        id: i64,
    },
    /// A game that says what its moves do not.
    Untrue {
        /// Where it is.
        path: PathBuf,
        /// The run.
        id: i64,
        /// Its number in the run.
        game: u64,
        /// What is wrong with it.
        why: Message,
    },
    /// Parts that do not belong together.
    Merge(Message),
}

impl Translate for StoreError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::File { path, why } => text!(
                language,
                "{path}: {why}",
                "{path}: {why}",
                path = path.display(),
                why = why.text(language)
            ),
            Self::NoRun { path, id } => text!(
                language,
                "{path}: there is no run {id}",
                "{path}: no existe la serie {id}",
                path = path.display(),
                id
            ),
            Self::Busy { path, id } => text!(
                language,
                "{path}: run {id} is being played by another program",
                "{path}: otro programa está jugando la serie {id}",
                path = path.display(),
                id
            ),
            Self::Untrue { path, id, game, why } => text!(
                language,
                "{path}: game {game} of run {id} is not as it was played: {why}",
                "{path}: la partida {game} del torneo {id} no es como se jugó: {why}",
                path = path.display(),
                game,
                id,
                why = why.text(language)
            ),
            Self::Merge(why) => {
                text!(language, "cannot merge: {why}", "no se puede unir: {why}", why = why.text(language))
            }
        }
    }
}
