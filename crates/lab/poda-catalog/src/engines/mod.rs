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

use std::{fmt, str::FromStr};

use poda_agent::ThinkingLimits;
use poda_core::Text;
use poda_engines::Search;
use poda_search::WinValue;

use self::option::EngineOption;
pub use self::option::{OptionDefault, OptionInfo};
use crate::{PlayerOptionError, SpecError, error::closest};

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

/// The settings of one engine, and the search that they describe.
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

    /// The search with these settings.
    fn search(&self) -> Search;
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

    /// The search with its options.
    pub(crate) fn search(&self) -> Search {
        with_settings!(self, settings => settings.search())
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
        let known: Vec<String> = ENGINES.iter().map(|info| info.name.to_owned()).collect();
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
