//! Games with their options.

use std::sync::Arc;

use poda_agent::GameLine;
use poda_catalog::{AnyGame, Catalog, ENGINES};
use poda_core::{Translate, text};
use pyo3::{IntoPyObjectExt, basic::CompareOp, exceptions::PyOverflowError, prelude::*, types::PyTuple};

use crate::{
    error::{SpecError, bad_line, bad_position, bad_spec, shown},
    speak::{chosen, say},
    state::{Pickled, PyState},
};

/// A game with its options: `poda.game("connect4:8x8")`.
#[pyclass(frozen, name = "Game", module = "poda")]
pub(crate) struct PyGame {
    pub(crate) game: Arc<dyn AnyGame>,
}

/// Names, with what each means.
type Summaries = Vec<(String, String)>;

/// Opens a game by its spec.
pub(crate) fn open(spec: &str) -> PyResult<Arc<dyn AnyGame>> {
    Catalog::built_in().open(spec).map_err(|error| bad_spec(&error))
}

/// Opens a game by its spec, such as "connect4:8x8".
#[pyfunction]
pub(crate) fn open_game(spec: &str) -> PyResult<PyGame> {
    Ok(PyGame { game: open(spec)? })
}

/// A state from where it began and the moves since: what pickle keeps.
#[pyfunction]
#[pyo3(signature = (game, start, moves))]
pub(crate) fn restore_state(game: String, start: Option<String>, moves: Vec<String>) -> PyResult<PyState> {
    let line = GameLine { game, start, moves };
    let (game, session) = Catalog::built_in().open_line(&line).map_err(|error| bad_line(&error))?;
    Ok(PyState::of(game, session))
}

/// The games and the engines that there are: two dicts from names to what they are.
#[pyfunction]
pub(crate) fn catalog() -> (Summaries, Summaries) {
    let language = chosen();
    (
        Catalog::built_in()
            .families()
            .iter()
            .map(|family| (family.name.clone(), family.summary.text(language)))
            .collect(),
        ENGINES.iter().map(|engine| (engine.name.to_owned(), engine.summary.text(language))).collect(),
    )
}

#[pymethods]
impl PyGame {
    /// The spec that opens this game again.
    #[getter]
    fn spec(&self) -> String {
        self.game.spec().to_owned()
    }

    /// Its name for people.
    #[getter]
    fn title(&self) -> String {
        say(&self.game.family().title)
    }

    /// The rules, as Markdown.
    #[getter]
    fn rules(&self) -> &str {
        self.game.family().rules.get(chosen())
    }

    /// The state before the first move.
    #[getter]
    fn start(&self) -> PyState {
        PyState::of(Arc::clone(&self.game), self.game.session())
    }

    /// The state that a position line describes.
    fn state(&self, position: &str) -> PyResult<PyState> {
        let mut session = self.game.session();
        session.set_up(position).map_err(|error| bad_position(&error))?;
        Ok(PyState::of(Arc::clone(&self.game), session))
    }

    /// The state after moves from the start: one text such as "44", or several.
    #[pyo3(signature = (*moves))]
    fn play<'py>(&self, py: Python<'py>, moves: &Bound<'py, PyTuple>) -> PyResult<Bound<'py, PyAny>> {
        Bound::new(py, self.start())?.call_method1("play", moves)
    }

    /// The evaluators that understand this game, the default first, with what each looks at.
    #[getter]
    fn evaluators(&self) -> Summaries {
        self.game
            .evaluators()
            .iter()
            .map(|info| (info.name.to_owned(), info.summary.text(chosen())))
            .collect()
    }

    /// Everything that the evaluators look at, as "evaluator.part": what `poda.linear` can weigh.
    #[getter]
    fn parts(&self) -> Vec<String> {
        self.game.parts().iter().map(poda_catalog::PartInfo::full_name).collect()
    }

    /// The built-in players by name, with the engine behind each.
    #[getter]
    fn players(&self) -> Summaries {
        let family = self.game.family();
        let built_in = family.built_in.iter().map(|player| (player.name.clone(), player.spec.clone()));
        let stages = family.stages().map(|stage| (stage.name.to_owned(), stage.spec.to_owned()));
        built_in.chain(stages).collect()
    }

    /// Rows and columns of `state.board`.
    #[getter]
    fn shape(&self) -> (usize, usize) {
        let [rows, columns] = self.game.start().encoding().board;
        (rows, columns)
    }

    /// What each plane of `state.planes()` shows.
    #[getter]
    fn planes(&self) -> Vec<&'static str> {
        self.game.start().encoding().planes.iter().map(|plane| plane.get(chosen())).collect()
    }

    /// How many actions there are, legal or not: the size of a policy.
    #[getter]
    fn actions(&self) -> usize {
        self.game.start().encoding().actions
    }

    /// How many sequences of so many moves there are from the start.
    fn perft(&self, py: Python<'_>, depth: &Bound<'_, PyAny>) -> PyResult<u64> {
        let depth: u32 = depth.extract().map_err(|error: PyErr| {
            if !error.is_instance_of::<PyOverflowError>(py) {
                return error;
            }
            let depth = shown(depth);
            SpecError::new_err(text!(
                chosen(),
                "depth={depth}: expected a whole number from 0 on",
                "depth={depth}: se esperaba un número entero desde 0",
                depth
            ))
        })?;
        let start = self.game.start();
        Ok(py.detach(|| start.perft(depth)))
    }

    fn __repr__(&self) -> String {
        format!("poda.game({:?})", self.game.spec())
    }

    fn __hash__(&self) -> u64 {
        poda_core::mix(self.game.spec().bytes().fold(0, |sum, byte| poda_core::fold(sum, u64::from(byte))))
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let equal = self.game.spec() == other.get().game.spec();
        match op {
            CompareOp::Eq => equal.into_py_any(py),
            CompareOp::Ne => (!equal).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (String,)>> {
        Ok((py.import("poda._native")?.getattr("open_game")?, (self.spec(),)))
    }
}
