use std::fmt;

/// One of the two sides. A side may own several colours (Parchís).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(into = "u8"))]
#[repr(u8)]
pub enum Side {
    /// The side that makes the first move of the game: player 1.
    First = 0,
    /// The other side: player 2.
    Second = 1,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The opponent.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }

    /// 0 for the first side and 1 for the second: an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// 1 or 2, as people and position lines count players.
    pub const fn number(self) -> u8 {
        self as u8 + 1
    }

    /// The side that people call player `number`.
    pub const fn from_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::First),
            2 => Some(Self::Second),
            _ => None,
        }
    }

    /// The first side for even indices, the second for odd ones.
    #[inline]
    pub const fn from_parity(index: u32) -> Self {
        if index.is_multiple_of(2) { Self::First } else { Self::Second }
    }
}

/// The number of the player.
impl From<Side> for u8 {
    fn from(side: Side) -> Self {
        side.number()
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Side {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        u8::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Side {}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.number())
    }
}
