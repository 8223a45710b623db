//! SQLite files as data: nothing that a file brings along is executed.

use std::path::Path;

use rusqlite::{Connection, OpenFlags, Result, config::DbConfig};

/// Opens a database that may come from anywhere. Its schema calls no functions with side effects, its triggers and views do
/// nothing, and its internals cannot be written. Temporary triggers work: the caller makes them.
///
/// # Errors
/// If it cannot be opened.
pub fn open_sqlite(path: &Path, flags: OpenFlags) -> Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    for (switch, on) in [
        (DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true),
        (DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false),
    ] {
        connection.set_db_config(switch, on)?;
    }
    Ok(connection)
}
