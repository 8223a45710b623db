//! Ctrl-C: the first one asks politely, the second one leaves at once.

use std::{
    process,
    sync::{
        Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use crate::terminal::say;

static ASKED: AtomicBool = AtomicBool::new(false);
/// What to say when leaving; while it is set, the first Ctrl-C leaves too.
static FAREWELL: Mutex<Option<String>> = Mutex::new(None);

/// Listens for Ctrl-C from now on.
pub(crate) fn listen() {
    // Without a handler Ctrl-C still ends the program; there is nothing better to do about it.
    let _ = ctrlc::set_handler(|| {
        let farewell = FAREWELL.lock().ok().and_then(|farewell| farewell.clone());
        if let Some(farewell) = farewell {
            if !farewell.is_empty() {
                say(&format!("\n{farewell}"));
            }
            process::exit(130);
        }
        if ASKED.swap(true, Ordering::Relaxed) {
            process::exit(130);
        }
    });
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// From now on Ctrl-C says this and leaves, wherever the program is. For when it waits for a person, and everything
/// is on disk already.
pub(crate) fn leave_with(farewell: impl Into<String>) {
    if let Ok(mut place) = FAREWELL.lock() {
        *place = Some(farewell.into());
    }
}
