use poda_core::{Side, TextStyle};

/// One of the four colours, numbered as the courses number them. Two belong to each side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Colour {
    /// The second side's main colour.
    Blue = 0,
    /// The first side's other colour.
    Red = 1,
    /// The second side's other colour.
    Green = 2,
    /// The first side's main colour.
    Yellow = 3,
}

impl Colour {
    /// All colours in the order of their numbers, in which the occupants of a cell are listed.
    pub const ALL: [Self; 4] = [Self::Blue, Self::Red, Self::Green, Self::Yellow];
    /// All colours in the order of the turns, in which special dice look for victims and people read.
    pub const IN_TURN: [Self; 4] = [Self::Yellow, Self::Blue, Self::Red, Self::Green];

    /// 0 to 3, an index into arrays of four.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour with that number.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        Self::ALL[index & 3]
    }

    /// Who owns it.
    #[inline]
    pub const fn side(self) -> Side {
        match self {
            Self::Yellow | Self::Red => Side::First,
            Self::Blue | Self::Green => Side::Second,
        }
    }

    /// The other colour of the same side.
    #[inline]
    pub const fn partner(self) -> Self {
        Self::from_index(self.index() ^ 2)
    }

    /// The colour of a side that its turn is named after, and whose pieces come first.
    #[inline]
    pub const fn main_of(side: Side) -> Self {
        match side {
            Side::First => Self::Yellow,
            Side::Second => Self::Blue,
        }
    }

    /// Both colours of a side, the main one first.
    #[inline]
    pub const fn of_side(side: Side) -> [Self; 2] {
        let main = Self::main_of(side);
        [main, main.partner()]
    }

    /// The colour whose turn follows where each colour has a turn of its own.
    #[inline]
    pub const fn next_in_turn(self) -> Self {
        match self {
            Self::Yellow => Self::Blue,
            Self::Blue => Self::Red,
            Self::Red => Self::Green,
            Self::Green => Self::Yellow,
        }
    }

    /// The track cell on which its pieces leave home.
    #[inline]
    pub const fn start_cell(self) -> u8 {
        // The four arms of the cross are alike, 17 cells apart.
        match self {
            Self::Yellow => 4,
            Self::Blue => 4 + 17,
            Self::Red => 4 + 2 * 17,
            Self::Green => 4 + 3 * 17,
        }
    }

    /// The last track cell before its corridor.
    #[inline]
    pub const fn entry_cell(self) -> u8 {
        match self {
            Self::Yellow => 68,
            Self::Blue => 17,
            Self::Red => 2 * 17,
            Self::Green => 3 * 17,
        }
    }

    /// `y`, `b`, `r` or `g`.
    pub const fn letter(self) -> char {
        match self {
            Self::Yellow => 'y',
            Self::Blue => 'b',
            Self::Red => 'r',
            Self::Green => 'g',
        }
    }

    /// The colour with that letter.
    pub fn from_letter(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| text.chars().eq([colour.letter()]))
    }

    /// Its style in a text drawing.
    pub const fn style(self) -> TextStyle {
        match self {
            Self::Yellow => TextStyle::Yellow,
            Self::Blue => TextStyle::Blue,
            Self::Red => TextStyle::Red,
            Self::Green => TextStyle::Green,
        }
    }
}
