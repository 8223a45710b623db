//! Shared games on disk, beside the saved ones: a server that comes back still has them.

use std::{path::Path, sync::Mutex};

use rusqlite::{Connection, params};

use crate::{ServeError, failure::Refusal, rooms::RoomRecord, saved_store, state::lock};

const TABLES: &str = "\
    create table if not exists shared_games (
        id text primary key,
        count integer not null,
        used integer not null,
        record text not null
    ) strict;";

pub(crate) struct RoomStore {
    connection: Mutex<Connection>,
    /// Records; the oldest go first.
    most: u16,
}

/// Deletes all but the records that were used last.
const TRIM: &str = "delete from shared_games where id not in
    (select id from shared_games order by used desc limit ?1)";

impl RoomStore {
    pub(crate) fn open(path: Option<&Path>, most: u16) -> Result<Self, ServeError> {
        let connection = Mutex::new(saved_store::connect(path, TABLES)?);
        Ok(Self { connection, most })
    }

    /// Keeps a record, unless a newer one is there: two threads may come here in any order.
    pub(crate) fn keep(&self, record: &RoomRecord) -> Result<(), Refusal> {
        let text = serde_json::to_string(record).unwrap_or_default();
        let connection = lock(&self.connection);
        connection.execute(
            "insert into shared_games (id, count, used, record) values (?1, ?2, ?3, ?4)
             on conflict (id) do update set count = ?2, used = ?3, record = ?4 where count < ?2",
            params![record.id, record.count, record.used, text],
        )?;
        connection.execute(TRIM, [self.most])?;
        Ok(())
    }

    pub(crate) fn forget(&self, ids: &[String]) -> Result<(), Refusal> {
        let connection = lock(&self.connection);
        for id in ids {
            connection.execute("delete from shared_games where id = ?1", [id])?;
        }
        Ok(())
    }

    /// All records. What another version has written and this one cannot read is left out.
    pub(crate) fn all(&self) -> rusqlite::Result<Vec<RoomRecord>> {
        let connection = lock(&self.connection);
        connection.execute(TRIM, [self.most])?;
        let mut question = connection.prepare("select record from shared_games")?;
        let texts = question.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()?;
        Ok(texts.iter().filter_map(|text| serde_json::from_str(text).ok()).collect())
    }
}
