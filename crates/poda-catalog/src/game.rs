use poda_agent::{Agent, Session, Table};
use poda_core::{Draw, Evaluator, Game, Notation};

use crate::{AnySolver, Engine, EngineSpec, SpecError, Text, exact};

/// A game with its options chosen: the rules as everyone right of the seam holds them.
pub trait AnyGame: Send + Sync {
    /// The spec that opens this game again.
    fn spec(&self) -> &str;

    /// A table at the start of the game.
    fn table(&self) -> Box<dyn Table>;

    /// The evaluators that understand this game; the first is the default.
    fn evaluators(&self) -> Vec<EvaluatorInfo>;

    /// Seats an engine.
    ///
    /// # Errors
    /// If the game has no evaluator of the name that the spec asks for.
    fn seat(&self, spec: &EngineSpec) -> Result<Box<dyn Agent>, SpecError>;

    /// Opens a solver with a table of that many megabytes, and that many threads.
    ///
    /// # Errors
    /// If this game cannot be solved, or if there is not enough memory.
    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError>;
}

/// An evaluator as menus and help show it.
#[derive(Clone, Copy, Debug)]
pub struct EvaluatorInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it looks at.
    pub summary: Text,
}

/// An evaluator of one type of game, and how to seat an engine with it.
pub(crate) struct EvaluatorEntry<G> {
    info: EvaluatorInfo,
    seat: fn(G, &EngineSpec) -> Box<dyn Agent>,
}

impl<G: Game + Notation + Draw> EvaluatorEntry<G> {
    /// The entry of an evaluator without parameters.
    pub(crate) const fn of<E: Evaluator<G> + Default + 'static>(name: &'static str, summary: Text) -> Self {
        Self { info: EvaluatorInfo { name, summary }, seat: |game, spec| spec.seat(game, E::default()) }
    }
}

/// A type of game with its list of evaluators, the default first.
pub(crate) trait Listed: Game + Notation + Draw + Clone {
    const EVALUATORS: &'static [EvaluatorEntry<Self>];
}

/// The only [`AnyGame`] there is.
pub(crate) struct Opened<G> {
    pub(crate) spec: String,
    pub(crate) game: G,
}

impl<G: Listed> AnyGame for Opened<G> {
    fn spec(&self) -> &str {
        &self.spec
    }

    fn table(&self) -> Box<dyn Table> {
        Box::new(Session::new(self.game.clone()))
    }

    fn evaluators(&self) -> Vec<EvaluatorInfo> {
        G::EVALUATORS.iter().map(|entry| entry.info).collect()
    }

    fn seat(&self, spec: &EngineSpec) -> Result<Box<dyn Agent>, SpecError> {
        if spec.engine == Engine::Exact {
            return exact::seat(&self.game, spec).map_err(|why| SpecError::BadPlayer {
                spec: spec.to_string(),
                why: format!("{}: {why}", self.spec),
            });
        }
        let entry = match &spec.evaluator {
            None => G::EVALUATORS.first(),
            Some(name) => G::EVALUATORS.iter().find(|entry| entry.info.name == name),
        };
        let entry = entry.ok_or_else(|| SpecError::BadPlayer {
            spec: spec.to_string(),
            why: format!(
                "{} has no evaluator {:?}, only {}",
                self.spec,
                spec.evaluator.as_deref().unwrap_or_default(),
                G::EVALUATORS.iter().map(|entry| entry.info.name).collect::<Vec<_>>().join(", ")
            ),
        })?;
        Ok((entry.seat)(self.game.clone(), spec))
    }

    fn solver(&self, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, SpecError> {
        exact::open(&self.game, megabytes, threads)
            .map_err(|why| SpecError::BadGame { spec: self.spec.clone(), why })
    }
}
