use core::{fmt, time::Duration};

use poda_agent::{AgentError, LineError, LineErrorReason};
use poda_catalog::SpecError;
use poda_core::{Language, MoveError, PositionError};

/// Whose fault it is that a question has no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// The question's.
    Bad,
    /// It is not for whoever asks.
    Forbidden,
    /// What it is about is not there.
    Missing,
    /// There is too much to do.
    Busy,
    /// Ours.
    Internal,
}

/// Why a question has no answer. [`ServiceError::text`] says it in both languages; `Display` is the English form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServiceError {
    /// It cannot be read, and why not.
    Message(String),
    /// There is no such game, player or evaluator.
    Spec(Box<SpecError>),
    /// The line cannot be followed.
    Line(Box<LineError>),
    /// Nobody follows so long a line.
    LineTooLong {
        /// Its moves.
        plies: usize,
        /// The longest line.
        most: usize,
    },
    /// The player gave no answer.
    Agent(Box<AgentError>),
    /// The player thinks too long.
    TooLong {
        /// As it was given.
        player: String,
        /// The longest time.
        most: Duration,
    },
    /// The player's table is too large.
    TooMuchMemory {
        /// As it was given.
        player: String,
        /// Megabytes it asks for.
        megabytes: usize,
        /// Megabytes there are.
        most: usize,
    },
    /// The player uses too many threads.
    TooManyThreads {
        /// As it was given.
        player: String,
        /// Threads it asks for.
        threads: usize,
        /// Threads there are.
        most: usize,
    },
    /// The tree was never there, or had to make room for others.
    NoTree(u64),
    /// The tree has no such node.
    NoNode(u32),
    /// Something of a transport, which says it itself.
    Transport {
        /// Whose fault it is.
        kind: ErrorKind,
        /// In English.
        english: String,
        /// In Spanish.
        spanish: String,
    },
}

impl ServiceError {
    /// An error of a transport.
    pub fn new(kind: ErrorKind, english: impl Into<String>, spanish: impl Into<String>) -> Self {
        Self::Transport { kind, english: english.into(), spanish: spanish.into() }
    }

    /// Whose fault it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Transport { kind, .. } => *kind,
            Self::NoTree(_) | Self::NoNode(_) => ErrorKind::Missing,
            _ => ErrorKind::Bad,
        }
    }

    /// What is wrong, for people.
    pub fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.english(),
            Language::Spanish => self.spanish(),
        }
    }

    fn english(&self) -> String {
        match self {
            Self::Message(why) => format!("not a message: {why}"),
            Self::Spec(error) => error.to_string(),
            Self::Line(error) => error.to_string(),
            Self::LineTooLong { plies, most } => {
                format!("a line of {plies} moves is too long: at most {most}")
            }
            Self::Agent(error) => error.to_string(),
            Self::TooLong { player, most } => {
                format!("{player:?} thinks too long: at most {} ms here", most.as_millis())
            }
            Self::TooMuchMemory { player, megabytes, most } => {
                format!("{player:?} asks for a table of {megabytes} MB: at most {most} here")
            }
            Self::TooManyThreads { player, threads, most } => {
                format!("{player:?} asks for {threads} threads: at most {most} here")
            }
            Self::NoTree(number) => format!("tree {number} is no longer kept: run the search again"),
            Self::NoNode(node) => format!("the tree has no node {node}"),
            Self::Transport { english, .. } => english.clone(),
        }
    }

    fn spanish(&self) -> String {
        match self {
            Self::Message(why) => format!("mensaje incorrecto: {why}"),
            Self::Spec(error) => spec(error),
            Self::Line(error) => line(error),
            Self::LineTooLong { plies, most } => {
                format!("una partida de {plies} jugadas es demasiado larga: como máximo {most}")
            }
            Self::Agent(error) => agent(error),
            Self::TooLong { player, most } => {
                format!("{player:?} piensa demasiado tiempo: aquí como máximo {} ms", most.as_millis())
            }
            Self::TooMuchMemory { player, megabytes, most } => {
                format!("{player:?} pide una tabla de {megabytes} MB: aquí como máximo {most}")
            }
            Self::TooManyThreads { player, threads, most } => {
                format!("{player:?} pide {threads} hilos: aquí como máximo {most}")
            }
            Self::NoTree(number) => format!("el árbol {number} ya no se guarda: repite la búsqueda"),
            Self::NoNode(node) => format!("el árbol no tiene el nodo {node}"),
            Self::Transport { spanish, .. } => spanish.clone(),
        }
    }
}

fn line(error: &LineError) -> String {
    match &error.reason {
        LineErrorReason::Position(error) => position(error),
        LineErrorReason::Move(why) => format!("jugada {}: {}", error.ply, illegal(why)),
    }
}

fn illegal(error: &MoveError) -> String {
    match error {
        MoveError::Illegal { text, legal } => {
            format!("jugada ilegal {text:?}: aquí se puede jugar {}", legal.join(" "))
        }
        MoveError::GameOver { text } => format!("jugada ilegal {text:?}: la partida ha terminado"),
    }
}

fn position(error: &PositionError) -> String {
    format!("posición incorrecta {:?}: {}", error.text, error.why)
}

fn spec(error: &SpecError) -> String {
    let hint = |suggestion: &Option<String>| {
        suggestion.as_ref().map(|name| format!(" (¿querías decir {name:?}?)")).unwrap_or_default()
    };
    match error {
        SpecError::UnknownGame { name, suggestion, known } => {
            format!("juego desconocido {name:?}{}: los juegos son {}", hint(suggestion), known.join(", "))
        }
        SpecError::BadGame { spec, why } => format!("juego incorrecto {spec:?}: {why}"),
        SpecError::NoSolver { spec, why } => format!("{spec:?} no se puede resolver: {why}"),
        SpecError::UnknownPlayer { name, suggestion, known } => {
            format!(
                "jugador desconocido {name:?}{}: los jugadores son {}",
                hint(suggestion),
                known.join(", ")
            )
        }
        SpecError::BadPlayer { spec, why } => format!("jugador incorrecto {spec:?}: {why}"),
        SpecError::UnknownEvaluator { game, name, suggestion, known } => {
            format!("{game} no tiene la heurística {name:?}{}, solo {}", hint(suggestion), known.join(", "))
        }
        SpecError::BadPosition(error) => position(error),
    }
}

fn agent(error: &AgentError) -> String {
    match error {
        AgentError::GameOver => "no hay jugada que elegir: la partida ha terminado".into(),
        AgentError::BrokenLine(error) => format!("no se puede seguir la partida: {}", line(error)),
        AgentError::NoStart(why) => format!("el programa no arrancó: {why}"),
        AgentError::Flood(why) => format!("el programa escribió demasiado: {why}"),
        AgentError::Stopped => "se detuvo".into(),
        // What a program said or how it ended: the details are the program's own.
        other => format!("el jugador falló: {other}"),
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.english())
    }
}

impl std::error::Error for ServiceError {}

impl From<SpecError> for ServiceError {
    fn from(error: SpecError) -> Self {
        Self::Spec(Box::new(error))
    }
}

impl From<LineError> for ServiceError {
    fn from(error: LineError) -> Self {
        Self::Line(Box::new(error))
    }
}

impl From<AgentError> for ServiceError {
    fn from(error: AgentError) -> Self {
        Self::Agent(Box::new(error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_speak_both_languages() {
        let unknown = ServiceError::from(poda_catalog::open("conect4").err().unwrap());
        for (error, english, spanish) in [
            (unknown, "did you mean \"connect4\"", "¿querías decir \"connect4\"?"),
            (ServiceError::NoTree(7), "tree 7 is no longer kept", "el árbol 7 ya no se guarda"),
            (ServiceError::from(AgentError::GameOver), "the game is over", "la partida ha terminado"),
            (
                ServiceError::from(LineError {
                    ply: 3,
                    text: "4".into(),
                    reason: MoveError::GameOver { text: "4".into() }.into(),
                }),
                "ply 3: illegal move \"4\": the game is over",
                "jugada 3: jugada ilegal \"4\": la partida ha terminado",
            ),
        ] {
            assert!(error.text(Language::English).contains(english), "{error}");
            assert_eq!(error.text(Language::English), error.to_string());
            assert!(error.text(Language::Spanish).contains(spanish), "{}", error.text(Language::Spanish));
        }
    }
}
