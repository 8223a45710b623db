//! Exact values.

use std::sync::Arc;

use poda_catalog::SolveTask;
use poda_core::{Goal, Proved, Score};
use pyo3::prelude::*;

use crate::{
    error::{SpecError, bad_spec, failed},
    speak::chosen,
    state::PyState,
    watch::{Trouble, detached, seconds as time_of},
};

/// Proves what it can about every legal move of a state in so many seconds.
#[pyfunction]
#[pyo3(signature = (state, seconds = 5.0, *, goal = "exact", table = 64, threads = 1, book = true))]
pub(crate) fn solve(
    py: Python<'_>,
    state: &PyState,
    seconds: Option<f64>,
    goal: &str,
    table: usize,
    threads: usize,
    book: bool,
) -> PyResult<PySolution> {
    let goal = match goal {
        "exact" => Goal::Exact,
        "weak" => Goal::Weak,
        _ => {
            return Err(SpecError::new_err(poda_core::text!(
                chosen(),
                "a goal is 'exact' or 'weak', not {goal:?}",
                "un objetivo es 'exact' o 'weak', no {goal:?}",
                goal
            )));
        }
    };
    let time = time_of(seconds)?;
    let trouble = Trouble::default();
    let mut solver = state
        .game
        .solver(table.clamp(1, 1 << 20), threads.clamp(1, 256))
        .map_err(|error| bad_spec(&error))?;
    if !book {
        solver.close_book();
    }
    let root = Arc::clone(state.state());
    let task = SolveTask { goal, within: u32::MAX };
    // Solvers answer for the moves that there are in the game, legal or not.
    let solved = detached(py, &trouble, time, |watch| solver.solve_moves(root.as_ref(), task, watch))?;
    let mut moves: Vec<PyMoveValue> = Vec::new();
    for (mv, proved) in solved.map_err(|error| failed(&error))? {
        if let Some(proved) = proved {
            moves.push(PyMoveValue { mv, proved, goal });
        }
    }
    let nodes = moves.iter().map(|value| value.proved.nodes).sum();
    let best = Proved { nodes, ..Proved::best_of(moves.iter().map(|value| &value.proved)) };
    Ok(PySolution { best: PyMoveValue { mv: String::new(), proved: best, goal }, moves })
}

/// What is proved about a state.
#[pyclass(frozen, name = "Solution", module = "poda")]
pub(crate) struct PySolution {
    best: PyMoveValue,
    moves: Vec<PyMoveValue>,
}

/// What is proved about a move, for the side that makes it.
#[pyclass(frozen, name = "MoveValue", module = "poda")]
#[derive(Clone)]
pub(crate) struct PyMoveValue {
    mv: String,
    proved: Proved,
    goal: Goal,
}

/// 1 for a win, 0 for a draw, -1 for a loss.
fn sign(score: Score) -> i8 {
    score.value().signum() as i8
}

#[pymethods]
impl PyMoveValue {
    /// The move; empty for the state itself.
    #[getter]
    fn r#move(&self) -> &str {
        &self.mv
    }

    /// 1 for a win, 0 for a draw, -1 for a loss; None while it is not known.
    #[getter]
    fn value(&self) -> Option<i8> {
        let (low, high) = self.bounds();
        (low == high).then_some(low)
    }

    /// Between which the value is.
    #[getter]
    fn bounds(&self) -> (i8, i8) {
        (sign(self.proved.at_least), sign(self.proved.at_most))
    }

    /// Decisions until the end of the game under perfect play, if that is known.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.proved.remoteness()
    }

    /// Connect-4's own score, +2 wins with the last stone but one; None in other games, or while it is not known.
    #[getter]
    fn stones(&self) -> Option<i32> {
        self.proved.stones?.exact().map(poda_core::StoneScore::number)
    }

    /// Bounds on that score; None in other games.
    #[getter]
    fn stone_bounds(&self) -> Option<(i32, i32)> {
        let bounds = self.proved.stones?;
        Some((bounds.at_least.number(), bounds.at_most.number()))
    }

    /// In words, as `poda solve` prints it: "-2", "win 25", "no win within 24".
    #[getter]
    fn text(&self) -> String {
        self.proved.text(self.goal)
    }

    fn __repr__(&self) -> String {
        format!("<poda.MoveValue {:?} {}>", self.mv, self.text())
    }
}

#[pymethods]
impl PySolution {
    /// The value or the bounds of every legal move, by its text.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, pyo3::types::PyDict>> {
        let moves = pyo3::types::PyDict::new(py);
        for value in &self.moves {
            moves.set_item(&value.mv, Py::new(py, value.clone())?)?;
        }
        Ok(moves)
    }

    /// 1 if the side to move wins, 0 for a draw, -1 if it loses; None while it is not known.
    #[getter]
    fn value(&self) -> Option<i8> {
        self.best.value()
    }

    /// Between which the value is.
    #[getter]
    fn bounds(&self) -> (i8, i8) {
        self.best.bounds()
    }

    /// Decisions until the end of the game under perfect play, if that is known.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.best.plies()
    }

    /// Connect-4's own score of the state.
    #[getter]
    fn stones(&self) -> Option<i32> {
        self.best.stones()
    }

    /// In words.
    #[getter]
    fn text(&self) -> String {
        self.best.text()
    }

    /// Positions entered.
    #[getter]
    fn nodes(&self) -> u64 {
        self.best.proved.nodes
    }

    fn __repr__(&self) -> String {
        let moves: Vec<String> =
            self.moves.iter().map(|value| format!("{}: {}", value.mv, value.text())).collect();
        format!("<poda.Solution {} ({})>", self.best.text(), moves.join(", "))
    }
}
