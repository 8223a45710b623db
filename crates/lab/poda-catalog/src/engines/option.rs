//! An option of an engine: its name, values, default, help and effect, declared in one place. Reading, printing, help and
//! menus derive from it.

use std::{fmt, time::Duration};

use poda_agent::ThinkingLimits;
use poda_core::{Language, Text, Translate};
use poda_search::WinValue;
use serde::{Serialize, Serializer};

use super::Settings;
use crate::PlayerOptionError;

/// An option of an engine, as menus and help show it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionInfo {
    /// Its name in specs.
    pub name: &'static str,
    /// What holds when it is not given.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub default: OptionDefault,
    /// What it means.
    pub meaning: Text,
}

/// What holds when an option is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OptionDefault {
    /// A number.
    Number(u64),
    /// One of the choices.
    Choice(&'static str),
    /// Nothing in particular, in a word.
    Unset(Text),
}

impl fmt::Display for OptionDefault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Choice(word) => f.write_str(word),
            Self::Unset(word) => f.write_str(word.english),
        }
    }
}

impl Serialize for OptionDefault {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl Translate for OptionDefault {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Number(_) | Self::Choice(_) => self.to_string(),
            Self::Unset(word) => word.text(language),
        }
    }
}

/// An option of the engine with the settings `S`, and what it does.
pub(crate) struct EngineOption<S> {
    pub(crate) info: OptionInfo,
    pub(crate) values: OptionValues<S>,
    /// Limits are defaults of each other: whoever sets one does not want the others' defaults.
    is_limit: bool,
}

/// What may be given, what it does, and what is printed again. `get` gives nothing where nothing is to be printed.
pub(crate) enum OptionValues<S> {
    Number { least: u64, most: u64, set: fn(&mut S, u64), get: fn(&S) -> Option<u64> },
    Choice { choices: &'static [&'static str], set: fn(&mut S, usize), get: fn(&S) -> Option<usize> },
    Name { set: fn(&mut S, &str), get: fn(&S) -> Option<&str> },
}

impl<S> EngineOption<S> {
    /// An option that is a number.
    pub(crate) const fn number(
        name: &'static str,
        (least, most, default): (u64, u64, u64),
        meaning: Text,
        set: fn(&mut S, u64),
        get: fn(&S) -> Option<u64>,
    ) -> Self {
        let info = OptionInfo { name, default: OptionDefault::Number(default), meaning };
        Self { info, values: OptionValues::Number { least, most, set, get }, is_limit: false }
    }

    /// An option that is one of a few words, the first being the default.
    pub(crate) const fn choice(
        name: &'static str,
        choices: &'static [&'static str],
        meaning: Text,
        set: fn(&mut S, usize),
        get: fn(&S) -> Option<usize>,
    ) -> Self {
        let info = OptionInfo { name, default: OptionDefault::Choice(choices[0]), meaning };
        Self { info, values: OptionValues::Choice { choices, set, get }, is_limit: false }
    }

    /// An option that is a word of the user's own; `unset` says what holds without it.
    pub(crate) const fn name(
        name: &'static str,
        unset: Text,
        meaning: Text,
        set: fn(&mut S, &str),
        get: fn(&S) -> Option<&str>,
    ) -> Self {
        let info = OptionInfo { name, default: OptionDefault::Unset(unset), meaning };
        Self { info, values: OptionValues::Name { set, get }, is_limit: false }
    }

    /// The same option without a default value; the word says what holds instead.
    pub(crate) const fn unset(mut self, word: Text) -> Self {
        self.info.default = OptionDefault::Unset(word);
        self
    }

    const fn limit(mut self) -> Self {
        self.is_limit = true;
        self
    }

    /// Sets the value that a text gives.
    fn read(&self, settings: &mut S, text: &str) -> Result<(), PlayerOptionError> {
        let name = self.info.name;
        match self.values {
            OptionValues::Number { least, most, set, .. } => match text.parse::<u64>() {
                Ok(number) if (least..=most).contains(&number) => set(settings, number),
                _ => return Err(PlayerOptionError::Number { name, least, most, text: text.to_owned() }),
            },
            OptionValues::Choice { choices, set, .. } => {
                match choices.iter().position(|choice| *choice == text) {
                    Some(index) => set(settings, index),
                    None => return Err(PlayerOptionError::Choice { name, choices, text: text.to_owned() }),
                }
            }
            OptionValues::Name { set, .. } => set(settings, text),
        }
        Ok(())
    }

    fn apply_default(&self, settings: &mut S) {
        match (&self.values, self.info.default) {
            (OptionValues::Number { set, .. }, OptionDefault::Number(number)) => set(settings, number),
            (OptionValues::Choice { set, .. }, OptionDefault::Choice(_)) => set(settings, 0),
            _ => {}
        }
    }

    /// `name=value`, if there is something to say.
    fn text(&self, settings: &S) -> Option<String> {
        let value = match self.values {
            OptionValues::Number { get, .. } => get(settings)?.to_string(),
            OptionValues::Choice { choices, get, .. } => choices[get(settings)?].to_owned(),
            OptionValues::Name { get, .. } => get(settings)?.to_owned(),
        };
        Some(format!("{}={value}", self.info.name))
    }
}

/// Settings from `name=value,name=value`; what is not given has its default.
pub(super) fn read<S: Settings>(text: &str) -> Result<S, PlayerOptionError> {
    let mut settings = S::default();
    let (limits, others): (Vec<_>, Vec<_>) = S::OPTIONS.iter().partition(|option| option.is_limit);
    for option in &others {
        option.apply_default(&mut settings);
    }
    for assignment in text.split(',').filter(|text| !text.is_empty()) {
        let Some((name, value)) = assignment.split_once('=') else {
            return Err(PlayerOptionError::Form { text: assignment.to_owned() });
        };
        let Some(option) = S::OPTIONS.iter().find(|option| option.info.name == name) else {
            return Err(PlayerOptionError::Unknown {
                engine: S::NAME,
                name: name.to_owned(),
                known: S::OPTIONS.iter().map(|option| option.info.name).collect(),
            });
        };
        option.read(&mut settings, value)?;
    }
    if settings.common().limits == ThinkingLimits::default() {
        for option in &limits {
            option.apply_default(&mut settings);
        }
    }
    Ok(settings)
}

/// The spec that gives the same settings again.
pub(super) fn text<S: Settings>(settings: &S) -> String {
    let options: Vec<String> = S::OPTIONS.iter().filter_map(|option| option.text(settings)).collect();
    format!("{}:{}", S::NAME, options.join(","))
}

/// How many decisions to look ahead; each engine has a largest depth, see [`Settings::MAX_DEPTH`].
pub(super) const fn depth<S: Settings>(default: u64) -> EngineOption<S> {
    EngineOption::number(
        "depth",
        (1, S::MAX_DEPTH as u64, default),
        Text::new("search depth, in decisions", "profundidad de búsqueda, en decisiones"),
        |settings: &mut S, depth| settings.common_mut().limits.depth = Some(depth as u32),
        |settings| settings.common().limits.depth.map(u64::from),
    )
    .limit()
}

pub(super) const fn nodes<S: Settings>() -> EngineOption<S> {
    EngineOption::number(
        "nodes",
        (1, u64::MAX, 0),
        Text::new("node limit", "límite de nodos"),
        |settings: &mut S, nodes| settings.common_mut().limits.nodes = Some(nodes),
        |settings| settings.common().limits.nodes,
    )
    .unset(Text::new("none", "ninguno"))
    .limit()
}

pub(super) const fn time<S: Settings>() -> EngineOption<S> {
    EngineOption::number(
        "time",
        (1, 1 << 40, 0),
        Text::new("time limit, in milliseconds", "límite de tiempo, en milisegundos"),
        |settings: &mut S, time| settings.common_mut().limits.time = Some(Duration::from_millis(time)),
        |settings| settings.common().limits.time.map(|time| time.as_millis() as u64),
    )
    .unset(Text::new("none", "ninguno"))
    .limit()
}

pub(super) const fn eval<S: Settings>() -> EngineOption<S> {
    EngineOption::name(
        "eval",
        Text::new("the game's first", "la primera del juego"),
        Text::new("the evaluator", "la heurística"),
        |settings: &mut S, name| settings.common_mut().evaluator = Some(name.to_owned()),
        |settings| settings.common().evaluator.as_deref(),
    )
}

pub(super) const fn seed<S: Settings>() -> EngineOption<S> {
    EngineOption::number(
        "seed",
        (0, u64::MAX, 0),
        Text::new("seed of its random choices", "semilla de sus decisiones al azar"),
        |settings: &mut S, seed| settings.common_mut().seed = seed,
        |settings| settings.uses_seed().then_some(settings.common().seed),
    )
}

/// The largest table that may be asked for: a terabyte is a typing error.
pub(super) const MAX_TABLE: u64 = 1 << 20;

pub(super) const fn table<S: Settings>(
    default: u64,
    set: fn(&mut S, u64),
    get: fn(&S) -> Option<u64>,
) -> EngineOption<S> {
    let meaning = Text::new("size of its table, in megabytes", "tamaño de su tabla, en megabytes");
    EngineOption::number("tt", (1, MAX_TABLE, default), meaning, set, get)
}

/// What finished games are worth to textbook engines.
pub(super) const fn wins<S: Settings>() -> EngineOption<S> {
    EngineOption::choice(
        "wins",
        &["equal", "sooner"],
        Text::new(
            "`equal`: all wins are worth the same, as in textbooks; `sooner`: the sooner, the better",
            "`equal`: todas las victorias valen igual, como en los libros; `sooner`: mejor cuanto antes",
        ),
        |settings: &mut S, index| {
            settings.common_mut().wins = if index == 1 { WinValue::Sooner } else { WinValue::Equal };
        },
        |settings| (settings.common().wins == WinValue::Sooner).then_some(1),
    )
}
