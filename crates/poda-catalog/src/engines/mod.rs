//! The engines: one file each, with its options and how it is built. A new option is a line in its engine's file; a new
//! engine is a file and a line in the list at the end of this one.

mod alphabeta;
mod block_first;
mod exact;
mod mcts;
mod minimax;
mod option;
mod pvs;
mod random;

use std::{cell::RefCell, fmt, str::FromStr, sync::Arc};

use poda_agent::{Agent, EngineAgent, ThinkingLimits};
use poda_core::{Evaluator, Found, Game, Limits, Notation, SearchObserver, Searcher, Text};
use poda_search::{Growth, Recorded, Trace, WinValue};

use self::option::EngineOption;
pub use self::option::{OptionDefault, OptionInfo};
pub(crate) use self::pvs::{PvsSettings, PvsTeam};
use crate::{
    PlayerOptionError, SolverError, SpecError,
    error::closest,
    game::{CatalogGame, EvaluatorEntry},
};

/// What several engines can be told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Common {
    /// How far it thinks when nobody says.
    pub(crate) limits: ThinkingLimits,
    /// The evaluator; the game's first if `None`.
    pub(crate) evaluator: Option<String>,
    /// The seed of its random choices.
    pub(crate) seed: u64,
    /// What finished games are worth to textbook engines.
    pub(crate) wins: WinValue,
}

/// The settings of one engine, and how it is built with them.
pub(crate) trait Settings: Clone + PartialEq + Eq + fmt::Debug + Default + 'static {
    /// Its name in specs.
    const NAME: &'static str;
    /// What it is called in full.
    const TITLE: Text;
    /// What it does.
    const SUMMARY: Text;
    /// What can be set.
    const OPTIONS: &'static [EngineOption<Self>];
    /// The deepest search that its stack holds.
    const MAX_DEPTH: u32 = poda_search::MAX_DEPTH;

    fn common(&self) -> &Common;

    fn common_mut(&mut self) -> &mut Common;

    /// Whether the seed changes anything.
    fn uses_seed(&self) -> bool {
        true
    }

    /// Megabytes of its table.
    fn megabytes(&self) -> usize {
        0
    }

    /// Threads that search.
    fn threads(&self) -> u32 {
        1
    }

    /// The searchers for a game.
    fn build<G: CatalogGame>(
        &self,
        game: &G,
        evaluator: &EvaluatorEntry<G>,
    ) -> Result<Engine<G>, SolverError>;

    /// The same search, recorded, by engines whose search is a tree.
    fn record<G: Game + Notation>(
        &self,
        _evaluator: Arc<dyn Evaluator<G>>,
        _root: Root<'_, G>,
        _observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        None
    }
}

/// An engine that was built: who searches, who helps, and how far they think when nobody says.
pub(crate) struct Engine<G> {
    leader: Box<dyn Searcher<G>>,
    helpers: Vec<Box<dyn Searcher<G>>>,
    limits: ThinkingLimits,
}

impl<G> Engine<G> {
    /// A searcher without help.
    pub(crate) fn alone(leader: Box<dyn Searcher<G>>, limits: ThinkingLimits) -> Self
    where
        G: CatalogGame,
    {
        Self { leader, helpers: Vec::new(), limits }
    }
}

/// A search that asks its evaluator through a pointer. On a page it is not compiled a second time beside the one that can be
/// recorded, because whoever opens it has to fetch it first.
pub(crate) fn with_shared_evaluator<G: Game>(engine: impl Recorded<G> + 'static) -> Box<dyn Searcher<G>> {
    #[cfg(all(target_family = "wasm", not(feature = "small")))]
    let engine = poda_search::Unrecorded(engine);
    Box::new(engine)
}

/// Where a recorded search begins.
#[derive(Clone, Copy)]
pub(crate) struct Root<'a, G: Game> {
    pub(crate) game: &'a G,
    pub(crate) state: &'a G::State,
    pub(crate) limits: Limits,
    /// The most nodes that are recorded.
    pub(crate) room: usize,
    /// What finished games are worth to engines that cannot be told.
    pub(crate) ends: WinValue,
}

/// What a recorded search found.
pub(crate) struct Recording<G: Game> {
    pub(crate) found: Found<G::Move>,
    pub(crate) written: Written<G::Move>,
}

/// How a search was written down.
pub(crate) enum Written<M> {
    /// Depth first.
    Trace {
        trace: Trace<M>,
        /// Whether the children are those of the game's original.
        is_textbook: bool,
    },
    /// As a tree that grew.
    Growth(Growth<M>),
}

impl<G: Game> Root<'_, G> {
    /// A search that is written down depth first.
    fn record(
        self,
        mut engine: impl Recorded<G>,
        is_textbook: bool,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Recording<G> {
        let trace = RefCell::new(Trace::new(self.room));
        let found = engine.record(self.game, self.state, self.limits, observer, Some(&trace));
        Recording { found, written: Written::Trace { trace: trace.into_inner(), is_textbook } }
    }
}

/// An engine as menus and help show it.
#[derive(Clone, Copy, Debug)]
pub struct EngineInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is called in full.
    pub title: Text,
    /// What it does.
    pub summary: Text,
    options: fn() -> Vec<OptionInfo>,
    read: fn(&str) -> Result<EngineSpec, PlayerOptionError>,
}

impl EngineInfo {
    /// What can be set.
    pub fn options(&self) -> Vec<OptionInfo> {
        (self.options)()
    }

    const fn of<S: Settings>(read: fn(&str) -> Result<EngineSpec, PlayerOptionError>) -> Self {
        let options = || S::OPTIONS.iter().map(|option| option.info).collect();
        Self { name: S::NAME, title: S::TITLE, summary: S::SUMMARY, options, read }
    }
}

/// An engine with its options: `pvs:depth=10,eval=windows,tt=64`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineSpec(Chosen);

/// Lists the engines: their order is that of help and menus.
macro_rules! engines {
    ($($name:ident: $settings:ty),+ $(,)?) => {
        /// All engines. Help, menus and `poda games` are made from this list.
        pub static ENGINES: &[EngineInfo] = &[$(
            EngineInfo::of::<$settings>(|text| Ok(EngineSpec(Chosen::$name(option::read(text)?))))
        ),+];

        #[derive(Clone, PartialEq, Eq, Debug)]
        enum Chosen {
            $($name($settings)),+
        }

        /// Does the same with the settings of any engine.
        macro_rules! with_settings {
            ($spec:expr, $bound:ident => $action:expr) => {
                match &$spec.0 {
                    $(Chosen::$name($bound) => $action),+
                }
            };
        }
    };
}

engines! {
    Random: random::RandomSettings,
    Minimax: minimax::MinimaxSettings,
    AlphaBeta: alphabeta::AlphaBetaSettings,
    Pvs: pvs::PvsSettings,
    Mcts: mcts::MctsSettings,
    BlockFirst: block_first::BlockFirstSettings,
    Exact: exact::ExactSettings,
}

impl EngineSpec {
    /// The engine's name.
    pub fn name(&self) -> &'static str {
        with_settings!(self, settings => name_of(settings))
    }

    /// How far it thinks when nobody says.
    pub fn limits(&self) -> ThinkingLimits {
        with_settings!(self, settings => settings.common().limits)
    }

    /// The evaluator it asks for; the game's first if `None`.
    pub fn evaluator(&self) -> Option<&str> {
        with_settings!(self, settings => settings.common().evaluator.as_deref())
    }

    /// Megabytes of its table.
    pub fn megabytes(&self) -> usize {
        with_settings!(self, settings => settings.megabytes())
    }

    /// Threads that search.
    pub fn threads(&self) -> u32 {
        with_settings!(self, settings => settings.threads())
    }

    /// Whether the engine can be told that.
    pub fn has_option(&self, name: &str) -> bool {
        with_settings!(self, settings => options_of(settings).any(|option| option == name))
    }

    /// The same engine with another value of an option; what was chosen before gives way to it.
    ///
    /// # Errors
    /// If the engine has no such option, or not that value.
    pub fn with_option(&self, name: &str, value: &str) -> Result<Self, SpecError> {
        // The last assignment counts.
        format!("{self},{name}={value}").parse()
    }

    /// This engine as an agent.
    pub(crate) fn agent<G: CatalogGame>(
        &self,
        game: &G,
        evaluator: &EvaluatorEntry<G>,
    ) -> Result<Box<dyn Agent>, SolverError> {
        let engine = with_settings!(self, settings => settings.build(game, evaluator))?;
        let agent = EngineAgent::new(game.clone(), engine.leader, engine.limits);
        Ok(Box::new(agent.with_helpers(engine.helpers)))
    }

    /// Searches and records; `None` if this engine's search is no tree.
    pub(crate) fn record<G: Game + Notation>(
        &self,
        evaluator: Arc<dyn Evaluator<G>>,
        root: Root<'_, G>,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<Recording<G>> {
        with_settings!(self, settings => settings.record(evaluator, root, observer))
    }
}

fn options_of<S: Settings>(_: &S) -> impl Iterator<Item = &'static str> {
    S::OPTIONS.iter().map(|option| option.info.name)
}

fn name_of<S: Settings>(_: &S) -> &'static str {
    S::NAME
}

impl FromStr for EngineSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let known: Vec<&'static str> = ENGINES.iter().map(|info| info.name).collect();
        let info = ENGINES.iter().find(|info| info.name == name).ok_or_else(|| SpecError::UnknownPlayer {
            name: name.to_owned(),
            suggestion: closest(name, &known),
            known: known.clone(),
        })?;
        (info.read)(options).map_err(|why| SpecError::BadPlayer { spec: text.to_owned(), why: Box::new(why) })
    }
}

/// The spec that gives this engine again.
impl fmt::Display for EngineSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&with_settings!(self, settings => option::text(settings)))
    }
}
