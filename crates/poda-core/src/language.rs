use crate::Side;

/// The languages in which Poda speaks to people. Machine-readable output has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Español.
    Spanish,
}

/// A text in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// In English.
    pub english: &'static str,
    /// En español.
    pub spanish: &'static str,
}

impl Text {
    /// A text.
    pub const fn new(english: &'static str, spanish: &'static str) -> Self {
        Self { english, spanish }
    }

    /// The text in that language.
    pub fn get(self, language: Language) -> &'static str {
        language.pick(self.english, self.spanish)
    }
}

impl Language {
    /// Chooses between two forms of the same sentence.
    pub fn pick<T>(self, english: T, spanish: T) -> T {
        match self {
            Self::English => english,
            Self::Spanish => spanish,
        }
    }

    /// "player 1 to move".
    pub fn to_move(self, side: Side) -> String {
        match self {
            Self::English => format!("player {side} to move"),
            Self::Spanish => format!("juega el jugador {side}"),
        }
    }

    /// The language that a locale name such as `es_ES.UTF-8` asks for.
    pub fn of_locale(locale: &str) -> Self {
        let primary = locale.split(['_', '-', '.']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("es") { Self::Spanish } else { Self::English }
    }
}
