use std::{io, process::ExitCode};

use poda_agent::{AgentError, LineError, LineErrorReason};
use poda_catalog::{OpenLineError, SpecError};
use poda_core::{MoveError, PositionError};
use thiserror::Error;

/// Why a command did not do what it was asked to. The kind decides the exit code.
#[derive(Debug, Error)]
pub(crate) enum Failure {
    /// The command makes no sense as it was given: 2.
    #[error("{0}")]
    Usage(String),
    /// The thing asked about failed: 1.
    #[error("{0}")]
    Failed(String),
    /// Standard input or output broke: 1, but nothing at all if the reader just went away.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Ctrl-C: 130. The text says how to go on.
    #[error("{0}")]
    Interrupted(String),
}

impl Failure {
    /// Says what is to be said and gives the exit code.
    pub(crate) fn report(self) -> ExitCode {
        let code = match &self {
            Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe => return ExitCode::SUCCESS,
            Self::Usage(_) => 2,
            Self::Failed(_) | Self::Io(_) => 1,
            Self::Interrupted(_) => 130,
        };
        crate::terminal::say(&format!("poda: {self}"));
        ExitCode::from(code)
    }
}

impl From<SpecError> for Failure {
    fn from(error: SpecError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<PositionError> for Failure {
    fn from(error: PositionError) -> Self {
        Self::Usage(error.to_string())
    }
}

impl From<LineError> for Failure {
    fn from(error: LineError) -> Self {
        match error.reason {
            LineErrorReason::Position(error) => error.into(),
            LineErrorReason::Move(_) => Self::Failed(error.to_string()),
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
        Self::Failed(error.to_string())
    }
}

impl From<AgentError> for Failure {
    fn from(error: AgentError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Self {
        Self::Io(error.into())
    }
}
