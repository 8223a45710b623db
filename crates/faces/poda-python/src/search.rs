//! What a search found.

use poda_agent::Choice;
use poda_core::Score;
use pyo3::prelude::*;

use crate::numbers::{plies, to_number, to_text};

/// What a player found: its move, and what it knows about it.
#[pyclass(frozen, name = "Found", module = "poda")]
pub(crate) struct PyFound {
    choice: Choice,
    scale: f64,
}

impl PyFound {
    pub(crate) fn new(choice: Choice, scale: f64) -> Self {
        Self { choice, scale }
    }

    fn number(&self, score: Score) -> f64 {
        to_number(score, self.scale)
    }
}

#[pymethods]
impl PyFound {
    /// The move to play.
    #[getter]
    fn r#move(&self) -> &str {
        &self.choice.mv
    }

    /// Its value for the side to move, in the evaluator's units; inf or -inf where a win or a loss is proved; None from players
    /// that do not evaluate.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.choice.score.map(|score| self.number(score))
    }

    /// The score in words: "win 5", "+0.25".
    #[getter]
    fn text(&self) -> Option<String> {
        self.choice.score.map(|score| to_text(score, self.scale))
    }

    /// Decisions until the end of the game, where a win or a loss is proved.
    #[getter]
    fn plies(&self) -> Option<u32> {
        self.choice.score.and_then(plies)
    }

    /// The completed depth.
    #[getter]
    fn depth(&self) -> u32 {
        self.choice.depth
    }

    /// Positions entered.
    #[getter]
    fn nodes(&self) -> u64 {
        self.choice.nodes
    }

    /// Those at the end of a branch.
    #[getter]
    fn leaves(&self) -> u64 {
        self.choice.leaves
    }

    /// The moves that both sides are expected to play, starting with the move.
    #[getter]
    fn pv(&self) -> Vec<String> {
        self.choice.pv.clone()
    }

    /// The value of each move, where the player knows them.
    #[getter]
    fn scores(&self) -> Vec<(String, f64)> {
        self.choice.scores.iter().map(|(mv, score)| (mv.clone(), self.number(*score))).collect()
    }

    fn __repr__(&self) -> String {
        let score = self.text().map_or_else(String::new, |text| format!(" score={text:?}"));
        format!(
            "<poda.Found move={:?}{score} depth={} nodes={}>",
            self.choice.mv, self.choice.depth, self.choice.nodes
        )
    }
}
