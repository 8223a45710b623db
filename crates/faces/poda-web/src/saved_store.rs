//! The saved games on disk, and how much of it they take.

use std::{
    path::Path,
    sync::Mutex,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use poda_agent::GameLine;
use poda_contest::open_sqlite;
use poda_core::{Message, Outcome, Translate};
use rusqlite::{
    Connection, OpenFlags, OptionalExtension, Row, TransactionBehavior, params, params_from_iter,
};

use crate::{
    ServeError, ServerLimits,
    client::Client,
    failure::Refusal,
    saved::{SavedGame, SavedGameBody},
    state::lock,
};

/// The saved games. What they take is counted by triggers, so that several servers may use one file.
const TABLES: &str = "\
    create table if not exists games (
        id text primary key,
        owner text not null,
        game text not null,
        start text,
        moves text not null,
        first text not null,
        second text not null,
        outcome text,
        updated integer not null
    ) strict;
    create index if not exists games_by_owner on games (owner, updated desc);";

/// What the first form of the file did not have.
const COUNTED: &str = "\
    alter table games add column client text not null default '';
    alter table games add column bytes integer not null default 0;
    create index games_by_client on games (client, updated);
    create table holders (client text primary key, bytes integer not null) strict;";

/// Fills the sums of the first form, once they are counted.
const MEASURED: &str = "\
    update games set bytes = 200 + length(id) + length(owner) + length(moves);
    pragma user_version = 1;";

/// Counts what games take. Triggers of the file itself are not trusted: each connection makes these.
const COUNTING: &str = "\
    create temp trigger games_in after insert on games begin
        insert into holders values (new.client, new.bytes)
            on conflict (client) do update set bytes = bytes + excluded.bytes;
    end;
    create temp trigger games_out after delete on games begin
        update holders set bytes = bytes - old.bytes where client = old.client;
        delete from holders where client = old.client and bytes <= 0;
    end;
    create temp trigger games_change after update of client, bytes on games begin
        update holders set bytes = bytes - old.bytes where client = old.client;
        delete from holders where client = old.client and bytes <= 0;
        insert into holders values (new.client, new.bytes)
            on conflict (client) do update set bytes = bytes + excluded.bytes;
    end;";

/// What the second form of the file did not have: which of two saves is the newer one.
const STAMPED: &str = "\
    alter table games add column stamp integer not null default 0;
    pragma user_version = 2;";

const FIND: &str = "\
    select id, game, start, moves, first, second, outcome, updated, stamp from games
    where owner = ?1 and id = ?2";

/// The longest name that anything may have.
const LONGEST_NAME: usize = 200;
/// What a game takes beside its texts.
const ROW: usize = 200;

/// The saved games.
pub(crate) struct SavedGames {
    connection: Mutex<Connection>,
    limits: ServerLimits,
}

/// Opens a database, and makes its tables if there are none.
pub(crate) fn connect(path: Option<&Path>, tables: &str) -> Result<Connection, ServeError> {
    let failed = |why: Message| ServeError::Games {
        place: path.map_or_else(|| "memory".into(), |path| path.display().to_string()),
        why,
    };
    let unopened = |error: rusqlite::Error| failed(Message::verbatim(error.to_string()));
    if let Some(path) = path {
        std::fs::create_dir_all(path.parent().unwrap_or(path)).map_err(|error| failed(error.message()))?;
    }
    let path = path.unwrap_or(Path::new(":memory:"));
    let connection = open_sqlite(path, OpenFlags::default()).map_err(unopened)?;
    // Another program may be writing: each waits for its turn, but not for ever.
    connection.busy_timeout(Duration::from_secs(5)).map_err(unopened)?;
    connection
        .execute_batch("pragma journal_mode = wal; pragma synchronous = normal;")
        .and_then(|()| connection.execute_batch(tables))
        .map_err(unopened)?;
    Ok(connection)
}

/// Sees that a text is a name.
pub(crate) fn check_name(name: &str) -> Result<(), Refusal> {
    if !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(char::is_control) {
        return Ok(());
    }
    let shown: String = name.chars().take(LONGEST_NAME).collect();
    Err(Refusal::bad(
        format!("{shown:?} is not a name of 1 to {LONGEST_NAME} bytes"),
        format!("{shown:?} no es un nombre de 1 a {LONGEST_NAME} bytes"),
    ))
}

/// Whose bytes are too many, and which games of theirs go.
#[derive(Clone, Copy)]
enum Holder<'a> {
    Owner(&'a str),
    Client(&'a str),
}

impl SavedGames {
    pub(crate) fn open(path: Option<&Path>, limits: ServerLimits) -> Result<Self, ServeError> {
        let mut connection = connect(path, TABLES)?;
        count(&mut connection).map_err(|error| ServeError::Games {
            place: path.map_or_else(|| "memory".into(), |path| path.display().to_string()),
            why: Message::verbatim(error.to_string()),
        })?;
        Ok(Self { connection: Mutex::new(connection), limits })
    }

    /// Keeps a game under its id, new or known.
    pub(crate) fn keep(&self, id: &str, game: &SavedGameBody, client: Client) -> Result<SavedGame, Refusal> {
        for name in [id, &game.owner, &game.line.game, &game.first, &game.second] {
            check_name(name)?;
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let moves = serde_json::to_string(&game.line.moves).map_err(unsaved)?;
        let client = client.to_string();
        let start = game.line.start.as_ref();
        let bytes = ROW + id.len() + game.owner.len() + moves.len() + start.map_or(0, String::len);
        let mut connection = lock(&self.connection);
        let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let changed = transaction.execute(
            "insert into games (id, owner, game, start, moves, first, second, outcome, updated, client, bytes,
                stamp)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)
             on conflict (id) do update set game = ?3, start = ?4, moves = ?5, first = ?6, second = ?7,
                outcome = ?8, updated = ?9, client = ?10, bytes = ?11, stamp = ?12
                where owner = ?2 and stamp <= ?12",
            params![
                id,
                game.owner,
                game.line.game,
                start,
                moves,
                game.first,
                game.second,
                game.outcome.map(Outcome::word),
                now,
                client,
                bytes as i64,
                game.stamp,
            ],
        )?;
        if changed == 0 {
            if let Some(newer) = transaction.query_row(FIND, [&game.owner, id], kept).optional()? {
                return Ok(newer);
            }
            return Err(Refusal::forbidden(
                format!("the game {id:?} belongs to somebody else"),
                format!("la partida {id:?} es de otra persona"),
            ));
        }
        self.make_room(&transaction, id, &game.owner, &client)?;
        transaction.commit()?;
        Ok(SavedGame {
            id: id.to_owned(),
            line: game.line.clone(),
            first: game.first.clone(),
            second: game.second.clone(),
            outcome: game.outcome,
            updated: now,
            stamp: game.stamp,
        })
    }

    /// Deletes what is too much: the oldest games of this browser, of this client, or of the client that has most.
    fn make_room(&self, table: &Connection, id: &str, owner: &str, client: &str) -> rusqlite::Result<()> {
        let limits = &self.limits;
        table.execute(
            "delete from games where owner = ?1 and id not in
                (select id from games where owner = ?1 order by updated desc, rowid desc limit ?2)",
            params![owner, limits.games_per_owner as i64],
        )?;
        let sum = |question: &str, who: &[&str]| -> rusqlite::Result<u64> {
            let sum: i64 = table.query_row(question, params_from_iter(who), |row| row.get(0))?;
            Ok(sum as u64)
        };
        let of_owner = "select coalesce(sum(bytes), 0) from games where owner = ?1";
        while sum(of_owner, &[owner])? > limits.saved_per_owner
            && delete_oldest(table, Holder::Owner(owner), id)?
        {}
        let of_client = "select coalesce(sum(bytes), 0) from holders where client = ?1";
        while sum(of_client, &[client])? > limits.saved_per_client
            && delete_oldest(table, Holder::Client(client), id)?
        {}
        while sum("select coalesce(sum(bytes), 0) from holders", &[])? > limits.saved {
            let largest = "select client from holders order by bytes desc limit 1";
            let largest: String = table.query_row(largest, [], |row| row.get(0))?;
            if !delete_oldest(table, Holder::Client(&largest), id)? {
                break;
            }
        }
        Ok(())
    }

    /// The newest games of an owner.
    pub(crate) fn list(&self, owner: &str) -> Result<Vec<SavedGame>, Refusal> {
        let connection = lock(&self.connection);
        let mut question = connection.prepare_cached(
            "select id, game, start, moves, first, second, outcome, updated, stamp from games
             where owner = ?1 order by updated desc, rowid desc limit 60",
        )?;
        let games = question.query_map([owner], kept)?.collect::<Result<_, _>>()?;
        Ok(games)
    }

    pub(crate) fn find(&self, owner: &str, id: &str) -> Result<SavedGame, Refusal> {
        let connection = lock(&self.connection);
        let mut question = connection.prepare_cached(FIND)?;
        let found = question.query_row([owner, id], kept).optional()?;
        found.ok_or_else(|| no_game(id))
    }

    pub(crate) fn forget(&self, owner: &str, id: &str) -> Result<(), Refusal> {
        let gone =
            lock(&self.connection).execute("delete from games where owner = ?1 and id = ?2", [owner, id])?;
        if gone == 0 { Err(no_game(id)) } else { Ok(()) }
    }
}

/// Adds what earlier forms of the file did not have.
fn count(connection: &mut Connection) -> rusqlite::Result<()> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("pragma user_version", [], |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(COUNTED)?;
    }
    transaction.execute_batch(COUNTING)?;
    if version == 0 {
        transaction.execute_batch(MEASURED)?;
    }
    if version <= 1 {
        transaction.execute_batch(STAMPED)?;
    }
    transaction.commit()
}

/// Deletes the oldest game but this one; whether there was any.
fn delete_oldest(table: &Connection, holder: Holder<'_>, but: &str) -> rusqlite::Result<bool> {
    let (column, who) = match holder {
        Holder::Owner(owner) => ("owner", owner),
        Holder::Client(client) => ("client", client),
    };
    let question = format!(
        "delete from games where id = (select id from games where {column} = ?1 and id <> ?2
         order by updated, rowid limit 1)"
    );
    Ok(table.execute(&question, [who, but])? > 0)
}

fn kept(row: &Row<'_>) -> rusqlite::Result<SavedGame> {
    let moves: String = row.get(3)?;
    Ok(SavedGame {
        id: row.get(0)?,
        line: GameLine {
            game: row.get(1)?,
            start: row.get(2)?,
            moves: serde_json::from_str(&moves).unwrap_or_default(),
        },
        first: row.get(4)?,
        second: row.get(5)?,
        outcome: row.get::<_, Option<String>>(6)?.and_then(|word| Outcome::of_word(&word)),
        updated: row.get(7)?,
        stamp: row.get(8)?,
    })
}

fn no_game(id: &str) -> Refusal {
    Refusal::missing(format!("there is no game {id:?}"), format!("no existe la partida {id:?}"))
}

fn unsaved<E: std::fmt::Display>(error: E) -> Refusal {
    Refusal::broken(
        format!("the saved games cannot be used: {error}"),
        format!("no se pueden usar las partidas guardadas: {error}"),
    )
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        unsaved(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(owner: &str, moves: &[&str]) -> SavedGameBody {
        SavedGameBody {
            owner: owner.into(),
            line: GameLine {
                game: "boom".into(),
                start: None,
                moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            },
            first: "human".into(),
            second: "ninja3".into(),
            outcome: None,
            stamp: 0,
        }
    }

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    fn store(limits: ServerLimits) -> SavedGames {
        SavedGames::open(None, limits).unwrap()
    }

    #[test]
    fn games_are_kept_changed_found_and_forgotten_by_their_owner_only() {
        let store = store(ServerLimits { games_per_owner: 2, ..ServerLimits::default() });
        store.keep("a", &game("me", &["4"]), client(1)).unwrap();
        store.keep("a", &game("me", &["4", "4"]), client(1)).unwrap();
        assert_eq!(store.find("me", "a").unwrap().line.moves, ["4", "4"]);
        assert!(store.find("you", "a").is_err() && store.keep("a", &game("you", &[]), client(1)).is_err());
        assert!(store.forget("you", "a").is_err());
        for id in ["b", "c"] {
            store.keep(id, &game("me", &[]), client(1)).unwrap();
        }
        let ids: Vec<String> = store.list("me").unwrap().into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["c", "b"], "the oldest went first");
        store.forget("me", "b").unwrap();
        assert_eq!(store.list("me").unwrap().len(), 1);
        for name in ["", "a\nb", &"x".repeat(201)] {
            assert!(store.keep(name, &game("me", &[]), client(1)).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_save_that_was_overtaken_changes_nothing() {
        let store = store(ServerLimits::default());
        let stamped = |stamp, moves: &[&str]| SavedGameBody { stamp, ..game("me", moves) };
        store.keep("a", &stamped(2, &["4", "4"]), client(1)).unwrap();
        let held = store.keep("a", &stamped(1, &["4"]), client(1)).unwrap();
        assert_eq!((held.stamp, held.line.moves.len()), (2, 2), "it is told which one holds");
        assert_eq!(store.find("me", "a").unwrap().line.moves, ["4", "4"]);
        assert!(store.keep("a", &SavedGameBody { stamp: 1, ..game("you", &[]) }, client(1)).is_err());
        // A move that is taken back is newer, although the line is shorter.
        store.keep("a", &stamped(3, &[]), client(1)).unwrap();
        assert_eq!(store.list("me").unwrap()[0].line.moves.len(), 0);
    }

    #[test]
    fn whoever_keeps_most_loses_the_oldest() {
        let limits = ServerLimits {
            saved_per_owner: 3000,
            saved_per_client: 6000,
            saved: 8000,
            ..ServerLimits::default()
        };
        let store = store(limits);
        let moves = ["4"; 100];
        let bytes = |question: &str| -> i64 {
            lock(&store.connection).query_row(question, [], |row| row.get(0)).unwrap()
        };
        store.keep("modest", &game("modest", &moves), client(1)).unwrap();
        for number in 0..100 {
            // Another owner every time: it is all the same who somebody says to be.
            let owner = format!("owner {}", number % 20);
            store.keep(&format!("game {number}"), &game(&owner, &moves), client(2)).unwrap();
            assert!(bytes("select sum(bytes) from games where client = '192.0.2.2'") <= 6000);
        }
        for number in 0..100 {
            store.keep(&format!("mine {number}"), &game("one owner", &moves), client(3)).unwrap();
            assert!(bytes("select sum(bytes) from games where owner = 'one owner'") <= 3000);
            assert!(bytes("select sum(bytes) from games") <= 8000);
        }
        assert_eq!(store.list("modest").unwrap().len(), 1, "it has taken nothing from anybody");
        assert!(store.find("one owner", "mine 99").is_ok());
        let counted = bytes("select sum(bytes) from holders");
        assert_eq!(counted, bytes("select sum(bytes) from games"));
    }

    #[test]
    fn games_survive_the_server_and_files_of_before() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("games.sqlite");
        let limits = ServerLimits::default();
        SavedGames::open(Some(&path), limits).unwrap().keep("a", &game("me", &["1"]), client(1)).unwrap();
        assert_eq!(SavedGames::open(Some(&path), limits).unwrap().list("me").unwrap().len(), 1);
        // The first form of the file counted nothing.
        let path = folder.path().join("old.sqlite");
        let old = connect(Some(&path), TABLES).unwrap();
        let row = "insert into games values ('a', 'me', 'boom', null, '[\"1\"]', 'human', 'human', null, 7)";
        old.execute_batch(row).unwrap();
        let store = SavedGames::open(Some(&path), limits).unwrap();
        assert_eq!(store.list("me").unwrap().len(), 1);
        store.keep("a", &game("me", &["1", "2"]), client(1)).unwrap();
        let counted: i64 = lock(&store.connection)
            .query_row("select sum(holders.bytes) - (select sum(bytes) from games) from holders", [], |row| {
                row.get(0)
            })
            .unwrap();
        assert_eq!(counted, 0);
    }

    #[test]
    fn triggers_of_the_file_do_not_fire() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        let limits = ServerLimits::default();
        drop(SavedGames::open(Some(&path), limits).unwrap());
        let trigger = "create trigger hostile after insert on games begin delete from games; end;";
        rusqlite::Connection::open(&path).unwrap().execute_batch(trigger).unwrap();
        let store = SavedGames::open(Some(&path), limits).unwrap();
        store.keep("a", &game("me", &["1"]), client(1)).unwrap();
        assert_eq!(store.list("me").unwrap().len(), 1);
    }
}
