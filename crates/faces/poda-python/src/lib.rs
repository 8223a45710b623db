//! The lab as a Python module: `import poda`.
//!
//! This crate is one more side right of the boundary, like the command line. Everything that Python sees is a frozen class around
//! the plain data of other crates; no rule, search or statistic is made here. The package in `python/` gives these classes
//! their names, and draws.
//!
//! * Nothing holds the interpreter while it searches: `watch` lets go of it, looks for Ctrl-C a few times a second, and brings
//!   back what went wrong inside a search.
//! * `evaluator` lets Python functions evaluate leaves, `player` lets them choose moves.
//! * Every refusal is an exception of `poda._errors` with the text that was refused.

mod contest;
mod error;
mod evaluator;
mod examine;
mod game;
mod numbers;
mod player;
mod review;
mod search;
mod solve;
mod speak;
mod state;
mod trace;
mod vector;
mod watch;

use pyo3::prelude::*;

/// The native half of the package `poda`.
#[pymodule(name = "_native")]
fn native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<game::PyGame>()?;
    module.add_class::<state::PyState>()?;
    module.add_class::<evaluator::PyLinear>()?;
    module.add_class::<player::PyBot>()?;
    module.add_class::<search::PyFound>()?;
    module.add_class::<trace::PyTree>()?;
    module.add_class::<trace::PyNode>()?;
    module.add_class::<solve::PySolution>()?;
    module.add_class::<solve::PyMoveValue>()?;
    module.add_class::<contest::PyMatch>()?;
    module.add_class::<contest::PyPlayedGame>()?;
    module.add_class::<examine::PyExamination>()?;
    module.add_class::<examine::PyExaminedPhase>()?;
    module.add_class::<examine::PyMistake>()?;
    module.add_function(wrap_pyfunction!(examine::examine, module)?)?;
    module.add_class::<vector::PyBatch>()?;
    module.add_function(wrap_pyfunction!(game::open_game, module)?)?;
    module.add_function(wrap_pyfunction!(game::restore_state, module)?)?;
    module.add_function(wrap_pyfunction!(game::catalog, module)?)?;
    module.add_function(wrap_pyfunction!(speak::set_language, module)?)?;
    module.add_function(wrap_pyfunction!(speak::language, module)?)?;
    module.add_function(wrap_pyfunction!(trace::trace, module)?)?;
    module.add_function(wrap_pyfunction!(solve::solve, module)?)?;
    module.add_function(wrap_pyfunction!(contest::play_match, module)?)?;
    module.add_function(wrap_pyfunction!(review::review, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))
}
