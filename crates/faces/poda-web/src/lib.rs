//! The page's server: HTTP and WebSocket in front of the service and the arena, with the page itself inside the binary.
//!
//! What may be asked about games is `poda-service`; this crate carries questions and answers, and decides who may ask how
//! much. A game is a line of move texts and stands in the page's address, so the server keeps nothing that a closed
//! laptop could lose: whoever asks tells the whole line, and a live connection follows it move by move.
//!
//! * plain questions are HTTP: `GET /api` describes them;
//! * thinking goes through a WebSocket, because it takes time, tells what it has so far and may be stopped.

mod access;
mod api;
mod ask;
mod bot_list;
mod client;
mod failure;
mod link;
mod listen;
mod live;
mod options;
mod outbox;
mod page;
mod players;
mod queues;
mod review_store;
mod room_store;
mod rooms;
mod run_games;
mod run_owners;
mod run_service;
mod runs;
mod saved;
mod saved_store;
mod security;
mod state;
mod together;
mod together_live;

use std::{future::Future, net::SocketAddr, time::Duration};

use tokio::net::TcpListener;

pub use access::{AccessOptions, AccessToken, HostName};
pub use bot_list::{BotList, BotListError};
pub use failure::ServeError;
pub use link::outward;
pub use options::{RunExecutor, ServerLimits, ServerOptions};
use state::{Shared, WorkQueues};

/// How long machines may take to hear that nobody plays on.
const FAREWELL: Duration = Duration::from_secs(10);

/// Serves until `stop` is done. `ready` is told the address as soon as somebody could come. In the end its runs are stopped, so that
/// machines that play for it hear of it.
///
/// # Errors
/// If the address is taken or forbidden, or the games cannot be kept.
pub fn serve(
    options: ServerOptions,
    ready: impl FnOnce(SocketAddr),
    stop: impl Future<Output = ()>,
) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        // A thread that has thought once may hold on to memory: no more of them than work at the same time.
        .max_blocking_threads(WorkQueues::threads(&options.limits))
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let address = options.address;
        let taken = |why| ServeError::Address { address, why };
        let listener = TcpListener::bind(address).await.map_err(taken)?;
        let address = listener.local_addr().map_err(taken)?;
        let shared = Shared::open(ServerOptions { address, ..options })?;
        let serving = serve_shared(listener, shared.clone());
        ready(address);
        tokio::select! {
            () = serving => {}
            () = stop => shared.runs.end_all(FAREWELL).await,
        }
        Ok(())
    })
}

/// Waits until somebody asks: for whoever serves until then.
pub async fn until(asked: impl Fn() -> bool) {
    while !asked() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// Serves everything under one address for ever: the page, the questions, the live connections.
///
/// # Errors
/// If the place where games are kept cannot be opened.
pub fn serve_on(
    listener: TcpListener,
    options: ServerOptions,
) -> Result<impl Future<Output = ()> + Send, ServeError> {
    Ok(serve_shared(listener, Shared::open(options)?))
}

fn serve_shared(listener: TcpListener, shared: Shared) -> impl Future<Output = ()> + Send {
    let routes = security::around(api::routes().fallback(page::file), &shared).with_state(shared.clone());
    listen::accept(listener, shared, routes)
}

/// Whether the page is inside this binary.
pub fn has_page() -> bool {
    page::is_built()
}

/// The description of everything that clients may ask, as an `OpenAPI` document.
///
/// # Errors
/// If it cannot be written, which no input causes.
#[cfg(feature = "schema")]
pub fn openapi() -> Result<String, serde_json::Error> {
    api::description().to_pretty_json()
}
