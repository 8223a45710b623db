use std::{ops::ControlFlow, sync::Arc};

use poda_agent::{Agent, AnyState, GameLine, GameSession, ThinkingLimits, TypedSession, TypedState};
use poda_batch::{AnyBatch, Batch, BatchError, BatchOptions};
use poda_core::{
    Draw, Encode, Evaluator, Game, Notation, PositionError, Score, SearchObserver, Searcher, Side, Term,
    Tunable,
};
use poda_eval::{EvaluatorList, NamedEvaluator};
#[cfg(not(target_family = "wasm"))]
use poda_search::tune::TuningSettings;
use poda_search::{AlphaBeta, WinValue, tune::TuningRound};

use crate::{
    AnySolver, BuiltInWeights, EngineSpec, OwnEvaluator, PartInfo, PlayerOptionError, SearchTree,
    SolverError, SpecError, Text,
    engines::{PvsSettings, PvsTeam, with_shared_evaluator},
    error::closest,
    own_evaluator, search_tree, weights,
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
    #[cfg(not(target_family = "wasm"))]
    fn agent_with(&self, spec: &EngineSpec, evaluator: &OwnEvaluator) -> Result<Box<dyn Agent>, SpecError>;

    /// The state before the first move.
    #[cfg(not(target_family = "wasm"))]
    fn start(&self) -> Arc<dyn AnyState>;

    /// The state that a position line describes.
    ///
    /// # Errors
    /// If it is no position of this game.
    #[cfg(not(target_family = "wasm"))]
    fn state(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError>;

    /// Everything that the evaluators of this game look at.
    #[cfg(not(target_family = "wasm"))]
    fn parts(&self) -> Vec<PartInfo>;

    /// Many games at once, for programs that learn.
    ///
    /// # Errors
    /// If an option is out of its range.
    #[cfg(not(target_family = "wasm"))]
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
    #[cfg(not(target_family = "wasm"))]
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
    #[cfg(not(target_family = "wasm"))]
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
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assessment {
    /// The value; a finished game has the one that textbook engines see.
    pub score: Score,
    /// What it is made of, always in the same order; nothing in a finished game.
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
#[derive(Clone, Copy, Debug)]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it looks at.
    pub summary: Text,
}

impl EvaluatorInfo {
    fn of<E: NamedEvaluator>() -> Self {
        Self { name: E::NAME, summary: E::SUMMARY }
    }
}

/// An evaluator of one type of game, and the engines compiled for it.
///
/// Searches ask their evaluator at every leaf. Those that are measured are compiled for it; all others share one search per
/// game, which asks it through a pointer.
pub(crate) struct EvaluatorEntry<G: Game> {
    pub(crate) info: EvaluatorInfo,
    /// What it counts, if that has weights.
    pub(crate) names: &'static [Text],
    /// How much of each the first player has more than the second.
    pub(crate) amounts: Option<Amounts<G>>,
    /// The weights: its own, or somebody else's.
    weights: Vec<i32>,
    /// One that is not in the list.
    own: Option<Arc<dyn Evaluator<G>>>,
    shared: fn(&Self) -> Arc<dyn Evaluator<G>>,
    alphabeta: fn(&Self, WinValue) -> Box<dyn Searcher<G>>,
    pvs: fn(&Self, &PvsSettings) -> PvsTeam<G>,
}

/// Counts the features of an evaluator that can be tuned.
pub(crate) type Amounts<G> = fn(&G, &<G as Game>::State) -> Vec<i32>;

/// The evaluators of a game, the default first.
pub(crate) struct Evaluators<G: Game>(Vec<EvaluatorEntry<G>>);

impl<G: CatalogGame> Evaluators<G> {
    pub(crate) fn all() -> Vec<EvaluatorEntry<G>> {
        let mut list = Self(vec![EvaluatorEntry {
            info: EvaluatorInfo::of::<G::BuiltIn>(),
            names: G::BuiltIn::NAMES,
            amounts: Some(G::BuiltIn::amounts),
            weights: G::built_in().weights().to_vec(),
            own: None,
            shared: |entry| Arc::new(entry.built_in()),
            alphabeta: |entry, ends| Box::new(AlphaBeta { evaluator: entry.built_in(), ends }),
            pvs: |entry, settings| settings.with_evaluator(entry.built_in()),
        }]);
        G::list_evaluators(&mut list);
        list.0
    }

    fn names() -> Vec<&'static str> {
        Self::all().iter().map(|entry| entry.info.name).collect()
    }

    /// The evaluator of a name, perhaps with weights: `threats`, `threats@12/-3/40`.
    fn named(text: &str) -> Result<Option<EvaluatorEntry<G>>, PlayerOptionError> {
        let (name, weights) = weights::split(text);
        let Some(place) = Self::names().iter().position(|known| *known == name) else {
            return Ok(None);
        };
        let mut entry = Self::all().swap_remove(place);
        if let Some(weights) = weights {
            entry.weights = weights::read(name, weights, entry.names.len())?;
        }
        Ok(Some(entry))
    }
}

impl<G: CatalogGame> EvaluatorList<G> for Evaluators<G> {
    fn add<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self) {
        self.0.push(EvaluatorEntry {
            info: EvaluatorInfo::of::<E>(),
            names: &[],
            amounts: None,
            weights: Vec::new(),
            own: None,
            shared: |_| Arc::new(E::default()),
            alphabeta: |entry, ends| with_shared_evaluator(AlphaBeta { evaluator: entry.shared(), ends }),
            pvs: |entry, settings| settings.with_shared_evaluator(entry.shared()),
        });
    }

    fn add_measured<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self) {
        self.add::<E>();
        if let Some(entry) = self.0.last_mut() {
            entry.alphabeta = |_, ends| Box::new(AlphaBeta { evaluator: E::default(), ends });
        }
    }

    fn add_tunable<E: NamedEvaluator + Tunable<G> + 'static>(&mut self, evaluator: &E) {
        self.0.push(EvaluatorEntry {
            info: EvaluatorInfo::of::<E>(),
            names: E::NAMES,
            amounts: Some(E::amounts),
            weights: evaluator.weights().to_vec(),
            own: None,
            shared: |entry| Arc::new(E::with_weights(&entry.weights)),
            alphabeta: |entry, ends| with_shared_evaluator(AlphaBeta { evaluator: entry.shared(), ends }),
            pvs: |entry, settings| settings.with_shared_evaluator(entry.shared()),
        });
    }
}

impl<G: CatalogGame> EvaluatorEntry<G> {
    /// An evaluator that somebody brings. No engine is compiled for it.
    fn of_own(own: &OwnEvaluator, game: &G) -> Self {
        let mut entry = Evaluators::<G>::all().swap_remove(0);
        entry.own = Some(own.typed(game));
        entry.alphabeta = |entry, ends| Box::new(AlphaBeta { evaluator: entry.shared(), ends });
        entry.pvs = |entry, settings| settings.with_evaluator(entry.shared());
        entry
    }

    /// The evaluator behind a pointer, for engines that are not compiled for it.
    pub(crate) fn shared(&self) -> Arc<dyn Evaluator<G>> {
        self.own.clone().unwrap_or_else(|| (self.shared)(self))
    }

    /// The built-in evaluator, with its own weights or with somebody else's.
    fn built_in(&self) -> G::BuiltIn {
        G::BuiltIn::with_weights(&self.weights)
    }

    pub(crate) fn alphabeta(&self, ends: WinValue) -> Box<dyn Searcher<G>> {
        (self.alphabeta)(self, ends)
    }

    pub(crate) fn pvs(&self, settings: &PvsSettings) -> PvsTeam<G> {
        (self.pvs)(self, settings)
    }
}

/// A type of game with its list of evaluators, the default first.
pub(crate) trait CatalogGame: Game + Notation + Draw + Encode + Clone {
    /// The evaluators beside the built-in one.
    fn list_evaluators(list: &mut Evaluators<Self>);

    /// The built-in evaluator, whose weights can be tuned.
    type BuiltIn: Tunable<Self> + NamedEvaluator + 'static;

    fn built_in() -> Self::BuiltIn;

    /// The same with the weights that tuning begins with.
    fn guess() -> Self::BuiltIn;

    /// The variants whose weights are the same and are tuned together.
    #[cfg(not(target_family = "wasm"))]
    fn tuned_together(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// The game's solver; `spec` is the game's.
    fn solver(
        &self,
        _spec: &str,
        _megabytes: usize,
        _threads: usize,
    ) -> Result<Box<dyn AnySolver>, SolverError> {
        Err(SolverError::Unsolvable)
    }

    /// The engine `exact`, with a book of openings if there is one and if it may.
    fn exact_engine(&self, _megabytes: usize, _book: bool) -> Result<Box<dyn Searcher<Self>>, SolverError> {
        Err(SolverError::Unsolvable)
    }

    /// A solver that helps a searcher, within a limit of nodes: who wins matters to it more than when.
    fn helping_solver(&self, megabytes: usize) -> Option<Box<dyn Searcher<Self>>> {
        self.exact_engine(megabytes, true).ok()
    }

    /// How far the engine `exact` thinks when nobody says.
    const EXACT_LIMITS: ThinkingLimits = ThinkingLimits { depth: None, nodes: None, time: None };
}

/// The only [`AnyGame`] there is.
pub(crate) struct OpenGame<G> {
    pub(crate) spec: String,
    pub(crate) game: G,
}

impl<G: CatalogGame> OpenGame<G> {
    /// The evaluator that an engine's spec asks for.
    fn entry(&self, spec: &EngineSpec) -> Result<EvaluatorEntry<G>, PlayerOptionError> {
        let Some(text) = spec.evaluator() else { return Ok(Evaluators::<G>::all().swap_remove(0)) };
        Evaluators::<G>::named(text)?.ok_or_else(|| PlayerOptionError::Evaluator {
            game: self.spec.clone(),
            name: text.to_owned(),
            known: Evaluators::<G>::names(),
        })
    }

    fn seat(&self, spec: &EngineSpec, entry: &EvaluatorEntry<G>) -> Result<Box<dyn Agent>, SpecError> {
        spec.agent(&self.game, entry)
            .map_err(|why| PlayerOptionError::Solver { game: self.spec.clone(), why: Box::new(why) })
            .map_err(refused(spec))
    }

    /// Searches and writes the tree down.
    fn record(
        &self,
        spec: &EngineSpec,
        evaluator: Arc<dyn Evaluator<G>>,
        position: &str,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError> {
        #[cfg(not(feature = "small"))]
        {
            let root = self.game.read_position(position)?;
            let rules = (&self.game, WinValue::Sooner);
            search_tree::record(rules, root, spec, evaluator, max_nodes, observer).map_err(refused(spec))
        }
        #[cfg(feature = "small")]
        {
            let _ = (evaluator, position, max_nodes, observer);
            Err(refused(spec)(PlayerOptionError::NoTree { engine: spec.name() }))
        }
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
        Box::new(TypedSession::new(self.game.clone(), self.spec.clone()))
    }

    fn line(&self, start: Option<&str>, moves: &str) -> GameLine {
        GameLine::parse(self.spec.clone(), start, moves, G::TOKENS)
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        Evaluators::<G>::all().iter().map(|entry| entry.info).collect()
    }

    fn agent(&self, spec: &EngineSpec) -> Result<Box<dyn Agent>, SpecError> {
        self.seat(spec, &self.entry(spec).map_err(refused(spec))?)
    }

    #[cfg(not(target_family = "wasm"))]
    fn agent_with(&self, spec: &EngineSpec, evaluator: &OwnEvaluator) -> Result<Box<dyn Agent>, SpecError> {
        self.seat(spec, &EvaluatorEntry::of_own(evaluator, &self.game))
    }

    #[cfg(not(target_family = "wasm"))]
    fn start(&self) -> Arc<dyn AnyState> {
        Arc::new(TypedState::new(Arc::new(self.game.clone()), self.game.start()))
    }

    #[cfg(not(target_family = "wasm"))]
    fn state(&self, position: &str) -> Result<Arc<dyn AnyState>, PositionError> {
        let state = self.game.read_position(position)?;
        Ok(Arc::new(TypedState::new(Arc::new(self.game.clone()), state)))
    }

    #[cfg(not(target_family = "wasm"))]
    fn parts(&self) -> Vec<PartInfo> {
        own_evaluator::parts(&self.game)
    }

    #[cfg(not(target_family = "wasm"))]
    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError> {
        Ok(Box::new(Batch::new(self.game.clone(), self.spec.clone(), options)?))
    }

    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError> {
        self.game
            .solver(&self.spec, megabytes, threads)
            .map_err(|why| SpecError::NoSolver { spec: self.spec.clone(), why: Box::new(why) })
    }

    #[cfg(not(target_family = "wasm"))]
    fn tune(&self, start: &[i32], settings: &TuningSettings, threads: usize, tell: &TellGames<'_>) -> Tuning {
        crate::tuning::tune(&self.game, start, settings, threads, tell)
    }

    fn built_in_weights(&self) -> BuiltInWeights {
        BuiltInWeights {
            evaluator: G::BuiltIn::NAME,
            names: G::BuiltIn::NAMES,
            weights: G::built_in().weights().to_vec(),
            guess: G::guess().weights().to_vec(),
        }
    }

    fn assess(&self, evaluator: &str, position: &str, side: Side) -> Result<Assessment, SpecError> {
        let entry = Evaluators::<G>::named(evaluator)
            .map_err(|why| SpecError::BadPlayer { spec: evaluator.to_owned(), why: Box::new(why) })?;
        let entry = entry.ok_or_else(|| {
            let known = Evaluators::<G>::names();
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

    #[cfg(not(target_family = "wasm"))]
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
        let evaluator = self.entry(spec).map_err(refused(spec))?.shared();
        self.record(spec, evaluator, position, max_nodes, observer)
    }

    #[cfg(not(target_family = "wasm"))]
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
