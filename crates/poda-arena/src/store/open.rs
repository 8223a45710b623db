//! Opening the file: to write, or where nobody can write, to read.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::Mutex,
    time::Duration,
};

use poda_core::{Message, Translate, message};
use rusqlite::{Connection, ErrorCode, OpenFlags, Transaction, TransactionBehavior};

use super::{RunStore, StoreError};

/// The version of the file's form, kept in the file itself.
const VERSION: i64 = 1;

/// The path that means no file.
pub(super) const MEMORY: &str = ":memory:";

const SCHEMA: &str = "
CREATE TABLE runs (
    id INTEGER PRIMARY KEY,
    created INTEGER NOT NULL,
    contest TEXT NOT NULL,
    planned INTEGER NOT NULL,
    finished INTEGER NOT NULL DEFAULT 0
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
        Self::try_open(path).map_err(|error| failed(path, plain(&error)))?.of_our_version()
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
        let opened = Self::try_open(path).or_else(|error| match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen) if !has_journal(path) => Self::try_read(path),
            _ => Err(error),
        });
        opened.map_err(|error| failed(path, plain(&error)))?.of_our_version()
    }

    fn try_open(path: &Path) -> rusqlite::Result<Self> {
        let connection = Connection::open(path)?;
        prepare(&connection)?;
        Ok(Self { connection: Mutex::new(connection), path: path.to_owned() })
    }

    /// Without a lock and without a word in the folder, which is only right if nobody writes at the same time: who
    /// does that leaves a journal.
    fn try_read(path: &Path) -> rusqlite::Result<Self> {
        let mut address = path.display().to_string();
        for (letter, code) in [("%", "%25"), ("?", "%3f"), ("#", "%23")] {
            address = address.replace(letter, code);
        }
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(format!("file:{address}?immutable=1"), flags)?;
        Ok(Self { connection: Mutex::new(connection), path: path.to_owned() })
    }

    fn of_our_version(self) -> Result<Self, StoreError> {
        let version: i64 = self.ask("PRAGMA user_version", |row| row.get(0))?;
        if version > VERSION {
            let why = message!(
                "it was written by a later version of Poda (form {version})",
                "lo escribió una versión posterior de Poda (formato {version})",
                version
            );
            return Err(failed(&self.path, why));
        }
        Ok(self)
    }
}

/// Sets up how the file is written, and makes its tables if there are none.
fn prepare(connection: &Connection) -> rusqlite::Result<()> {
    // Several programs may write at the same time: each waits for its turn.
    connection.busy_timeout(Duration::from_secs(30))?;
    connection.pragma_update(None, "journal_mode", "wal")?;
    // A game that was told to be recorded survives the machine, not only the program.
    connection.pragma_update(None, "synchronous", "full")?;
    let transaction = Transaction::new_unchecked(connection, TransactionBehavior::Immediate)?;
    let version: i64 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    if version == 0 {
        transaction.execute_batch(SCHEMA)?;
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
        Some(ErrorCode::NotADatabase) => message!("it is not a database", "no es una base de datos"),
        Some(ErrorCode::DatabaseBusy) => message!(
            "another program is writing in it for too long",
            "otro programa lleva demasiado tiempo escribiendo en él"
        ),
        _ => message!("the database answers: {error}", "la base de datos responde: {error}", error),
    }
}
