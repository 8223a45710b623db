//! Records: what is written is read again, whatever happens in between.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_core::{Message, Outcome};
use std::{fs, path::Path, time::Duration};

use poda_agent::ThinkingLimits;
use poda_bots::read_player;
use poda_contest::{
    Conditions, Contest, ContestError, Executor, Format, GameRecord, Openings, Plan, Player, ReadyContest,
    Records, RunProgress, RunStore, Shard, Standings, StoreError, Termination, contest_of_json,
    contest_to_json, game_to_pgn, play_run, statistics::Sprt,
};

use crate::common;

fn contest() -> Contest {
    let thinking = ThinkingLimits { depth: Some(2), nodes: None, time: None };
    Contest {
        game: "boom".into(),
        players: Player::read_all(&["a=pvs", "b=random"]),
        plan: Plan { format: Format::RoundRobin, players: 2, games: 8, rounds: 1 },
        openings: Openings::Random(3),
        conditions: Conditions { thinking, ..Conditions::default() },
        seed: u64::MAX >> 1,
        sprt: None,
        shard: None,
    }
}

fn play(contest: &Contest) -> Vec<GameRecord> {
    let mut records = common::play(contest, 2);
    for ply in records.iter_mut().flat_map(|record| &mut record.plies) {
        // The file keeps microseconds.
        ply.time = Duration::from_micros(ply.time.as_micros() as u64);
    }
    records
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deep/er/arena.db");
    let (contest, records) = (contest(), play(&contest()));
    let id = {
        let store = RunStore::open(&path).unwrap();
        let id = store.begin(&contest).unwrap();
        store.add(id, &records[..3]).unwrap();
        // Again, and the rest: each game is there once.
        store.add(id, &records).unwrap();
        id
    };
    let store = RunStore::open(&path).unwrap();
    let run = store.run(id).unwrap();
    assert_eq!((run.contest, run.played, run.planned, run.finished), (contest, 8, 8, false));
    assert_eq!(store.games(id).unwrap(), records);
    assert_eq!(store.game(id, 5).unwrap().as_ref(), records.get(5));
    assert_eq!(store.game(id, 99).unwrap(), None);
    assert!(store.run(77).unwrap_err().to_string().ends_with("there is no run 77"));
}

#[test]
fn contests_are_kept_to_the_last_field() {
    let mut contest = contest();
    contest.sprt = Some(Sprt::new(-1.5, 3.25));
    contest.shard = Some(Shard { number: 2, of: 3 });
    contest.openings = Openings::File("my openings.txt".into());
    contest.conditions.thinking =
        ThinkingLimits { depth: None, nodes: Some(5), time: Some(Duration::from_millis(7)) };
    contest.players[0].folder = Some("somewhere".into());
    let text = contest_to_json(&contest).to_string();
    assert_eq!(contest_of_json(&text).unwrap(), contest);
    for field in ["game", "players", "format", "games", "openings", "seed", "margin_ms", "start_ms"] {
        let error = contest_of_json(&text.replace(&format!("\"{field}\""), "\"x\"")).unwrap_err();
        assert!(error.to_string().contains(field), "{field}: {error}");
    }
}

#[test]
fn parts_are_merged_and_each_game_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let whole = play(&contest());
    let part = |number| {
        let shard = Some(Shard { number, of: 2 });
        let contest = Contest { shard, ..contest() };
        let records = play(&contest);
        (contest, records)
    };
    let store = RunStore::open(&folder.path().join("all.db")).unwrap();
    // The first part twice: it counts once.
    let id = store.merge(&[part(1), part(2), part(1)]).unwrap();
    let merged = store.games(id).unwrap();
    assert_eq!(merged.len(), whole.len());
    assert_eq!(Standings::of(2, &merged), Standings::of(2, &whole));
    assert!(store.run(id).unwrap().finished);
    let other = (Contest { seed: 1, ..part(2).0 }, part(2).1);
    let error = store.merge(&[part(1), other]).unwrap_err();
    assert_eq!(error.to_string(), "cannot merge: part 2 is of another contest than part 1");
    let mut forged = part(1);
    forged.1[0].outcome = Some(poda_core::Outcome::Draw);
    assert!(store.merge(&[part(1), forged]).unwrap_err().to_string().contains("differ about game"));
}

#[test]
fn exports_hold_every_game() {
    let (contest, records) = (contest(), play(&contest()));
    let game = poda_catalog::Catalog::built_in().open(&contest.game).unwrap();
    let pgn = game_to_pgn(game.as_ref(), &contest, &records[0], "2026-11-16 18:30");
    assert!(pgn.contains("[Date \"2026.11.16\"]"), "{pgn}");
    assert!(pgn.contains("[White \"a\"]\n[Black \"b\"]"), "{pgn}");
    assert!(pgn.contains("1. ") && pgn.contains("{book}") && pgn.contains(", n="), "{pgn}");
}

#[test]
fn two_programs_cannot_play_the_same_run() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let store = RunStore::open(&path).unwrap();
    let (id, other) = (store.begin(&contest()).unwrap(), store.begin(&contest()).unwrap());
    let lock = store.lock(id).unwrap();
    let second = RunStore::open(&path).unwrap();
    assert!(matches!(second.lock(id), Err(StoreError::Busy { .. })));
    // Another run of the same file is another matter.
    second.lock(other).unwrap();
    drop(lock);
    second.lock(id).unwrap();
}

#[test]
fn two_programs_may_write_into_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let records = play(&contest());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                let store = RunStore::open(&path).unwrap();
                let id = store.begin(&contest()).unwrap();
                for record in &records {
                    store.add(id, std::slice::from_ref(record)).unwrap();
                }
            });
        }
    });
    let store = RunStore::open(&path).unwrap();
    let runs = store.runs().unwrap();
    assert_eq!(runs.iter().map(|run| run.played).collect::<Vec<_>>(), [8, 8, 8]);
}

/// Who comes while another program makes the tables finds a file that is empty or ours, never something between.
#[test]
fn several_programs_may_make_one_file() {
    let folder = tempfile::tempdir().unwrap();
    for round in 0..40 {
        let path = folder.path().join(format!("{round}.db"));
        let barrier = std::sync::Barrier::new(4);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    barrier.wait();
                    RunStore::open(&path).unwrap();
                });
            }
        });
    }
}

#[test]
fn files_that_cannot_be_used_are_named_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(
        path("text.db"),
        "this is a text of some length, and it is certainly not a database file\n".repeat(20),
    )
    .unwrap();
    fs::create_dir(path("folder.db")).unwrap();
    for (name, why) in [("text.db", "it is not a database"), ("folder.db", "it cannot be opened")] {
        let error = RunStore::open(&path(name)).unwrap_err().to_string();
        assert!(error.contains(name) && error.contains(why) && !error.contains('\n'), "{error}");
    }
    assert!(RunStore::open(Path::new("/proc/nowhere/arena.db")).is_err());
}

/// A file that may not grow is as good as a full disk.
#[test]
fn a_full_disk_loses_nothing_that_was_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let (contest, records) = (contest(), play(&contest()));
    let store = RunStore::open(&path).unwrap();
    let id = store.begin(&contest).unwrap();
    store.add(id, &records[..2]).unwrap();
    store.limit_size(1).unwrap();
    let large = GameRecord { detail: Message::verbatim("x".repeat(1 << 20)), ..records[2].clone() };
    let error = store.add(id, &[records[3].clone(), large]).unwrap_err().to_string();
    assert!(error.contains("the disk is full; games recorded before are safe"), "{error}");
    drop(store);
    assert_eq!(RunStore::open(&path).unwrap().games(id).unwrap(), records[..2]);
}

/// Hands over a game that fits on the disk together with one that does not.
struct OneTooMany;

impl Executor for OneTooMany {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        let mut games = progress.next_games().into_iter().map(|pairing| {
            let mut agents = [contest.agent(pairing.players[0])?, contest.agent(pairing.players[1])?];
            Ok::<_, ContestError>(contest.players().play(
                &pairing,
                contest.opening(pairing.opening),
                &mut agents,
                progress.observer(),
            ))
        });
        let small: GameRecord = games.next().unwrap()?;
        let large = GameRecord { detail: Message::verbatim("x".repeat(1 << 20)), ..games.next().unwrap()? };
        drop(games);
        progress.deliver(vec![small, large]).map(|_| ())
    }
}

#[test]
fn what_fits_on_a_full_disk_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::open(&folder.path().join("arena.db")).unwrap();
    let contest = ReadyContest::new(contest(), &poda_catalog::Catalog::default(), &read_player).unwrap();
    let run = store.claim_new(contest.contest()).unwrap();
    let id = run.id();
    store.limit_size(40).unwrap();
    let error = play_run(&store, run, &contest, &OneTooMany, &()).unwrap_err();
    assert!(error.to_string().contains("the disk is full"), "{error}");
    assert_eq!(store.games(id).unwrap().len(), 1);
    assert!(!store.run(id).unwrap().finished);
}

type Change = fn(&mut GameRecord);

#[test]
fn a_result_that_the_moves_do_not_say_is_refused() {
    let (mut contest, records) = (contest(), play(&contest()));
    contest.conditions.max_plies = 5;
    let normal = records.iter().find(|record| record.outcome.and_then(Outcome::winner).is_some()).unwrap();
    let other =
        |outcome: Option<Outcome>| outcome.and_then(Outcome::winner).map(|side| Outcome::Win(side.other()));
    let lies: [(Change, &str); 9] = [
        (|game| game.outcome = Some(Outcome::Draw), "it says draw, and its moves say p"),
        (|game| game.outcome = None, "it says -, and its moves say p"),
        (|game| game.termination = Termination::Crash, "it says crash, and the rules had ended it before"),
        (|game| game.termination = Termination::TooLong, "the rules had ended it before"),
        (|game| drop(game.plies.pop()), "and its moves say -"),
        (|game| game.plies[0].mv = "99".into(), "\"99\""),
        (|game| game.seed += 1, "its seed is another one"),
        (|game| game.players[0] = 2, "there is no such player"),
        (
            |game| {
                game.plies.truncate(1);
                (game.termination, game.outcome) = (Termination::TooLong, Some(Outcome::Draw));
            },
            "it says too-long after 4 plies",
        ),
    ];
    let check = |game: GameRecord, why: &str| {
        let store = RunStore::in_memory().unwrap();
        let id = store.begin(&contest).unwrap();
        let number = game.index;
        store.add(id, &[game]).unwrap();
        let error = store.games(id).unwrap_err().to_string();
        assert!(error.contains(&format!("game {number} of run {id} is not as it was played")), "{error}");
        assert!(error.contains(why), "{error}");
        assert_eq!(store.game(id, number).unwrap_err().to_string(), error);
        assert_eq!(store.claim(id).unwrap_err().to_string(), error);
    };
    for (lie, why) in lies {
        let mut game = normal.clone();
        lie(&mut game);
        check(game, why);
    }
    // The one whose move it was loses by a crash, and nobody else.
    let mut crashed = normal.clone();
    crashed.plies.pop();
    crashed.termination = Termination::Crash;
    let mut session = poda_catalog::Catalog::built_in().open(&contest.game).unwrap().session();
    for mv in crashed.moves() {
        session.play(mv).unwrap();
    }
    crashed.outcome = Some(Outcome::Win(session.to_move().other()));
    let store = RunStore::in_memory().unwrap();
    let id = store.begin(&contest).unwrap();
    store.add(id, std::slice::from_ref(&crashed)).unwrap();
    assert_eq!(store.games(id).unwrap(), std::slice::from_ref(&crashed));
    crashed.outcome = other(crashed.outcome);
    check(crashed, "and its moves say p");
}

#[test]
fn a_foreign_file_is_left_alone_and_an_empty_one_holds_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let make = |name: &str, batch: &str| {
        let connection = rusqlite::Connection::open(path(name)).unwrap();
        connection.execute_batch(batch).unwrap();
    };
    make("foreign.db", "CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')");
    make("version.db", "PRAGMA user_version = 1; CREATE TABLE runs (id INTEGER)");
    make("application.db", "PRAGMA application_id = 7");
    for name in ["foreign.db", "version.db", "application.db"] {
        let before = std::fs::read(path(name)).unwrap();
        for opened in [RunStore::open(&path(name)), RunStore::read(&path(name))] {
            let error = opened.unwrap_err().to_string();
            assert!(error.ends_with("it is a database of another program, and is left alone"), "{error}");
        }
        assert_eq!(std::fs::read(path(name)).unwrap(), before, "{name}");
    }
    std::fs::write(path("empty.db"), "").unwrap();
    let error = RunStore::read(&path("empty.db")).unwrap_err().to_string();
    assert!(error.ends_with("it is empty: there are no runs in it"), "{error}");
    assert_eq!(std::fs::metadata(path("empty.db")).unwrap().len(), 0);
    RunStore::open(&path("empty.db")).unwrap();
    assert!(RunStore::read(&path("empty.db")).unwrap().runs().unwrap().is_empty());
    // A damaged file says so.
    let mut bytes = std::fs::read(path("empty.db")).unwrap();
    bytes[100..].fill(0xAA);
    std::fs::write(path("damaged.db"), bytes).unwrap();
    let error = RunStore::read(&path("damaged.db")).unwrap_err().to_string();
    assert!(error.contains("the file is damaged"), "{error}");
}

#[test]
fn files_of_the_first_version_are_taken_over() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("arena.db");
    let store = RunStore::open(&path).unwrap();
    let id = store.begin(&contest()).unwrap();
    store.add(id, &play(&contest())).unwrap();
    let games = store.games(id).unwrap();
    drop(store);
    let connection = rusqlite::Connection::open(&path).unwrap();
    let first = "ALTER TABLE runs DROP COLUMN note; PRAGMA application_id = 0; PRAGMA user_version = 1";
    connection.execute_batch(first).unwrap();
    drop(connection);
    let store = RunStore::open(&path).unwrap();
    assert_eq!((store.games(id).unwrap(), store.run(id).unwrap().note), (games, String::new()));
}

#[test]
fn runs_are_annotated_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let store = RunStore::open(&folder.path().join("arena.db")).unwrap();
    let (kept, gone) = (store.begin(&contest()).unwrap(), store.begin(&contest()).unwrap());
    let records = play(&contest());
    store.add(kept, &records).unwrap();
    store.add(gone, &records).unwrap();
    store.annotate(kept, "before the new evaluator").unwrap();
    assert_eq!(store.run(kept).unwrap().note, "before the new evaluator");
    let lock = store.lock(gone).unwrap();
    assert!(matches!(store.delete(gone), Err(StoreError::Busy { .. })));
    drop(lock);
    store.delete(gone).unwrap();
    assert!(matches!(store.delete(gone), Err(StoreError::NoRun { .. })));
    assert!(matches!(store.annotate(gone, "x"), Err(StoreError::NoRun { .. })));
    assert!(store.games(gone).unwrap().is_empty());
    assert_eq!(store.games(kept).unwrap().len(), records.len());
}
