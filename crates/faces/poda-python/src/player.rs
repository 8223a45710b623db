//! Players: engines with the catalog's evaluators or with one's own, and Python functions.

use std::sync::{Arc, Mutex, PoisonError};

use poda_agent::{Agent, AgentError, Choice, GameSession, ThinkingLimits};
use poda_bots::Bot;
use poda_catalog::{AnyGame, ENGINES, EngineSpec, OwnEvaluator, SpecError as CatalogError};
use poda_core::{Message, MoveScore, SearchObserver, Text, Translate, text};
use pyo3::{exceptions::PyException, prelude::*};

use crate::{
    error::{Culprit, SpecError, at_state, bad_spec, bad_type, failed, shown},
    evaluator::{AskedFunction, PyLinear, check_scale},
    numbers::SCALE,
    search::PyFound,
    speak::chosen,
    state::{Pickled, PyState},
    watch::{SearchWatch, Trouble, detached, seconds},
};

/// Whoever plays. It knows no game: every state is one of its own.
#[pyclass(frozen, name = "Bot", module = "poda")]
pub(crate) struct PyBot {
    kind: PlayerKind,
    name: String,
    scale: f64,
    /// The agent of the last search, for the next one of the same game.
    kept: Mutex<Option<LastAgent>>,
}

struct LastAgent {
    game: String,
    agent: Box<dyn Agent>,
    trouble: Trouble,
}

enum PlayerKind {
    /// A player of the catalog, by its spec.
    Spec(String),
    /// An engine that asks a Python function.
    Function { engine: EngineSpec, evaluator: Py<PyAny> },
    /// An engine that asks a weighted sum.
    Linear { engine: EngineSpec, evaluator: Py<PyLinear> },
    /// A Python function that chooses moves.
    Player(Py<PyAny>),
}

/// What makes a bot again: player, evaluator, scale and name.
type BotParts = (Py<PyAny>, Option<Py<PyAny>>, f64, String);

/// What becomes of a game whose Python function does something wrong.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Errors {
    /// Everything ends, and the exception is raised.
    Raise,
    /// Its player loses the game.
    Lose,
}

impl Errors {
    /// `raise` or `lose`.
    pub(crate) fn read(text: &str) -> PyResult<Self> {
        match text {
            "raise" => Ok(Self::Raise),
            "lose" => Ok(Self::Lose),
            _ => Err(SpecError::new_err(text!(
                chosen(),
                "errors is 'raise' or 'lose', not {text:?}",
                "errors es 'raise' o 'lose', no {text:?}",
                text
            ))),
        }
    }
}

impl PyBot {
    fn new(kind: PlayerKind, name: String, scale: f64) -> Self {
        Self { kind, name, scale, kept: Mutex::default() }
    }

    /// A player that was given as such, by its spec, or as a function.
    pub(crate) fn of<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, Self>> {
        if let Ok(bot) = given.cast::<Self>() {
            return Ok(bot.clone());
        }
        Bound::new(given.py(), Self::make(given, None, SCALE, None)?)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// In what units its scores are.
    pub(crate) fn scale(&self) -> f64 {
        match &self.kind {
            PlayerKind::Spec(_) => 1.0,
            PlayerKind::Linear { evaluator, .. } => evaluator.get().scale,
            PlayerKind::Function { .. } | PlayerKind::Player(_) => self.scale,
        }
    }

    /// The engine and the evaluator of its own, for a search that is written down.
    pub(crate) fn engine(
        &self,
        game: &Arc<dyn AnyGame>,
        trouble: &Trouble,
    ) -> PyResult<(EngineSpec, Option<OwnEvaluator>)> {
        match &self.kind {
            PlayerKind::Spec(spec) => {
                Ok((poda_catalog::player_spec(game.as_ref(), spec).map_err(|error| bad_spec(&error))?, None))
            }
            PlayerKind::Function { engine, .. } | PlayerKind::Linear { engine, .. } => {
                self.check_parts(game).map_err(|error| bad_spec(&error))?;
                Ok((engine.clone(), self.own_evaluator(game, trouble)))
            }
            PlayerKind::Player(_) => Err(SpecError::new_err(text!(
                chosen(),
                "{name} is a function: it has no search to show",
                "{name} es una función: no tiene una búsqueda que mostrar",
                name = self.name
            ))),
        }
    }

    /// Weights for what the evaluators of one game look at say nothing about another one, unless it has the same parts.
    fn check_parts(&self, game: &Arc<dyn AnyGame>) -> Result<(), CatalogError> {
        let PlayerKind::Linear { evaluator, .. } = &self.kind else { return Ok(()) };
        let known = game.parts();
        match evaluator.get().parts.parts().iter().find(|(part, _)| !known.contains(part)) {
            None => Ok(()),
            Some((part, _)) => Err(CatalogError::UnknownEvaluator {
                game: game.spec().to_owned(),
                name: part.full_name(),
                suggestion: None,
                known: game.evaluators().iter().map(|evaluator| evaluator.name).collect(),
            }),
        }
    }

    fn own_evaluator(&self, game: &Arc<dyn AnyGame>, trouble: &Trouble) -> Option<OwnEvaluator> {
        match &self.kind {
            PlayerKind::Spec(_) | PlayerKind::Player(_) => None,
            PlayerKind::Linear { evaluator, .. } => Some(OwnEvaluator::Parts(evaluator.get().parts.clone())),
            PlayerKind::Function { evaluator, .. } => Some(OwnEvaluator::Function(Arc::new(AskedFunction {
                function: Python::attach(|py| evaluator.clone_ref(py)),
                game: Arc::clone(game),
                scale: self.scale,
                trouble: trouble.clone(),
            }))),
        }
    }

    /// The agent that plays a game.
    pub(crate) fn agent(
        &self,
        game: &Arc<dyn AnyGame>,
        trouble: &Trouble,
        errors: Errors,
    ) -> Result<Box<dyn Agent>, CatalogError> {
        let engine = match &self.kind {
            PlayerKind::Spec(spec) => return poda_catalog::agent(game.as_ref(), spec),
            PlayerKind::Player(function) => {
                return Ok(Box::new(FunctionAgent {
                    function: Python::attach(|py| function.clone_ref(py)),
                    game: Arc::clone(game),
                    trouble: trouble.clone(),
                    errors,
                }));
            }
            PlayerKind::Function { engine, .. } | PlayerKind::Linear { engine, .. } => engine,
        };
        self.check_parts(game)?;
        // One that may lose has troubles of its own.
        let own_trouble = if errors == Errors::Lose { Trouble::default() } else { trouble.clone() };
        let agent = game.agent(engine, self.own_evaluator(game, &own_trouble).as_ref())?;
        Ok(match errors {
            Errors::Raise => agent,
            Errors::Lose => Box::new(Forgiven { agent, own: own_trouble, run: trouble.clone() }),
        })
    }

    fn make(
        player: &Bound<'_, PyAny>,
        eval: Option<&Bound<'_, PyAny>>,
        scale: f64,
        name: Option<String>,
    ) -> PyResult<Self> {
        let scale = check_scale(scale)?;
        if let Ok(spec) = player.extract::<String>() {
            return Self::of_spec(spec, eval, scale, name);
        }
        if player.is_callable() && eval.is_none() {
            let own = player.getattr("__name__").and_then(|name| name.extract());
            let name = name.or_else(|| own.ok()).unwrap_or_else(|| "player".to_owned());
            return Ok(Self::new(PlayerKind::Player(player.clone().unbind()), name, scale));
        }
        Err(bad_type(text!(
            chosen(),
            "a player is a text such as 'ninja2', a function of a state, or what poda.alphabeta and the others give, not {player}",
            "un jugador es un texto como 'ninja2', una función de un estado, o lo que dan poda.alphabeta y las demás, no {player}",
            player = shown(player)
        )))
    }

    fn of_spec(
        spec: String,
        eval: Option<&Bound<'_, PyAny>>,
        scale: f64,
        name: Option<String>,
    ) -> PyResult<Self> {
        if Bot::read(&spec, None).is_some() {
            return Err(SpecError::new_err(text!(
                chosen(),
                "{spec:?} is a program: those play in the command line, `poda match`",
                "{spec:?} es un programa: esos juegan en la línea de órdenes, `poda match`",
                spec
            )));
        }
        let Some(eval) = eval else {
            // Built-in players depend on the game; engines do not, and what is wrong with one is said at once.
            if ENGINES.iter().any(|engine| spec.split(':').next() == Some(engine.name)) {
                spec.parse::<EngineSpec>().map_err(|error| bad_spec(&error))?;
            }
            let name = name.unwrap_or_else(|| spec.clone());
            return Ok(Self::new(PlayerKind::Spec(spec), name, scale));
        };
        let engine: EngineSpec = spec.parse().map_err(|error| bad_spec(&error))?;
        if !engine.has_option("eval") {
            return Err(SpecError::new_err(text!(
                chosen(),
                "{engine} does not ask an evaluator",
                "{engine} no pregunta a ninguna heurística",
                engine = engine.name()
            )));
        }
        let own = eval.getattr("__name__").and_then(|name| name.extract::<String>());
        let label = own.unwrap_or_else(|_| "eval".to_owned());
        let name = name.unwrap_or_else(|| format!("{}:{label}", engine.name()));
        if let Ok(linear) = eval.cast::<PyLinear>() {
            let evaluator = linear.clone().unbind();
            return Ok(Self::new(PlayerKind::Linear { engine, evaluator }, name, scale));
        }
        if !eval.is_callable() {
            return Err(bad_type(text!(
                chosen(),
                "an evaluator is a name, a function of a state and a side, or what poda.linear gives, not {eval}",
                "una heurística es un nombre, una función de un estado y un bando, o lo que da poda.linear, no {eval}",
                eval = shown(eval)
            )));
        }
        Ok(Self::new(PlayerKind::Function { engine, evaluator: eval.clone().unbind() }, name, scale))
    }

    /// The agent that was kept, if it plays this game, or a new one. Whoever takes it has it alone.
    fn take(&self, game: &Arc<dyn AnyGame>) -> PyResult<LastAgent> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(kept) = kept.filter(|kept| kept.game == game.spec()) {
            return Ok(kept);
        }
        let trouble = Trouble::default();
        let agent = self.agent(game, &trouble, Errors::Raise).map_err(|error| bad_spec(&error))?;
        Ok(LastAgent { game: game.spec().to_owned(), agent, trouble })
    }
}

#[pymethods]
impl PyBot {
    /// A player: a spec of the catalog, an engine with an evaluator of one's own, or a function that chooses moves.
    #[new]
    #[pyo3(signature = (player, eval = None, *, scale = 1000.0, name = None))]
    fn create(
        player: &Bound<'_, PyAny>,
        eval: Option<&Bound<'_, PyAny>>,
        scale: f64,
        name: Option<String>,
    ) -> PyResult<Self> {
        Self::make(player, eval, scale, name)
    }

    /// Searches a state. Limits that are given replace those of the player.
    #[pyo3(signature = (state, *, depth = None, nodes = None, seconds = None))]
    fn search(
        &self,
        py: Python<'_>,
        state: &PyState,
        depth: Option<u32>,
        nodes: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<PyFound> {
        let time = self::seconds(seconds)?;
        let limits = ThinkingLimits { depth, nodes, time };
        let session = state.session();
        let mut kept = self.take(&state.game)?;
        let trouble = kept.trouble.clone();
        let agent = &mut kept.agent;
        let found =
            detached(py, &trouble, None, |watch: &mut SearchWatch| agent.choose(&session, limits, watch));
        let choice = found?.map_err(|error| failed(&error))?;
        *self.kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(kept);
        Ok(PyFound::new(choice, self.scale()))
    }

    /// What tables call it.
    #[getter(name)]
    fn shown_name(&self) -> &str {
        &self.name
    }

    /// The engine behind it; None if it is a function.
    #[getter]
    fn spec(&self) -> Option<String> {
        match &self.kind {
            PlayerKind::Spec(spec) => Some(spec.clone()),
            PlayerKind::Function { engine, .. } | PlayerKind::Linear { engine, .. } => {
                Some(engine.to_string())
            }
            PlayerKind::Player(_) => None,
        }
    }

    fn __repr__(&self) -> String {
        match self.spec() {
            Some(spec) if spec != self.name => format!("<poda.Bot {} {spec}>", self.name),
            _ => format!("<poda.Bot {}>", self.name),
        }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Pickled<'py, BotParts>> {
        let restore = py.import("poda")?.getattr("_restore_bot")?;
        let text = |text: String| -> PyResult<Py<PyAny>> { Ok(text.into_pyobject(py)?.into_any().unbind()) };
        let (player, eval) = match &self.kind {
            PlayerKind::Spec(spec) => (text(spec.clone())?, None),
            PlayerKind::Function { engine, evaluator } => {
                (text(engine.to_string())?, Some(evaluator.clone_ref(py)))
            }
            PlayerKind::Linear { engine, evaluator } => {
                (text(engine.to_string())?, Some(evaluator.clone_ref(py).into_any()))
            }
            PlayerKind::Player(function) => (function.clone_ref(py), None),
        };
        Ok((restore, (player, eval, self.scale, self.name.clone())))
    }
}

/// A Python function as an agent.
struct FunctionAgent {
    function: Py<PyAny>,
    game: Arc<dyn AnyGame>,
    trouble: Trouble,
    errors: Errors,
}

impl FunctionAgent {
    fn ask(&self, py: Python<'_>, session: &GameSession) -> PyResult<String> {
        let given = Bound::new(py, PyState::of(Arc::clone(&self.game), session.clone()))?;
        let answer = match self.function.bind(py).call1((&given,)) {
            Ok(answer) => answer,
            Err(error) => {
                let why = text!(chosen(), "the player raised {error}", "el jugador lanzó {error}", error);
                return Err(at_state(Culprit::Player, &why, Some(error), given));
            }
        };
        let Ok(text) = answer.extract::<String>() else {
            let why = text!(
                chosen(),
                "the player returned {answer}, not the text of a move",
                "el jugador devolvió {answer}, no el texto de una jugada",
                answer = shown(&answer)
            );
            return Err(at_state(Culprit::Player, &why, None, given));
        };
        match session.state().after(&text) {
            Ok(_) => Ok(text),
            Err(error) => Err(at_state(Culprit::Player, &error.text(chosen()), None, given)),
        }
    }
}

impl Agent for FunctionAgent {
    fn new_game(&mut self, _: u64) {}

    fn choose(
        &mut self,
        session: &GameSession,
        _: ThinkingLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if session.outcome().is_some() {
            return Err(AgentError::GameOver);
        }
        let asked = Python::attach(|py| self.ask(py, session));
        let asked = asked.map_err(|error| fault(error, self.errors, &self.trouble))?;
        Ok(Choice { pv: vec![asked.clone()], mv: asked, nodes: 1, ..Choice::default() })
    }

    fn analyze(
        &mut self,
        _: &GameSession,
        _: ThinkingLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        Err(AgentError::Unable(Text::new(
            "a function chooses moves, and says nothing about the others",
            "una función elige jugadas, y no dice nada de las demás",
        )))
    }
}

/// What an exception means to the game: its player loses, or everything ends. Ctrl-C and its like always end everything.
fn fault(error: PyErr, errors: Errors, trouble: &Trouble) -> AgentError {
    Python::attach(|py| {
        if errors == Errors::Lose && error.is_instance_of::<PyException>(py) {
            return AgentError::Crash(Message::verbatim(error.value(py).to_string()));
        }
        trouble.note(error);
        AgentError::Stopped
    })
}

/// An engine whose evaluator may fail: then it loses its game, and plays the next one.
struct Forgiven {
    agent: Box<dyn Agent>,
    own: Trouble,
    run: Trouble,
}

impl Agent for Forgiven {
    fn new_game(&mut self, seed: u64) {
        self.agent.new_game(seed);
    }

    fn choose(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        let own = &self.own;
        let mut stop = poda_core::stop_when(|entered| observer.nodes(entered).is_break() || own.is_there());
        let found = self.agent.choose(session, limits, &mut stop);
        match self.own.take() {
            Some(error) => Err(fault(error, Errors::Lose, &self.run)),
            None => found,
        }
    }

    fn analyze(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        self.agent.analyze(session, limits, observer)
    }
}
