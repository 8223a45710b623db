//! Thousands of games stepped at once, into arrays that numpy sees without a copy.

use std::sync::{Mutex, MutexGuard, PoisonError};

use poda_batch::{AnyBatch, BatchArrays, BatchError, BatchOptions};
use poda_core::text;
use pyo3::{
    prelude::*,
    types::{PyBytes, PyDict, PyTuple},
};

use crate::{
    error::{SpecError, bad_type},
    evaluator::game_of,
    speak::{chosen, say},
};

/// Games that are stepped together.
#[pyclass(frozen, name = "Batch", module = "poda")]
pub(crate) struct PyBatch {
    games: usize,
    actions: usize,
    observation: [usize; 3],
    inner: Mutex<Inner>,
}

/// The games, and the arrays that show them. The arrays never grow: numpy knows their addresses.
struct Inner {
    batch: Box<dyn AnyBatch>,
    planes: Vec<u8>,
    mask: Vec<u8>,
    side: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut: Vec<u8>,
}

impl Inner {
    fn work(
        &mut self,
        work: impl FnOnce(&mut dyn AnyBatch, &mut BatchArrays<'_>) -> Result<(), BatchError>,
    ) -> PyResult<()> {
        let mut arrays = BatchArrays {
            planes: &mut self.planes,
            mask: &mut self.mask,
            side: &mut self.side,
            rewards: &mut self.rewards,
            done: &mut self.done,
            cut: &mut self.cut,
        };
        work(self.batch.as_mut(), &mut arrays).map_err(|error| refused(&error))
    }
}

fn refused(error: &BatchError) -> PyErr {
    SpecError::new_err(say(error))
}

impl PyBatch {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One of the arrays, as numpy reads it.
    fn view(
        slf: &Bound<'_, Self>,
        kind: &'static str,
        shape: Vec<usize>,
        address: impl FnOnce(&Inner) -> usize,
    ) -> PyBatchArray {
        let address = address(&slf.get().lock());
        PyBatchArray { owner: slf.clone().unbind(), address, kind, shape }
    }
}

#[pymethods]
impl PyBatch {
    /// So many games of a kind. Each begins with up to `opening` random moves, and is cut after `max_plies` decisions. With
    /// `auto_reset` a game that has ended begins anew in the same step; without it stands still.
    #[new]
    #[pyo3(signature = (game, games, *, seed = 0, opening = 0, max_plies = 1000, auto_reset = true))]
    fn new(
        game: &Bound<'_, PyAny>,
        games: usize,
        seed: u64,
        opening: u32,
        max_plies: u32,
        auto_reset: bool,
    ) -> PyResult<Self> {
        let options = BatchOptions { games, seed, opening, max_plies, auto_reset };
        let batch = game_of(game)?.batch(options).map_err(|error| refused(&error))?;
        let (actions, observation) = (batch.actions(), batch.observation());
        let mut inner = Inner {
            planes: vec![0; games * observation.iter().product::<usize>()],
            mask: vec![0; games * actions],
            side: vec![0; games],
            rewards: vec![0.0; 2 * games],
            done: vec![0; games],
            cut: vec![0; games],
            batch,
        };
        inner.work(|batch, arrays| batch.reset(None, arrays))?;
        Ok(Self { games, actions, observation, inner: Mutex::new(inner) })
    }

    /// How many games.
    #[getter]
    fn games(&self) -> usize {
        self.games
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.actions
    }

    /// Planes, rows and columns of what is seen of one game.
    #[getter]
    fn observation(&self) -> (usize, usize, usize) {
        let [planes, rows, columns] = self.observation;
        (planes, rows, columns)
    }

    /// The planes, seen by the side to move: uint8, games x planes x rows x columns.
    #[getter]
    fn planes(slf: &Bound<'_, Self>) -> PyBatchArray {
        let batch = slf.get();
        let [planes, rows, columns] = batch.observation;
        let shape = vec![batch.games, planes, rows, columns];
        Self::view(slf, "|u1", shape, |inner| inner.planes.as_ptr() as usize)
    }

    /// 1 for every legal action: uint8, games x actions.
    #[getter]
    fn mask(slf: &Bound<'_, Self>) -> PyBatchArray {
        let shape = vec![slf.get().games, slf.get().actions];
        Self::view(slf, "|u1", shape, |inner| inner.mask.as_ptr() as usize)
    }

    /// The player who decides next, 1 or 2: int8.
    #[getter]
    fn side(slf: &Bound<'_, Self>) -> PyBatchArray {
        Self::view(slf, "|i1", vec![slf.get().games], |inner| inner.side.as_ptr() as usize)
    }

    /// What the last step brought to player 1 and to player 2: float32, games x 2.
    #[getter]
    fn rewards(slf: &Bound<'_, Self>) -> PyBatchArray {
        let kind = if cfg!(target_endian = "little") { "<f4" } else { ">f4" };
        Self::view(slf, kind, vec![slf.get().games, 2], |inner| inner.rewards.as_ptr() as usize)
    }

    /// 1 if the game has ended by its rules in the last step: uint8.
    #[getter]
    fn done(slf: &Bound<'_, Self>) -> PyBatchArray {
        Self::view(slf, "|u1", vec![slf.get().games], |inner| inner.done.as_ptr() as usize)
    }

    /// 1 if the game was cut in the last step, because it was too long: uint8.
    #[getter]
    fn cut(slf: &Bound<'_, Self>) -> PyBatchArray {
        Self::view(slf, "|u1", vec![slf.get().games], |inner| inner.cut.as_ptr() as usize)
    }

    /// Begins every game anew, with another seed if one is given.
    #[pyo3(signature = (seed = None))]
    fn reset(&self, seed: Option<u64>) -> PyResult<()> {
        self.lock().work(|batch, arrays| batch.reset(seed, arrays))
    }

    /// Plays an action in every game: the bytes of an array of int64.
    fn step(&self, actions: &[u8]) -> PyResult<()> {
        let (numbers, rest) = actions.as_chunks::<8>();
        if !rest.is_empty() {
            return Err(bad_type(text!(
                chosen(),
                "actions are whole numbers of 8 bytes, not {bytes} bytes",
                "las acciones son enteros de 8 bytes, no {bytes} bytes",
                bytes = actions.len()
            )));
        }
        let actions: Vec<i64> = numbers.iter().map(|bytes| i64::from_ne_bytes(*bytes)).collect();
        self.lock().work(|batch, arrays| batch.step(&actions, arrays))
    }

    /// A legal action for every game, each as likely: the bytes of an array of int64, with -1 where a game stands still.
    fn sample<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let mut actions = vec![0; self.games];
        self.lock().batch.sample(&mut actions).map_err(|error| refused(&error))?;
        PyBytes::new_with(py, 8 * actions.len(), |bytes| {
            for (place, action) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(&actions) {
                *place = action.to_ne_bytes();
            }
            Ok(())
        })
    }

    /// The position line of one of the games.
    fn position(&self, game: usize) -> PyResult<String> {
        self.lock().batch.position(game).ok_or_else(|| {
            pyo3::exceptions::PyIndexError::new_err(text!(
                chosen(),
                "there is no game {game}, only 0 to {last}",
                "no hay una partida {game}, solo de 0 a {last}",
                game,
                last = self.games - 1
            ))
        })
    }
}

/// One of a batch's arrays: `numpy.asarray` makes a read-only view of it, which changes with every step.
#[pyclass(frozen, name = "BatchArray", module = "poda")]
pub(crate) struct PyBatchArray {
    /// Keeps the memory.
    #[allow(dead_code)] // Only held.
    owner: Py<PyBatch>,
    address: usize,
    kind: &'static str,
    shape: Vec<usize>,
}

#[pymethods]
impl PyBatchArray {
    /// Where the numbers are and what they are, as numpy wants to know it.
    #[getter]
    fn __array_interface__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let told = PyDict::new(py);
        told.set_item("version", 3)?;
        told.set_item("typestr", self.kind)?;
        told.set_item("shape", PyTuple::new(py, &self.shape)?)?;
        told.set_item("data", (self.address, true))?;
        Ok(told)
    }
}
