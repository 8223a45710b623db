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
        why: SolverError,
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
        why: String,
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
