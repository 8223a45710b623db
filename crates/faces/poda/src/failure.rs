use std::{io, path::Path, process::ExitCode};

use poda_agent::{AgentError, LineError, LineErrorReason};
use poda_catalog::{OpenLineError, SpecError};
use poda_core::{Language, Message, MoveError, PositionError, Translate, text};
use serde_json::json;

use crate::{json, terminal::say};

/// Why a command did not do what it was asked to. The kind decides the exit code. It is said in the language of the command.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The command makes no sense as it was given: 2.
    Usage(Message),
    /// The thing asked about failed: 1.
    Failed(Message),
    /// Standard input or output broke: 1, but nothing at all if the reader just went away.
    Io(io::Error),
    /// Ctrl-C: 130. The text says how to go on.
    Interrupted(Message),
}

impl Translate for Failure {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Usage(why) | Self::Failed(why) | Self::Interrupted(why) => why.text(language),
            Self::Io(error) => error.text(language),
        }
    }
}

impl Failure {
    /// The command makes no sense, as something else says.
    pub(crate) fn usage(error: &dyn Translate) -> Self {
        Self::Usage(error.message())
    }

    /// The thing asked about failed, as something else says.
    pub(crate) fn failed(error: &dyn Translate) -> Self {
        Self::Failed(error.message())
    }

    /// A file that cannot be read.
    pub(crate) fn cannot_read(path: &Path, error: &dyn Translate) -> Self {
        Self::Failed(unreadable(path, error))
    }

    /// A file that cannot be written.
    pub(crate) fn cannot_write(path: &Path, error: &dyn Translate) -> Self {
        Self::Failed(Message::new(|language| {
            text!(
                language,
                "cannot write {path}: {why}",
                "no se puede escribir {path}: {why}",
                path = path.display(),
                why = error.text(language),
            )
        }))
    }

    /// Prints the message on standard error, as an object if `json`, and returns the exit code.
    pub(crate) fn report(self, language: Language, json: bool) -> ExitCode {
        let (kind, exit) = match &self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Usage(_) => ("usage", 2),
            Self::Failed(_) => ("failed", 1),
            Self::Io(_) => ("io", 1),
            Self::Interrupted(_) => ("interrupted", 130),
        };
        let message = self.text(language);
        let object =
            json.then(|| json::line("error", json!({ "kind": kind, "message": message, "exit": exit })));
        match object {
            Some(Ok(line)) => say(line.trim_end()),
            _ => say(&format!("poda: {message}")),
        }
        ExitCode::from(exit)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::usage(&error)
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::usage(&error)
    }
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        match error.reason {
            LineErrorReason::Position(error) => error.into(),
            LineErrorReason::Move(_) => Self::failed(&error),
        }
    }
}

impl From<OpenLineError> for Failure {
    fn from(error: OpenLineError) -> Self {
        match error {
            OpenLineError::Game(error) => error.into(),
            OpenLineError::Line(error) => error.into(),
        }
    }
}

impl From<MoveError> for Failure {
    fn from(error: MoveError) -> Self {
        Self::failed(&error)
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        Self::failed(&error)
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}

/// The reason why a file cannot be read.
pub(crate) fn unreadable(path: &Path, error: &dyn Translate) -> Message {
    Message::new(|language| {
        text!(
            language,
            "cannot read {path}: {why}",
            "no se puede leer {path}: {why}",
            path = path.display(),
            why = error.text(language),
        )
    })
}
