//! Opening the file: to write, or where nobody can write, to read.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
    thread,
    time::{Duration, Instant},
};

use poda_catalog::Catalog;
use poda_core::{Message, Translate, message};
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::{RunStore, rows, sqlite::open_sqlite};
use crate::StoreError;

/// The version of the file's form, kept in the file itself.
pub(super) const VERSION: i64 = 3;

/// The number that tells our files from those of other programs, as SQLite provides: `PODA` in ASCII. Files of the first
/// version have none.
const APPLICATION: i64 = 0x504F_4441;

/// The path that means no file.
pub(super) const MEMORY: &str = ":memory:";

const SCHEMA: &str = "
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    contest TEXT NOT NULL,
    planned INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0,
    note TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE players (
    run INTEGER NOT NULL REFERENCES runs (id),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    spec TEXT NOT NULL,
    PRIMARY KEY (run, place)
) STRICT, WITHOUT ROWID;
CREATE TABLE games (
    run INTEGER NOT NULL REFERENCES runs (id),
    number INTEGER NOT NULL,
    first INTEGER NOT NULL,
    second INTEGER NOT NULL,
    seed INTEGER NOT NULL,
    start TEXT,
    opening TEXT NOT NULL,
    plies TEXT NOT NULL,
    outcome TEXT,
    termination TEXT NOT NULL,
    detail TEXT NOT NULL,
    talk_first TEXT NOT NULL,
    talk_second TEXT NOT NULL,
    PRIMARY KEY (run, number)
) STRICT, WITHOUT ROWID;
";

impl RunStore {
    /// Opens the file, and makes it if there is none.
    ///
    /// # Errors
    /// If that is not possible, or if it is another kind of file.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            fs::create_dir_all(folder).map_err(|error| failed(path, error.message()))?;
        }
        Self::try_open(path, true).map_err(|error| failed(path, error.message()))
    }

    /// Records that are gone with the program.
    ///
    /// # Errors
    /// If there is no memory for them.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::open(Path::new(MEMORY))
    }

    /// Opens a file that is there, and is only to be read: it may lie where nobody can write.
    ///
    /// # Errors
    /// If that is not possible, or if it is another kind of file.
    pub fn read(path: &Path) -> Result<Self, StoreError> {
        let opened = Self::try_open(path, false).or_else(|error| match error.code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) if !has_journal(path) => Self::try_read(path),
            _ => Err(error),
        });
        opened.map_err(|error| failed(path, error.message()))
    }

    /// Opens a file and brings it to our version; an empty one is only filled if it `may_begin`.
    ///
    /// `SQLite` waits for a lock, but not where two programs that wait for each other would wait for ever: both are refused at once, and have
    /// to begin again. That happens while several of them make the same file.
    fn try_open(path: &Path, may_begin: bool) -> Result<Self, OpenError> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            match Self::open_once(path, may_begin) {
                Err(error) if error.code() == Some(ErrorCode::DatabaseBusy) && Instant::now() < deadline => {
                    thread::sleep(PAUSE);
                }
                opened => return opened,
            }
        }
    }

    fn open_once(path: &Path, may_begin: bool) -> Result<Self, OpenError> {
        let connection = open_sqlite(path, OpenFlags::default())?;
        // Several programs may write at the same time: each waits for its turn.
        connection.busy_timeout(PATIENCE)?;
        match Content::of(&connection)? {
            Content::Empty if !may_begin => return Err(OpenError::Empty),
            Content::Empty | Content::Ours(..=VERSION) => prepare(&connection)?,
            Content::Ours(later) => return Err(OpenError::Later(later)),
            Content::Foreign => return Err(OpenError::Foreign),
        }
        Ok(Self {
            connection: Mutex::new(connection),
            path: path.to_owned(),
            catalog: Catalog::default(),
            version: VERSION,
        })
    }

    /// Without a lock and without a word in the folder, which is only right if nobody writes at the same time: who
    /// does that leaves a journal.
    fn try_read(path: &Path) -> Result<Self, OpenError> {
        let mut address = path.display().to_string();
        for (letter, code) in [("%", "%25"), ("?", "%3f"), ("#", "%23")] {
            address = address.replace(letter, code);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = open_sqlite(Path::new(&format!("file:{address}?immutable=1")), flags)?;
        let version = match Content::of(&connection)? {
            Content::Empty => return Err(OpenError::Empty),
            Content::Ours(version @ ..=VERSION) => version,
            Content::Ours(later) => return Err(OpenError::Later(later)),
            Content::Foreign => return Err(OpenError::Foreign),
        };
        Ok(Self {
            connection: Mutex::new(connection),
            path: path.to_owned(),
            catalog: Catalog::default(),
            version,
        })
    }
}

/// How long to wait for other programs that write.
const PATIENCE: Duration = Duration::from_secs(30);
/// How long before a file that several programs make at once is tried again.
const PAUSE: Duration = Duration::from_millis(5);

/// What a file holds.
enum Content {
    /// Nothing yet.
    Empty,
    /// Runs, in that version of the form.
    Ours(i64),
    /// Another program's tables.
    Foreign,
}

impl Content {
    fn of(connection: &Connection) -> rusqlite::Result<Self> {
        // One look at everything: another program may be making its tables meanwhile.
        let moment = Transaction::new_unchecked(connection, TransactionBehavior::Deferred)?;
        let number = |query: &str| moment.query_row(query, [], |row| row.get::<_, i64>(0));
        let application = number("PRAGMA application_id")?;
        let version = number("PRAGMA user_version")?;
        let tables = number("SELECT count(*) FROM sqlite_schema")?;
        let named = number(
            "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name IN ('runs', 'players', 'games')",
        )?;
        Ok(match (application, version, tables) {
            (0, 0, 0) => Self::Empty,
            (APPLICATION, version, _) => Self::Ours(version),
            (0, 1, _) if named == 3 => Self::Ours(1),
            _ => Self::Foreign,
        })
    }
}

/// Why a file was not opened.
enum OpenError {
    Sqlite(rusqlite::Error),
    Empty,
    Later(i64),
    Foreign,
}

impl From<rusqlite::Error> for OpenError {
    fn from(error: rusqlite::Error) -> Self {
        Self::Sqlite(error)
    }
}

impl OpenError {
    fn code(&self) -> Option<ErrorCode> {
        match self {
            Self::Sqlite(error) => error.sqlite_error_code(),
            _ => None,
        }
    }

    fn message(&self) -> Message {
        match self {
            Self::Sqlite(error) => plain(error),
            Self::Empty => message!("it is empty: there are no runs in it", "está vacío: no contiene series"),
            Self::Later(version) => message!(
                "it was written by a later version of Poda (form {version})",
                "lo escribió una versión posterior de Poda (formato {version})",
                version
            ),
            Self::Foreign => message!(
                "it is a database of another program, and is left alone",
                "es una base de datos de otro programa, y no se toca"
            ),
        }
    }
}

/// Sets up how the file is written, and brings its tables to our version.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A game that was told to be recorded survives the machine, not only the program.
    connection.pragma_update(None, "synchronous", "full")?;
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    // Asked again: another program may have been quicker.
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(SCHEMA)?;
    }
    if version == 1 {
        transaction.execute_batch("ALTER TABLE runs ADD COLUMN note TEXT NOT NULL DEFAULT ''")?;
    }
    if (1..VERSION).contains(&version) {
        transaction.execute_batch(&rows::migration())?;
    }
    if version < VERSION {
        transaction.pragma_update(None, "application_id", APPLICATION)?;
        transaction.pragma_update(None, "user_version", VERSION)?;
    }
    transaction.commit()?;
    // On a read-only file a transaction that writes nothing is not refused.
    if connection.is_readonly(rusqlite::MAIN_DB)? {
        let code = rusqlite::ffi::Error::new(rusqlite::ffi::SQLITE_READONLY);
        return Err(rusqlite::Error::SqliteFailure(code, None));
    }
    Ok(())
}

fn failed(path: &Path, why: Message) -> StoreError {
    StoreError::File { path: path.to_owned(), why }
}

/// Whether somebody writes, or was ended while writing.
fn has_journal(path: &Path) -> bool {
    let journal = PathBuf::from(format!("{}-wal", path.display()));
    fs::metadata(journal).is_ok_and(|journal| journal.len() > 0)
}

/// What went wrong, in words that help.
pub(super) fn plain(error: &rusqlite::Error) -> Message {
    match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => message!(
            "the disk is full; games recorded before are safe",
            "el disco está lleno; las partidas ya guardadas están a salvo"
        ),
        Some(ErrorCode::SystemIoFailure) => {
            message!(
                "the disk does not do its work ({error}); games recorded before are safe",
                "el disco falla ({error}); las partidas ya guardadas están a salvo",
                error
            )
        }
        Some(ErrorCode::ReadOnly) => {
            message!("it cannot be written: it is read-only", "no se puede escribir: es de solo lectura")
        }
        Some(ErrorCode::CannotOpen) => {
            message!(
                "it cannot be opened: is the folder there, and may you write in it?",
                "no se puede abrir: ¿existe la carpeta y puedes escribir en ella?"
            )
        }
        Some(ErrorCode::DatabaseCorrupt) => {
            message!("the file is damaged ({error})", "el fichero está dañado ({error})", error)
        }
        Some(ErrorCode::NotADatabase) => message!("it is not a database", "no es una base de datos"),
        Some(ErrorCode::DatabaseBusy) => message!(
            "another program is writing in it for too long",
            "otro programa lleva demasiado tiempo escribiendo en él"
        ),
        _ => message!("the database answers: {error}", "la base de datos responde: {error}", error),
    }
}
