use poda_core::Language;
use serde::{Deserialize, Serialize};

/// The language to answer in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum LanguageParam {
    /// English.
    #[default]
    En,
    /// Spanish.
    Es,
}

impl LanguageParam {
    /// The language that is meant.
    pub fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Es => Language::Spanish,
        }
    }
}
