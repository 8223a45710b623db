//! Floods, dead ends and slow clients. What is checked is who is served before whom, and what is held: never a time.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use poda_web::ServerLimits;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    time::{sleep, timeout},
};
use tokio_tungstenite::tungstenite::Message;

use crate::common::{
    ONE, OTHER, Socket, ask, ask_from, connect, connect_from, hear, hear_last, open, post, say, start,
    start_with, try_connect,
};

/// Longer than anything here takes: what is not there by then does not come.
const NEVER: Duration = Duration::from_mins(1);

/// Tries until it works. What the server notices by itself, it notices soon.
async fn until<T>(mut attempt: impl AsyncFnMut() -> Option<T>) -> T {
    for _ in 0..1000 {
        if let Some(done) = attempt().await {
            return done;
        }
        sleep(Duration::from_millis(10)).await;
    }
    panic!("it did not happen");
}

/// A game of Parchís in which everybody plays the first legal move.
fn long_line(plies: usize) -> Value {
    let game = poda_catalog::Catalog::built_in().open("parchis:2022").unwrap();
    let mut session = game.session();
    while session.line().moves.len() < plies && session.outcome().is_none() {
        let mv = session.legal().swap_remove(0);
        session.play(&mv).unwrap();
    }
    json!({ "game": "parchis:2022", "moves": session.line().moves })
}

#[tokio::test]
async fn a_flood_of_positions_keeps_nobody_from_being_served() {
    let address = start(ServerLimits::default()).await;
    let line = long_line(300);
    let mut sockets = Vec::new();
    for id in 0..16 {
        let mut socket = connect(address).await;
        for turn in 0..6 {
            // Another last move each time, so that nothing is kept from the one before.
            let start = json!({ "do": "show", "id": 10 * id + turn, "line": line });
            say(&mut socket, start).await;
            say(&mut socket, json!({ "do": "show", "id": 1, "line": { "game": "boom", "moves": ["4"] } }))
                .await;
        }
        sockets.push(socket);
    }
    // The flood is on its way; another client's requests come in between.
    for _ in 0..8 {
        assert_eq!(ask_from(OTHER, address, "GET", "/api/catalog", "", "").await.0, 200);
    }
    let mut other = connect_from(OTHER, address).await;
    say(&mut other, json!({ "do": "show", "id": 7, "line": { "game": "boom" } })).await;
    assert_eq!(hear(&mut other).await["is"], "position");
    // The last of the flood is not answered yet: nobody had to wait for it.
    let last = sockets.last_mut().unwrap();
    let mut answered = 0;
    while let Ok(Some(Ok(_))) = timeout(Duration::ZERO, last.next()).await {
        answered += 1;
    }
    assert!(answered < 12, "the whole flood was served first");
    // And every one of it is answered in the end.
    for socket in &mut sockets[..15] {
        for _ in 0..12 {
            assert_eq!(hear(socket).await["is"], "position");
        }
    }
}

const HARD: &str = "pvs:time=25000";

fn choose(id: u32, player: &str) -> Value {
    json!({ "do": "choose", "id": id, "line": { "game": "boom" }, "player": player })
}

/// A socket that has asked for so many hard searches. Its messages are read in their order: when the position is there, the
/// searches run or wait.
async fn hard(address: std::net::SocketAddr, searches: u32) -> Socket {
    let mut socket = connect(address).await;
    for id in 0..searches {
        say(&mut socket, choose(id, HARD)).await;
    }
    say(&mut socket, json!({ "do": "show", "id": 99, "line": { "game": "boom" } })).await;
    hear_last(&mut socket, 99).await;
    socket
}

#[tokio::test]
async fn searches_are_served_client_by_client_and_end_with_their_sockets() {
    let limits = ServerLimits { searches: 2, waiting: 6, ..ServerLimits::default() };
    let address = start(limits).await;
    // One of them runs, six wait, and there is no place for more, whatever the socket.
    let mut sockets = vec![hard(address, 4).await, hard(address, 3).await];
    let mut own = connect(address).await;
    say(&mut own, choose(1, HARD)).await;
    let full = hear(&mut own).await;
    assert_eq!(full["error"], "6 questions from 127.0.0.1 are waiting already");
    // Somebody else's move does not wait for any of them.
    let mut other = connect_from(OTHER, address).await;
    say(&mut other, choose(1, "ninja1")).await;
    assert_eq!(hear_last(&mut other, 1).await["is"], "chosen");
    // What could never be answered is refused before it waits, and lines are not kept meanwhile.
    let endless = vec!["4"; 5000];
    for (id, line, player, why) in [
        (1, json!({ "game": "boom", "moves": endless }), "ninja1", "5000 moves is too long"),
        (2, json!({ "game": "boom" }), "nobody", "unknown player"),
        (3, json!({ "game": "boom" }), "pvs:tt=100000", "at most 64"),
        (4, json!({ "game": "boom" }), "sh -c true", "unknown player"),
        (5, json!({ "game": "boom" }), "json:sh -c true", "is a command"),
        (6, json!({ "game": "boom", "start": "x".repeat(2000) }), "ninja1", "2000 bytes"),
    ] {
        say(&mut own, json!({ "do": "choose", "id": id, "line": line, "player": player })).await;
        let reply = hear(&mut own).await;
        assert!(reply["error"].as_str().unwrap().contains(why), "{reply}");
    }
    // A question that waits can be stopped, and is answered at once.
    say(&mut sockets[1], json!({ "do": "stop", "id": 2 })).await;
    let stopped = hear_last(&mut sockets[1], 2).await;
    assert_eq!(stopped["error"], "stopped before it began");
    // The others have no answer yet, and none is waited for when their sockets are gone.
    drop(sockets);
    until(async || {
        say(&mut own, choose(9, "ninja1")).await;
        let reply = hear_last(&mut own, 9).await;
        (reply["is"] == "chosen").then_some(())
    })
    .await;
}

#[tokio::test]
async fn whoever_hangs_up_over_http_stops_the_search() {
    let limits = ServerLimits { searches: 2, waiting: 1, ..ServerLimits::default() };
    let address = start(limits).await;
    let body = json!({ "do": "choose", "line": { "game": "boom" }, "player": HARD }).to_string();
    let head = format!(
        "POST /api/ask HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let easy = json!({ "do": "choose", "line": { "game": "boom" }, "player": "ninja1" });
    // One searches and one waits. An easy question may come before the second hard one and wait in its place: then it is
    // given up, and another hard one is asked.
    let (mut streams, mut is_full) = (Vec::new(), false);
    while !is_full && streams.len() < 50 {
        let mut stream = open(address, ONE).await;
        stream.write_all(format!("{head}{body}").as_bytes()).await.unwrap();
        streams.push(stream);
        let asked = timeout(Duration::from_millis(500), post(address, "/api/ask", &easy)).await;
        is_full = asked.is_ok_and(|(status, ..)| status == 429);
    }
    assert!(is_full, "both places are taken");
    drop(streams);
    until(async || (post(address, "/api/ask", &easy).await.0 == 200).then_some(())).await;
}

#[tokio::test]
async fn slow_and_silent_connections_are_closed_and_a_crowd_is_turned_away() {
    let limits =
        ServerLimits { silence: Duration::from_millis(800), live_per_client: 1, ..ServerLimits::default() };
    let address = start(limits).await;
    for said in ["", "GET / HTTP/1.1\r\nhost", "GET /api/catalog HTTP/1.1\r\nhost: localhost\r\n\r\n"] {
        let mut stream = open(address, ONE).await;
        stream.write_all(said.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        let end = timeout(NEVER, stream.read_to_end(&mut answer)).await;
        assert!(end.is_ok(), "{said:?} is waited for");
    }
    let mut stream = open(address, ONE).await;
    let slow = "POST /api/ask HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{";
    stream.write_all(slow.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    timeout(NEVER, stream.read_to_end(&mut answer)).await.unwrap().unwrap();
    assert!(String::from_utf8_lossy(&answer).starts_with("HTTP/1.1 408"), "{answer:?}");
    // Too long a head.
    let long = format!("x: {}\r\n", "y".repeat(20_000));
    assert_eq!(ask(address, "GET", "/api/catalog", &long, "").await.0, 431);

    let address =
        start(ServerLimits { live_per_client: 1, connections: 70, ..ServerLimits::default() }).await;
    let mut crowd = Vec::new();
    for _ in 0..66 {
        crowd.push(open(address, ONE).await);
    }
    // The one too many is told so; others have their place.
    assert_eq!(
        until(async || (ask(address, "GET", "/api/catalog", "", "").await.0 == 503).then_some(503)).await,
        503
    );
    assert_eq!(ask_from(OTHER, address, "GET", "/api/catalog", "", "").await.0, 200);
    for _ in 0..4 {
        crowd.push(open(address, OTHER).await);
    }
    until(async || (ask_from(OTHER, address, "GET", "/api/catalog", "", "").await.0 == 503).then_some(()))
        .await;
    drop(crowd);
    until(async || (ask(address, "GET", "/api/catalog", "", "").await.0 == 200).then_some(())).await;
}

#[tokio::test]
async fn a_client_that_answers_no_ping_is_dead() {
    // Long enough for a busy machine to answer in time.
    let limits =
        ServerLimits { heartbeat: Duration::from_millis(500), live_per_client: 1, ..ServerLimits::default() };
    let address = start(limits).await;
    // Nobody reads from it, so that nobody answers its pings.
    let dead = connect(address).await;
    assert!(try_connect(address, ONE, &[]).await.is_err());
    let mut alive = until(async || try_connect(address, ONE, &[]).await.ok()).await;
    drop(dead);
    // Whoever answers stays.
    let mut pings = 0;
    while pings < 4 {
        if let Message::Ping(_) = alive.next().await.unwrap().unwrap() {
            pings += 1;
            alive.flush().await.unwrap();
        }
    }
    say(&mut alive, json!({ "do": "show", "id": 1, "line": { "game": "boom" } })).await;
    assert_eq!(hear(&mut alive).await["is"], "position");
}

#[tokio::test]
async fn a_locked_database_blocks_only_those_who_need_it() {
    let folder = tempfile::tempdir().unwrap();
    let (games, records) = (folder.path().join("games.sqlite"), folder.path().join("arena.db"));
    let places = (games.clone(), records.clone());
    let address = start_with(move |options| {
        (options.games, options.records) = (Some(places.0), Some(places.1));
    })
    .await;
    let body = json!({ "owner": "me", "line": { "game": "boom" }, "first": "human", "second": "ninja1" })
        .to_string();
    let locks = [games, records].map(|path| rusqlite::Connection::open(path).unwrap());
    for lock in &locks {
        lock.execute_batch("begin immediate").unwrap();
    }
    let run =
        json!({ "game": "boom", "players": ["random", "random"], "games": 2, "owner": "me" }).to_string();
    let save = tokio::spawn(async move { ask(address, "PUT", "/api/saved/a", "", &body).await.0 });
    let begin = tokio::spawn(async move { ask(address, "POST", "/api/runs", "", &run).await.0 });
    for path in ["/", "/api/catalog", "/api/rules/boom"] {
        assert_eq!(ask(address, "GET", path, "", "").await.0, 200, "{path}");
    }
    assert_eq!(post(address, "/api/ask", &json!({ "do": "show", "line": { "game": "boom" } })).await.0, 200);
    assert!(!save.is_finished() && !begin.is_finished());
    for lock in &locks {
        lock.execute_batch("rollback").unwrap();
    }
    assert_eq!((save.await.unwrap(), begin.await.unwrap()), (200, 200));
}

/// A client that asks for much and reads nothing is not waited for.
#[tokio::test]
async fn a_client_that_does_not_read_is_left() {
    let limits =
        ServerLimits { reading: Duration::from_millis(200), live_per_client: 1, ..ServerLimits::default() };
    let address = start(limits).await;
    let mut deaf = connect(address).await;
    let line = long_line(200);
    let mut sent = 0;
    // Until the pipes are full: then the server stops reading, and after a while it closes.
    while sent < 100_000 {
        let question = Message::text(json!({ "do": "show", "id": sent, "line": line }).to_string());
        match timeout(NEVER, deaf.send(question)).await.expect("it neither reads nor leaves") {
            Ok(()) => sent += 1,
            Err(_) => break,
        }
    }
    assert!(sent < 100_000, "everything was answered to nobody");
    until(async || try_connect(address, ONE, &[]).await.ok()).await;
}
