//! Connections: who may open one, and how long it may take to say something.

use std::{convert::Infallible, time::Duration};

use axum::{Router, body::Body, http::Request, response::Response};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tower::Service;

use crate::{
    client::{Client, Peer},
    state::Shared,
};

/// Header lines of a request.
const HEADERS: usize = 64;
/// Bytes of a request's head.
const HEAD: usize = 16 * 1024;
/// When the system has no more connections to give, it is asked again after this time.
const BREATH: Duration = Duration::from_millis(100);

/// What those are told for whom there is no place.
const NO_PLACE: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\ncontent-length: 0\r\n\r\n";

/// Accepts connections for ever.
pub(crate) async fn accept(listener: TcpListener, shared: Shared, routes: Router) {
    loop {
        let Ok((stream, from)) = listener.accept().await else {
            tokio::time::sleep(BREATH).await;
            continue;
        };
        let (Some(permit), Ok(here)) = (shared.admit_connection(Client::of(from.ip())), stream.local_addr())
        else {
            // As much as there is room for at once: nobody waits for a client that is not served.
            let _ = stream.try_write(NO_PLACE);
            continue;
        };
        let peer = Peer::new(permit, here, shared.options.limits.silence);
        tokio::spawn(serve(stream, peer, shared.clone(), routes.clone()));
    }
}

async fn serve(stream: TcpStream, peer: Peer, shared: Shared, routes: Router) {
    let limits = &shared.options.limits;
    // Answers are short and awaited: none is held back until the one before is acknowledged.
    let _ = stream.set_nodelay(true);
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(limits.reading));
    let answer = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(peer.clone());
        let answered = routes.clone().call(request.map(Body::new));
        async { Ok::<Response, Infallible>(answered.await.unwrap_or_else(|never| match never {})) }
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        // From the first byte of silence on: it ends idle connections too.
        .header_read_timeout(limits.silence)
        .max_headers(HEADERS)
        .max_buf_size(HEAD)
        .serve_connection(TokioIo::new(Box::pin(stream)), answer)
        .with_upgrades();
    // Whoever breaks off has nobody to complain to.
    let _ = connection.await;
}
