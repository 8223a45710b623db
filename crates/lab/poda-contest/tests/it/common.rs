//! Contests played without a file.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_bots::read_player;
use poda_contest::{
    Contest, ContestError, ContestObserver, GameRecord, PlayedRun, ReadyContest, Records, RunStore, Threads,
    play_run,
};

/// Plays what is not among `earlier`.
pub(crate) fn play_with(
    contest: &Contest,
    earlier: &[GameRecord],
    threads: usize,
    observer: &dyn ContestObserver,
) -> Result<PlayedRun, ContestError> {
    let contest = ReadyContest::new(contest.clone(), &poda_catalog::Catalog::default(), &read_player)?;
    let store = RunStore::in_memory()?;
    let id = store.begin(contest.contest())?;
    store.add(id, earlier)?;
    play_run(&store, store.claim(id)?, &contest, &Threads(threads), observer)
}

/// All games.
pub(crate) fn play(contest: &Contest, threads: usize) -> Vec<GameRecord> {
    let played = play_with(contest, &[], threads, &()).unwrap();
    assert!(played.finished);
    played.state.into_records()
}
