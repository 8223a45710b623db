//! Records and contests as they are written: files and messages of earlier versions are read as long as these do not change.

use std::time::Duration;

use poda_agent::{GameLine, ThinkingLimits};
use poda_contest::{
    Conditions, Contest, Format, GameRecord, Openings, Plan, Player, PlyRecord, Records, RunStore, Shard,
    Termination, contest_of_json, contest_to_json, statistics::Sprt,
};
use poda_core::{Message, Outcome, Score, Side};

fn record() -> GameRecord {
    let ply = |mv: &str, score, micros| PlyRecord {
        mv: mv.into(),
        score,
        depth: 4,
        nodes: 99,
        time: Duration::from_micros(micros),
    };
    GameRecord {
        index: 7,
        seed: u64::MAX >> 1,
        players: [1, 0],
        opening: GameLine::new("connect4:7x6").after("4"),
        plies: vec![ply("3", Some(Score::win_at(5)), 17), ply("5", None, 0)],
        outcome: Some(Outcome::Win(Side::Second)),
        termination: Termination::NoStart,
        detail: Message::of_pair("gone", "ya no está"),
        talk: ["panic".into(), String::new()],
    }
}

#[test]
fn a_record_is_written_as_ever() {
    let golden = include_str!("forms/game-record-1.json").trim_end();
    assert_eq!(serde_json::to_string(&record()).unwrap(), golden);
    assert_eq!(serde_json::from_str::<GameRecord>(golden).unwrap(), record());
    // Standard error is left out where there is none.
    let silent = GameRecord { talk: Default::default(), ..record() };
    let text = serde_json::to_string(&silent).unwrap();
    assert!(!text.contains("talk"), "{text}");
    assert_eq!(serde_json::from_str::<GameRecord>(&text).unwrap(), silent);
    for (there, broken) in [
        ("\"scores\":[999999995,null]", "\"scores\":[999999995]"),
        ("\"scores\":[999999995,null]", "\"scores\":[-2147483648,null]"),
        ("\"outcome\":\"p2\"", "\"outcome\":\"p3\""),
        ("\"no-start\"", "\"magic\""),
        ("\"depths\":[4,4]", "\"depths\":[4,4294967296]"),
        ("\"index\":7", "\"index\":-7"),
        ("\"index\":7", "\"index\":7,\"more\":1"),
    ] {
        assert!(golden.contains(there), "{golden}");
        assert!(serde_json::from_str::<GameRecord>(&golden.replace(there, broken)).is_err(), "{broken}");
    }
}

#[test]
fn a_contest_is_written_as_ever() {
    let contest = Contest {
        game: "boom".into(),
        players: Player::read_all(&["a=random", "b=cmd:./bot"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games: 4, rounds: 1 },
        openings: Openings::Balanced(6),
        conditions: Conditions {
            thinking: ThinkingLimits { nodes: Some(5), ..ThinkingLimits::default() },
            ..Conditions::default()
        },
        seed: 1,
        sprt: Some(Sprt::new(0.0, 10.0)),
        shard: Some(Shard { number: 1, of: 2 }),
    };
    let golden = include_str!("forms/contest-1.json").trim_end();
    assert_eq!(contest_to_json(&contest).to_string(), golden);
    assert_eq!(contest_of_json(golden), Ok(contest));
}

/// Up to the second version the reason began with the side at fault, in each language.
#[test]
fn faults_of_the_second_version_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let contest = Contest {
        game: "connect4:7x6".into(),
        players: Player::read_all(&["a=random", "b=random"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games: 8, rounds: 1 },
        openings: Openings::None,
        conditions: Conditions::default(),
        seed: 1,
        sprt: None,
        shard: None,
    };
    let crashed = |index, detail| GameRecord {
        index,
        seed: poda_contest::game_seed(1, index),
        opening: GameLine::new("connect4:7x6"),
        plies: Vec::new(),
        detail,
        ..record()
    };
    let id = {
        let store = RunStore::open(&path).unwrap();
        let id = store.begin(&contest).unwrap();
        store.add(id, &[0, 1, 2].map(|index| crashed(index, Message::default()))).unwrap();
        id
    };
    let raw = rusqlite::Connection::open(&path).unwrap();
    raw.execute_batch(
        r#"UPDATE games SET detail = '["player 1: it said: no","jugador 1: dijo: no"]' WHERE number = 0;
        UPDATE games SET detail = 'player 1: it said: no' WHERE number = 1;
        UPDATE games SET detail = '["player 1: ' WHERE number = 2;
        PRAGMA user_version = 2; PRAGMA journal_mode = delete"#,
    )
    .unwrap();
    drop(raw);
    let expected = [
        crashed(0, Message::of_pair("it said: no", "dijo: no")),
        crashed(1, Message::verbatim("it said: no")),
        crashed(2, Message::verbatim("[\"player 1: ")),
    ];
    assert_eq!(expected[0].explanation().spanish(), "jugador 1: dijo: no");
    let opened = RunStore::open(&path).unwrap();
    assert_eq!(opened.games(id).unwrap(), expected);
    assert_eq!(opened.game(id, 1).unwrap().as_ref(), Some(&expected[1]));
    // Opened again, nothing is taken away twice.
    drop(opened);
    assert_eq!(RunStore::read(&path).unwrap().games(id).unwrap(), expected);
}
