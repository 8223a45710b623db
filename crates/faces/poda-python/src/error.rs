//! Refusals as Python exceptions. The classes are defined in Python, because they are `ValueError`s too.

use poda_catalog::{OpenLineError, PartError, SpecError as CatalogError};
use poda_contest::ContestError;
use poda_core::{MoveError as IllegalMove, PositionError as BrokenPosition, Translate, text};
use pyo3::{
    exceptions::{PyException, PyTypeError},
    prelude::*,
};

use crate::{
    speak::{chosen, say},
    state::PyState,
};

pyo3::import_exception!(poda._errors, PodaError);
pyo3::import_exception!(poda._errors, SpecError);
pyo3::import_exception!(poda._errors, MoveError);
pyo3::import_exception!(poda._errors, PositionError);
pyo3::import_exception!(poda._errors, EvaluatorError);
pyo3::import_exception!(poda._errors, PlayerError);

pub(crate) fn bad_spec(error: &CatalogError) -> PyErr {
    match error {
        CatalogError::OtherGame(_) => PositionError::new_err(say(error)),
        _ => SpecError::new_err(say(error)),
    }
}

pub(crate) fn bad_move(error: &IllegalMove) -> PyErr {
    MoveError::new_err(say(error))
}

pub(crate) fn bad_position(error: &BrokenPosition) -> PyErr {
    PositionError::new_err(say(error))
}

pub(crate) fn bad_parts(error: &PartError) -> PyErr {
    SpecError::new_err(say(error))
}

pub(crate) fn bad_line(error: &OpenLineError) -> PyErr {
    match error {
        OpenLineError::Game(error) => bad_spec(error),
        OpenLineError::Line(error) => MoveError::new_err(say(error)),
    }
}

pub(crate) fn bad_contest(error: &ContestError) -> PyErr {
    match error {
        ContestError::Game(_)
        | ContestError::Player { .. }
        | ContestError::Openings(_)
        | ContestError::Plan(_) => SpecError::new_err(say(error)),
        _ => PodaError::new_err(say(error)),
    }
}

/// Any other reason.
pub(crate) fn failed(error: &impl Translate) -> PyErr {
    PodaError::new_err(say(error))
}

/// A type that nobody expected.
pub(crate) fn bad_type(text: String) -> PyErr {
    PyTypeError::new_err(text)
}

/// Whose function did something wrong.
#[derive(Clone, Copy)]
pub(crate) enum Culprit {
    Evaluator,
    Player,
}

/// What a user's function did wrong, with the state it was asked about. What is no ordinary exception (Ctrl-C, an exit) stays
/// what it is.
pub(crate) fn at_state(
    culprit: Culprit,
    why: &str,
    cause: Option<PyErr>,
    state: Bound<'_, PyState>,
) -> PyErr {
    let py = state.py();
    match cause {
        Some(cause) if !cause.is_instance_of::<PyException>(py) => cause,
        cause => {
            let place = format!("{} {:?}", state.get().game.spec(), state.get().state().position());
            let text = text!(chosen(), "{why}, at {place}", "{why}, en {place}", why, place);
            let arguments = (text, state.unbind());
            let error = match culprit {
                Culprit::Evaluator => EvaluatorError::new_err(arguments),
                Culprit::Player => PlayerError::new_err(arguments),
            };
            error.set_cause(py, cause);
            error
        }
    }
}

/// A Python object as it is written, for messages.
pub(crate) fn shown(object: &Bound<'_, PyAny>) -> String {
    let text = object.repr().map_or_else(|_| "?".to_owned(), |text| text.to_string());
    if text.chars().count() > 200 { text.chars().take(200).chain("...".chars()).collect() } else { text }
}
