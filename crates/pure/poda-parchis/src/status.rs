/// What has befallen a piece. It lasts for a number of its side's decisions, at home and on goal too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Status {
    /// Nothing.
    Normal = 0,
    /// Runs over everybody, two cells further.
    Star = 1,
    /// Passes through everything, touches nobody.
    Ghost = 2,
    /// Fills two cells and crushes what is there.
    Mega = 3,
    /// Goes half as far, captures nobody, makes no walls.
    Small = 4,
    /// Slipped on a banana: goes nowhere.
    Slipped = 5,
}

impl Status {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Normal, Self::Star, Self::Ghost, Self::Mega, Self::Small, Self::Slipped];

    /// The word of position lines.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Star => "star",
            Self::Ghost => "ghost",
            Self::Mega => "mega",
            Self::Small => "small",
            Self::Slipped => "slipped",
        }
    }

    /// The distance that becomes of a die's.
    #[inline]
    pub(crate) const fn stretch(self, distance: u8) -> u8 {
        match self {
            Self::Star => distance + 2,
            Self::Small => distance / 2,
            Self::Slipped => 0,
            Self::Normal | Self::Ghost | Self::Mega => distance,
        }
    }
}

/// A status and its counter in one byte, `status << 3 | counter`; zero is the normal piece.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition(pub(crate) u8);

impl Condition {
    #[inline]
    pub(crate) const fn new(status: Status, counter: u8) -> Self {
        Self((status as u8) << 3 | counter)
    }

    #[inline]
    pub(crate) const fn status(self) -> Status {
        match self.0 >> 3 {
            0 => Status::Normal,
            1 => Status::Star,
            2 => Status::Ghost,
            3 => Status::Mega,
            4 => Status::Small,
            _ => Status::Slipped,
        }
    }

    #[inline]
    pub(crate) const fn counter(self) -> u8 {
        self.0 & 7
    }

    /// The same counter with another status.
    #[inline]
    pub(crate) const fn with_status(self, status: Status) -> Self {
        Self::new(status, self.counter())
    }

    /// One decision later.
    #[inline]
    pub(crate) const fn elapsed(self) -> Self {
        if self.counter() <= 1 { Self(0) } else { Self(self.0 - 1) }
    }
}
