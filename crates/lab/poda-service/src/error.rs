use core::{fmt, time::Duration};

use poda_agent::{AgentError, LineError};
use poda_catalog::{PracticeTreeError, SpecError};
use poda_core::{Language, Message, Translate, text};

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

/// Why a question has no answer. [`Translate::text`] says it in both languages; `Display` is the English form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ServiceError {
    /// It cannot be read, and why not.
    Message(String),
    /// There is no such game, player or evaluator.
    Spec(Box<SpecError>),
    /// The line cannot be followed.
    Line(Box<LineError>),
    /// The tree to practise on is none.
    Practice(PracticeTreeError),
    /// Nobody follows so long a line.
    LineTooLong {
        /// Its moves.
        plies: usize,
        /// The longest line.
        most: usize,
    },
    /// A game, position or move has no such long text.
    TextTooLong {
        /// Its bytes.
        bytes: usize,
        /// The longest text.
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
    NoTree(String),
    /// The tree has no such node.
    NoNode(u32),
    /// Something of a transport, which says it itself.
    Transport {
        /// Whose fault it is.
        kind: ErrorKind,
        /// What is wrong.
        message: Message,
    },
}

impl ServiceError {
    /// An error of a transport.
    pub fn new(kind: ErrorKind, message: impl Into<Message>) -> Self {
        Self::Transport { kind, message: message.into() }
    }

    /// Whose fault it is.
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Transport { kind, .. } => *kind,
            Self::NoTree(_) | Self::NoNode(_) => ErrorKind::Missing,
            _ => ErrorKind::Bad,
        }
    }
}

impl Translate for ServiceError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Message(why) => text!(
                language,
                "not a message: {why}",
                "mensaje incorrecto: {why}",
                why = Message::quoted(why).text(language),
            ),
            Self::Spec(error) => error.text(language),
            Self::Line(error) => error.text(language),
            Self::Practice(error) => error.text(language),
            Self::LineTooLong { plies, most } => text!(
                language,
                "a line of {plies} moves is too long: at most {most}",
                "una partida de {plies} jugadas es demasiado larga: como máximo {most}",
                plies,
                most,
            ),
            Self::TextTooLong { bytes, most } => text!(
                language,
                "a text of {bytes} bytes is no game, position or move: at most {most}",
                "un texto de {bytes} bytes no es un juego, una posición ni una jugada: como máximo {most}",
                bytes,
                most,
            ),
            Self::Agent(error) => error.text(language),
            Self::TooLong { player, most } => text!(
                language,
                "{player:?} thinks too long: at most {most} ms here",
                "{player:?} piensa demasiado tiempo: aquí como máximo {most} ms",
                player,
                most = most.as_millis(),
            ),
            Self::TooMuchMemory { player, megabytes, most } => text!(
                language,
                "{player:?} asks for a table of {megabytes} MB: at most {most} here",
                "{player:?} pide una tabla de {megabytes} MB: aquí como máximo {most}",
                player,
                megabytes,
                most,
            ),
            Self::TooManyThreads { player, threads, most } => text!(
                language,
                "{player:?} asks for {threads} threads: at most {most} here",
                "{player:?} pide {threads} hilos: aquí como máximo {most}",
                player,
                threads,
                most,
            ),
            Self::NoTree(name) => text!(
                language,
                "tree {name} is no longer kept: run the search again",
                "el árbol {name} ya no se guarda: repite la búsqueda",
                name,
            ),
            Self::NoNode(node) => {
                text!(language, "the tree has no node {node}", "el árbol no tiene el nodo {node}", node)
            }
            Self::Transport { message, .. } => message.text(language),
        }
    }
}

impl fmt::Display for ServiceError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for ServiceError {}

impl From<SpecError> for ServiceError {
    fn from(error: SpecError) -> Self {
        Self::Spec(Box::new(error))
    }
}

impl From<PracticeTreeError> for ServiceError {
    fn from(error: PracticeTreeError) -> Self {
        Self::Practice(error)
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
    use poda_core::MoveError;

    use super::*;

    #[test]
    fn errors_speak_both_languages() {
        let unknown = ServiceError::from(poda_catalog::Catalog::built_in().open("conect4").err().unwrap());
        for (error, english, spanish) in [
            (unknown, "did you mean \"connect4\"", "¿querías decir \"connect4\"?"),
            (ServiceError::NoTree("7".into()), "tree 7 is no longer kept", "el árbol 7 ya no se guarda"),
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
