use poda_core::{Language, Translate, text};
use thiserror::Error;

/// Why a batch cannot be made or stepped.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum BatchError {
    /// An option out of its range.
    Option {
        /// Its name.
        name: &'static str,
        /// What was given.
        value: u64,
        /// The smallest that is possible.
        least: u64,
        /// The largest.
        most: u64,
    },
    /// An array of another length than it should have.
    Length {
        /// Its name.
        array: &'static str,
        /// How many numbers it should have.
        expected: usize,
        /// How many it has.
        found: usize,
    },
    /// An action that cannot be played.
    Illegal {
        /// The spec of the game.
        spec: String,
        /// Which game of the batch, from 0.
        game: usize,
        /// The action.
        action: i64,
        /// Where it was to be played.
        position: String,
        /// What would have been accepted.
        legal: Vec<usize>,
    },
}

impl Translate for BatchError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Option { name, value, least, most } => text!(
                language,
                "{name}={value}: from {least} to {most} are possible",
                "{name}={value}: son posibles de {least} a {most}",
                name,
                value,
                least,
                most,
            ),
            Self::Length { array, expected, found } => text!(
                language,
                "the array {array} has {found} numbers instead of {expected}",
                "la tabla {array} tiene {found} números en vez de {expected}",
                array,
                found,
                expected,
            ),
            Self::Illegal { spec, game, action, position, legal } => text!(
                language,
                "illegal action {action} in game {game} of {spec} at {position:?}: legal here: {legal}",
                "acción ilegal {action} en la partida {game} de {spec} en {position:?}: aquí se puede jugar {legal}",
                action,
                game,
                spec,
                position,
                legal = legal.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "),
            ),
        }
    }
}
