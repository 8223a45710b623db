//! Who plays a run keeps others from it.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::PathBuf,
};

use poda_core::Translate;

use super::{RunStore, open::MEMORY};
use crate::StoreError;

/// Keeps others from going on with the same run. Whatever ends the program ends the lock.
#[derive(Debug)]
pub struct RunLock {
    /// Records in memory are nobody else's: they need none.
    file: Option<(File, PathBuf)>,
}

impl Drop for RunLock {
    fn drop(&mut self) {
        // While the lock still holds, so that nobody's file is taken away but our own. If it stays, it does no harm.
        if let Some((_, path)) = &self.file {
            let _ = fs::remove_file(path);
        }
    }
}

impl RunStore {
    /// Takes a run for oneself.
    ///
    /// # Errors
    /// If somebody else has it.
    pub fn lock(&self, id: i64) -> Result<RunLock, StoreError> {
        if self.path.as_os_str() == MEMORY {
            return Ok(RunLock { file: None });
        }
        let path = PathBuf::from(format!("{}.run{id}.lock", self.path.display()));
        let failed = |error: io::Error| StoreError::File { path: path.clone(), why: error.message() };
        loop {
            let file = File::create(&path).map_err(failed)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, &path) => return Ok(RunLock { file: Some((file, path)) }),
                // Whoever had it took it away between our two steps: this one locks nothing any more.
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => {
                    return Err(StoreError::Busy { path: self.path.clone(), id });
                }
                Err(TryLockError::Error(error)) => return Err(failed(error)),
            }
        }
    }
}

/// Whether the open file is the one at that path.
#[cfg(unix)]
fn is_at(file: &File, path: &std::path::Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let number = |metadata: &fs::Metadata| (metadata.dev(), metadata.ino());
    matches!((file.metadata(), fs::metadata(path)), (Ok(open), Ok(there)) if number(&open) == number(&there))
}

/// Elsewhere an open file cannot be taken away.
#[cfg(not(unix))]
fn is_at(_: &File, _: &std::path::Path) -> bool {
    true
}
