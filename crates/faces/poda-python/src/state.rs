//! A state: immutable, with the moves that led to it where they are known.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
};

use poda_agent::{AnyState, GameLine, GameSession};
use poda_catalog::AnyGame;
use poda_core::{Outcome, Side};
use pyo3::{
    IntoPyObjectExt,
    basic::CompareOp,
    exceptions::{PyImportError, PyOverflowError},
    prelude::*,
    sync::PyOnceLock,
    types::{PyBytes, PyTuple},
};

use crate::{
    error::{MoveError, bad_move, bad_type, shown},
    evaluator::side_of,
    game::PyGame,
    speak::chosen,
};

/// A position of a game. It never changes: `play` gives another one.
#[pyclass(frozen, name = "State", module = "poda")]
pub(crate) struct PyState {
    pub(crate) game: Arc<dyn AnyGame>,
    known: KnownState,
}

/// A state with or without the moves that led to it.
enum KnownState {
    /// With the whole game.
    Session(Arc<GameSession>),
    /// Inside of searches, which know positions only.
    Alone(Arc<dyn AnyState>),
}

impl PyState {
    /// The current state of a game.
    pub(crate) fn of(game: Arc<dyn AnyGame>, session: GameSession) -> Self {
        Self { game, known: KnownState::Session(Arc::new(session)) }
    }

    /// A state of which only the position is known.
    pub(crate) fn alone(game: Arc<dyn AnyGame>, state: Arc<dyn AnyState>) -> Self {
        Self { game, known: KnownState::Alone(state) }
    }

    pub(crate) fn state(&self) -> &Arc<dyn AnyState> {
        match &self.known {
            KnownState::Session(session) => session.state(),
            KnownState::Alone(state) => state,
        }
    }

    /// The game that led here, or one that starts here.
    pub(crate) fn session(&self) -> Arc<GameSession> {
        match &self.known {
            KnownState::Session(session) => Arc::clone(session),
            KnownState::Alone(state) => Arc::new(GameSession::from_position(Arc::clone(state))),
        }
    }

    /// The game that led here, in texts.
    pub(crate) fn line(&self) -> GameLine {
        self.session().line().clone()
    }

    fn after<'a>(&self, moves: impl IntoIterator<Item = &'a str>) -> PyResult<Self> {
        let mut session = GameSession::clone(&self.session());
        for text in moves {
            session.play(text).map_err(|error| bad_move(&error))?;
        }
        Ok(Self::of(Arc::clone(&self.game), session))
    }
}

/// Small signed numbers as the bytes that they are in memory.
fn bytes_of(numbers: &[i8]) -> Vec<u8> {
    numbers.iter().map(|number| number.cast_unsigned()).collect()
}

/// Numbers as a numpy array that cannot be changed.
fn array<'py>(py: Python<'py>, bytes: &[u8], kind: &str, shape: &[usize]) -> PyResult<Bound<'py, PyAny>> {
    static FROM_BUFFER: PyOnceLock<Py<PyAny>> = PyOnceLock::new();
    let from_buffer = FROM_BUFFER
        .get_or_try_init(py, || PyResult::Ok(py.import("numpy")?.getattr("frombuffer")?.unbind()))
        .map_err(|error| {
            let why = poda_core::text!(
                chosen(),
                "boards as arrays take numpy: pip install numpy",
                "los tableros como matrices necesitan numpy: pip install numpy"
            );
            let missing = PyImportError::new_err(why);
            missing.set_cause(py, Some(error));
            missing
        })?;
    let flat = from_buffer.bind(py).call1((PyBytes::new(py, bytes), kind))?;
    flat.call_method1("reshape", PyTuple::new(py, shape)?)
}

/// What pickle keeps of an object: the function that makes it again, and its arguments.
pub(crate) type Pickled<'py, T> = (Bound<'py, PyAny>, T);

/// A game, where it starts, and the moves since.
type LineParts = (String, Option<String>, Vec<String>);

/// 1 or 2 for the winner, 0 for a draw.
pub(crate) fn result_number(outcome: Outcome) -> u8 {
    outcome.winner().map_or(0, Side::number)
}

#[pymethods]
impl PyState {
    /// Plays moves: one text such as "44", cut as the game does it, or several texts.
    #[pyo3(signature = (*moves))]
    fn play(&self, moves: &Bound<'_, PyTuple>) -> PyResult<Self> {
        let mut texts = Vec::new();
        for given in moves {
            let text: String = given.extract().map_err(|_| {
                bad_type(poda_core::text!(
                    chosen(),
                    "a move is a text, not {given}",
                    "una jugada es un texto, no {given}",
                    given = shown(&given)
                ))
            })?;
            texts.extend(self.game.line(None, &text).moves);
        }
        self.after(texts.iter().map(String::as_str))
    }

    /// The game with its options.
    #[getter]
    fn game(&self) -> PyGame {
        PyGame { game: Arc::clone(&self.game) }
    }

    /// The moves that can be played, in the order of the rules.
    #[getter]
    fn legal(&self) -> Vec<String> {
        self.state().legal()
    }

    /// Who decides next: 1 or 2.
    #[getter]
    fn side(&self) -> u8 {
        self.state().to_move().number()
    }

    /// None while the game runs; then 1 or 2 for the winner, 0 for a draw.
    #[getter]
    fn result(&self) -> Option<u8> {
        self.state().outcome().map(result_number)
    }

    /// Whether the game is over.
    #[getter]
    fn over(&self) -> bool {
        self.state().outcome().is_some()
    }

    /// The position line: the whole state as text. `game.state(line)` reads it.
    #[getter]
    fn position(&self) -> String {
        self.state().position()
    }

    /// The moves since the start, as far as they are known.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line().moves
    }

    /// The position line that the moves start from; None for the game's own start.
    #[getter]
    fn start(&self) -> Option<String> {
        self.line().start
    }

    /// The board as a read-only numpy array of int8, the top row first: 0 for nothing, 1 and 2 for the players' stones. What else a
    /// game has is told in the manual. Needs numpy.
    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        array(py, &bytes_of(&self.state().cells()), "int8", &self.state().encoding().board)
    }

    /// What a program that learns sees, from the view of a side (whose turn it is, if none is given): a read-only numpy array of
    /// uint8 with a plane for each of `game.planes`. Needs numpy.
    #[pyo3(signature = (side = None))]
    fn planes<'py>(&self, py: Python<'py>, side: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let viewer = side.map_or(Ok(self.state().to_move()), side_of)?;
        array(py, &self.state().planes(viewer), "uint8", &self.state().encoding().observation())
    }

    /// The indices of the legal moves among all `game.actions`, in the order of `legal`.
    #[getter]
    fn actions(&self) -> Vec<usize> {
        self.state().legal_actions()
    }

    /// The move that is an action; an error if it is not legal here.
    fn move_of(&self, action: &Bound<'_, PyAny>) -> PyResult<String> {
        let found = match action.extract::<usize>() {
            Ok(action) => self.state().move_of_action(action),
            // A number that is too small or too large is no action; what is no number is something else.
            Err(error) if error.is_instance_of::<PyOverflowError>(action.py()) => None,
            Err(error) => return Err(error),
        };
        found.ok_or_else(|| {
            MoveError::new_err(poda_core::text!(
                chosen(),
                "action {action} is not legal here",
                "la acción {action} no es legal aquí",
                action = shown(action)
            ))
        })
    }

    /// The position for screens, as JSON: what the page draws.
    fn scene(&self) -> PyResult<String> {
        serde_json::to_string(&self.state().scene(chosen())).map_err(|error| bad_type(error.to_string()))
    }

    fn __str__(&self) -> String {
        self.state().text_board(chosen()).plain()
    }

    fn __repr__(&self) -> String {
        format!("<poda.State {} {:?}>", self.game.spec(), self.state().position())
    }

    fn _repr_svg_(slf: &Bound<'_, Self>) -> PyResult<String> {
        slf.py().import("poda._svg")?.call_method1("draw", (slf,))?.extract()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.spec(), self.state().key()).hash(&mut hasher);
        hasher.finish()
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp) -> PyResult<Py<PyAny>> {
        let py = other.py();
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let other = other.get();
        let equal = self.game.spec() == other.game.spec() && self.state().equals(other.state().as_ref());
        match op {
            CompareOp::Eq => equal.into_py_any(py),
            CompareOp::Ne => (!equal).into_py_any(py),
            _ => Ok(py.NotImplemented()),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, LineParts>> {
        let restore = py.import("poda._native")?.getattr("restore_state")?;
        let GameLine { game, start, moves } = self.line();
        Ok((restore, (game, start, moves)))
    }
}
