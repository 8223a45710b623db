//! The page's server: HTTP and WebSocket in front of the service and the arena, with the page itself inside the binary.
//!
//! What may be asked about games is `poda-service`; this crate carries questions and answers, and decides who may ask how
//! much. A game is a line of move texts and stands in the page's address, so the server keeps nothing that a closed
//! laptop could lose: whoever asks tells the whole line, and a live connection follows it move by move.
//!
//! * plain questions are HTTP: `GET /api` describes them;
//! * thinking goes through a WebSocket, because it takes time, tells what it has so far and may be stopped.

mod api;
mod ask;
mod failure;
mod live;
mod options;
mod page;
mod players;
mod run_service;
mod runs;
mod saved;
mod security;
mod state;

use std::{future::Future, net::SocketAddr};

use axum::{Router, serve::ListenerExt};
use tokio::net::TcpListener;

pub use failure::ServeError;
pub use options::{ServerLimits, ServerOptions};
use state::Shared;

/// Everything under one address: the page, the questions, the live connection.
///
/// # Errors
/// If the place where games are kept cannot be opened.
pub fn router(options: ServerOptions) -> Result<Router, ServeError> {
    let shared = Shared::open(options)?;
    Ok(security::around(api::routes().fallback(page::file), &shared).with_state(shared))
}

/// Serves until `stop` is done. `ready` is told the address as soon as somebody could come.
///
/// # Errors
/// If the address is taken or forbidden, or the games cannot be kept.
pub fn serve(
    options: ServerOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // A thread that has thought once may hold on to the memory of a table: no more of them than think at the same
        // time, and one that reads the records.
        .max_blocking_threads(options.limits.searches.max(1) + 1)
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let address = options.address;
        let routes = router(options)?.into_make_service_with_connect_info::<SocketAddr>();
        let taken = |why| ServeError::Address { address, why };
        let listener = TcpListener::bind(address).await.map_err(taken)?;
        ready(listener.local_addr().map_err(taken)?);
        // Answers are short and awaited: none is held back until the one before is acknowledged.
        let listener = listener.tap_io(|connection| {
            let _ = connection.set_nodelay(true);
        });
        axum::serve(listener, routes).with_graceful_shutdown(stop).await.map_err(ServeError::Runtime)
    })
}

/// Whether the page is inside this binary.
pub fn has_page() -> bool {
    page::is_built()
}

/// The description of everything that clients may ask, as an `OpenAPI` document.
///
/// # Errors
/// If it cannot be written, which no input causes.
pub fn openapi() -> Result<String, serde_json::Error> {
    api::description().to_pretty_json()
}
