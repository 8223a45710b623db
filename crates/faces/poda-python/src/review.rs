//! A whole game looked at again, by the service that the page asks too.

use std::{
    cell::RefCell,
    time::{Duration, Instant},
};

use poda_service::{Context, Host, Request, ServiceLimits, SessionStore, TreeCache, handle};
use pyo3::prelude::*;

use crate::{
    error::failed,
    speak::chosen,
    state::PyState,
    watch::{SearchWatch, Trouble, detached},
};

/// Brings the clock, and stops for Ctrl-C.
struct Listener<'a> {
    began: Instant,
    watch: RefCell<&'a mut SearchWatch>,
}

impl Host for Listener<'_> {
    fn now(&self) -> Duration {
        self.began.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.watch.borrow_mut().is_over()
    }
}

/// The review of the game that led to a state, as JSON. Its first moves, so many, were chosen by nobody.
#[pyfunction]
#[pyo3(signature = (state, opening = 0))]
pub(crate) fn review(py: Python<'_>, state: &PyState, opening: usize) -> PyResult<String> {
    let request = Request::Review { line: state.line(), opening, kept: false };
    let trouble = Trouble::default();
    let language = chosen();
    let reply = detached(py, &trouble, None, |watch| {
        let mut host = Listener { began: Instant::now(), watch: RefCell::new(watch) };
        let (sessions, trees) = (SessionStore::default(), TreeCache::default());
        let mut context = Context {
            limits: ServiceLimits {
                plies: usize::MAX,
                thinking: Duration::from_mins(10),
                ..ServiceLimits::default()
            },
            language,
            owner: "",
            sessions: &sessions,
            trees: &trees,
            host: &mut host,
        };
        handle(&request, &mut context)
    })?;
    let reply = reply.map_err(|error| failed(&error))?;
    serde_json::to_string(&reply).map_err(|error| crate::error::PodaError::new_err(error.to_string()))
}
