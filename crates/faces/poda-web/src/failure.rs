use std::{io, net::SocketAddr};

use axum::{
    Json,
    extract::rejection::{JsonRejection, PathRejection, QueryRejection},
    http::StatusCode,
    response::{IntoResponse, Response},
};
use poda_contest::StoreError;
use poda_core::{Language, Message, Translate, text};
use poda_service::{ErrorKind, Reply, ServiceError};
use serde::Serialize;
use thiserror::Error;

/// Why the server cannot serve.
#[derive(Debug, Error)]
#[error("{}", self.text(Language::English))]
pub enum ServeError {
    /// Nobody can come to that address.
    Address {
        /// What was given.
        address: SocketAddr,
        /// What the system says.
        why: io::Error,
    },
    /// The games cannot be saved.
    Games {
        /// Where.
        place: String,
        /// What is wrong with it.
        why: Message,
    },
    /// The system gives no threads.
    Runtime(io::Error),
}

impl Translate for ServeError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Address { address, why } => text!(
                language,
                "cannot listen on {address}: {why}",
                "no se puede escuchar en {address}: {why}",
                address,
                why = why.text(language),
            ),
            Self::Games { place, why } => text!(
                language,
                "cannot save games in {place}: {why}",
                "no se pueden guardar partidas en {place}: {why}",
                place,
                why = why.text(language),
            ),
            Self::Runtime(why) => text!(
                language,
                "cannot run the server: {why}",
                "no se puede poner en marcha el servidor: {why}",
                why = why.text(language),
            ),
        }
    }
}

/// Why a question was not answered: whose fault it is, and what to say.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Refusal {
    pub(crate) status: StatusCode,
    message: Message,
}

/// A refusal as clients read it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct RefusalBody {
    /// What is wrong, naming the offending text.
    pub(crate) error: String,
}

impl Refusal {
    fn new(status: StatusCode, english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self { status, message: Message::of_pair(english, spanish) }
    }

    /// The question's fault.
    pub(crate) fn of(error: &dyn Translate) -> Self {
        Self { status: StatusCode::BAD_REQUEST, message: error.message() }
    }

    pub(crate) fn bad(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, english, spanish)
    }

    pub(crate) fn missing(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, english, spanish)
    }

    pub(crate) fn forbidden(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, english, spanish)
    }

    pub(crate) fn unauthorized(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, english, spanish)
    }

    pub(crate) fn busy(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, english, spanish)
    }

    pub(crate) fn broken(english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, english, spanish)
    }

    pub(crate) fn broken_off() -> Self {
        Self::broken("the search failed", "la búsqueda falló")
    }

    pub(crate) fn too_slow() -> Self {
        Self::new(
            StatusCode::REQUEST_TIMEOUT,
            "the body of the request did not come in time",
            "el cuerpo de la petición no llegó a tiempo",
        )
    }

    /// A question was stopped while it waited for its turn.
    pub(crate) fn stopped() -> Self {
        Self::new(StatusCode::CONFLICT, "stopped before it began", "detenida antes de empezar")
    }

    pub(crate) fn text(&self, language: Language) -> String {
        self.message.text(language)
    }

    /// The refusal over a live connection.
    pub(crate) fn reply(&self, language: Language) -> Reply {
        Reply::Error { error: self.text(language) }
    }

    /// The refusal over HTTP.
    pub(crate) fn response(self, language: Language) -> Response {
        let body = Json(RefusalBody { error: self.text(language) });
        let mut response = (self.status, body).into_response();
        // Whoever knows the language of the question may say it again.
        response.extensions_mut().insert(self);
        response
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        self.response(Language::English)
    }
}

impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Self {
        let status = match error.kind() {
            ErrorKind::Bad => StatusCode::BAD_REQUEST,
            ErrorKind::Forbidden => StatusCode::FORBIDDEN,
            ErrorKind::Missing => StatusCode::NOT_FOUND,
            ErrorKind::Busy => StatusCode::TOO_MANY_REQUESTS,
            ErrorKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self { status, message: error.message() }
    }
}

impl From<StoreError> for Refusal {
    fn from(error: StoreError) -> Self {
        match error {
            StoreError::NoRun { id, .. } => {
                Self::missing(format!("there is no run {id}"), format!("no existe la serie {id}"))
            }
            StoreError::Busy { id, .. } => Self::busy(
                format!("run {id} is being played by another program"),
                format!("otro programa está jugando la serie {id}"),
            ),
            // Where the file is concerns only its owner.
            StoreError::File { why, .. } => Self::broken(
                format!("the records cannot be used: {}", why.english()),
                format!("no se pueden usar las partidas guardadas: {}", why.spanish()),
            ),
            StoreError::Untrue { id, game, why, .. } => Self::broken(
                format!("game {game} of run {id} is not as it was played: {}", why.english()),
                format!("la partida {game} del torneo {id} no es como se jugó: {}", why.spanish()),
            ),
            StoreError::Merge(why) => Self::broken(why.english(), why.spanish()),
        }
    }
}

/// What the framework refuses reads like any other refusal.
macro_rules! rejections {
    ($($rejection:ty),*) => {$(
        impl From<$rejection> for Refusal {
            fn from(rejection: $rejection) -> Self {
                let why = Message::quoted(&rejection.body_text());
                Self::new(rejection.status(), why.english(), format!("petición incorrecta: {}", why.spanish()))
            }
        }
    )*};
}

rejections!(JsonRejection, QueryRejection, PathRejection);
