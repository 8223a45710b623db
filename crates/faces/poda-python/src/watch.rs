//! Searches without the interpreter, which still hear Ctrl-C.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{RecvTimeoutError, sync_channel},
    },
    thread,
    time::{Duration, Instant},
};

use poda_core::{SearchObserver, break_if};
use pyo3::prelude::*;

/// Signals are looked for this often. Taking the interpreter back may mean to wait for another thread.
const PACE: Duration = Duration::from_millis(20);

/// What went wrong inside a search: the first thing counts, and ends it.
#[derive(Clone, Default)]
pub(crate) struct Trouble(Arc<TroubleSlot>);

#[derive(Default)]
struct TroubleSlot {
    is_there: AtomicBool,
    error: Mutex<Option<PyErr>>,
}

impl Trouble {
    /// Whether there is any.
    pub(crate) fn is_there(&self) -> bool {
        self.0.is_there.load(Ordering::Relaxed)
    }

    pub(crate) fn note(&self, error: PyErr) {
        let mut slot = self.0.error.lock().unwrap_or_else(PoisonError::into_inner);
        if slot.is_none() {
            *slot = Some(error);
        }
        self.0.is_there.store(true, Ordering::Relaxed);
    }

    /// The error, if there was one; afterwards there is none.
    pub(crate) fn take(&self) -> Option<PyErr> {
        self.0.is_there.store(false, Ordering::Relaxed);
        self.0.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    /// Looks for Ctrl-C. Only the main thread of Python finds it.
    pub(crate) fn look_for_signals(&self) {
        Python::attach(|py| {
            if let Err(error) = py.check_signals() {
                self.note(error);
            }
        });
    }
}

/// Ends a search for trouble, Ctrl-C, or the end of its time.
pub(crate) struct SearchWatch {
    trouble: Trouble,
    deadline: Option<Instant>,
    looked: Instant,
}

impl SearchWatch {
    pub(crate) fn new(trouble: &Trouble, time: Option<Duration>) -> Self {
        let now = Instant::now();
        let deadline = time.and_then(|time| now.checked_add(time));
        Self { trouble: trouble.clone(), deadline, looked: now }
    }

    /// Whether it is time to end.
    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now.duration_since(self.looked) >= PACE {
            self.looked = now;
            self.trouble.look_for_signals();
        }
        self.trouble.is_there() || self.deadline.is_some_and(|deadline| now >= deadline)
    }
}

impl<M> SearchObserver<M> for SearchWatch {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.is_over())
    }
}

/// Ends a contest in other threads for trouble; the one that waits for them looks for Ctrl-C.
pub(crate) struct UntilTrouble(pub(crate) Trouble);

/// Does something in another thread and listens for Ctrl-C meanwhile, without the interpreter; `None` if it broke off.
pub(crate) fn in_background<T: Send>(trouble: &Trouble, work: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let (done, ended) = sync_channel(1);
        scope.spawn(move || {
            // Whoever waits is there until this has ended.
            let _ = done.send(work());
        });
        loop {
            match ended.recv_timeout(PACE) {
                Ok(found) => return Some(found),
                Err(RecvTimeoutError::Timeout) => trouble.look_for_signals(),
                Err(RecvTimeoutError::Disconnected) => return None,
            }
        }
    })
}

/// Does something without the interpreter, and raises what went wrong meanwhile.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    trouble: &Trouble,
    time: Option<Duration>,
    work: impl FnOnce(&mut SearchWatch) -> T + Send,
) -> PyResult<T> {
    let mut watch = SearchWatch::new(trouble, time);
    let done = py.detach(move || work(&mut watch));
    if let Some(error) = trouble.take() {
        return Err(error);
    }
    // A signal that came after the last look.
    py.check_signals()?;
    Ok(done)
}

/// A time in seconds that a person gave.
pub(crate) fn seconds(seconds: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = seconds else { return Ok(None) };
    Duration::try_from_secs_f64(seconds).map(Some).map_err(|_| {
        crate::error::SpecError::new_err(poda_core::text!(
            crate::speak::chosen(),
            "{seconds} is not a time in seconds",
            "{seconds} no es un tiempo en segundos",
            seconds
        ))
    })
}
