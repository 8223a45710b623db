//! A search written down node by node.

use std::sync::Arc;

use poda_catalog::{NodeKind, SearchTree, TreeNode};
use poda_core::{Score, text};
use pyo3::{exceptions::PyIndexError, prelude::*};

use crate::{
    error::bad_spec,
    numbers::{to_number, to_text},
    player::PyBot,
    speak::chosen,
    state::PyState,
    watch::{Trouble, detached},
};

/// Searches a state and writes the tree down.
#[pyfunction]
#[pyo3(signature = (state, player, *, nodes = 200_000))]
pub(crate) fn trace(
    py: Python<'_>,
    state: &Bound<'_, PyState>,
    player: &Bound<'_, PyAny>,
    nodes: usize,
) -> PyResult<PyTree> {
    let bot = PyBot::of(player)?;
    let root = state.get();
    let trouble = Trouble::default();
    let (engine, own) = bot.get().engine(&root.game, &trouble)?;
    let (game, searched) = (Arc::clone(&root.game), Arc::clone(root.state()));
    let tree = detached(py, &trouble, None, |watch| {
        game.search_tree(&engine, own.as_ref(), searched.as_ref(), nodes, watch)
    })?;
    let tree: Arc<dyn SearchTree> = Arc::from(tree.map_err(|error| bad_spec(&error))?);
    Ok(PyTree { tree, root: state.clone().unbind(), engine: engine.to_string(), scale: bot.get().scale() })
}

/// The tree of a search that was made: of the last depth, with every node that was entered and every move that was pruned.
#[pyclass(frozen, name = "Tree", module = "poda")]
pub(crate) struct PyTree {
    tree: Arc<dyn SearchTree>,
    root: Py<PyState>,
    engine: String,
    scale: f64,
}

impl PyTree {
    fn see(&self, node: TreeNode) -> PyNode {
        PyNode { tree: Arc::clone(&self.tree), node, scale: self.scale }
    }
}

#[pymethods]
impl PyTree {
    /// The state that was searched.
    #[getter]
    fn state(&self, py: Python<'_>) -> Py<PyState> {
        self.root.clone_ref(py)
    }

    /// The engine with all its options.
    #[getter]
    fn engine(&self) -> &str {
        &self.engine
    }

    /// The chosen move.
    #[getter]
    fn r#move(&self) -> String {
        self.tree.summary().best.clone()
    }

    /// Its value for the side to move.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.tree.summary().score.map(|score| to_number(score, self.scale))
    }

    /// The completed depth.
    #[getter]
    fn depth(&self) -> u32 {
        self.tree.summary().depth
    }

    /// Positions entered, at all depths.
    #[getter]
    fn nodes(&self) -> u64 {
        self.tree.summary().nodes
    }

    /// Those at the end of a branch.
    #[getter]
    fn leaves(&self) -> u64 {
        self.tree.summary().leaves
    }

    /// Whether all nodes of the last depth were recorded.
    #[getter]
    fn whole(&self) -> bool {
        self.tree.summary().is_whole
    }

    /// The root.
    #[getter]
    fn root(&self) -> PyResult<PyNode> {
        self.node(0)
    }

    /// A node by its number: they are numbered in the order in which they were entered.
    fn node(&self, number: u32) -> PyResult<PyNode> {
        self.tree.node(number).map(|node| self.see(node)).ok_or_else(|| {
            PyIndexError::new_err(text!(
                chosen(),
                "there is no node {number}, only 0 to {last}",
                "no hay un nodo {number}, solo de 0 a {last}",
                number,
                last = self.tree.summary().recorded.saturating_sub(1)
            ))
        })
    }

    fn __len__(&self) -> usize {
        self.tree.summary().recorded as usize
    }

    /// Steps through the search in a notebook.
    #[pyo3(signature = (*, steps = 2000))]
    fn show<'py>(slf: &Bound<'py, Self>, steps: usize) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("poda._widgets")?.call_method1("tree_widget", (slf, steps))
    }

    fn __repr__(&self) -> String {
        let summary = self.tree.summary();
        format!(
            "<poda.Tree {} move={:?} depth={} nodes={} recorded={}>",
            self.engine, summary.best, summary.depth, summary.nodes, summary.recorded
        )
    }
}

/// A node of a search, and the move that leads to it. Scores and windows are the root player's.
#[pyclass(frozen, name = "Node", module = "poda")]
pub(crate) struct PyNode {
    tree: Arc<dyn SearchTree>,
    node: TreeNode,
    scale: f64,
}

impl PyNode {
    fn number_of(&self, score: Score) -> f64 {
        to_number(score, self.scale)
    }
}

#[pymethods]
impl PyNode {
    /// Its number; None if it was pruned.
    #[getter]
    fn number(&self) -> Option<u32> {
        self.node.node
    }

    /// The move that leads to it; empty at the root.
    #[getter]
    fn r#move(&self) -> &str {
        &self.node.mv
    }

    /// The moves from the root; None if it was pruned.
    #[getter]
    fn path(&self) -> Option<Vec<String>> {
        self.node.node.map(|node| self.tree.path(node))
    }

    /// Who decides there: 1 or 2.
    #[getter]
    fn side(&self) -> u8 {
        self.node.side.number()
    }

    /// Whether the move that leads to it kept the turn.
    #[getter]
    fn keeps_turn(&self) -> bool {
        self.node.keeps_turn
    }

    /// Whether the root's player decides there.
    #[getter]
    fn maximizes(&self) -> bool {
        self.node.maximizes
    }

    /// The window as it was passed: (alpha, beta); -inf and inf where it is open. None if it was pruned.
    #[getter]
    fn window(&self) -> Option<(f64, f64)> {
        self.node.node?;
        let end = |end: Option<Score>, open: f64| end.map_or(open, |score| self.number_of(score));
        Some((end(self.node.alpha, f64::NEG_INFINITY), end(self.node.beta, f64::INFINITY)))
    }

    /// What came back; None if it was pruned or is unfinished.
    #[getter]
    fn score(&self) -> Option<f64> {
        self.node.score.map(|score| self.number_of(score))
    }

    /// The same in words: "win 5", "+0.25".
    #[getter]
    fn text(&self) -> Option<String> {
        self.node.score.map(|score| to_text(score, self.scale))
    }

    /// How the score stands to the true value: "=", ">=" or "<=".
    #[getter]
    fn bound(&self) -> &'static str {
        self.node.bound.sign()
    }

    /// What became of it: "expanded", "cutoff", "leaf", "terminal", "table", "unfinished" or "pruned".
    #[getter]
    fn kind(&self) -> &'static str {
        self.node.kind.word()
    }

    /// The same in a sentence: why it was not looked into further.
    #[getter]
    fn reason(&self) -> &'static str {
        let (english, spanish) = match self.node.kind {
            NodeKind::Pruned => ("an earlier move closed the window", "una jugada anterior cerró la ventana"),
            NodeKind::Expanded => ("all its moves were searched", "se buscaron todas sus jugadas"),
            NodeKind::CutOff => (
                "a move closed the window: the others were pruned",
                "una jugada cerró la ventana: las demás se podaron",
            ),
            NodeKind::Leaf => {
                ("the last depth: the evaluator's value", "la última profundidad: el valor de la heurística")
            }
            NodeKind::Terminal => ("the game is over", "la partida ha terminado"),
            NodeKind::TableHit => ("the table knew the answer", "la tabla sabía la respuesta"),
            NodeKind::Unfinished => ("the search was stopped", "la búsqueda se detuvo"),
        };
        chosen().pick(english, spanish)
    }

    /// Whether the same move was searched before, with a null window.
    #[getter]
    fn research(&self) -> bool {
        self.node.research
    }

    /// Nodes entered here and below.
    #[getter]
    fn size(&self) -> u32 {
        self.node.size
    }

    /// What was done with each move: those that were searched, in that order, then those that were pruned.
    #[getter]
    fn children(&self) -> Vec<PyNode> {
        let Some(node) = self.node.node else { return Vec::new() };
        let see = |node| PyNode { tree: Arc::clone(&self.tree), node, scale: self.scale };
        self.tree.children(node).into_iter().map(see).collect()
    }

    fn __repr__(&self) -> String {
        let score = self.text().map_or_else(String::new, |text| format!(" {}{text}", self.bound()));
        format!("<poda.Node {:?} {}{score}>", self.node.mv, self.kind())
    }
}
