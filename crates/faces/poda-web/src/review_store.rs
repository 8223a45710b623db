//! Reviews on disk, beside the saved games: a game that was reviewed once is not searched again.

use std::{path::Path, sync::Mutex};

use poda_service::ReviewView;
use rusqlite::{Connection, TransactionBehavior, params};
use sha2::{Digest, Sha256};

use crate::{ServeError, client::Client, saved_store, state::lock};

/// A review is the same for everybody; who asked for it first is counted for the limit only.
const TABLES: &str = "\
    create table if not exists reviews (
        key text primary key,
        review text not null,
        client text not null,
        bytes integer not null,
        number integer not null
    ) strict;
    create index if not exists reviews_by_client on reviews (client, number);";

pub(crate) struct ReviewStore {
    connection: Mutex<Connection>,
    most: u64,
}

impl ReviewStore {
    pub(crate) fn open(path: Option<&Path>, most: u64) -> Result<Self, ServeError> {
        let connection = saved_store::connect(path, TABLES)?;
        Ok(Self { connection: Mutex::new(connection), most })
    }

    /// The review that was kept under a key. A disk that does not answer, or another version's text, is the same as none.
    pub(crate) fn find(&self, key: &str) -> Option<ReviewView> {
        let connection = lock(&self.connection);
        let mut question = connection.prepare_cached("select review from reviews where key = ?1").ok()?;
        let text: String = question.query_row([named(key)], |row| row.get(0)).ok()?;
        serde_json::from_str(&text).ok()
    }

    /// Keeps a review. Whoever asked has the answer, whether it can be kept or not.
    pub(crate) fn keep(&self, key: &str, review: &ReviewView, client: Client) {
        let _ = self.try_keep(key, review, &client.to_string());
    }

    fn try_keep(&self, key: &str, review: &ReviewView, client: &str) -> rusqlite::Result<()> {
        let text = serde_json::to_string(review).unwrap_or_default();
        let bytes = text.len() as u64 + 200;
        if bytes > self.most {
            return Ok(());
        }
        let mut connection = lock(&self.connection);
        let table = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        table.execute(
            "insert or replace into reviews (key, review, client, bytes, number)
             values (?1, ?2, ?3, ?4, (select coalesce(max(number), 0) + 1 from reviews))",
            params![named(key), text, client, bytes as i64],
        )?;
        let sum = || table.query_row("select sum(bytes) from reviews", [], |row| row.get::<_, i64>(0));
        while sum()? as u64 > self.most {
            table.execute(
                "delete from reviews where number = (select min(number) from reviews where client =
                    (select client from reviews group by client order by sum(bytes) desc, min(number) limit 1))",
                [],
            )?;
        }
        table.commit()
    }
}

/// A key of any length as a short one.
fn named(key: &str) -> String {
    Sha256::digest(key).iter().fold(String::new(), |name, byte| format!("{name}{byte:02x}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(positions: usize) -> ReviewView {
        let positions = vec![poda_service::ReviewedPosition::default(); positions];
        ReviewView { positions, costly: Vec::new(), done: true, complete: true }
    }

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    #[test]
    fn reviews_survive_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let open = || ReviewStore::open(Some(&path), 10_000).unwrap();
        open().keep("1|connect4", &review(3), client(1));
        assert_eq!(open().find("1|connect4"), Some(review(3)));
        assert_eq!(open().find("2|connect4"), None, "another version is another review");
    }

    #[test]
    fn whoever_keeps_most_loses_the_oldest() {
        let store = ReviewStore::open(None, 3000).unwrap();
        store.keep("modest", &review(1), client(1));
        for number in 0..50 {
            store.keep(&format!("{number}"), &review(5), client(2));
        }
        assert_eq!(store.find("modest"), Some(review(1)));
        assert_eq!((store.find("0"), store.find("49")), (None, Some(review(5))));
        store.keep("huge", &review(1000), client(1));
        assert_eq!((store.find("huge"), store.find("49")), (None, Some(review(5))));
    }
}
