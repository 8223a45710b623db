use poda_core::Language;

/// A sentence in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// In English.
    pub english: &'static str,
    /// En español.
    pub spanish: &'static str,
}

impl Text {
    /// A sentence.
    pub const fn new(english: &'static str, spanish: &'static str) -> Self {
        Self { english, spanish }
    }

    /// The sentence in that language.
    pub fn get(self, language: Language) -> &'static str {
        language.pick(self.english, self.spanish)
    }
}
