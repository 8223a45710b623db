//! What is kept belongs to somebody, and is bounded: runs, trees, saved games.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use poda_contest::{ContestError, Executor, MachineProgress, ReadyContest, RunProgress};
use poda_web::{RunExecutor, ServerLimits};
use serde_json::{Value, json};

use crate::common::{OTHER, ask, ask_from, connect, hear_last, owner, post, post_as, say, start, start_with};

async fn get(address: SocketAddr, path: &str) -> Value {
    get_as("me", address, path).await
}

async fn get_as(secret: &str, address: SocketAddr, path: &str) -> Value {
    let (_, _, body) = ask(address, "GET", path, &owner(secret), "").await;
    serde_json::from_str(&body).unwrap_or_default()
}

/// Looks at a run until it is no longer played.
async fn stopped(address: SocketAddr, run: &Value) -> Value {
    loop {
        let shown = get(address, &format!("/api/runs/{run}?lang=es")).await;
        if shown["stage"] != "here" {
            return shown;
        }
    }
}

fn long(owner: &str) -> Value {
    json!({ "game": "parchis", "players": ["random", "random"], "games": 2000, "owner": owner })
}

#[tokio::test]
async fn a_run_is_stopped_and_resumed_by_its_owner_only() {
    let address = start(ServerLimits::default()).await;
    let (status, run) = post(address, "/api/runs", &long("me")).await;
    assert_eq!((status, &run["yours"]), (200, &json!(true)), "{run}");
    let id = run["run"].clone();
    // Everybody who may ask sees it; it is nobody else's.
    for (secret, yours) in [("", false), ("you", false), ("me", true)] {
        assert_eq!(get_as(secret, address, &format!("/api/runs/{id}")).await["yours"], yours, "{secret}");
        assert_eq!(get_as(secret, address, "/api/runs").await[0]["yours"], yours, "{secret}");
    }
    // A secret in the address would be in every log.
    for (path, header) in [("?owner=me", ""), ("", ""), ("", &owner("you"))] {
        assert_eq!(ask(address, "DELETE", &format!("/api/runs/{id}{path}"), header, "").await.0, 403);
    }
    // Each client plays one at a time, and there is room for another one's.
    assert_eq!(post(address, "/api/runs", &long("me")).await.0, 429);
    let body = long("you").to_string();
    let (status, _, other) = ask_from(OTHER, address, "POST", "/api/runs", "", &body).await;
    assert_eq!(status, 200, "{other}");
    let other: Value = serde_json::from_str(&other).unwrap();
    // For two, and no more.
    let third = IpAddr::from([127, 0, 0, 3]);
    let (status, _, refused) =
        ask_from(third, address, "POST", "/api/runs", "", &long("third").to_string()).await;
    assert!(status == 429 && refused.contains("2 runs are being played already"), "{status} {refused}");
    for (run, secret) in [(&id, "me"), (&other["run"], "you")] {
        assert_eq!(ask(address, "DELETE", &format!("/api/runs/{run}"), &owner(secret), "").await.0, 200);
        assert_eq!(stopped(address, run).await["stage"], "stopped");
    }
    for (secret, status) in [("you", 403), ("", 400), ("me", 200)] {
        assert_eq!(
            post_as(secret, address, &format!("/api/runs/{id}"), &json!({})).await.0,
            status,
            "{secret}"
        );
    }
    assert_eq!(ask(address, "DELETE", &format!("/api/runs/{id}"), &owner("me"), "").await.0, 200);
    stopped(address, &id).await;
}

/// Says that two machines play, and plays nothing.
struct Elsewhere;

impl Executor for Elsewhere {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        let game = progress.next_games()[0];
        let machine =
            |name: &str, jobs, boards| MachineProgress { name: name.into(), slots: 4, jobs, boards };
        let board = (game, contest.opening(game.opening).clone());
        let observer = progress.observer();
        observer.machines(&[machine("lab1", 1, vec![board]), machine("lab2", 0, Vec::new())]);
        while observer.waiting().is_continue() {
            std::thread::yield_now();
        }
        Ok(())
    }
}

#[tokio::test]
async fn machines_that_play_for_the_server_are_shown_with_their_boards() {
    let address = start_with(|options| options.machines = Some(RunExecutor(Arc::new(Elsewhere)))).await;
    let (status, run) = post(address, "/api/runs", &long("me")).await;
    assert_eq!(status, 200, "{run}");
    let path = format!("/api/runs/{}", run["run"]);
    let shown = loop {
        let shown = get(address, &path).await;
        // The machines are told first, and then their boards.
        if shown["workers"] != json!([]) && shown["boards"] != json!([]) {
            break shown;
        }
    };
    let expected =
        json!([{ "name": "lab1", "jobs": 1, "slots": 4 }, { "name": "lab2", "jobs": 0, "slots": 4 }]);
    assert_eq!(shown["workers"], expected);
    assert_eq!(shown["boards"].as_array().unwrap().len(), 1, "{shown}");
    assert_eq!(ask(address, "DELETE", &path, &owner("me"), "").await.0, 200);
    assert_eq!(stopped(address, &run["run"]).await["workers"], json!([]));
}

#[tokio::test]
async fn a_run_has_a_total_time_and_a_size() {
    let brief = ServerLimits { run_time: Duration::from_millis(50), ..ServerLimits::default() };
    let small = ServerLimits { recorded_per_client: 20_000, ..ServerLimits::default() };
    for (limits, why) in [(brief, "agotado su tiempo"), (small, "agotado su espacio")] {
        let address = start(limits).await;
        let (_, run) = post(address, "/api/runs", &long("me")).await;
        let id = &run["run"];
        let shown = stopped(address, id).await;
        assert_eq!(shown["stage"], "stopped");
        assert!(shown["failure"].as_str().unwrap().contains(why), "{shown}");
        // It has had what it may have: going on does not give it more.
        let (status, refused) = post(address, &format!("/api/runs/{id}?lang=es"), &json!({})).await;
        assert!(status == 429 && refused["error"].as_str().unwrap().contains(why), "{status} {refused}");
    }
}

#[tokio::test]
async fn a_run_that_is_too_large_is_not_read_for_whoever_looks() {
    let folder = tempfile::tempdir().unwrap();
    let records = folder.path().join("arena.db");
    let place = records.clone();
    let large = start_with(move |options| options.records = Some(place)).await;
    let run = json!({ "game": "boom", "players": ["random", "random"], "games": 20, "owner": "me" });
    let (_, run) = post(large, "/api/runs", &run).await;
    assert_eq!(stopped(large, &run["run"]).await["stage"], "finished");
    let small = start_with(move |options| {
        options.records = Some(records);
        options.limits.recorded_per_client = 1000;
    })
    .await;
    for path in ["/api/runs/1", "/api/runs/1/games"] {
        let refused = get(small, path).await;
        assert!(refused["error"].as_str().unwrap().contains("`poda runs show 1`"), "{refused}");
        assert!(get(large, path).await["error"].is_null());
    }
    assert_eq!(get(small, "/api/runs").await[0]["played"], 20, "it is listed all the same");
}

#[tokio::test]
async fn a_run_does_not_ask_for_more_than_there_is() {
    let address = start(ServerLimits::default()).await;
    let run = |players: &[&str], games: u64| json!({ "game": "boom", "players": players, "games": games, "owner": "me" });
    for (request, why) in [
        (run(&["pvs:tt=64", "pvs:tt=64", "pvs"], 2), "144 MB together: at most 96"),
        (run(&["random"; 16], 2000), "240000 games is too long: at most 20000"),
        (json!({ "game": "boom", "players": ["random", "random"], "games": 2 }), "missing field `owner`"),
        (
            json!({ "game": "boom", "players": ["random", "random"], "games": 2, "owner": "" }),
            "is not a name",
        ),
    ] {
        let (status, refused) = post(address, "/api/runs", &request).await;
        assert!((400..500).contains(&status), "{status}");
        assert!(refused["error"].as_str().unwrap().contains(why), "{refused}");
    }
}

#[tokio::test]
async fn a_tree_is_read_by_whoever_was_told_its_name_and_stops_when_asked() {
    let address = start(ServerLimits::default()).await;
    let line = json!({ "game": "boom" });
    let tree = json!({ "do": "tree", "line": line, "engine": "minimax:depth=2" });
    let (_, told) = post(address, "/api/ask", &tree).await;
    let name = told["tree"].as_str().unwrap();
    assert_eq!(name.len(), 32, "{name}");
    let children = |name: &str| json!({ "do": "children", "tree": name, "node": 0 });
    assert_eq!(post(address, "/api/ask", &children(name)).await.0, 200);
    for guess in ["1", "0", "", &"0".repeat(32)] {
        assert_eq!(post(address, "/api/ask", &children(guess)).await.0, 404, "{guess}");
    }
    let mut socket = connect(address).await;
    say(&mut socket, json!({ "do": "tree", "id": 1, "line": line, "engine": "minimax:depth=200" })).await;
    say(&mut socket, json!({ "do": "stop", "id": 1 })).await;
    let told = hear_last(&mut socket, 1).await;
    // It may not have begun; if it has, it shows what there is.
    let begun = told["is"] == "tree" && told["stopped"] == true && told["root"]["kind"] == "unfinished";
    assert!(begun || told["error"] == "stopped before it began", "{told}");
}

#[tokio::test]
async fn saved_games_say_what_is_true_of_them() {
    let address = start(ServerLimits::default()).await;
    let won = json!({ "game": "connect4", "moves": ["1", "2", "1", "2", "1", "2", "1"] });
    let open = json!({ "game": "connect4", "moves": ["1", "2"] });
    let long = "x".repeat(5000);
    let body = |line: &Value, second: &str, outcome: Value| {
        json!({ "owner": "me", "line": line, "first": "human", "second": second, "outcome": outcome })
            .to_string()
    };
    let start = json!({ "game": "connect4", "start": long });
    for (body, status, outcome) in [
        (body(&won, "ninja1", json!("p1")), 200, json!("p1")),
        (body(&won, "gone-program", Value::Null), 200, json!("p1")),
        (body(&open, "pvs:depth=3", Value::Null), 200, Value::Null),
        (body(&open, "ninja1", json!("p1")), 400, Value::Null),
        (body(&won, "ninja1", json!("p2")), 400, Value::Null),
        (body(&won, "ninja1", json!(long)), 422, Value::Null),
        (body(&open, "a\nb", Value::Null), 400, Value::Null),
        (body(&open, &long, Value::Null), 400, Value::Null),
        (body(&start, "ninja1", Value::Null), 400, Value::Null),
    ] {
        let (got, _, answer) = ask(address, "PUT", "/api/saved/a", "", &body).await;
        assert_eq!(got, status, "{body}: {answer}");
        let saved: Value = serde_json::from_str(&answer).unwrap();
        assert!(status != 200 || saved["outcome"] == outcome, "{answer}");
    }
}

#[tokio::test]
async fn a_review_is_kept_on_disk_with_the_games() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sqlite");
    let start = async || {
        let path = path.clone();
        start_with(move |options| options.games = Some(path)).await
    };
    let ask = |kept: bool| {
        let line = json!({ "game": "connect4:5x4", "moves": ["3", "3", "2", "2", "4", "4", "1"] });
        json!({ "do": "review", "line": line, "kept": kept })
    };
    let address = start().await;
    assert_eq!(post(address, "/api/ask", &ask(true)).await.1["complete"], false);
    let (_, review) = post(address, "/api/ask", &ask(false)).await;
    assert_eq!(review["complete"], true, "{review}");
    // Another server finds it, whoever asks.
    assert_eq!(post(start().await, "/api/ask", &ask(true)).await.1, review);
}
