use crate::Side;

/// The languages in which Poda speaks to people. Machine-readable output has none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Español.
    Spanish,
    /// For tests: English, and every translated text stands between ⟦ and ⟧. What is printed outside of them cannot be
    /// said in Spanish.
    Brackets,
}

/// A text in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Text {
    /// In English.
    #[cfg_attr(feature = "serde", serde(rename = "en"))]
    pub english: &'static str,
    /// En español.
    #[cfg_attr(feature = "serde", serde(rename = "es"))]
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
    /// All of them, the one for tests too.
    pub const ALL: [Self; 3] = [Self::English, Self::Spanish, Self::Brackets];

    /// Chooses between two forms of the same sentence. [`text!`](crate::text!) is for sentences into which something is
    /// inserted.
    pub fn pick<T: Bracketed>(self, english: T, spanish: T) -> T {
        match self {
            Self::English => english,
            Self::Spanish => spanish,
            Self::Brackets => english.bracketed(),
        }
    }

    /// "player 1 to move".
    pub fn to_move(self, side: Side) -> String {
        crate::text!(self, "player {side} to move", "juega el jugador {side}", side)
    }

    /// The language that a locale name such as `es_ES.UTF-8` asks for.
    pub fn of_locale(locale: &str) -> Self {
        let primary = locale.split(['_', '-', '.']).next().unwrap_or_default();
        if primary.eq_ignore_ascii_case("es") { Self::Spanish } else { Self::English }
    }
}

/// A text that can be put between brackets, for [`Language::Brackets`].
pub trait Bracketed {
    /// The text between ⟦ and ⟧.
    #[must_use]
    fn bracketed(self) -> Self;
}

impl Bracketed for String {
    fn bracketed(self) -> Self {
        format!("⟦{self}⟧")
    }
}

impl Bracketed for &'static str {
    /// The text stays in memory for good. Only tests pay for it, and their programs are short.
    fn bracketed(self) -> Self {
        Box::leak(self.to_owned().bracketed().into_boxed_str())
    }
}

impl<T: Bracketed, const N: usize> Bracketed for [T; N] {
    fn bracketed(self) -> Self {
        self.map(Bracketed::bracketed)
    }
}
