//! One SQLite file holds every run, player and game. A game is on disk when it has ended; whoever reads meanwhile, from
//! another thread or program, sees whole games only.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "records in a file")]

mod claim;
mod lock;
mod merge;
mod open;
mod rows;
mod sqlite;
mod verify;

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
    time::SystemTime,
};

use poda_catalog::Catalog;
use poda_core::{Message, Outcome, Translate, message, shown, text};
use rusqlite::{Connection, OptionalExtension, params};

use self::open::plain;
pub use self::{lock::RunLock, sqlite::open_sqlite};
use crate::{Contest, GameRecord, StoreError, contest_of_json, contest_to_json};

/// A run as it lies on disk.
#[derive(Clone, PartialEq, Debug)]
pub struct Run {
    /// Its number in the file.
    pub id: i64,
    /// Seconds since 1970.
    pub created: u64,
    /// The same as `2026-11-16 18:30`, UTC.
    pub date: String,
    /// What was decided beforehand.
    pub contest: Contest,
    /// How many games there will be at most.
    pub planned: u64,
    /// How many there are.
    pub played: u64,
    /// Whether it came to its end.
    pub finished: bool,
    /// What somebody wrote about it; may be empty.
    pub note: String,
}

/// The end of the year 9999, in seconds since 1970.
const LAST_SECOND: i64 = 253_402_300_799;

/// How often games of the same two players, on the same sides, ended alike.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OutcomeCount {
    /// Places in the list of players, by side.
    pub players: [usize; 2],
    /// How they ended.
    pub outcome: Option<Outcome>,
    /// How many.
    pub count: u64,
}

/// The records. Threads may share it.
#[derive(Debug)]
pub struct RunStore {
    connection: Mutex<Connection>,
    path: PathBuf,
    /// The games by whose rules records are checked.
    catalog: Catalog,
    /// The version of the file's form: a file that cannot be written keeps its own.
    version: i64,
}

impl RunStore {
    /// The same store with games that are not built in.
    #[must_use]
    pub fn with_catalog(mut self, catalog: Catalog) -> Self {
        self.catalog = catalog;
        self
    }

    /// Where the records are.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Notes a new run, and gives its number.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn begin(&self, contest: &Contest) -> Result<i64, StoreError> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs();
        self.write(|transaction| {
            transaction.execute(
                "INSERT INTO runs (created, contest, planned) VALUES (?, ?, ?)",
                params![now as i64, contest_to_json(contest).to_string(), contest.most_games() as i64],
            )?;
            let id = transaction.last_insert_rowid();
            for (place, player) in contest.players.iter().enumerate() {
                transaction.execute(
                    "INSERT INTO players (run, place, name, spec) VALUES (?, ?, ?, ?)",
                    params![id, place as i64, player.name, player.spec],
                )?;
            }
            Ok(id)
        })
    }

    /// All runs, the oldest first.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn runs(&self) -> Result<Vec<Run>, StoreError> {
        let ids: Vec<i64> = self.list("SELECT id FROM runs ORDER BY id", [], |row| row.get(0))?;
        ids.into_iter().map(|id| self.run(id)).collect()
    }

    /// One run.
    ///
    /// # Errors
    /// If there is none of that number.
    pub fn run(&self, id: i64) -> Result<Run, StoreError> {
        let note = if self.version < 2 { "''" } else { "note" };
        let query = format!(
            "SELECT created, contest, planned, finished,
             (SELECT count(*) FROM games WHERE run = runs.id), {note},
             strftime('%Y-%m-%d %H:%M', created, 'unixepoch') FROM runs WHERE id = ?"
        );
        let found = self.connection().query_row(&query, [id], |row| {
            let numbers: [i64; 4] = [row.get(0)?, row.get(2)?, row.get(3)?, row.get(4)?];
            let texts: [String; 3] =
                [row.get(1)?, row.get(5)?, row.get::<_, Option<String>>(6)?.unwrap_or_default()];
            Ok((texts, numbers))
        });
        let found = found.optional().map_err(|error| self.failed(&error))?;
        let Some(([text, note, date], [created, planned, finished, played])) = found else {
            return Err(StoreError::NoRun { path: self.path.clone(), id });
        };
        let broken = |why: &dyn Translate| {
            let why = Message::new(|language| {
                text!(language, "run {id}: {why}", "serie {id}: {why}", id, why = why.text(language))
            });
            StoreError::File { path: self.path.clone(), why }
        };
        let contest = contest_of_json(&text).map_err(|error| broken(&error))?;
        if u64::try_from(planned) != Ok(contest.most_games()) {
            return Err(broken(&message!(
                "{planned} games are planned, and the contest has {games}",
                "hay {planned} partidas previstas, y la serie tiene {games}",
                planned,
                games = contest.most_games()
            )));
        }
        if !(0..=LAST_SECOND).contains(&created) {
            return Err(broken(&message!(
                "{created} is no time at which a run began",
                "{created} no es un momento en que empezara una serie",
                created
            )));
        }
        Ok(Run {
            id,
            created: created as u64,
            date,
            contest,
            planned: planned as u64,
            played: played as u64,
            finished: finished != 0,
            note: shown(&note).into_owned(),
        })
    }

    /// How the games of a run ended, as it is written: for lists. [`RunStore::games`] computes it again from the moves.
    ///
    /// # Errors
    /// If they cannot be read.
    pub fn outcomes(&self, run: i64) -> Result<Vec<OutcomeCount>, StoreError> {
        let query = "SELECT first, second, outcome, count(*) FROM games WHERE run = ? GROUP BY 1, 2, 3";
        self.list(query, [run], |row| {
            let place =
                |column| row.get::<_, i64>(column).map(|place| usize::try_from(place).unwrap_or(usize::MAX));
            let outcome = row.get::<_, Option<String>>(2)?.and_then(|word| Outcome::of_word(&word));
            let count = row.get::<_, i64>(3)? as u64;
            Ok(OutcomeCount { players: [place(0)?, place(1)?], outcome, count })
        })
    }

    /// Writes something about a run; nothing takes it away again.
    ///
    /// # Errors
    /// If there is no such run, or it cannot be written.
    pub fn annotate(&self, id: i64, note: &str) -> Result<(), StoreError> {
        self.run(id)?;
        self.write(|transaction| {
            transaction.execute("UPDATE runs SET note = ? WHERE id = ?", params![note, id]).map(|_| ())
        })
    }

    /// Takes a run and its games away for good. Its number may be given again.
    ///
    /// # Errors
    /// If there is no such run, if somebody plays it, or if the file cannot be written.
    pub fn delete(&self, id: i64) -> Result<(), StoreError> {
        self.run(id)?;
        let _lock = self.lock(id)?;
        self.write(|transaction| {
            for query in [
                "DELETE FROM games WHERE run = ?",
                "DELETE FROM players WHERE run = ?",
                "DELETE FROM runs WHERE id = ?",
            ] {
                transaction.execute(query, [id])?;
            }
            Ok(())
        })
    }

    /// The games of a run in the order of the schedule. Their results are computed again from their moves.
    ///
    /// # Errors
    /// If they cannot be read, or one of them says what its moves do not.
    pub fn games(&self, run: i64) -> Result<Vec<GameRecord>, StoreError> {
        let games = self.list(&rows::select(self.version, false), [run], rows::read)?;
        if !games.is_empty() {
            self.verify(run, &self.run(run)?.contest, &games)?;
        }
        Ok(games)
    }

    /// The games of a run that are not known yet, likewise: for whoever looks at a run again and again.
    ///
    /// # Errors
    /// If they cannot be read, or one of them says what its moves do not.
    pub fn games_besides(
        &self,
        run: i64,
        is_known: impl Fn(u64) -> bool,
    ) -> Result<Vec<GameRecord>, StoreError> {
        let query = "SELECT number FROM games WHERE run = ? ORDER BY number";
        let numbers: Vec<i64> = self.list(query, [run], |row| row.get(0))?;
        let query_one = rows::select(self.version, true);
        let mut games = Vec::new();
        for number in numbers.into_iter().filter(|number| !is_known(*number as u64)) {
            games.extend(self.list(&query_one, [run, number], rows::read)?);
        }
        if !games.is_empty() {
            self.verify(run, &self.run(run)?.contest, &games)?;
        }
        Ok(games)
    }

    /// The bytes of a run's games, near enough: whoever reads all of them needs a few times as much memory.
    ///
    /// # Errors
    /// If they cannot be counted.
    pub fn bytes(&self, run: i64) -> Result<u64, StoreError> {
        let query =
            "SELECT coalesce(sum(octet_length(plies) + octet_length(opening)), 0) FROM games WHERE run = ?";
        let bytes = self.connection().query_row(query, [run], |row| row.get::<_, i64>(0));
        bytes.map(|bytes| bytes as u64).map_err(|error| self.failed(&error))
    }

    /// One game of a run. Its result is computed again from its moves.
    ///
    /// # Errors
    /// If it cannot be read, or says what its moves do not.
    pub fn game(&self, run: i64, number: u64) -> Result<Option<GameRecord>, StoreError> {
        let query = rows::select(self.version, true);
        let found = self.connection().query_row(&query, [run, number as i64], rows::read).optional();
        let found = found.map_err(|error| self.failed(&error))?;
        if let Some(game) = &found {
            self.verify(run, &self.run(run)?.contest, std::slice::from_ref(game))?;
        }
        Ok(found)
    }

    /// From now on the file may not have more than that many pages, or what it has already.
    ///
    /// # Errors
    /// If the file does not listen.
    pub fn limit_size(&self, pages: u32) -> Result<(), StoreError> {
        let query = format!("PRAGMA max_page_count = {pages}");
        self.ask(&query, |row| row.get::<_, i64>(0)).map(|_| ())
    }

    /// A transaction that was not committed is undone, so that nobody leaves anything half done behind.
    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Everything or nothing.
    fn write<T>(
        &self,
        work: impl FnOnce(&rusqlite::Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let path = self.path.clone();
        let failed = |error: rusqlite::Error| StoreError::File { path, why: plain(&error) };
        let done = (|| {
            let mut connection = self.connection();
            let transaction =
                connection.transaction_with_behavior(rusqlite::TransactionBehavior::Immediate)?;
            let result = work(&transaction)?;
            transaction.commit()?;
            Ok(result)
        })();
        done.map_err(failed)
    }

    fn ask<T>(
        &self,
        query: &str,
        read: impl FnOnce(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        self.connection().query_row(query, [], read).map_err(|error| self.failed(&error))
    }

    fn list<T>(
        &self,
        query: &str,
        parameters: impl rusqlite::Params,
        read: impl FnMut(&rusqlite::Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, StoreError> {
        let listed: rusqlite::Result<Vec<T>> = (|| {
            let connection = self.connection();
            let mut statement = connection.prepare_cached(query)?;
            statement.query_map(parameters, read)?.collect()
        })();
        listed.map_err(|error| self.failed(&error))
    }

    fn failed(&self, error: &rusqlite::Error) -> StoreError {
        StoreError::File { path: self.path.clone(), why: plain(error) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_recorded_survives_the_machine() {
        let folder = tempfile::tempdir().unwrap();
        let store = RunStore::open(&folder.path().join("arena.db")).unwrap();
        // 2 is FULL: the journal is on the disk before a game is said to be recorded.
        assert_eq!(store.ask("PRAGMA synchronous", |row| row.get::<_, i64>(0)), Ok(2));
        assert_eq!(store.ask("PRAGMA journal_mode", |row| row.get::<_, String>(0)), Ok("wal".into()));
    }

    #[test]
    fn whoever_writes_has_the_file_from_the_start() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("arena.db");
        let (one, other) = (RunStore::open(&path).unwrap(), RunStore::open(&path).unwrap());
        other.connection().busy_timeout(std::time::Duration::ZERO).unwrap();
        // A transaction that began by reading could be too old to write once another one has written.
        let refused = one.write(|_| Ok(other.write(|_| Ok(())))).unwrap();
        let why = plain(&rusqlite::Error::SqliteFailure(rusqlite::ffi::Error::new(5), None));
        assert_eq!(why.english(), "another program is writing in it for too long");
        assert_eq!(refused, Err(StoreError::File { path, why }));
    }
}
