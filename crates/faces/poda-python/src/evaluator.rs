//! Evaluators of one's own: Python functions, and weighted sums of what the catalog's evaluators look at.

use std::sync::Arc;

use poda_agent::AnyState;
use poda_catalog::{AnyGame, EvaluatorChoice, OwnEvaluator, PartWeights, StateEvaluator};
use poda_core::{Score, Side, text};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    error::{Culprit, at_state, bad_parts, bad_spec, bad_type, shown},
    game::{PyGame, open},
    numbers::{to_number, to_score},
    speak::chosen,
    state::{Pickled, PyState},
    watch::Trouble,
};

/// A Python function that is asked at the leaves.
pub(crate) struct AskedFunction {
    pub(crate) function: Py<PyAny>,
    pub(crate) game: Arc<dyn AnyGame>,
    pub(crate) scale: f64,
    pub(crate) trouble: Trouble,
}

impl StateEvaluator for AskedFunction {
    fn evaluate(&self, state: Arc<dyn AnyState>, side: Side) -> Score {
        // The search ends soon; what it finds until then does not count.
        if self.trouble.is_there() {
            return Score::EVEN;
        }
        Python::attach(|py| match self.ask(py, state, side) {
            Ok(score) => score,
            Err(error) => {
                self.trouble.note(error);
                Score::EVEN
            }
        })
    }
}

impl AskedFunction {
    fn ask(&self, py: Python<'_>, state: Arc<dyn AnyState>, side: Side) -> PyResult<Score> {
        let state = Bound::new(py, PyState::alone(Arc::clone(&self.game), state))?;
        let value = match self.function.bind(py).call1((&state, side.number())) {
            Ok(value) => value,
            Err(error) => {
                let why =
                    text!(chosen(), "the evaluator raised {error}", "la heurística lanzó {error}", error);
                return Err(at_state(Culprit::Evaluator, &why, Some(error), state));
            }
        };
        match value.extract::<f64>() {
            Ok(number) if !number.is_nan() => Ok(to_score(number, self.scale)),
            Ok(_) => {
                let why = text!(chosen(), "the evaluator returned NaN", "la heurística devolvió NaN");
                Err(at_state(Culprit::Evaluator, &why, None, state))
            }
            Err(error) => {
                let why = text!(
                    chosen(),
                    "the evaluator returned {value}, not a number",
                    "la heurística devolvió {value}, no un número",
                    value = shown(&value)
                );
                Err(at_state(Culprit::Evaluator, &why, Some(error), state))
            }
        }
    }
}

/// A weighted sum of what the evaluators of a game look at. It is computed without Python, and can be asked like a function.
#[pyclass(frozen, name = "Linear", module = "poda")]
pub(crate) struct PyLinear {
    game: Arc<dyn AnyGame>,
    weights: Vec<(String, f64)>,
    pub(crate) parts: PartWeights,
    pub(crate) scale: f64,
}

#[pymethods]
impl PyLinear {
    #[new]
    #[pyo3(signature = (game, weights, *, scale = 1000.0))]
    fn new(game: &Bound<'_, PyAny>, weights: &Bound<'_, PyDict>, scale: f64) -> PyResult<Self> {
        let game = game_of(game)?;
        let mut read: Vec<(String, f64)> = Vec::new();
        for (name, weight) in weights {
            let (Ok(name), Ok(weight)) = (name.extract(), weight.extract()) else {
                return Err(bad_type(text!(
                    chosen(),
                    "weights are names with numbers, not {name}: {weight}",
                    "los pesos son nombres con números, no {name}: {weight}",
                    name = shown(&name),
                    weight = shown(&weight)
                )));
            };
            read.push((name, weight));
        }
        let parts = PartWeights::find(&game.parts(), &read, check_scale(scale)?)
            .map_err(|error| bad_parts(&error))?;
        Ok(Self { game, weights: read, parts, scale })
    }

    /// What a state is worth to a side.
    fn __call__(&self, state: &PyState, side: u8) -> PyResult<f64> {
        let own = OwnEvaluator::Parts(self.parts.clone());
        let assessment = self
            .game
            .assess(EvaluatorChoice::Own(&own), state.state().as_ref(), side_of(side)?)
            .map_err(|error| bad_spec(&error))?;
        Ok(to_number(assessment.score, self.scale))
    }

    /// The parts that the names stand for, with their weights.
    #[getter]
    fn parts(&self) -> Vec<(String, f64)> {
        self.parts.parts().iter().map(|(part, weight)| (part.full_name(), *weight)).collect()
    }

    /// The game.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: Arc::clone(&self.game) }
    }

    /// How many points one unit is.
    #[getter]
    fn scale(&self) -> f64 {
        self.scale
    }

    fn __repr__(&self) -> String {
        let weights: Vec<String> =
            self.weights.iter().map(|(name, weight)| format!("{name:?}: {weight}")).collect();
        format!("poda.linear({:?}, {{{}}})", self.game.spec(), weights.join(", "))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, (String, Bound<'py, PyDict>, f64)>> {
        let weights = PyDict::new(py);
        for (name, weight) in &self.weights {
            weights.set_item(name, weight)?;
        }
        let restore = py.import("poda")?.getattr("linear")?;
        Ok((restore, (self.game.spec().to_owned(), weights, self.scale)))
    }
}

/// A game that was given as such, or by its spec.
pub(crate) fn game_of(given: &Bound<'_, PyAny>) -> PyResult<Arc<dyn AnyGame>> {
    if let Ok(game) = given.cast::<PyGame>() {
        return Ok(Arc::clone(&game.get().game));
    }
    match given.extract::<String>() {
        Ok(spec) => open(&spec),
        Err(_) => Err(bad_type(text!(
            chosen(),
            "a game is a text such as 'boom' or what poda.game gives, not {given}",
            "un juego es un texto como 'boom' o lo que da poda.game, no {given}",
            given = shown(given)
        ))),
    }
}

/// A scale that keeps scores apart.
pub(crate) fn check_scale(scale: f64) -> PyResult<f64> {
    if scale.is_finite() && (1e-6..=1e9).contains(&scale) {
        return Ok(scale);
    }
    Err(crate::error::SpecError::new_err(text!(
        chosen(),
        "the scale is a number from 0.000001 to 1000000000, not {scale}",
        "la escala es un número de 0.000001 a 1000000000, no {scale}",
        scale
    )))
}

/// A side by its number.
pub(crate) fn side_of(number: u8) -> PyResult<Side> {
    Side::from_number(number).ok_or_else(|| {
        crate::error::SpecError::new_err(text!(
            chosen(),
            "a side is 1 or 2, not {number}",
            "un bando es 1 o 2, no {number}",
            number
        ))
    })
}
