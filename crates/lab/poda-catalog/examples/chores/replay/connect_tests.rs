use std::{
    fs::File,
    io::{BufRead, BufReader, Read},
    path::Path,
    sync::Arc,
};

use flate2::read::GzDecoder;
use poda_agent::{AnyState, TypedGame, TypedState};
use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Draw, Encode, Game, Notation};

use super::*;

/// Game spec and committed sample.
const SETS: [(&str, &str); 4] = [
    ("boom", "boom.jsonl.gz"),
    ("crush", "crush.jsonl.gz"),
    ("desconecta", "desconecta.jsonl.gz"),
    ("connect4:7x7", "raya4.jsonl.gz"),
];

fn open(game: &str) -> Result<GameSession> {
    let start: Arc<dyn AnyState> = match game {
        "boom" => start(Boom::new(), game),
        "crush" => start(Crush::new(), game),
        "desconecta" => start(Desconecta::new(), game),
        "connect4:7x7" => start(Connect4::<u64>::new(7, 7, 4).unwrap(), game),
        other => bail!("no game {other}"),
    };
    Ok(GameSession::new(start))
}

fn start<G: Game + Notation + Draw + Encode>(rules: G, spec: &str) -> Arc<dyn AnyState> {
    Arc::new(TypedState::start(Arc::new(TypedGame::new(rules, spec))))
}

fn replay_file(game: &str, path: &Path) -> Compared {
    let file = GzDecoder::new(File::open(path).unwrap());
    replay(&mut BufReader::new(file).lines(), game, &open).unwrap_or_else(|error| panic!("{error:#}"))
}

fn sample(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chores/data").join(name)
}

#[test]
fn the_committed_games_replay() {
    for (game, name) in SETS {
        let compared = replay_file(game, &sample(name));
        assert!(compared.games == 25 && compared.plies > 500, "{game}: {compared:?}");
    }
}

/// What the replay of the first BOOM game says when `from` is changed into `to` everywhere in it.
fn complaint(from: &str, to: &str) -> String {
    let mut text = String::new();
    GzDecoder::new(File::open(sample("boom.jsonl.gz")).unwrap()).read_to_string(&mut text).unwrap();
    let line = text.lines().next().unwrap();
    assert!(line.contains(from), "{from} is not in {line}");
    let changed = line.replacen(from, to, 1);
    let mut lines = [Ok(String::new()), Ok(changed)].into_iter();
    format!("{:#}", replay(&mut lines, "boom", &open).unwrap_err())
}

#[test]
fn a_corrupted_record_is_noticed() {
    let start = "line 2, boom game ";
    let ply = "[1,\"1234567\",\"";
    for (from, to, complaint_part) in [
        (ply, "[2,\"1234567\",\"", "ply 1: mover: recorded 2, found 1"),
        (ply, "[1,\"123456\",\"", "ply 1: legal actions: recorded 123456, found 1234567"),
        (".\",\"00\",2,1,0,0,0]", "1\",\"00\",2,1,0,0,0]", "ply 1: position: recorded"),
        (".\",\"00\",2,1,0,0,0]", "7\",\"00\",2,1,0,0,0]", "is no cell"),
        (".\",\"00\",2,1,0,0,0]", "\",\"00\",2,1,0,0,0]", "has 48 cells instead of 49"),
        ("\"00\",2,1,0,0,0]", "\"10\",2,1,0,0,0]", "ply 1: bombs: recorded 10, found 00"),
        ("\"00\",2,1,0,0,0]", "\"00\",1,1,0,0,0]", "ply 1: position: recorded"),
        ("\"00\",2,1,0,0,0]", "\"00\",2,2,0,0,0]", "ply 1: turn: recorded 2, found 1"),
        ("\"00\",2,1,0,0,0]", "\"00\",2,1,1,0,0]", "ply 1: placed bomb: recorded 1, found 0"),
        ("\"00\",2,1,0,0,0]", "\"00\",2,1,0,1,2]", "ply 1: outcome: recorded p2, found none"),
        ("\"00\",2,1,0,0,0]", "\"00\",2,1,0,0]", "a ply has 9 fields instead of 10"),
        (",1,1]]}", ",1,2]]}", "outcome: recorded p2, found p1"),
        ("\"result\":1", "\"result\":2", "result: recorded p2, found p1"),
        ("\"plies\"", "\"moves\"", "there is no list of plies"),
    ] {
        let complaint = complaint(from, to);
        assert!(complaint.starts_with(start) && complaint.contains(complaint_part), "{complaint}");
    }
    let complaint = complaint("]]}", "]");
    assert!(complaint.starts_with("line 2 is not JSON"), "{complaint}");
}
