//! The worker without a browser. `tools/wasm_same.mjs` asks the module the same and more.

use std::time::Duration;

use poda_wasm::TabWorker;
use serde_json::{Value, json};

fn worker() -> TabWorker {
    TabWorker::new(|| Duration::ZERO)
}

fn answers(worker: &mut TabWorker, call: &str) -> Vec<Value> {
    let mut answers = Vec::new();
    worker.ask(call, &mut |answer| {
        answers.push(serde_json::from_str(answer).unwrap_or_else(|error| panic!("{answer}: {error}")));
    });
    answers
}

fn last(worker: &mut TabWorker, call: &Value) -> Value {
    answers(worker, &call.to_string()).pop().unwrap_or_default()
}

#[test]
fn questions_are_answered_as_over_a_connection() {
    let mut worker = worker();
    let show = json!({ "do": "show", "id": 3, "lang": "es", "line": { "game": "boom", "moves": ["4"] } });
    let shown = last(&mut worker, &show);
    assert_eq!((&shown["id"], &shown["is"], &shown["to_move"]), (&json!(3), &json!("position"), &json!(2)));
    let perft = json!({ "do": "perft", "id": 4, "line": { "game": "connect4" }, "depth": 4 });
    assert_eq!(last(&mut worker, &perft), json!({ "id": 4, "is": "perft", "leaves": 2401 }));
    assert!(answers(&mut worker, r#"{"do":"stop","id":3}"#).is_empty());
}

#[test]
fn players_get_tables_that_fit() {
    let mut worker = worker();
    worker.set_table(1);
    for player in ["sensei", "mcts:nodes=10", "exact:nodes=10", "pvs:depth=1,tt=4096"] {
        let choose = json!({ "do": "choose", "id": 1, "line": { "game": "desconecta" }, "player": player });
        assert_eq!(last(&mut worker, &choose)["is"], "chosen", "{player}");
    }
    let tree = json!({ "do": "tree", "id": 1, "line": { "game": "boom" }, "engine": "mcts:nodes=10" });
    assert_eq!(last(&mut worker, &tree)["is"], "tree");
}

#[test]
fn a_run_goes_on_in_another_worker() {
    let begin = json!({
        "do": "contest-begin", "id": 1, "run": 3, "created": 5, "game": "connect4:5x4",
        "players": ["random", "pvs:depth=2"], "games": 4, "format": "round-robin", "seed": 7, "owner": "me",
    });
    let step = json!({ "do": "contest-step", "id": 2, "run": 3 });
    let show = json!({ "do": "contest-show", "id": 4, "lang": "es", "run": 3 });
    let mut one = worker();
    let begun = last(&mut one, &begin);
    assert_eq!(begun["summary"]["planned"], 4, "{begun}");
    let first = last(&mut one, &step);
    assert_eq!((&first["summary"]["played"], &first["record"]["index"]), (&json!(1), &json!(0)), "{first}");
    let mut other = worker();
    assert!(last(&mut other, &step)["error"].as_str().is_some_and(|why| why.starts_with("no run 3 here")));
    let load = json!({
        "do": "contest-load", "id": 3, "run": 3, "created": 5,
        "contest": begun["contest"], "records": [first["record"]],
    });
    assert_eq!(last(&mut other, &load)["summary"]["played"], 1);
    for worker in [&mut one, &mut other] {
        for _ in 1..4 {
            assert!(last(worker, &step)["record"].is_object());
        }
        assert_eq!(last(worker, &step)["record"], Value::Null);
    }
    let ended = last(&mut one, &show);
    assert_eq!(last(&mut other, &show), ended);
    assert_eq!((&ended["view"]["stage"], &ended["view"]["played"]), (&json!("finished"), &json!(4)));
    assert!(ended["view"]["verdict"].is_string(), "{ended}");
}

#[test]
fn what_is_not_true_is_not_taken() {
    let begin = json!({
        "do": "contest-begin", "id": 1, "run": 1, "created": 0, "game": "connect4:4x4",
        "players": ["random", "random"], "games": 2,
    });
    let mut worker = worker();
    let contest = last(&mut worker, &begin)["contest"].clone();
    let record = last(&mut worker, &json!({ "do": "contest-step", "id": 1, "run": 1 }))["record"].clone();
    let with = |field: &str, value: Value| {
        let mut record = record.clone();
        record[field] = value;
        record
    };
    for (record, why) in [
        (with("players", json!([0, 9])), "there is no such player"),
        (with("seed", json!("1")), "its seed is another one"),
        (with("outcome", Value::Null), "and its moves say"),
        (with("opening", json!({ "game": "connect4:4x4", "moves": ["9"] })), "illegal move \"9\""),
        (with("termination", json!("boredom")), "it is not as it was written"),
        (json!([]), "it is not as it was written"),
    ] {
        let load = json!({
            "do": "contest-load", "id": 1, "run": 2, "created": 0, "contest": contest, "records": [record],
        });
        let error = last(&mut worker, &load)["error"].as_str().unwrap_or_default().to_owned();
        assert!(error.contains("game 0 of run 2") && error.contains(why), "{why}: {error}");
    }
}

#[test]
fn whatever_is_sent_there_is_an_answer() {
    let begin = json!({
        "do": "contest-begin", "id": 1, "run": 1, "created": 0, "game": "boom", "players": ["random", "ninja1"], "games": 2,
    });
    let with = |field: &str, value: Value| {
        let mut begin = begin.clone();
        begin[field] = value;
        begin.to_string()
    };
    let mut worker = worker();
    for (call, why) in [
        (String::new(), "not a message"),
        ("{\"do\":\"contest-step\"}".into(), "missing field `id`"),
        (with("game", json!("chess")), "chess"),
        (with("players", json!(["random", "cmd:./bot"])), "cmd"),
        (with("players", json!(["random"])), "1 players are not enough"),
        (with("players", json!(vec!["random"; 17])), "17 players and 2 games"),
        (with("games", json!(0)), "0 games"),
        (with("games", json!(1_000_000)), "1000000 games"),
        (with("rounds", json!(0)), "0 rounds"),
        (with("format", json!("knockout")), "knockout"),
        (with("run", json!("one")), "invalid type"),
        (with("more", json!(1)), "unknown field `more`"),
        (with("lang", json!("fr")), "unknown variant `fr`"),
        ("{\"do\":\"contest-games\",\"id\":1,\"run\":9}".into(), "no run 9 here"),
    ] {
        let answer = answers(&mut worker, &call).pop().unwrap_or_default();
        let error = answer["error"].as_str().unwrap_or_default();
        assert!(error.contains(why), "{call}: {answer}");
    }
    let whole = begin.to_string();
    for place in 0..whole.len() {
        assert_eq!(answers(&mut worker, &whole[..place]).len(), 1);
    }
}
