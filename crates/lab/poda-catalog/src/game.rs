use std::{ops::ControlFlow, sync::Arc, time::Duration};

use poda_agent::{
    Agent, AnyState, Counts, EngineAgent, GameLine, GameSession, LineError, ThinkingLimits, TypedGame,
    TypedState,
};
use poda_core::{Draw, Evaluator, Game, Limits, Score, SearchObserver, Side, Term};
use poda_engines::{Engines, EvaluatorEntry, EvaluatorRef, RecordingSettings, Search, Searchers};
use poda_search::batch::{AnyBatch, BatchError, BatchOptions};
use poda_search::{
    WinValue,
    tune::{TuningRound, TuningSettings},
};
use serde::Serialize;

use crate::{
    AnySolver, BuiltInWeights, EngineSpec, Family, OwnEvaluator, PartInfo, PlayerOptionError, SearchTree,
    SpecError, Text, error::closest, exact::TypedSolver, own_evaluator, search_tree, tuning, weights,
};

/// A game with its options chosen, right of the boundary: its states, and the engines that play it.
pub trait AnyGame: Send + Sync {
    /// The spec that opens this game again.
    fn spec(&self) -> &str;

    /// The family, with its texts and its built-in players.
    fn family(&self) -> &Arc<Family>;

    /// The state before the first move.
    fn start(&self) -> Arc<dyn AnyState>;

    /// The evaluators that understand this game; the first is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// Everything that the evaluators of this game look at.
    fn parts(&self) -> Vec<PartInfo>;

    /// The built-in evaluator: its name, its features and their weights.
    fn built_in_weights(&self) -> BuiltInWeights;

    /// An engine as an agent. It asks the evaluator that its spec names, unless another one is given.
    ///
    /// # Errors
    /// If the engine cannot be built, or if the game has no evaluator of the name in the spec.
    fn agent(&self, spec: &EngineSpec, own: Option<&OwnEvaluator>) -> Result<Box<dyn Agent>, SpecError>;

    /// The value of a state for a side by an evaluator, with its terms.
    ///
    /// # Errors
    /// If the game has no evaluator of that name, or if the state is one of another game.
    fn assess(
        &self,
        evaluator: EvaluatorChoice<'_>,
        state: &dyn AnyState,
        side: Side,
    ) -> Result<Assessment, SpecError>;

    /// Searches a state with an engine and records the tree, up to so many nodes of it. The evaluator is that of
    /// [`AnyGame::agent`].
    ///
    /// # Errors
    /// If there is no such evaluator, if the engine's search is no tree, or if the state cannot be searched.
    fn search_tree(
        &self,
        spec: &EngineSpec,
        own: Option<&OwnEvaluator>,
        state: &dyn AnyState,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError>;

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
    /// weights as [`Self::built_in_weights`] has. `tell` receives the round and the number of games played in it, and ends the
    /// work with `Break`.
    fn tune(&self, start: &[i32], settings: &TuningSettings, threads: usize, tell: &TellGames<'_>) -> Tuning;
}

impl dyn AnyGame + '_ {
    /// A session at the start of the game.
    pub fn session(&self) -> GameSession {
        GameSession::new(self.start())
    }

    /// A session at the end of a line of this game.
    ///
    /// # Errors
    /// If the line cannot be followed.
    pub fn follow(&self, line: &GameLine) -> Result<GameSession, LineError> {
        let mut session = self.session();
        session.follow(line)?;
        Ok(session)
    }

    /// A line of this game whose moves are written as one text. It is not checked.
    pub fn line(&self, start: Option<&str>, moves: &str) -> GameLine {
        GameLine::parse(self.spec(), start, moves, self.start().tokens())
    }
}

/// The evaluator of an assessment.
#[derive(Clone, Copy)]
pub enum EvaluatorChoice<'a> {
    /// One of the game's own by its name, perhaps with weights: `threats`, `threats@12/-3/40`.
    Named(&'a str),
    /// One that is not in the catalog.
    Own(&'a OwnEvaluator),
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
pub(crate) struct OpenGame<G: Game> {
    family: Arc<Family>,
    game: Arc<TypedGame<G>>,
}

impl<G: CatalogGame> OpenGame<G> {
    /// A game that a spec opens.
    pub(crate) fn open(family: &Arc<Family>, spec: impl Into<String>, game: G) -> Arc<dyn AnyGame> {
        let counts = Counts { perft: G::perft, leaves: G::count_leaves };
        let game = Arc::new(TypedGame::with_counts(game, spec, counts));
        Arc::new(Self { family: Arc::clone(family), game })
    }

    /// The evaluator that an engine's spec asks for.
    fn entry(&self, spec: &EngineSpec) -> Result<EvaluatorEntry<G>, SpecError> {
        let Some(text) = spec.evaluator() else { return Ok(G::evaluators().swap_remove(0)) };
        let unknown = || PlayerOptionError::Evaluator {
            game: self.game.spec().to_owned(),
            name: text.to_owned(),
            known: names::<G>(),
        };
        named(text).and_then(|entry| entry.ok_or_else(unknown)).map_err(refused(spec))
    }

    /// The evaluator of that name.
    fn named(&self, name: &str) -> Result<EvaluatorEntry<G>, SpecError> {
        let entry = named::<G>(name)
            .map_err(|why| SpecError::BadPlayer { spec: name.to_owned(), why: Box::new(why) })?;
        entry.ok_or_else(|| {
            let known = names::<G>();
            SpecError::UnknownEvaluator {
                game: self.game.spec().to_owned(),
                name: name.to_owned(),
                suggestion: closest(name, &known),
                known,
            }
        })
    }
}

/// A player that is refused.
pub(crate) fn refused(spec: &EngineSpec) -> impl Fn(PlayerOptionError) -> SpecError {
    let spec = spec.to_string();
    move |why| SpecError::BadPlayer { spec: spec.clone(), why: Box::new(why) }
}

impl<G: CatalogGame> AnyGame for OpenGame<G> {
    fn spec(&self) -> &str {
        self.game.spec()
    }

    fn family(&self) -> &Arc<Family> {
        &self.family
    }

    fn start(&self) -> Arc<dyn AnyState> {
        Arc::new(TypedState::start(Arc::clone(&self.game)))
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        G::evaluators()
            .iter()
            .map(|entry| EvaluatorInfo { name: entry.name, summary: entry.summary })
            .collect()
    }

    fn parts(&self) -> Vec<PartInfo> {
        own_evaluator::parts(self.game.rules())
    }

    fn built_in_weights(&self) -> BuiltInWeights {
        let EvaluatorEntry { name, features, weights, .. } = G::evaluators().swap_remove(0);
        BuiltInWeights { evaluator: name, names: features, weights, guess: G::guess() }
    }

    fn agent(&self, spec: &EngineSpec, own: Option<&OwnEvaluator>) -> Result<Box<dyn Agent>, SpecError> {
        let search = spec.search();
        let searchers = match own {
            Some(own) => self.game.rules().searchers(&search, &EvaluatorRef::Own(own.typed(&self.game))),
            None => self.game.rules().searchers(&search, &EvaluatorRef::Listed(&self.entry(spec)?)),
        };
        let Searchers { leader, helpers } = searchers
            .map_err(|why| PlayerOptionError::Solver {
                game: self.game.spec().to_owned(),
                why: Box::new(why),
            })
            .map_err(refused(spec))?;
        let mut limits = spec.limits();
        if matches!(search, Search::Exact { .. }) {
            let time = G::HORIZON.map(|_| EXACT_TIME);
            limits = limits.or(ThinkingLimits { depth: G::HORIZON, nodes: None, time });
        }
        Ok(Box::new(EngineAgent::new(Arc::clone(&self.game), leader, limits).with_helpers(helpers)))
    }

    fn assess(
        &self,
        evaluator: EvaluatorChoice<'_>,
        state: &dyn AnyState,
        side: Side,
    ) -> Result<Assessment, SpecError> {
        let evaluator = match evaluator {
            EvaluatorChoice::Named(name) => self.named(name)?.shared(),
            EvaluatorChoice::Own(own) => own.typed(&self.game),
        };
        Ok(assess(evaluator.as_ref(), self.game.rules(), &self.game.state(state)?, side))
    }

    fn search_tree(
        &self,
        spec: &EngineSpec,
        own: Option<&OwnEvaluator>,
        state: &dyn AnyState,
        max_nodes: usize,
        observer: &mut dyn SearchObserver,
    ) -> Result<Box<dyn SearchTree>, SpecError> {
        let evaluator = match own {
            Some(own) => own.typed(&self.game),
            None => self.entry(spec)?.shared(),
        };
        let root = (self.game.rules(), self.game.state(state)?);
        let ThinkingLimits { depth, nodes, .. } = spec.limits();
        let limits = Limits { depth, nodes };
        let settings = RecordingSettings { limits, room: max_nodes, ends: WinValue::Sooner };
        search_tree::record(root, spec, evaluator, settings, observer).map_err(refused(spec))
    }

    fn batch(&self, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError> {
        self.game.rules().batch(self.game.spec(), options)
    }

    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError> {
        let refuse = |why| SpecError::NoSolver { spec: self.game.spec().to_owned(), why: Box::new(why) };
        let prover = self.game.rules().prover(megabytes, threads).map_err(refuse)?;
        Ok(Box::new(TypedSolver { game: Arc::clone(&self.game), prover }))
    }

    fn tune(&self, start: &[i32], settings: &TuningSettings, threads: usize, tell: &TellGames<'_>) -> Tuning {
        tuning::tune(self.game.rules(), start, settings, threads, tell)
    }
}
