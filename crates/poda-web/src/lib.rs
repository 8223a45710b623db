//! The page: one server that shows games, plays them and thinks about them, with the page itself inside the binary.
//!
//! The page knows no rule. It draws a scene and sends back a move text that it was given; what a game is, it reads in
//! the catalog. A game is a line of move texts and stands in the page's address, so the server keeps nothing that a
//! closed lid could lose: whoever asks tells the whole line.
//!
//! * plain questions are HTTP: [`api`](self) lists them, `GET /api` describes them;
//! * thinking goes through a WebSocket, because it takes time, tells what it has so far and may be stopped.

mod api;
mod catalog;
mod failure;
mod hall;
mod line;
mod live;
mod message;
mod opinions;
mod options;
mod page;
mod prove;
mod rules;
mod runs;
mod saved;
mod scores;
mod security;
mod shown;
mod state;
mod think;
mod trees;

use std::{future::Future, net::SocketAddr};

use axum::{Router, serve::ListenerExt};
use message::Ask;
use poda_core::Language;
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
        .max_blocking_threads(options.limits.thinkers.max(1) + 1)
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

/// Does with a message of the live connection all that needs no thinking, for fuzzing.
///
/// # Errors
/// If it is none, or leads to no position, saying why.
pub fn read_message(text: &str) -> Result<(), String> {
    let read = || {
        let (line, language) = match Ask::read(text)? {
            Ask::Stop { .. } => return Ok(()),
            Ask::Show { line, lang, .. } => (line, lang.language()),
            Ask::Choose { line, .. } | Ask::Analyze { line, .. } => (line, Language::English),
        };
        shown::Shown::new(&line.follow(&ServerLimits::default())?, language);
        Ok(())
    };
    read().map_err(|refusal: failure::Refusal| refusal.why)
}
