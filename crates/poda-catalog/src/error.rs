use poda_agent::LineError;
use poda_core::PositionError;
use thiserror::Error;

use crate::SolverError;

/// Why a game cannot be opened with these options.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GameOptionError {
    /// Not a board size at all.
    #[error("{text:?} is not a size such as 8x8")]
    Size {
        /// What was given.
        text: String,
    },
    /// Not a number of stones.
    #[error("{text:?} is not a number of stones in line")]
    Run {
        /// What was given.
        text: String,
    },
    /// No such board.
    #[error(transparent)]
    Board(#[from] poda_connect::SizeError),
    /// No such edition or start of Parchís.
    #[error(transparent)]
    Parchis(#[from] poda_parchis::SetupError),
    /// The game has no options.
    #[error("it has no options, so {text:?} means nothing")]
    NoOptions {
        /// What was given.
        text: String,
    },
}

/// Why a player does not play like that.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PlayerOptionError {
    /// Not an assignment.
    #[error("{text:?} is not of the form name=value")]
    Form {
        /// What was given.
        text: String,
    },
    /// The engine has no such option.
    #[error("{engine} has no option {name:?}, only {}", known.join(", "))]
    Unknown {
        /// The engine.
        engine: &'static str,
        /// What was given.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// Not a number that the option takes.
    #[error("{name} is a number from {least} to {most}, not {text:?}")]
    Number {
        /// The option.
        name: &'static str,
        /// The smallest value.
        least: u64,
        /// The largest value.
        most: u64,
        /// What was given.
        text: String,
    },
    /// None of the option's choices.
    #[error("{name} is {}, not {text:?}", choices.join(" or "))]
    Choice {
        /// The option.
        name: &'static str,
        /// What there is.
        choices: &'static [&'static str],
        /// What was given.
        text: String,
    },
    /// The game has no such evaluator.
    #[error("{game} has no evaluator {name:?}, only {}", known.join(", "))]
    Evaluator {
        /// The game's spec.
        game: String,
        /// What was given.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The game has no solver, or not enough memory for it.
    #[error("{game}: {why}")]
    Solver {
        /// The game's spec.
        game: String,
        /// What is in the way.
        why: Box<SolverError>,
    },
    /// The engine's search is no tree.
    #[error("the search of {engine:?} has no tree to show")]
    NoTree {
        /// The engine.
        engine: &'static str,
    },
    /// There is nothing to search.
    #[error("there is nothing to search: the game is over")]
    GameOver,
}

/// Why a game line leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OpenLineError {
    /// Its game is not in the catalog.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Its moves or its start are wrong.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// Why a spec names nothing in the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No game of that name.
    #[error("unknown game {name:?}{}: known games: {}", hint(suggestion.as_deref()), known.join(", "))]
    UnknownGame {
        /// What was given.
        name: String,
        /// What was perhaps meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The game exists, but not with these options.
    #[error("bad game {spec:?}: {why}")]
    BadGame {
        /// What was given.
        spec: String,
        /// What is wrong with it.
        why: GameOptionError,
    },
    /// The game cannot be solved so.
    #[error("bad game {spec:?}: {why}")]
    NoSolver {
        /// The game's spec.
        spec: String,
        /// What is in the way.
        why: Box<SolverError>,
    },
    /// No engine or built-in player of that name.
    #[error("unknown player {name:?}{}: known players: {}", hint(suggestion.as_deref()), known.join(", "))]
    UnknownPlayer {
        /// What was given.
        name: String,
        /// What was perhaps meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The player exists, but not with these options.
    #[error("bad player {spec:?}: {why}")]
    BadPlayer {
        /// What was given.
        spec: String,
        /// What is wrong with it.
        why: Box<PlayerOptionError>,
    },
    /// The game has no evaluator of that name.
    #[error("{game} has no evaluator {name:?}{}, only {}", hint(suggestion.as_deref()), known.join(", "))]
    UnknownEvaluator {
        /// The game's spec.
        game: String,
        /// What was given.
        name: String,
        /// What was perhaps meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// What was to be looked at is not a position of the game.
    #[error(transparent)]
    BadPosition(#[from] PositionError),
}

fn hint(suggestion: Option<&str>) -> String {
    suggestion.map(|name| format!(" (did you mean {name:?}?)")).unwrap_or_default()
}

/// The known name that is most like `name`, if any is like it at all.
pub(crate) fn closest(name: &str, known: &[&'static str]) -> Option<String> {
    let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), other);
    let best = known.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.75).then(|| (*best).to_owned())
}
