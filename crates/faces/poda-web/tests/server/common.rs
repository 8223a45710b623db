//! A server of this test alone, and clients that smooth nothing out.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use futures_util::{SinkExt, StreamExt};
use poda_web::{ServerLimits, ServerOptions, serve_on};
use serde_json::Value;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpSocket, TcpStream},
};
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest},
};

/// The usual client, and another one: both are this machine, but their addresses differ.
pub(crate) const ONE: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
pub(crate) const OTHER: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

pub(crate) async fn start(limits: ServerLimits) -> SocketAddr {
    start_with(|options| options.limits = limits).await
}

pub(crate) async fn start_with(change: impl FnOnce(&mut ServerOptions)) -> SocketAddr {
    let listener = TcpListener::bind((ONE, 0)).await.unwrap();
    let address = listener.local_addr().unwrap();
    let mut options = ServerOptions::new(address);
    change(&mut options);
    tokio::spawn(serve_on(listener, options).unwrap());
    address
}

/// A connection that comes from another address than the server's.
pub(crate) async fn open(address: SocketAddr, from: IpAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(SocketAddr::new(from, 0)).unwrap();
    socket.connect(address).await.unwrap()
}

/// Asks without any library that could smooth out what is wrong; gives the status, the headers and the body.
pub(crate) async fn ask_from(
    from: IpAddr,
    address: SocketAddr,
    method: &str,
    path: &str,
    more: &str,
    body: &str,
) -> (u16, String, String) {
    let mut stream = open(address, from).await;
    let length = body.len();
    let host = if more.contains("host:") { String::new() } else { format!("host: {address}\r\n") };
    let request = format!(
        "{method} {path} HTTP/1.1\r\n{host}connection: close\r\ncontent-type: application/json\r\n\
         content-length: {length}\r\n{more}\r\n{body}"
    );
    // A server that refuses a long body need not read it to the end.
    let _ = stream.write_all(request.as_bytes()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0);
    (status, head.to_lowercase(), body.to_owned())
}

pub(crate) async fn ask(
    address: SocketAddr,
    method: &str,
    path: &str,
    more: &str,
    body: &str,
) -> (u16, String, String) {
    ask_from(ONE, address, method, path, more, body).await
}

/// The header of a browser with that secret.
pub(crate) fn owner(secret: &str) -> String {
    format!("poda-owner: {secret}\r\n")
}

pub(crate) async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    post_as("me", address, path, body).await
}

/// The same from the browser with that secret.
pub(crate) async fn post_as(secret: &str, address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, _, text) = ask(address, "POST", path, &owner(secret), &body.to_string()).await;
    (status, serde_json::from_str(&text).unwrap_or_default())
}

pub(crate) type Socket = WebSocketStream<TcpStream>;

/// A live connection, or why there is none.
pub(crate) async fn try_connect(
    address: SocketAddr,
    from: IpAddr,
    headers: &[(&'static str, &str)],
) -> Result<Socket, tungstenite::Error> {
    let mut request = format!("ws://{address}/api/live").into_client_request()?;
    for (name, value) in headers {
        request.headers_mut().insert(*name, value.parse().unwrap());
    }
    client_async(request, open(address, from).await).await.map(|(socket, _)| socket)
}

pub(crate) async fn connect_from(from: IpAddr, address: SocketAddr) -> Socket {
    try_connect(address, from, &[]).await.unwrap()
}

pub(crate) async fn connect(address: SocketAddr) -> Socket {
    connect_from(ONE, address).await
}

pub(crate) async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

pub(crate) async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

/// What is said about a question in the end.
pub(crate) async fn hear_last(socket: &mut Socket, id: u32) -> Value {
    loop {
        let reply = hear(socket).await;
        if reply["id"] == id && reply["is"] != "progress" && reply["done"] != false {
            return reply;
        }
    }
}
