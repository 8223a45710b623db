//! Runs of a file that this program plays.

use super::rows;
use crate::{ClaimedRun, Contest, GameRecord, Records, RunStore, StoreError, contest_to_json};

impl RunStore {
    /// Begins a new run.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub fn claim_new(&self, contest: &Contest) -> Result<ClaimedRun, StoreError> {
        self.claim(self.begin(contest)?)
    }

    /// Goes on with a run.
    ///
    /// # Errors
    /// If there is none, or another program plays it.
    pub fn claim(&self, id: i64) -> Result<ClaimedRun, StoreError> {
        let run = self.run(id)?;
        let lock = self.lock(id)?;
        // Records in memory are gone with the process, and their numbers begin again.
        let process = if self.path.is_file() { 0 } else { std::process::id() };
        let path = self.path.canonicalize().unwrap_or_else(|_| self.path.clone());
        let contest = contest_to_json(&run.contest);
        let identity = format!("{} {id} {} {process} {contest}", path.display(), run.created);
        Ok(ClaimedRun { id, identity, earlier: self.games(id)?, lock: Some(Box::new(lock)) })
    }
}

impl Records for RunStore {
    fn add(&self, run: i64, games: &[GameRecord]) -> Result<(), StoreError> {
        self.write(|transaction| games.iter().try_for_each(|game| rows::insert(transaction, run, game)))
    }

    fn finish(&self, run: i64) -> Result<(), StoreError> {
        self.write(|transaction| {
            transaction.execute("UPDATE runs SET finished = 1 WHERE id = ?", [run]).map(|_| ())
        })
    }
}
