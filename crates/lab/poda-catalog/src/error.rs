use poda_agent::{LineError, OtherGame};
use poda_core::{Language, Message, Translate, text};
use poda_engines::EngineError;
use thiserror::Error;

/// Why a game cannot be opened with these options.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum GameOptionError {
    /// Not a board size at all.
    Size {
        /// What was given.
        text: String,
    },
    /// Not a number of stones.
    Run {
        /// What was given.
        text: String,
    },
    /// No such board.
    #[error(transparent)]
    Board(#[from] poda_connect::SizeError),
    /// No such board of cells.
    #[error(transparent)]
    Cells(#[from] poda_mnk::CellBoardError),
    /// No such edition or start of Parchís.
    #[error(transparent)]
    Parchis(#[from] poda_parchis::SetupError),
    /// The game has no options.
    NoOptions {
        /// What was given.
        text: String,
    },
    /// A family that is not built in refuses them, for this reason.
    Other(Message),
}

impl Translate for GameOptionError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Size { text } => text!(
                language,
                "{text:?} is not a size such as 8x8",
                "{text:?} no es un tamaño como 8x8",
                text
            ),
            Self::Run { text } => text!(
                language,
                "{text:?} is not a number of stones in line",
                "{text:?} no es un número de fichas en línea",
                text
            ),
            Self::Board(error) => error.text(language),
            Self::Cells(error) => error.text(language),
            Self::Parchis(error) => error.text(language),
            Self::NoOptions { text } => text!(
                language,
                "it has no options, so {text:?} means nothing",
                "no tiene opciones, así que {text:?} no significa nada",
                text
            ),
            Self::Other(why) => why.text(language),
        }
    }
}

/// Why a player does not play like that.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PlayerOptionError {
    /// Not an assignment.
    Form {
        /// What was given.
        text: String,
    },
    /// The engine has no such option.
    Unknown {
        /// The engine.
        engine: &'static str,
        /// What was given.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// Not a number that the option takes.
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
    Choice {
        /// The option.
        name: &'static str,
        /// What there is.
        choices: &'static [&'static str],
        /// What was given.
        text: String,
    },
    /// The game has no such evaluator.
    Evaluator {
        /// The game's spec.
        game: String,
        /// What was given.
        name: String,
        /// What there is.
        known: Vec<&'static str>,
    },
    /// The weights behind an evaluator's name are not what they should be.
    #[error(
        "the weights of {evaluator} are {count} numbers from -{most} to {most} with `/` between them, not {text:?}"
    )]
    Weights {
        /// The evaluator.
        evaluator: String,
        /// How many weights it has.
        count: usize,
        /// The largest weight.
        most: i32,
        /// What was given.
        text: String,
    },
    /// The evaluator has no weights that can be chosen.
    NoWeights {
        /// The evaluator.
        evaluator: String,
    },
    /// The game has no solver, or not enough memory for it.
    Solver {
        /// The game's spec.
        game: String,
        /// What is in the way.
        why: Box<EngineError>,
    },
    /// The engine's search is no tree.
    NoTree {
        /// The engine.
        engine: &'static str,
    },
    /// There is nothing to search.
    GameOver,
}

impl Translate for PlayerOptionError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Form { text } => text!(
                language,
                "{text:?} is not of the form name=value",
                "{text:?} no tiene la forma nombre=valor",
                text
            ),
            Self::Unknown { engine, name, known } => text!(
                language,
                "{engine} has no option {name:?}, only {known}",
                "{engine} no tiene la opción {name:?}, solo {known}",
                engine,
                name,
                known = known.join(", ")
            ),
            Self::Number { name, least, most, text } => text!(
                language,
                "{name} is a number from {least} to {most}, not {text:?}",
                "{name} es un número de {least} a {most}, no {text:?}",
                name,
                least,
                most,
                text
            ),
            Self::Choice { name, choices, text } => text!(
                language,
                "{name} is {choices}, not {text:?}",
                "{name} es {choices}, no {text:?}",
                name,
                choices = choices.join(language.pick(" or ", " o ")),
                text
            ),
            Self::Evaluator { game, name, known } => text!(
                language,
                "{game} has no evaluator {name:?}, only {known}",
                "{game} no tiene la heurística {name:?}, solo {known}",
                game,
                name,
                known = known.join(", ")
            ),
            Self::Solver { game, why } => {
                text!(language, "{game}: {why}", "{game}: {why}", game, why = why.text(language))
            }
            Self::Weights { evaluator, count, most, text } => text!(
                language,
                "the weights of {evaluator} are {count} numbers from -{most} to {most} with `/` between them, not {text:?}",
                "los pesos de {evaluator} son {count} números de -{most} a {most} separados por `/`, no {text:?}",
                evaluator,
                count,
                most,
                text
            ),
            Self::NoWeights { evaluator } => text!(
                language,
                "the evaluator {evaluator:?} has no weights to choose",
                "la heurística {evaluator:?} no tiene pesos que elegir",
                evaluator
            ),
            Self::NoTree { engine } => text!(
                language,
                "the search of {engine:?} has no tree to show",
                "la búsqueda de {engine:?} no tiene un árbol que mostrar",
                engine
            ),
            Self::GameOver => text!(
                language,
                "there is nothing to search: the game is over",
                "no hay nada que buscar: la partida ha terminado"
            ),
        }
    }
}

/// Why a game line leads nowhere.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum OpenLineError {
    /// Its game is not in the catalog.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Its moves or its start are wrong.
    #[error(transparent)]
    Line(#[from] LineError),
}

impl Translate for OpenLineError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Game(error) => error.text(language),
            Self::Line(error) => error.text(language),
        }
    }
}

/// Why a spec names nothing in the catalog.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum SpecError {
    /// No game of that name.
    UnknownGame {
        /// What was given.
        name: String,
        /// What was perhaps meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// The game exists, but not with these options.
    BadGame {
        /// What was given.
        spec: String,
        /// What is wrong with it.
        why: GameOptionError,
    },
    /// The game cannot be solved so.
    NoSolver {
        /// The game's spec.
        spec: String,
        /// What is in the way.
        why: Box<EngineError>,
    },
    /// No engine or built-in player of that name.
    UnknownPlayer {
        /// What was given.
        name: String,
        /// What was perhaps meant.
        suggestion: Option<String>,
        /// What there is.
        known: Vec<String>,
    },
    /// The player exists, but not with these options.
    BadPlayer {
        /// What was given.
        spec: String,
        /// What is wrong with it.
        why: Box<PlayerOptionError>,
    },
    /// The game has no evaluator of that name.
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
    /// The position is one of another game.
    #[error(transparent)]
    OtherGame(#[from] OtherGame),
}

impl Translate for SpecError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::UnknownGame { name, suggestion, known } => text!(
                language,
                "unknown game {name:?}{hint}: known games: {known}",
                "juego desconocido {name:?}{hint}: los juegos son {known}",
                name,
                hint = hint(language, suggestion.as_deref()),
                known = known.join(", ")
            ),
            Self::BadGame { spec, why } => text!(
                language,
                "bad game {spec:?}: {why}",
                "juego incorrecto {spec:?}: {why}",
                spec,
                why = why.text(language)
            ),
            Self::NoSolver { spec, why } => text!(
                language,
                "bad game {spec:?}: {why}",
                "juego incorrecto {spec:?}: {why}",
                spec,
                why = why.text(language)
            ),
            Self::UnknownPlayer { name, suggestion, known } => text!(
                language,
                "unknown player {name:?}{hint}: known players: {known}",
                "jugador desconocido {name:?}{hint}: los jugadores son {known}",
                name,
                hint = hint(language, suggestion.as_deref()),
                known = known.join(", ")
            ),
            Self::BadPlayer { spec, why } => text!(
                language,
                "bad player {spec:?}: {why}",
                "jugador incorrecto {spec:?}: {why}",
                spec,
                why = why.text(language)
            ),
            Self::UnknownEvaluator { game, name, suggestion, known } => text!(
                language,
                "{game} has no evaluator {name:?}{hint}, only {known}",
                "{game} no tiene la heurística {name:?}{hint}, solo {known}",
                game,
                name,
                hint = hint(language, suggestion.as_deref()),
                known = known.join(", ")
            ),
            Self::OtherGame(error) => error.text(language),
        }
    }
}

fn hint(language: Language, suggestion: Option<&str>) -> String {
    let ask = |name: &str| text!(language, " (did you mean {name:?}?)", " (¿querías decir {name:?}?)", name);
    suggestion.map(ask).unwrap_or_default()
}

/// The known name that is most like `name`, if any is like it at all.
pub(crate) fn closest(name: &str, known: &[impl AsRef<str>]) -> Option<String> {
    let likeness = |other: &str| strsim::jaro_winkler(&name.to_lowercase(), other);
    let known = known.iter().map(AsRef::<str>::as_ref);
    let best = known.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))?;
    (likeness(best) > 0.75).then(|| best.to_owned())
}
