use std::{io, net::SocketAddr};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use poda_agent::AgentError;
use poda_arena::StoreError;
use poda_catalog::SpecError;
use poda_core::{MoveError, PositionError};
use serde::Serialize;
use thiserror::Error;
use utoipa::ToSchema;

/// Why the server cannot serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Nobody can come to that address.
    #[error("cannot listen on {address}: {why}")]
    Address {
        /// What was given.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// The games cannot be kept.
    #[error("cannot keep games in {place}: {why}")]
    Games {
        /// Where.
        place: String,
        /// What is wrong with it.
        why: String,
    },
    /// The system gives no threads.
    #[error("cannot run the server: {0}")]
    Runtime(io::Error),
}

/// Why a question was not answered: whose fault it is, and what to say.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{why}")]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    pub(crate) why: String,
}

/// A refusal as clients read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RefusalBody {
    /// What is wrong, naming the offending text.
    pub(crate) error: String,
}

impl Refusal {
    pub(crate) fn bad(why: impl Into<String>) -> Self {
        Self { status: StatusCode::BAD_REQUEST, why: why.into() }
    }

    pub(crate) fn missing(why: impl Into<String>) -> Self {
        Self { status: StatusCode::NOT_FOUND, why: why.into() }
    }

    pub(crate) fn forbidden(why: impl Into<String>) -> Self {
        Self { status: StatusCode::FORBIDDEN, why: why.into() }
    }

    /// No program can be started through the page, unless its owner said so.
    pub(crate) fn bot(player: &str) -> Self {
        Self::forbidden(format!(
            "{player:?} is a program of this machine, and this server starts none: that takes `poda serve --allow-bots`"
        ))
    }

    pub(crate) fn busy(why: impl Into<String>) -> Self {
        Self { status: StatusCode::TOO_MANY_REQUESTS, why: why.into() }
    }

    pub(crate) fn broken(why: impl Into<String>) -> Self {
        Self { status: StatusCode::INTERNAL_SERVER_ERROR, why: why.into() }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        (self.status, Json(RefusalBody { error: self.why })).into_response()
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        Self::bad(error.to_string())
    }
}

impl From<PositionError> for Refusal {
    fn from(error: PositionError) -> Self {
        Self::bad(error.to_string())
    }
}

impl From<MoveError> for Refusal {
    fn from(error: MoveError) -> Self {
        Self::bad(error.to_string())
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoRun { id, .. } => Self::missing(format!("there is no run {id}")),
            StoreError::Busy { id, .. } => Self::busy(format!("run {id} is being played by another program")),
            // Where the file lies is nobody's business but the owner's.
            StoreError::File { why, .. } => Self::broken(format!("the records cannot be used: {why}")),
            StoreError::Merge(why) => Self::broken(why),
        }
    }
}

impl From<AgentError> for Refusal {
    fn from(error: AgentError) -> Self {
        Self::bad(error.to_string())
    }
}
