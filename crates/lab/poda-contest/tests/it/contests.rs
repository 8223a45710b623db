//! Whole contests between house players: the same whatever the threads, stopped and gone on with, in parts and together.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc, Condvar, Mutex,
        atomic::{AtomicU64, Ordering},
    },
};

use poda_bots::read_player;
use poda_catalog::{AnyGame, PlayerSpec};
use poda_contest::{
    ClaimedRun, Conditions, Contest, ContestError, ContestObserver, ContestState, Executor, Format,
    GameProgress, GameRecord, MatchTally, MatchVerdict, MemoryRecords, Openings, Pairing, Plan, Player,
    ReadyContest, RunProgress, RunStore, Shard, Standings, Termination, Threads, play_run, statistics::Sprt,
};

use poda_core::NoObserver;

use crate::common::play_with;

fn contest(game: &str, players: &[&str], format: Format, games: u64) -> Contest {
    Contest {
        game: game.to_owned(),
        players: Player::read_all(players),
        plan: Plan { format, players: players.len(), games, rounds: 2 },
        openings: Openings::Random(4),
        conditions: Conditions::default(),
        seed: 11,
        sprt: None,
        shard: None,
    }
}

/// Without the times, which are never the same.
fn timeless(records: Vec<GameRecord>) -> Vec<GameRecord> {
    let without = |mut record: GameRecord| {
        record.plies.iter_mut().for_each(|ply| ply.time = std::time::Duration::ZERO);
        record
    };
    records.into_iter().map(without).collect()
}

fn play(contest: &Contest, earlier: Vec<GameRecord>, threads: usize) -> Vec<GameRecord> {
    timeless(play_with(contest, &earlier, threads, &()).unwrap().state.into_records())
}

/// Stops a contest when it was asked that often.
struct StopsAfter {
    half: u64,
    asked: AtomicU64,
}

impl ContestObserver for StopsAfter {
    fn waiting(&self) -> ControlFlow<()> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        if asked > self.half { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn threads_and_interruptions_change_nothing() {
    for (game, format) in [
        ("boom", Format::RoundRobin),
        ("connect4:5x4", Format::Swiss),
        ("crush", Format::Ladder),
        ("desconecta", Format::Gauntlet),
        ("parchis:2022", Format::RoundRobin),
    ] {
        let players = ["random", "pvs:depth=2", "mcts:nodes=30", "pvs:depth=1"];
        let contest = contest(game, &players, format, 4);
        let whole = play(&contest, Vec::new(), 1);
        assert_eq!(whole.len() as u64, whole.last().unwrap().index + 1, "{game}");
        assert_eq!(play(&contest, Vec::new(), 3), whole, "{game}");
        // Stopped somewhere, then gone on with.
        let half = whole.iter().map(|record| record.plies.len() as u64).sum::<u64>() / 2;
        let stopped = play_with(&contest, &[], 2, &StopsAfter { half, asked: AtomicU64::new(0) }).unwrap();
        assert!(!stopped.finished);
        let part = timeless(stopped.state.into_records());
        assert!(part.len() < whole.len(), "{game}: {} of {}", part.len(), whole.len());
        assert!(part.iter().all(|record| record.termination != Termination::Interrupted));
        assert_eq!(play(&contest, part, 2), whole, "{game}");
    }
}

#[test]
fn parts_are_the_whole() {
    let mut contest = contest("boom", &["random", "pvs:depth=1", "pvs:depth=2"], Format::RoundRobin, 6);
    let whole = play(&contest, Vec::new(), 2);
    let mut together = Vec::new();
    for number in 1..=3 {
        contest.shard = Some(Shard { number, of: 3 });
        let part = play(&contest, Vec::new(), 1);
        assert_eq!(part.len() as u64, contest.most_games());
        together.extend(part);
    }
    together.sort_by_key(|record| record.index);
    assert_eq!(together, whole);
    assert_eq!(Standings::of(3, &together), Standings::of(3, &whole));
}

#[test]
fn deterministic_players_without_openings_prove_nothing() {
    let mut contest = contest("boom", &["pvs:depth=4", "pvs:depth=1"], Format::RoundRobin, 12);
    contest.openings = Openings::None;
    let mut tally = MatchTally::of_contest(&contest);
    tally.extend(&play(&contest, Vec::new(), 2));
    assert_eq!((tally.all.games(), tally.distinct_games), (12, 2));
    assert_eq!(tally.verdict(), MatchVerdict::NoConclusion);
    // The same players with openings, and players that draw lots without any.
    contest.openings = Openings::Random(4);
    assert!(distinct(&contest) > 10);
    contest.openings = Openings::None;
    contest.players = Player::read_all(&["random", "random"]);
    assert!(distinct(&contest) > 10);
}

fn distinct(contest: &Contest) -> u64 {
    let mut tally = MatchTally::of_contest(contest);
    tally.extend(&play(contest, Vec::new(), 1));
    tally.distinct_games
}

#[test]
fn a_test_stops_early_and_always_at_the_same_game() {
    let mut contest = contest("boom", &["pvs:depth=3", "random"], Format::RoundRobin, 400);
    contest.sprt = Some(Sprt::new(0.0, 50.0));
    let counted = [1, 3].map(|threads| {
        let mut tally = MatchTally::of_contest(&contest);
        let records = play(&contest, Vec::new(), threads);
        assert!(records.len() < 400);
        tally.extend(&records);
        assert_eq!(tally.verdict(), MatchVerdict::Accepted);
        (tally.all, tally.pairs)
    });
    assert_eq!(counted[0], counted[1]);
}

#[test]
fn long_games_are_draws() {
    let mut contest = contest("parchis", &["random", "random"], Format::RoundRobin, 2);
    contest.conditions.max_plies = 20;
    for record in play(&contest, Vec::new(), 1) {
        assert_eq!(
            (record.termination, record.half_points(poda_core::Side::First)),
            (Termination::TooLong, 1)
        );
        assert_eq!(record.moves().count(), 20);
    }
}

#[test]
fn what_cannot_be_played_is_refused_in_one_line() {
    let good = contest("boom", &["random", "random"], Format::RoundRobin, 2);
    let refused = |contest: Contest| {
        let error = play_with(&contest, &[], 1, &()).unwrap_err().to_string();
        assert!(!error.contains('\n'), "{error}");
        error
    };
    let cases: [(Contest, &str); 5] = [
        (Contest { game: "bom".into(), ..good.clone() }, "did you mean \"boom\""),
        (
            Contest { players: Player::read_all(&["random", "nobody"]), ..good.clone() },
            "unknown player \"nobody\"",
        ),
        (Contest { players: Player::read_all(&["random"]), ..good.clone() }, "1 players are not enough"),
        (Contest { openings: Openings::File("nowhere.txt".into()), ..good.clone() }, "nowhere.txt"),
        (
            Contest {
                shard: Some(Shard { number: 1, of: 2 }),
                plan: Plan { format: Format::Swiss, ..good.plan },
                ..good
            },
            "a swiss cannot be played in parts",
        ),
    ];
    for (contest, why) in cases {
        let error = refused(contest);
        assert!(error.contains(why), "{error}");
    }
}

/// Has seen enough after some games. No game begins before nearly all earlier ones are counted.
#[derive(Default)]
struct EndsAfterFive {
    played: Mutex<u64>,
    counted: Condvar,
}

impl ContestObserver for EndsAfterFive {
    fn game_begins(&self, pairing: &Pairing) {
        let waits = |played: &mut u64| *played < 5 && *played + 4 < pairing.index;
        drop(self.counted.wait_while(self.played.lock().unwrap(), waits).unwrap());
    }

    fn game_ends(&self, _: &GameRecord, state: &ContestState) -> ControlFlow<()> {
        *self.played.lock().unwrap() = state.played();
        self.counted.notify_all();
        if state.played() >= 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

#[test]
fn an_observer_that_breaks_ends_the_contest() {
    let contest = contest("boom", &["random", "random"], Format::RoundRobin, 100);
    let played = play_with(&contest, &[], 2, &EndsAfterFive::default()).unwrap();
    // Whatever had ended before it broke counts.
    assert!(!played.finished && (5..=10).contains(&played.state.played()), "{}", played.state.played());
}

#[test]
fn a_result_that_comes_twice_counts_once() {
    let contest = contest("boom", &["random", "pvs:depth=1"], Format::RoundRobin, 6);
    let ready = ReadyContest::new(contest, &poda_catalog::Catalog::default(), &read_player).unwrap();
    let store = RunStore::in_memory().unwrap();
    let run = store.claim_new(ready.contest()).unwrap();
    let played = play_run(&store, run, &ready, &Twice, &()).unwrap();
    assert!(played.finished);
    assert_eq!(played.state.tally().unwrap().all.games(), 6);
    assert_eq!(store.games(played.id).unwrap(), timeless(played.state.into_records()));
}

/// Delivers every result twice, as other machines may.
struct Twice;

impl Executor for Twice {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        for pairing in progress.next_games() {
            let mut agents = [contest.agent(pairing.players[0])?, contest.agent(pairing.players[1])?];
            let record = timeless(vec![contest.players().play(
                &pairing,
                contest.opening(pairing.opening),
                &mut agents,
                progress.observer(),
            )]);
            for _ in 0..2 {
                assert!(progress.deliver(record.clone())?.is_continue());
            }
        }
        Ok(())
    }
}

/// Notes how every game stood, by its number.
#[derive(Default)]
struct Spectator(Mutex<BTreeMap<u64, Vec<Seen>>>);

/// All moves so far, the position, and the move just made.
type Seen = (Vec<String>, String, Option<String>);

impl ContestObserver for Spectator {
    fn position(&self, progress: &GameProgress<'_>) {
        let made = progress.ply.map(|ply| ply.mv.clone());
        let seen = (progress.session.line().moves.clone(), progress.session.position(), made);
        self.0.lock().unwrap().entry(progress.pairing.index).or_default().push(seen);
    }

    fn game_ends(&self, record: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        // Nothing of a game is told after its end.
        let told = self.0.lock().unwrap()[&record.index].len();
        assert_eq!(told, 1 + record.plies.len(), "game {}", record.index);
        ControlFlow::Continue(())
    }
}

#[test]
fn whoever_watches_sees_every_move() {
    let contest = contest("boom", &["random", "pvs:depth=1"], Format::RoundRobin, 6);
    let spectator = Spectator::default();
    let records = play_with(&contest, &[], 2, &spectator).unwrap().state.into_records();
    assert_eq!(records.len(), 6);
    let seen = spectator.0.lock().unwrap();
    let mut session = poda_catalog::Catalog::built_in().open("boom").unwrap().session();
    for record in &records {
        while session.undo() {}
        let opening = record.opening.moves.len();
        record.opening.moves.iter().for_each(|mv| session.play(mv).unwrap());
        let moves: Vec<&str> = record.moves().collect();
        for (ply, (line, position, made)) in seen[&record.index].iter().enumerate() {
            if let Some(made) = made {
                session.play(made).unwrap();
            }
            assert_eq!((ply == 0, &session.position()), (made.is_none(), position));
            assert_eq!(line, &moves[..opening + ply]);
        }
        assert!(session.outcome().is_some());
    }
}

#[test]
fn a_guest_plays_like_whoever_a_spec_names() {
    let named = contest("boom", &["pvs:depth=2", "random"], Format::RoundRobin, 4);
    let mut shown = named.clone();
    "somebody from here".clone_into(&mut shown.players[0].spec);
    let read = |text: &str, game: &dyn AnyGame, folder: Option<&Path>| match text {
        "somebody from here" => {
            Ok(PlayerSpec::Guest(Arc::new(|game| poda_catalog::agent(game, "pvs:depth=2"))))
        }
        text => read_player(text, game, folder),
    };
    let ready = ReadyContest::new(shown.clone(), &poda_catalog::Catalog::default(), &read).unwrap();
    assert!(!ready.has_programs() && ready.check_programs(&mut NoObserver).is_ok());
    let played = play_run(&MemoryRecords, ClaimedRun::private(), &ready, &Threads(2), &()).unwrap();
    assert_eq!(timeless(played.state.into_records()), play(&named, Vec::new(), 1));
    // Without the guest there is nobody of that name.
    assert!(ReadyContest::new(shown, &poda_catalog::Catalog::default(), &read_player).is_err());
}
