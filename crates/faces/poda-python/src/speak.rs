//! The language of the session: what exceptions and sentences are written in.

use std::sync::atomic::{AtomicBool, Ordering};

use poda_core::{Language, Translate, text};
use pyo3::prelude::*;

use crate::error::SpecError;

static SPANISH: AtomicBool = AtomicBool::new(false);

/// The language that was chosen.
pub(crate) fn chosen() -> Language {
    if SPANISH.load(Ordering::Relaxed) { Language::Spanish } else { Language::English }
}

/// A text for people, in the language that was chosen.
pub(crate) fn say(text: &impl Translate) -> String {
    text.text(chosen())
}

/// Chooses the language of exceptions and sentences: `en` or `es`.
#[pyfunction]
pub(crate) fn set_language(code: &str) -> PyResult<()> {
    match code {
        "en" => SPANISH.store(false, Ordering::Relaxed),
        "es" => SPANISH.store(true, Ordering::Relaxed),
        _ => {
            return Err(SpecError::new_err(text!(
                chosen(),
                "{code:?} is not a language: en or es",
                "{code:?} no es un idioma: en o es",
                code
            )));
        }
    }
    Ok(())
}

/// The language of exceptions and sentences.
#[pyfunction]
pub(crate) fn language() -> &'static str {
    if SPANISH.load(Ordering::Relaxed) { "es" } else { "en" }
}
