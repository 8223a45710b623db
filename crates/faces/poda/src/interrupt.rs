//! Ctrl-C: the first one asks politely, the second one leaves at once.

use std::{
    process,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use poda_core::{Language, Message};

use crate::{failure::Failure, terminal::whisper};

static ASKED: AtomicBool = AtomicBool::new(false);
/// Whether failures are told as JSON.
static JSON: AtomicBool = AtomicBool::new(false);
/// What to say when leaving; while it is set, the first Ctrl-C leaves too.
static FAREWELL: Mutex<Option<String>> = Mutex::new(None);

/// Listens for Ctrl-C from now on; `json` is how it is told.
pub(crate) fn listen(json: bool) {
    JSON.store(json, Ordering::SeqCst);
    // Without a handler Ctrl-C still ends the program; there is nothing better to do about it.
    let _ = ctrlc::set_handler(|| {
        let asked_before = ASKED.swap(true, Ordering::SeqCst);
        leave_if_told(&farewell());
        if asked_before {
            process::exit(130);
        }
    });
}

fn farewell() -> MutexGuard<'static, Option<String>> {
    FAREWELL.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Says farewell and leaves, if there is one. Whoever calls holds the lock, so that it is said once.
fn leave_if_told(farewell: &MutexGuard<'static, Option<String>>) {
    if let Some(text) = farewell.as_ref() {
        if !text.is_empty() {
            // The terminal shows `^C` where the line was.
            whisper("");
            let message = Message::verbatim(text.as_str());
            let _ = Failure::Interrupted(message).report(Language::English, JSON.load(Ordering::SeqCst));
        }
        process::exit(130);
    }
}

/// Whether Ctrl-C was pressed.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::SeqCst)
}

/// From now on Ctrl-C says this and leaves, wherever the program is. For when it waits for a person, and everything
/// is on disk already.
pub(crate) fn leave_with(text: impl Into<String>) {
    let mut place = farewell();
    *place = Some(text.into());
    // It may have been pressed just before.
    if asked() {
        leave_if_told(&place);
    }
}

/// The same while the result is kept: for a wait or a computation that cannot be asked to stop.
pub(crate) fn leaving_with(text: impl Into<String>) -> Leaving {
    leave_with(text);
    Leaving(())
}

/// While it is kept, the first Ctrl-C leaves.
#[must_use]
pub(crate) struct Leaving(());

impl Drop for Leaving {
    fn drop(&mut self) {
        *farewell() = None;
    }
}
