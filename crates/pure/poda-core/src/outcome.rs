use crate::Side;

/// How a finished game ended. Absolute: it never depends on whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Outcome {
    /// That side has won, by whoever's move.
    Win(Side),
    /// Nobody has.
    Draw,
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Outcome {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        let words = [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw].map(Self::word);
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::String)
            .enum_values(Some(words))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Outcome {}

impl Outcome {
    /// The side that won, if one did.
    pub const fn winner(self) -> Option<Side> {
        match self {
            Self::Win(side) => Some(side),
            Self::Draw => None,
        }
    }

    /// `p1`, `p2` or `draw`: the word of every machine-readable output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Win(Side::First) => "p1",
            Self::Win(Side::Second) => "p2",
            Self::Draw => "draw",
        }
    }

    /// The reverse of [`Outcome::word`].
    pub fn of_word(word: &str) -> Option<Self> {
        [Self::Win(Side::First), Self::Win(Side::Second), Self::Draw]
            .into_iter()
            .find(|outcome| outcome.word() == word)
    }
}
