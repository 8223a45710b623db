//! Pairs that another worker plays again, with a worker that sends legal games which were not played.

use std::time::Duration;

use poda_agent::GameLine;
use poda_contest::{GameRecord, PlyRecord, Termination, game_seed};
use poda_core::Message;
use serde_json::{Value, json};

use super::{
    QUICK,
    attacks::Client,
    lab::{Lab, Running, games, wait_for},
    stop,
};
use crate::common::{run, text};

const SEED: u64 = 5;

/// A match of players that make the same moves again, with all pairs checked.
fn begin(lab: &Lab, name: &str, players: [&str; 2]) -> Running {
    let (url, db) = (lab.url(), lab.text(&format!("{name}.db")));
    let seed = SEED.to_string();
    let contest = ["match", players[0], players[1], "--games", "8", "--seed", &seed, "--db", &db];
    let queue = ["--queue", &url, "--spot-check", "100%"];
    lab.start(name, &[&contest[..], &queue, &QUICK].concat())
}

/// A game by the rules that no engine would play.
fn forged(order: &Value, openings: &Value) -> Value {
    let line = &openings[order["opening"].as_u64().unwrap() as usize];
    let words = line["moves"].as_array().unwrap();
    let line = GameLine {
        game: line["game"].as_str().unwrap().to_owned(),
        start: None,
        moves: words.iter().map(|mv| mv.as_str().unwrap().to_owned()).collect(),
    };
    let mut session = poda_catalog::Catalog::built_in().open(&line.game).unwrap().session();
    session.follow(&line).unwrap();
    let mut plies = Vec::new();
    while session.outcome().is_none() {
        let mv = session.legal().remove(0);
        session.play(&mv).unwrap();
        plies.push(PlyRecord { mv, score: None, depth: 0, nodes: 0, time: Duration::ZERO });
    }
    let index = order["index"].as_u64().unwrap();
    let players = [0, 1].map(|side| order["players"][side].as_u64().unwrap() as usize);
    let record = GameRecord {
        index,
        seed: game_seed(SEED, index),
        players,
        opening: line,
        plies,
        outcome: session.outcome(),
        termination: Termination::Normal,
        detail: Message::default(),
        talk: Default::default(),
    };
    serde_json::to_value(record).unwrap()
}

#[test]
fn a_worker_that_sends_games_of_its_own_is_named() {
    let Some(lab) = Lab::open() else { return };
    let coordinator = begin(&lab, "checked", ["pvs:depth=3", "pvs:depth=2"]);
    // The liar takes the first job, when there is no other worker.
    let run = wait_for("the run", || lab.queue()["runs"][0]["run"].as_str().map(str::to_owned));
    let mut liar = Client::connect(&lab, "liar", "");
    let job = liar.next_job(&run);
    let acknowledgement = liar.reply.clone();
    let orders = job["items"]["Games"]["games"].as_array().unwrap();
    let openings = &job["items"]["Games"]["openings"];
    let records: Vec<Value> = orders.iter().map(|order| forged(order, openings)).collect();
    let said = json!({ "Games": { "records": records, "last": true, "ms": 5, "lacks": [] } });
    let report = json!({ "job": job["name"], "worker": "liar", "what": said });
    let subject = format!("poda.result.{run}.{}", job["name"].as_str().unwrap());
    assert_eq!(liar.ask(&subject, &report)["stream"], "PODA_RESULTS");
    liar.acknowledge(&acknowledgement);
    let honest = lab.worker("honest");
    assert_eq!(coordinator.end(), Some(1));
    let said = lab.said("checked");
    let warnings: Vec<&str> = said.lines().filter(|line| line.starts_with("warning: game ")).collect();
    assert_eq!(warnings.len(), records.len(), "{said}");
    assert!(warnings.iter().all(|line| line.contains("of liar") && line.contains("by honest")), "{said}");
    // The pairs of the honest one: there is no other worker that could play them again.
    assert!(said.contains("spot check: 1 of 4 pairs were played again"), "{said}");
    assert!(said.contains("only one worker"), "{said}");
    assert!(said.contains("workers do not agree on games that were played again: 2"), "{said}");
    // All games are there, and the first result counts.
    let known = games(lab.folder(), &lab.text("checked.db"));
    let first: Vec<&str> =
        records[0]["plies"]["moves"].as_array().unwrap().iter().map(|mv| mv.as_str().unwrap()).collect();
    assert_eq!(known.len(), 8);
    let index = records[0]["index"].as_u64().unwrap() as usize;
    assert!(known[index].contains(&json!(first).to_string()[1..]), "{} {first:?}", known[index]);
    stop(honest);
}

#[test]
fn workers_that_agree_are_told_and_programs_are_not_checked() {
    let Some(lab) = Lab::open() else { return };
    let workers = [lab.worker("one"), lab.worker("two")];
    wait_for("both", || (lab.queue()["workers"].as_array()?.len() == 2).then_some(()));
    let coordinator = begin(&lab, "same", ["pvs:depth=3", "random"]);
    assert_eq!(coordinator.end(), Some(0), "{}", lab.said("same"));
    let said = lab.said("same");
    assert!(
        said.contains("spot check: 4 of 4 pairs were played again by another worker; games that differ: 0"),
        "{said}"
    );
    let timed = begin(&lab, "timed", ["random", "pvs:time=5"]);
    assert_eq!(timed.end(), Some(0), "{}", lab.said("timed"));
    let said = lab.said("timed");
    assert!(said.contains("games of pvs:time=5 are not checked"), "{said}");
    assert!(said.contains("spot check: 0 of 0 pairs"), "{said}");
    for worker in workers {
        stop(worker);
    }
}

#[test]
fn percentages_that_make_no_sense_are_refused() {
    let home = tempfile::tempdir().unwrap();
    let contest = ["match", "random", "random", "--games", "2"];
    for (more, why) in [
        (&["--spot-check", "0", "--queue", "nats://127.0.0.1:1"][..], "from 0.001 to 100"),
        (&["--spot-check", "101%", "--queue", "nats://127.0.0.1:1"], "from 0.001 to 100"),
        (&["--spot-check", "NaN", "--queue", "nats://127.0.0.1:1"], "from 0.001 to 100"),
        (&["--spot-check", "5"], "--queue"),
    ] {
        let output = run(home.path(), &[&contest[..], more].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains(why), "{more:?}: {error}");
    }
}
