//! The server as strangers meet it: right questions, wrong ones, and malice.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

use std::{net::SocketAddr, time::Duration};

use futures_util::{SinkExt, StreamExt};
use poda_web::{Limits, Options, router};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};
use tokio_tungstenite::{
    MaybeTlsStream, WebSocketStream, connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

async fn start(limits: Limits) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let routes = router(Options { address, games: None, limits }).unwrap();
    let service = routes.into_make_service_with_connect_info::<SocketAddr>();
    tokio::spawn(async move { axum::serve(listener, service).await });
    address
}

/// Asks without any library that could smooth out what is wrong; gives the status, the headers and the body.
async fn ask(address: SocketAddr, method: &str, path: &str, more: &str, body: &str) -> (u16, String, String) {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let length = body.len();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\ncontent-type: application/json\r\n\
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

async fn post(address: SocketAddr, path: &str, body: &Value) -> (u16, Value) {
    let (status, _, text) = ask(address, "POST", path, "", &body.to_string()).await;
    (status, serde_json::from_str(&text).unwrap_or_default())
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn connect(address: SocketAddr) -> Socket {
    connect_async(format!("ws://{address}/api/live")).await.unwrap().0
}

async fn say(socket: &mut Socket, message: Value) {
    socket.send(Message::text(message.to_string())).await.unwrap();
}

async fn hear(socket: &mut Socket) -> Value {
    loop {
        if let Message::Text(text) = socket.next().await.unwrap().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[tokio::test]
async fn a_position_is_shown_and_a_wrong_one_refused_by_name() {
    let address = start(Limits::default()).await;
    let line = |game: &str, moves: &[&str]| json!({ "line": { "game": game, "moves": moves }, "lang": "es" });
    let (status, shown) = post(address, "/api/show", &line("boom", &["4", "4"])).await;
    assert_eq!((status, &shown["to_move"]), (200, &json!(2)));
    assert_eq!(shown["movers"], json!([1, 2]));
    for (body, why) in [
        (line("boom", &["9"]), "illegal move \"9\""),
        (line("chess", &[]), "unknown game \"chess\""),
        (json!({ "line": { "game": "boom", "start": "x" } }), "broken position \"x\""),
        (json!({ "line": { "game": "boom" }, "more": 1 }), "unknown field `more`"),
        (json!([]), "invalid length"),
    ] {
        let (status, error) = post(address, "/api/show", &body).await;
        assert!((400..500).contains(&status), "{body} {status}");
        assert!(error["error"].as_str().unwrap_or_default().contains(why), "{body}: {error}");
    }
    let (status, _, body) = ask(address, "POST", "/api/show", "", "{{{").await;
    assert!(status == 400 && body.contains("error"), "{status} {body}");
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let address = start(Limits::default()).await;
    for path in
        ["/../Cargo.toml", "/assets/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd"]
    {
        let (_, _, body) = ask(address, "GET", path, "", "").await;
        assert!(!body.contains("root:") && !body.contains("[workspace]"), "{path}: {body}");
    }
    assert_eq!(ask(address, "GET", "/assets/nothing.js", "", "").await.0, 404);
    let (status, _, body) = ask(address, "GET", "/api/nothing", "", "").await;
    assert!(status == 404 && body.contains("/api/nothing"));
}

#[tokio::test]
async fn every_answer_has_strict_headers_and_strangers_get_none() {
    let address = start(Limits::default()).await;
    for path in ["/", "/api", "/api/catalog", "/api/nothing"] {
        let (_, head, _) = ask(address, "GET", path, "", "").await;
        for header in ["content-security-policy: default-src 'none'", "x-content-type-options: nosniff"] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
    }
    let stranger = "origin: http://evil.example\r\n";
    let body = json!({ "line": { "game": "boom" } }).to_string();
    assert_eq!(ask(address, "POST", "/api/show", stranger, &body).await.0, 403);
    let mut request = format!("ws://{address}/api/live").into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    assert!(connect_async(request).await.is_err());
}

#[tokio::test]
async fn bodies_and_crowds_have_limits() {
    let limits = Limits { connections_per_client: 3, message: 2000, ..Limits::default() };
    let address = start(limits).await;
    assert_eq!(ask(address, "POST", "/api/show", "", &" ".repeat(3000)).await.0, 413);
    let mut sockets = Vec::new();
    for _ in 0..3 {
        sockets.push(connect(address).await);
    }
    let url = format!("ws://{address}/api/live");
    assert!(connect_async(&url).await.is_err());
    // Whoever leaves makes room, as soon as the server has noticed.
    drop(sockets.pop());
    let mut again = connect_async(&url).await;
    for _ in 0..500 {
        if again.is_ok() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
        again = connect_async(&url).await;
    }
    assert!(again.is_ok());
}

#[tokio::test]
async fn broken_messages_get_an_answer_and_the_talk_goes_on() {
    let address = start(Limits::default()).await;
    let mut socket = connect(address).await;
    for text in ["", "nonsense", "{}", r#"{"do":"choose","id":1}"#, "[1,2", "\u{0}"] {
        socket.send(Message::text(text)).await.unwrap();
        let reply = hear(&mut socket).await;
        assert_eq!(reply["is"], "error", "{text}: {reply}");
    }
    socket.send(Message::binary(vec![0, 159, 146, 150])).await.unwrap();
    assert_eq!(hear(&mut socket).await["is"], "error");
    let choose = |id: u32, player: &str| json!({ "do": "choose", "id": id, "line": { "game": "boom" }, "player": player });
    say(&mut socket, choose(5, "cmd:reboot")).await;
    let reply = hear(&mut socket).await;
    assert!(reply["error"].as_str().unwrap().contains("cmd"), "{reply}");
    say(&mut socket, choose(6, "pvs:tt=100000")).await;
    assert!(hear(&mut socket).await["error"].as_str().unwrap().contains("at most 64"));
    say(&mut socket, json!({ "do": "show", "id": 7, "line": { "game": "boom" } })).await;
    assert_eq!(hear(&mut socket).await["is"], "shown");
}

#[tokio::test]
async fn players_choose_and_searches_stop_when_asked() {
    let address = start(Limits::default()).await;
    let mut socket = connect(address).await;
    let line = json!({ "game": "connect4", "moves": ["4", "1", "4", "1", "4", "1"] });
    say(&mut socket, json!({ "do": "choose", "id": 1, "line": line, "player": "pvs:depth=4" })).await;
    let chosen = loop {
        let reply = hear(&mut socket).await;
        if reply["is"] == "chosen" {
            break reply;
        }
    };
    assert_eq!((&chosen["move"], &chosen["worth"]["win"]), (&json!("4"), &json!(1)));
    let boom = json!({ "game": "boom" });
    say(&mut socket, json!({ "do": "analyze", "id": 2, "line": boom, "player": "pvs", "time": 25_000 }))
        .await;
    assert_eq!(hear(&mut socket).await["is"], "judged");
    say(&mut socket, json!({ "do": "stop", "id": 2 })).await;
    while hear(&mut socket).await["done"] != true {}
}

#[tokio::test]
async fn trees_opinions_and_runs_are_told() {
    let address = start(Limits::default()).await;
    let line = json!({ "game": "boom", "moves": ["4"] });
    let engine = "alphabeta:depth=4,eval=puntuacion";
    let (status, tree) = post(address, "/api/trees", &json!({ "line": line, "engine": engine })).await;
    assert_eq!((status, &tree["nodes"]), (200, &tree["written"]), "{tree}");
    let node = tree["branches"][0]["node"].as_u64().unwrap();
    let (status, _, body) = ask(address, "GET", &format!("/api/trees/{}/{node}", tree["tree"]), "", "").await;
    assert!(status == 200 && body.contains("\"mark\""), "{body}");
    assert_eq!(ask(address, "GET", "/api/trees/99/0", "", "").await.0, 404);
    let (status, opinions) = post(address, "/api/opinions", &json!({ "line": line })).await;
    assert_eq!(status, 200);
    let first = &opinions["evaluators"][0];
    assert!(first["ranking"].as_array().unwrap().len() == 7 && first["sides"].as_array().unwrap().len() == 2);
    let run = json!({ "game": "connect4:5x4", "players": ["random", "pvs:depth=2"], "games": 4, "seed": 1 });
    let (status, run) = post(address, "/api/runs", &run).await;
    assert_eq!(status, 200, "{run}");
    let path = format!("/api/runs/{}", run["run"]);
    let shown = loop {
        let (_, _, body) = ask(address, "GET", &path, "", "").await;
        let shown: Value = serde_json::from_str(&body).unwrap();
        if shown["over"] == true {
            break shown;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    };
    assert_eq!((&shown["played"], shown["games"].as_array().unwrap().len()), (&json!(4), 4));
    assert!(shown["verdict"].is_string());
    let bots = json!({ "game": "boom", "players": ["random", "x=cmd:reboot"], "games": 2 });
    assert_eq!(post(address, "/api/runs", &bots).await.0, 400, "no program is started for a stranger");
}
