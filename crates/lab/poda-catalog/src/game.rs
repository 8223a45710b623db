use std::{ops::ControlFlow, sync::Arc, time::Duration};

use poda_agent::{
    Agent, AnyState, Counts, EngineAgent, GameLine, GameSession, ThinkingLimits, TypedSession, TypedState,
};
use poda_core::{Draw, Evaluator, Game, Limits, PositionError, Score, SearchObserver, Side, Term};
use poda_engines::{Engines, EvaluatorEntry, EvaluatorRef, RecordingSettings, Search, Searchers};
use poda_search::batch::{AnyBatch, BatchError, BatchOptions};
use poda_search::{
    WinValue,
    tune::{TuningRound, TuningSettings},
};
use serde::Serialize;

use crate::{
    AnySolver, BuiltInWeights, EngineSpec, OwnEvaluator, PartInfo, PlayerOptionError, SearchTree, SpecError,
    Text, error::closest, exact::LineSolver, own_evaluator, search_tree, weights,
};

/// A game with its options chosen: the rules right of the boundary.
pub trait AnyGame: Send + Sync {
    /// The spec that opens this game again.
    fn spec(&self) -> &str;

    /// A session at the start of the game.
    fn session(&self) -> Box<dyn GameSession>;

    /// A line of this game whose moves are written as one text. It is not checked.
    fn line(&self, start: Option<&str>, moves: &str) -> GameLine;

    /// The evaluators that understand this game; the first is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// Seats an engine.
    ///
    /// # Errors
    /// If the game has no evaluator of the name that the spec asks for.
    fn agent(&self, spec: &EngineSpec) -> Result<Box<dyn Agent>, SpecError>;

    /// Seats an engine that asks an evaluator of one's own.
    ///
    /// # Errors
    /// If the engine cannot be built.
    fn agent_with(&self, spec: &EngineSpec, evaluator: &OwnEvaluator) -> Result<Box<dyn Agent>, SpecError>;

    /// The state before the first move.
    fn start(&self) -> Arc<dyn AnyState>;

    /// The state that a position line describes.
    ///
    /// # Errors
    /// If it is no position of this game.
    fn state(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError>;

    /// Everything that the evaluators of this game look at.
    fn parts(&self) -> Vec<PartInfo>;

    /// Many games at once, for programs that learn.
    ///
    /// # Errors
    /// If an option is out of its range.
    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError>;

    /// Opens a solver with a table of that many megabytes, and that many threads.
    ///
    /// # Errors
    /// If this game cannot be solved, or if there is not enough memory.
    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError>;

    /// Fits the weights of the built-in evaluator to games that it plays against itself. It begins with `start`, as many
    /// weights as [`Self::built_in_weights`] has. `tell` is
    /// told the round and the number of games played in it, and ends the work with `Break`.
    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, start: &[i32], settings: &TuningSettings, threads: usize, tell: &TellGames<'_>) -> Tuning;

    /// The built-in evaluator: its name, its features and their weights.
    fn built_in_weights(&self) -> BuiltInWeights;

    /// What an evaluator thinks of a position line for a side, and why.
    ///
    /// # Errors
    /// If the game has no evaluator of that name, or if the line is no position of it.
    fn assess(&self, evaluator: &str, position: &str, side: Side) -> Result<Assessment, SpecError>;

    /// The same for an evaluator of one's own.
    ///
    /// # Errors
    /// If the line is no position of this game.
    fn assess_with(
        &self,
        evaluator: &OwnEvaluator,
        position: &str,
        side: Side,
    ) -> Result<Assessment, PositionError>;

    /// Searches a position line with an engine and records the tree, up to so many nodes of it.
    ///
    /// # Errors
    /// If there is no such engine or evaluator, or if the line is no position that can be searched.
    fn search_tree(
        &self,
        spec: &EngineSpec,
        position: &str,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError>;

    /// The same with an evaluator of one's own.
    ///
    /// # Errors
    /// If there is no such engine, or if the line is no position that can be searched.
    fn search_tree_with(
        &self,
        spec: &EngineSpec,
        evaluator: &OwnEvaluator,
        position: &str,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError>;
}

/// Is told the round and the number of games played in it; `Break` ends the work.
pub type TellGames<'a> = dyn Fn(u32, u32) -> ControlFlow<()> + Sync + 'a;

/// What tuning gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Tuning {
    /// What the evaluator counts.
    pub names: &'static [Text],
    /// What each was worth at the beginning.
    pub before: Vec<i32>,
    /// The completed rounds.
    pub rounds: Vec<TuningRound>,
}

/// What an evaluator says about one position for one side.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Assessment {
    /// The value; a finished game has the one that textbook engines see.
    pub score: Score,
    /// What it is made of, always in the same order; nothing in a finished game.
    #[serde(rename = "terms")]
    pub parts: Vec<Term>,
    /// Whether the value is the sum of its parts.
    pub adds_up: bool,
}

fn assess<G: Game>(evaluator: &dyn Evaluator<G>, game: &G, state: &G::State, side: Side) -> Assessment {
    let adds_up = evaluator.terms_add_up();
    match game.outcome(state) {
        Some(outcome) => {
            let score = evaluator.finished(game, state, outcome, side);
            Assessment { score, parts: Vec::new(), adds_up }
        }
        None => Assessment {
            score: evaluator.evaluate(game, state, side),
            parts: evaluator.terms(game, state, side),
            adds_up,
        },
    }
}

/// An evaluator as menus and help show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it looks at.
    pub summary: Text,
}

/// A game that the catalog can open.
pub(crate) trait CatalogGame: Engines + Draw {}

impl<G: Engines + Draw> CatalogGame for G {}

/// How long the engine `exact` looks ahead, where it cannot look to the end, when no limit is given.
const EXACT_TIME: Duration = Duration::from_secs(10);

fn names<G: Engines>() -> Vec<&'static str> {
    G::evaluators().iter().map(|entry| entry.name).collect()
}

/// The evaluator of a name, perhaps with weights: `threats`, `threats@12/-3/40`.
fn named<G: Engines>(text: &str) -> Result<Option<EvaluatorEntry<G>>, PlayerOptionError> {
    let (name, weights) = weights::split(text);
    let Some(mut entry) = G::evaluators().into_iter().find(|entry| entry.name == name) else {
        return Ok(None);
    };
    if let Some(weights) = weights {
        entry.weights = weights::read(name, weights, entry.features.len())?;
    }
    Ok(Some(entry))
}

/// The only [`AnyGame`] there is.
pub(crate) struct OpenGame<G> {
    pub(crate) spec: String,
    pub(crate) game: G,
}

impl<G: CatalogGame> OpenGame<G> {
    /// The evaluator that an engine's spec asks for.
    fn entry(&self, spec: &EngineSpec) -> Result<EvaluatorEntry<G>, SpecError> {
        let Some(text) = spec.evaluator() else { return Ok(G::evaluators().swap_remove(0)) };
        let unknown = || PlayerOptionError::Evaluator {
            game: self.spec.clone(),
            name: text.to_owned(),
            known: names::<G>(),
        };
        named(text).and_then(|entry| entry.ok_or_else(unknown)).map_err(refused(spec))
    }

    fn seat(&self, spec: &EngineSpec, evaluator: &EvaluatorRef<'_, G>) -> Result<Box<dyn Agent>, SpecError> {
        let search = spec.search();
        let Searchers { leader, helpers } = self
            .game
            .searchers(&search, evaluator)
            .map_err(|why| PlayerOptionError::Solver { game: self.spec.clone(), why: Box::new(why) })
            .map_err(refused(spec))?;
        let mut limits = spec.limits();
        if matches!(search, Search::Exact { .. }) {
            let time = G::HORIZON.map(|_| EXACT_TIME);
            limits = limits.or(ThinkingLimits { depth: G::HORIZON, nodes: None, time });
        }
        Ok(Box::new(EngineAgent::new(self.game.clone(), leader, limits).with_helpers(helpers)))
    }

    /// Searches and records the tree.
    fn record(
        &self,
        spec: &EngineSpec,
        evaluator: Arc<dyn Evaluator<G>>,
        position: &str,
        room: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError> {
        let root = self.game.read_position(position)?;
        let ThinkingLimits { depth, nodes, .. } = spec.limits();
        let settings = RecordingSettings { limits: Limits { depth, nodes }, room, ends: WinValue::Sooner };
        search_tree::record((&self.game, root), spec, evaluator, settings, observer).map_err(refused(spec))
    }
}

/// A player that is refused.
pub(crate) fn refused(spec: &EngineSpec) -> impl Fn(PlayerOptionError) -> SpecError {
    let spec = spec.to_string();
    move |why| SpecError::BadPlayer { spec: spec.clone(), why: Box::new(why) }
}

impl<G: CatalogGame> AnyGame for OpenGame<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn session(&self) -> Box<dyn GameSession> {
        let counts = Counts { perft: G::perft, leaves: G::count_leaves };
        Box::new(TypedSession::with_counts(self.game.clone(), self.spec.clone(), counts))
    }

    fn line(&self, start: Option<&str>, moves: &str) -> GameLine {
        GameLine::parse(self.spec.clone(), start, moves, G::TOKENS)
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        G::evaluators()
            .iter()
            .map(|entry| EvaluatorInfo { name: entry.name, summary: entry.summary })
            .collect()
    }

    fn agent(&self, spec: &EngineSpec) -> Result<Box<dyn Agent>, SpecError> {
        self.seat(spec, &EvaluatorRef::Listed(&self.entry(spec)?))
    }

    fn agent_with(&self, spec: &EngineSpec, evaluator: &OwnEvaluator) -> Result<Box<dyn Agent>, SpecError> {
        self.seat(spec, &EvaluatorRef::Own(evaluator.typed(&self.game)))
    }

    fn start(&self) -> Arc<dyn AnyState> {
        Arc::new(TypedState::new(Arc::new(self.game.clone()), self.game.start()))
    }

    fn state(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError> {
        let state = self.game.read_position(position)?;
        Ok(Arc::new(TypedState::new(Arc::new(self.game.clone()), state)))
    }

    fn parts(&self) -> Vec<PartInfo> {
        own_evaluator::parts(&self.game)
    }

    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError> {
        self.game.batch(&self.spec, options)
    }

    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError> {
        let refuse = |why| SpecError::NoSolver { spec: self.spec.clone(), why: Box::new(why) };
        let prover = self.game.prover(megabytes, threads).map_err(refuse)?;
        Ok(Box::new(LineSolver { spec: self.spec.clone(), game: self.game.clone(), prover }))
    }

    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, start: &[i32], settings: &TuningSettings, threads: usize, tell: &TellGames<'_>) -> Tuning {
        crate::tuning::tune(&self.game, start, settings, threads, tell)
    }

    fn built_in_weights(&self) -> BuiltInWeights {
        let EvaluatorEntry { name, features, weights, .. } = G::evaluators().swap_remove(0);
        BuiltInWeights { evaluator: name, names: features, weights, guess: G::guess() }
    }

    fn assess(&self, evaluator: &str, position: &str, side: Side) -> Result<Assessment, SpecError> {
        let entry = named::<G>(evaluator)
            .map_err(|why| SpecError::BadPlayer { spec: evaluator.to_owned(), why: Box::new(why) })?;
        let entry = entry.ok_or_else(|| {
            let known = names::<G>();
            SpecError::UnknownEvaluator {
                game: self.spec.clone(),
                name: evaluator.to_owned(),
                suggestion: closest(evaluator, &known),
                known,
            }
        })?;
        let state = self.game.read_position(position)?;
        Ok(assess(entry.shared().as_ref(), &self.game, &state, side))
    }

    fn assess_with(
        &self,
        evaluator: &OwnEvaluator,
        position: &str,
        side: Side,
    ) -> Result<Assessment, PositionError> {
        let state = self.game.read_position(position)?;
        Ok(assess(evaluator.typed(&self.game).as_ref(), &self.game, &state, side))
    }

    fn search_tree(
        &self,
        spec: &EngineSpec,
        position: &str,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError> {
        let evaluator = self.entry(spec)?.shared();
        self.record(spec, evaluator, position, max_nodes, observer)
    }

    fn search_tree_with(
        &self,
        spec: &EngineSpec,
        evaluator: &OwnEvaluator,
        position: &str,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError> {
        self.record(spec, evaluator.typed(&self.game), position, max_nodes, observer)
    }
}
