use std::slice;

use poda_arena::{Listener, RunStore};
use poda_contest::{GameRecord, Pairing};

use super::progress::ContestProgress;

/// Writes games down when they end, and passes on what happens.
pub(crate) struct Recorder<'a> {
    pub(crate) store: &'a mut RunStore,
    pub(crate) run: i64,
    pub(crate) waiting: Vec<GameRecord>,
    pub(crate) progress: ContestProgress<'a>,
}

impl Listener for Recorder<'_> {
    fn begins(&mut self, games: u64) {
        self.progress.begins(games);
    }

    fn game_begins(&mut self, pairing: &Pairing) {
        self.progress.game_begins(pairing);
    }

    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        self.waiting.push(record.clone());
        self.progress.game_ends(record)
    }

    fn pause(&mut self) -> Result<(), String> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let Self { store, run, waiting, .. } = self;
        // What does not fit on the disk together may fit in part.
        let together = store.add(*run, waiting);
        let one_by_one = |_| waiting.iter().try_for_each(|record| store.add(*run, slice::from_ref(record)));
        together.or_else(one_by_one).map_err(|error| error.to_string())?;
        self.waiting.clear();
        Ok(())
    }
}
