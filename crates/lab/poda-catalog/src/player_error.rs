use poda_agent::AgentError;
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

use crate::SpecError;

/// Why there is no such player.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PlayerError {
    /// The catalog does not know it.
    Spec(#[from] SpecError),
    /// Its command line cannot be cut into words.
    Broken {
        /// What was given.
        command: String,
        /// What is wrong with it.
        why: Message,
    },
    /// There is no such program.
    Missing {
        /// What was looked for.
        program: String,
    },
    /// Its program is there, but cannot be started.
    NotExecutable {
        /// Where it is.
        program: String,
    },
    /// There is no such player of a course.
    Course(Message),
    /// Its file of weights cannot be read.
    Weights(Message),
    /// Its evaluator takes no weights.
    NoWeights {
        /// The evaluator with the name of the file.
        text: String,
        /// The game.
        game: String,
        /// The one that takes weights there.
        evaluator: String,
    },
    /// Its program does not play this game.
    Agent(#[from] AgentError),
}

impl Translate for PlayerError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Spec(error) => error.text(language),
            Self::Broken { command, why } => text!(
                language,
                "broken command {command:?}: {why}",
                "comando incorrecto {command:?}: {why}",
                command,
                why = why.text(language)
            ),
            Self::Missing { program } => text!(
                language,
                "there is no program {program:?}",
                "no existe el programa {program:?}",
                program
            ),
            Self::NotExecutable { program } => text!(
                language,
                "{program:?} is not executable (chmod +x makes it so)",
                "{program:?} no es ejecutable (chmod +x lo arregla)",
                program
            ),
            Self::Course(why) | Self::Weights(why) => why.text(language),
            Self::NoWeights { text, game, evaluator } => text!(
                language,
                "{text:?}: in {game} only {evaluator:?} takes weights",
                "{text:?}: en {game} solo {evaluator:?} admite pesos",
                text,
                game,
                evaluator
            ),
            Self::Agent(error) => error.text(language),
        }
    }
}
