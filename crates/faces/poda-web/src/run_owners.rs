//! Whose runs are whose, and what each has taken so far. It lies beside the saved games: the records themselves are shared
//! with the command line, which knows no owners.

use std::{path::Path, sync::Mutex, time::Duration};

use poda_contest::Run;
use rusqlite::{Connection, OptionalExtension, params};

use crate::{ServeError, client::Client, failure::Refusal, saved_store, state::lock};

/// A run is known by its number and its time: a file of records may be deleted, and numbers begin again.
const TABLES: &str = "\
    create table if not exists run_owners (
        run integer not null,
        created integer not null,
        owner text not null,
        client text not null,
        milliseconds integer not null default 0,
        bytes integer not null default 0,
        primary key (run, created)
    ) strict, without rowid;";

/// The owners of runs that this server has begun.
pub(crate) struct RunOwners(Mutex<Connection>);

/// What is known of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RunOwner {
    pub(crate) owner: String,
    /// How long it was played.
    pub(crate) played: Duration,
}

/// Bytes of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KeptBytes {
    /// Of one client.
    pub(crate) own: u64,
    /// Of all.
    pub(crate) all: u64,
}

impl RunOwners {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, ServeError> {
        saved_store::connect(path, TABLES).map(|connection| Self(Mutex::new(connection)))
    }

    /// The owner of a run; nobody if it is the command line's.
    pub(crate) fn of(&self, run: &Run) -> Result<Option<RunOwner>, Refusal> {
        let connection = lock(&self.0);
        let mut question = connection
            .prepare_cached("select owner, milliseconds from run_owners where run = ?1 and created = ?2")?;
        let found = question.query_row(params![run.id, run.created as i64], |row| {
            let milliseconds: i64 = row.get(1)?;
            Ok(RunOwner { owner: row.get(0)?, played: Duration::from_millis(milliseconds as u64) })
        });
        Ok(found.optional()?)
    }

    /// From now on the run is somebody's, unless it is already.
    pub(crate) fn claim(&self, run: &Run, owner: &str, client: Client) -> Result<(), Refusal> {
        lock(&self.0).execute(
            "insert or ignore into run_owners (run, created, owner, client) values (?1, ?2, ?3, ?4)",
            params![run.id, run.created as i64, owner, client.to_string()],
        )?;
        Ok(())
    }

    /// Notes what a run has taken.
    pub(crate) fn spend(&self, run: &Run, played: Duration, bytes: u64) -> Result<(), Refusal> {
        lock(&self.0).execute(
            "update run_owners set milliseconds = milliseconds + ?3, bytes = bytes + ?4
             where run = ?1 and created = ?2",
            params![run.id, run.created as i64, played.as_millis() as i64, bytes as i64],
        )?;
        Ok(())
    }

    /// What the runs of a client, and all of them, have recorded.
    pub(crate) fn kept(&self, client: Client) -> Result<KeptBytes, Refusal> {
        let question = "select coalesce(sum(bytes), 0), coalesce(sum(bytes) filter (where client = ?1), 0)
                        from run_owners";
        let kept = lock(&self.0).query_row(question, [client.to_string()], |row| {
            let (all, own): (i64, i64) = (row.get(0)?, row.get(1)?);
            Ok(KeptBytes { own: own as u64, all: all as u64 })
        })?;
        Ok(kept)
    }
}
