//! Many games at once in numpy arrays. The arrays' memory belongs to the batch, which fills it in place; numpy looks at it through
//! the array interface, and keeps the batch alive as long as it looks.

use std::sync::{Mutex, MutexGuard, PoisonError};

use poda_catalog::{AnyBatch, BatchArrays, BatchError, BatchOptions};
use pyo3::{exceptions::PyIndexError, prelude::*, types::PyDict};

use crate::{
    error::{MoveError, SpecError},
    evaluator::game_of,
    speak::say,
};

/// Thousands of games of one kind, stepped at once: what `poda.vector` is made of.
#[pyclass(frozen, name = "Batch", module = "poda._native")]
pub(crate) struct PyBatch {
    inner: Mutex<VectorArrays>,
}

/// The games and their arrays, none of which ever moves or changes its length: numpy knows where they are. The interpreter's lock
/// is held while they are filled, so that nobody reads them half-written.
struct VectorArrays {
    batch: Box<dyn AnyBatch>,
    spec: String,
    actions: Box<[i64]>,
    planes: Box<[u8]>,
    mask: Box<[u8]>,
    side: Box<[i8]>,
    rewards: Box<[f32]>,
    done: Box<[u8]>,
    cut: Box<[u8]>,
}

impl VectorArrays {
    fn split(&mut self) -> (&mut dyn AnyBatch, &mut [i64], BatchArrays<'_>) {
        let Self { batch, actions, planes, mask, side, rewards, done, cut, .. } = self;
        (batch.as_mut(), actions, BatchArrays { planes, mask, side, rewards, done, cut })
    }
}

fn zeros<T: Clone + Default>(count: usize) -> Box<[T]> {
    vec![T::default(); count].into_boxed_slice()
}

fn refused(error: &BatchError) -> PyErr {
    match error {
        BatchError::Illegal { .. } => MoveError::new_err(say(error)),
        BatchError::Option { .. } | BatchError::Length { .. } => SpecError::new_err(say(error)),
    }
}

impl PyBatch {
    fn inner(&self) -> MutexGuard<'_, VectorArrays> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl PyBatch {
    #[new]
    #[pyo3(signature = (game, games, seed = 0, *, opening = 0, max_plies = 1000, auto_reset = true))]
    fn new(
        game: &Bound<'_, PyAny>,
        games: usize,
        seed: u64,
        opening: u32,
        max_plies: u32,
        auto_reset: bool,
    ) -> PyResult<Self> {
        let game = game_of(game)?;
        let options = BatchOptions { games, seed, opening, max_plies, auto_reset };
        let batch = game.batch(options).map_err(|error| refused(&error))?;
        let observation: usize = batch.observation().iter().product();
        let mut inner = VectorArrays {
            spec: game.spec().to_owned(),
            actions: zeros(games),
            planes: zeros(games * observation),
            mask: zeros(games * batch.actions()),
            side: zeros(games),
            rewards: zeros(2 * games),
            done: zeros(games),
            cut: zeros(games),
            batch,
        };
        let (batch, _, mut arrays) = inner.split();
        batch.reset(None, &mut arrays).map_err(|error| refused(&error))?;
        Ok(Self { inner: Mutex::new(inner) })
    }

    /// The spec of the game.
    #[getter]
    fn spec(&self) -> String {
        self.inner().spec.clone()
    }

    /// How many games there are.
    #[getter]
    fn games(&self) -> usize {
        self.inner().batch.games()
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.inner().batch.actions()
    }

    /// Planes, rows and columns of an observation.
    #[getter]
    fn observation(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.inner().batch.observation();
        (planes, rows, columns)
    }

    /// Where an array is, what it holds and which shape it has: numpy's array interface.
    fn interface<'py>(&self, py: Python<'py>, array: &str) -> PyResult<Bound<'py, PyDict>> {
        let mut inner = self.inner();
        let games = inner.batch.games();
        let [planes, rows, columns] = inner.batch.observation();
        let actions = inner.batch.actions();
        // Numpy writes there too, if its user does: the pointers are exposed for that.
        let (kind, shape, address) = match array {
            "actions" => ("<i8", vec![games], inner.actions.as_mut_ptr().expose_provenance()),
            "planes" => {
                ("|u1", vec![games, planes, rows, columns], inner.planes.as_mut_ptr().expose_provenance())
            }
            "mask" => ("|b1", vec![games, actions], inner.mask.as_mut_ptr().expose_provenance()),
            "side" => ("|i1", vec![games], inner.side.as_mut_ptr().expose_provenance()),
            "rewards" => ("<f4", vec![games, 2], inner.rewards.as_mut_ptr().expose_provenance()),
            "done" => ("|b1", vec![games], inner.done.as_mut_ptr().expose_provenance()),
            "cut" => ("|b1", vec![games], inner.cut.as_mut_ptr().expose_provenance()),
            _ => return Err(SpecError::new_err(format!("{array:?}"))),
        };
        let interface = PyDict::new(py);
        interface.set_item("version", 3)?;
        interface.set_item("typestr", kind)?;
        interface.set_item("shape", pyo3::types::PyTuple::new(py, shape)?)?;
        interface.set_item("data", (address, false))?;
        Ok(interface)
    }

    /// Begins every game anew, with another seed if one is given.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, seed: Option<u64>) -> PyResult<()> {
        let mut inner = self.inner();
        let (batch, _, mut arrays) = inner.split();
        batch.reset(seed, &mut arrays).map_err(|error| refused(&error))
    }

    /// Plays what stands in the array of actions.
    fn step(&self) -> PyResult<()> {
        let mut inner = self.inner();
        let (batch, actions, mut arrays) = inner.split();
        batch.step(actions, &mut arrays).map_err(|error| refused(&error))
    }

    /// Fills the array of actions with legal ones, each as likely.
    fn sample(&self) -> PyResult<()> {
        let mut inner = self.inner();
        let (batch, actions, _) = inner.split();
        batch.sample(actions).map_err(|error| refused(&error))
    }

    /// The position line of a game.
    fn position(&self, game: usize) -> PyResult<String> {
        let inner = self.inner();
        inner.batch.position(game).ok_or_else(|| PyIndexError::new_err(game))
    }
}
