//! The server as strangers meet it: right questions, wrong ones, and malice.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

mod access;
mod common;
mod edges;
mod foreign;
mod kept;
mod together;

use std::{net::SocketAddr, path::PathBuf, time::Duration};

use common::{ask, connect, hear, owner, post, say, start, start_with};
use futures_util::SinkExt;
use poda_contest::{Contest, GameRecord, ReadyContest, Records, RunStore, Threads, play_run};
use poda_service::Request;
use poda_web::ServerLimits;
use serde_json::{Value, json};
use tokio_tungstenite::{
    connect_async,
    tungstenite::{Message, client::IntoClientRequest},
};

#[tokio::test]
async fn a_position_is_shown_and_a_wrong_one_refused_by_name() {
    let address = start(ServerLimits::default()).await;
    let line = |game: &str, moves: &[&str]| json!({ "do": "show", "line": { "game": game, "moves": moves } });
    let (status, shown) = post(address, "/api/ask", &line("boom", &["4", "4"])).await;
    assert_eq!((status, &shown["to_move"]), (200, &json!(2)));
    assert_eq!(shown["movers"], json!([1, 2]));
    for (body, why) in [
        (line("boom", &["9"]), "illegal move \"9\""),
        (line("chess", &[]), "unknown game \"chess\""),
        (json!({ "do": "show", "line": { "game": "boom", "start": "x" } }), "broken position \"x\""),
        (json!({ "do": "show", "line": { "game": "boom" }, "more": 1 }), "unknown field `more`"),
        (json!({ "line": { "game": "boom" } }), "missing field `do`"),
        (json!([]), "missing field `do`"),
    ] {
        let (status, error) = post(address, "/api/ask", &body).await;
        assert!((400..500).contains(&status), "{body} {status}");
        assert!(error["error"].as_str().unwrap_or_default().contains(why), "{body}: {error}");
    }
    let (status, _, body) = ask(address, "POST", "/api/ask", "", "{{{").await;
    assert!(status == 400 && body.contains("error"), "{status} {body}");
    // People are told in their language.
    let wrong = line("boom", &["9"]).to_string();
    for (path, headers) in [("/api/ask?lang=es", ""), ("/api/ask", "accept-language: es-ES,en;q=0.5\r\n")] {
        let (status, _, body) = ask(address, "POST", path, headers, &wrong).await;
        assert!(status == 400 && body.contains("jugada 1: jugada ilegal"), "{status} {body}");
    }
}

#[tokio::test]
async fn nothing_outside_the_page_is_served() {
    let address = start(ServerLimits::default()).await;
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
    let address = start(ServerLimits::default()).await;
    for path in ["/", "/api", "/api/catalog", "/api/nothing"] {
        let (_, head, _) = ask(address, "GET", path, "", "").await;
        for header in [
            "content-security-policy: default-src 'none'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
            "referrer-policy: no-referrer",
            "cross-origin-opener-policy: same-origin",
            "cross-origin-resource-policy: same-origin",
        ] {
            assert!(head.contains(header), "{path}: {head}");
        }
        assert!(!head.contains("unsafe"), "{head}");
    }
    let stranger = "origin: http://evil.example\r\n";
    let body = json!({ "do": "show", "line": { "game": "boom" } }).to_string();
    assert_eq!(ask(address, "POST", "/api/ask", stranger, &body).await.0, 403);
    let mut request = format!("ws://{address}/api/live").into_client_request().unwrap();
    request.headers_mut().insert("origin", "http://evil.example".parse().unwrap());
    assert!(connect_async(request).await.is_err());
}

#[tokio::test]
async fn the_description_names_every_address_and_its_answers() {
    let address = start(ServerLimits::default()).await;
    let (status, _, body) = ask(address, "GET", "/api", "", "").await;
    let described: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((status, &described["openapi"]), (200, &json!("3.1.0")));
    let paths = described["paths"].as_object().unwrap();
    for path in ["/api/catalog", "/api/ask", "/api/live", "/api/runs", "/api/saved"] {
        assert!(paths.contains_key(path), "{path} is not described");
    }
    for (path, methods) in paths {
        for (method, described) in methods.as_object().unwrap() {
            assert!(described["responses"].is_object(), "{method} {path} has no answers");
            // Nothing is described that is not there: an address that is asked in a wrong way is not a missing one.
            let concrete = path.replace("{family}", "boom").replace(['{', '}'], "");
            let (status, _, body) = ask(address, &method.to_uppercase(), &concrete, "", "{}").await;
            let is_served = status != 405 && !body.contains("there is nothing at");
            assert!(is_served, "{method} {concrete}: {body}");
        }
    }
}

#[tokio::test]
async fn bodies_and_crowds_have_limits() {
    let limits = ServerLimits { live_per_client: 3, message: 2000, ..ServerLimits::default() };
    let address = start(limits).await;
    assert_eq!(ask(address, "POST", "/api/ask", "", &" ".repeat(3000)).await.0, 413);
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
    let address = start(ServerLimits::default()).await;
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
    assert!(reply["error"].as_str().unwrap().contains("cmd:reboot"), "{reply}");
    say(&mut socket, choose(6, "pvs:tt=100000")).await;
    assert!(hear(&mut socket).await["error"].as_str().unwrap().contains("at most 64"));
    say(&mut socket, json!({ "do": "show", "id": 7, "line": { "game": "boom" } })).await;
    assert_eq!(hear(&mut socket).await["is"], "position");
}

#[tokio::test]
async fn players_choose_and_searches_stop_when_asked() {
    let address = start(ServerLimits::default()).await;
    let mut socket = connect(address).await;
    let line = json!({ "game": "connect4", "moves": ["4", "1", "4", "1", "4", "1"] });
    say(&mut socket, json!({ "do": "choose", "id": 1, "line": line, "player": "pvs:depth=4" })).await;
    let chosen = loop {
        let reply = hear(&mut socket).await;
        if reply["is"] == "chosen" {
            break reply;
        }
    };
    assert_eq!((&chosen["move"], &chosen["score"]), (&json!("4"), &json!({ "kind": "win", "plies": 1 })));
    let boom = json!({ "game": "boom" });
    say(&mut socket, json!({ "do": "analyze", "id": 2, "line": boom, "player": "pvs", "time": 25_000 }))
        .await;
    assert_eq!(hear(&mut socket).await["is"], "analysis");
    say(&mut socket, json!({ "do": "stop", "id": 2 })).await;
    while hear(&mut socket).await["done"] != true {}
}

#[tokio::test]
async fn trees_and_heuristics_are_told() {
    let address = start(ServerLimits::default()).await;
    let line = json!({ "game": "boom", "moves": ["4"] });
    let engine = "alphabeta:depth=4,eval=puntuacion";
    let (status, tree) =
        post(address, "/api/ask", &json!({ "do": "tree", "line": line, "engine": engine })).await;
    assert_eq!((status, &tree["nodes"]), (200, &tree["recorded"]), "{tree}");
    assert_eq!((&tree["complete"], &tree["stopped"]), (&json!(true), &json!(false)));
    let node = &tree["children"][0]["node"];
    let (status, answer) =
        post(address, "/api/ask", &json!({ "do": "children", "tree": tree["tree"], "node": node })).await;
    assert!(status == 200 && answer["children"][0]["kind"].is_string(), "{answer}");
    assert_eq!(post(address, "/api/ask", &json!({ "do": "children", "tree": "99", "node": 0 })).await.0, 404);
    let (status, seen) = post(address, "/api/ask", &json!({ "do": "heuristics", "line": line })).await;
    assert_eq!(status, 200);
    let first = &seen["evaluators"][0];
    assert!(first["ranking"].as_array().unwrap().len() == 7 && first["sides"].as_array().unwrap().len() == 2);
    // The last stone of a board without a line ends the game and wins nothing.
    let line = json!({ "game": "connect4:1x1" });
    let (_, seen) = post(address, "/api/ask", &json!({ "do": "heuristics", "line": line })).await;
    assert_eq!(seen["exact"], json!({ "1": { "kind": "heuristic", "points": 0 } }), "{seen}");
}

/// Asks for a run until it is over.
async fn run_to_the_end(address: SocketAddr, run: &Value) -> Value {
    let path = format!("/api/runs/{run}");
    loop {
        let (_, _, body) = ask(address, "GET", &path, "", "").await;
        let shown: Value = serde_json::from_str(&body).unwrap();
        if shown["stage"] == "finished" {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn runs_are_played_recorded_stopped_and_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("arena.db");
    let address = start_with(|options| options.records = Some(records.clone())).await;
    let short = json!({ "game": "connect4:5x4", "players": ["random", "pvs:depth=2"], "games": 4, "seed": 1, "owner": "me" });
    let (status, run) = post(address, "/api/runs", &short).await;
    assert_eq!(status, 200, "{run}");
    let shown = run_to_the_end(address, &run["run"]).await;
    assert_eq!((&shown["played"], shown["table"].as_array().unwrap().len()), (&json!(4), 2));
    assert!(shown["verdict"].is_string() && shown["boards"] == json!([]));
    let (_, _, body) = ask(address, "GET", "/api/runs/1/games?skip=1&count=2", "", "").await;
    let games: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((games.as_array().unwrap().len(), &games[0]["index"]), (2, &json!(2)));
    // The command line sees the same games, and the page sees those of the command line.
    let store = RunStore::open(&records).unwrap();
    assert_eq!(store.games(1).unwrap().len(), 4);
    let contest = Contest { seed: 7, ..store.run(1).unwrap().contest };
    let second = store.begin(&contest).unwrap();
    let memory = RunStore::in_memory().unwrap();
    let ready =
        ReadyContest::new(contest, &poda_catalog::Catalog::default(), &poda_bots::read_player).unwrap();
    let claimed = memory.claim_new(ready.contest()).unwrap();
    let played = play_run(&memory, claimed, &ready, &Threads(1), &()).unwrap().state.into_records();
    store.add(second, &played[..1]).unwrap();
    let (_, _, body) = ask(address, "GET", "/api/runs", "", "").await;
    let listed: Value = serde_json::from_str(&body).unwrap();
    assert_eq!((&listed[0]["run"], &listed[0]["stage"]), (&json!(second), &json!("stopped")));
    // Somebody else's hands are on it.
    let lock = store.lock(second).unwrap();
    let (_, _, body) = ask(address, "GET", "/api/runs/2", "", "").await;
    assert!(body.contains("\"stage\":\"elsewhere\""), "{body}");
    assert_eq!(post(address, "/api/runs/2", &json!({})).await.0, 429);
    drop(lock);
    assert_eq!(post(address, "/api/runs/2", &json!({})).await.0, 200);
    run_to_the_end(address, &json!(2)).await;
    let moves = |games: &[GameRecord]| -> Vec<Vec<String>> {
        games.iter().map(|game| game.moves().map(str::to_owned).collect()).collect()
    };
    let recorded = store.games(second).unwrap();
    assert_eq!(moves(&recorded), moves(&played), "whoever goes on plays the same games");
    assert_eq!(post(address, "/api/runs/2", &json!({})).await.0, 400, "it is over");
    assert_eq!(ask(address, "GET", "/api/runs/99", "", "").await.0, 404);
    // A long one shows its board and is stopped.
    let long = json!({ "game": "parchis", "players": ["random", "random"], "games": 2000, "owner": "me" });
    let (_, run) = post(address, "/api/runs", &long).await;
    let path = format!("/api/runs/{}", run["run"]);
    loop {
        let (_, _, body) = ask(address, "GET", &path, "", "").await;
        let shown: Value = serde_json::from_str(&body).unwrap();
        if shown["boards"][0]["line"]["moves"].as_array().is_some_and(|moves| !moves.is_empty()) {
            break;
        }
    }
    assert_eq!(ask(address, "DELETE", &path, &owner("me"), "").await.0, 200);
    loop {
        let (_, _, body) = ask(address, "GET", &path, "", "").await;
        if body.contains("\"stage\":\"stopped\"") {
            break;
        }
    }
}

#[tokio::test]
async fn wins_are_proved_where_games_need_not_end() {
    let address = start(ServerLimits::default()).await;
    let mut socket = connect(address).await;
    // Three in a row with two actions in hand: every other move is a win too, but none so short.
    let line = json!({ "game": "crush", "moves": ["1", "7", "2", "7", "3", "7"] });
    say(
        &mut socket,
        json!({ "do": "analyze", "id": 1, "line": line, "player": "pvs:depth=2", "time": 4000 }),
    )
    .await;
    let analysis = loop {
        let reply = hear(&mut socket).await;
        assert_ne!(reply["is"], "error", "{reply}");
        if reply["done"] == true {
            break reply;
        }
    };
    let moves = analysis["moves"].as_array().unwrap();
    let four = moves.iter().find(|known| known["move"] == "4").unwrap();
    assert_eq!(four["score"], json!({ "kind": "win", "plies": 1 }), "{analysis}");
    assert!(moves.iter().any(|known| known["score"]["kind"] == "loss"), "{analysis}");
    let (_, seen) = post(address, "/api/ask", &json!({ "do": "heuristics", "line": line })).await;
    assert_eq!(seen["exact"]["4"], json!({ "kind": "win", "plies": 1 }), "{seen}");
}

/// `web/openapi.json` is what the page's types are made of.
#[test]
fn the_committed_description_is_the_servers() {
    is_committed("openapi.json", &(poda_web::openapi().unwrap() + "\n"));
}

/// Compares a generated file of the page with the committed one.
fn is_committed(file: &str, generated: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../web").join(file);
    if std::env::var_os("PODA_UPDATE").is_some() {
        std::fs::write(&path, generated).unwrap();
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(committed == generated, "web/{file} is stale: set PODA_UPDATE=1 to write it");
}

/// `web/src/lib/requests.json` tells the page without a server which requests take time, and which its first module answers.
#[test]
fn the_committed_lists_of_requests_are_the_services() {
    let line = json!({ "game": "boom" });
    let requests = [
        json!({ "do": "show", "line": line }),
        json!({ "do": "choose", "line": line, "player": "" }),
        json!({ "do": "analyze", "line": line, "player": "", "time": 0 }),
        json!({ "do": "tree", "line": line, "engine": "" }),
        json!({ "do": "children", "tree": "", "node": 0 }),
        json!({ "do": "events", "tree": "", "from": 0 }),
        json!({ "do": "draw-tree", "seed": 0, "level": 1 }),
        json!({ "do": "practice", "tree": "", "engine": "" }),
        json!({ "do": "quiz", "seed": 0, "level": 1, "trees": 1 }),
        json!({ "do": "heuristics", "line": line }),
        json!({ "do": "review", "line": line }),
        json!({ "do": "tell", "line": line }),
        json!({ "do": "draft", "game": "" }),
        json!({ "do": "write", "line": line }),
        json!({ "do": "read", "game": "", "text": "" }),
        json!({ "do": "rules", "family": "" }),
        json!({ "do": "stories" }),
        json!({ "do": "catalog" }),
    ];
    let described: Value = serde_json::from_str(&poda_web::openapi().unwrap()).unwrap();
    let forms = described["components"]["schemas"]["Request"]["oneOf"].as_array().unwrap();
    let words: Vec<&Value> = forms.iter().map(|form| &form["properties"]["do"]["enum"][0]).collect();
    assert_eq!(requests.iter().map(|request| &request["do"]).collect::<Vec<_>>(), words);
    let list = |has: fn(&Request) -> bool| -> Vec<&Value> {
        let is_listed = |request: &&Value| has(&serde_json::from_value((*request).clone()).unwrap());
        requests.iter().filter(is_listed).map(|request| &request["do"]).collect()
    };
    let lists = json!({
        "takesTime": list(Request::takes_time),
        "isNeededToPlay": list(Request::is_needed_to_play),
    });
    is_committed("src/lib/requests.json", &(serde_json::to_string_pretty(&lists).unwrap() + "\n"));
}
