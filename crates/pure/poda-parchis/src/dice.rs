use std::fmt;

/// A die: a number of cells to walk, or a special effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Die(pub(crate) u8);

impl Die {
    /// Leaves home.
    pub const FIVE: Self = Self(5);
    /// Plays again, opens walls, counts seven once nobody is at home.
    pub const SIX: Self = Self(6);
    /// Won by reaching the goal.
    pub const GOAL_BONUS: Self = Self(10);
    /// Won by a capture.
    pub const CAPTURE_BONUS: Self = Self(20);
    /// Whatever the energy allows.
    pub const ENERGY: Self = Self(100);
    /// The piece becomes a star.
    pub const STAR: Self = Self(101);
    /// The piece becomes a ghost and steals a die.
    pub const BOO: Self = Self(102);
    /// 40 cells.
    pub const BULLET: Self = Self(103);
    /// Hits the nearest pieces ahead.
    pub const RED_SHELL: Self = Self(104);
    /// Hits the pieces nearest to their goal.
    pub const BLUE_SHELL: Self = Self(105);
    /// 8 cells.
    pub const MUSHROOM: Self = Self(106);
    /// The piece becomes mega.
    pub const MEGA_MUSHROOM: Self = Self(107);
    /// Everybody else becomes small.
    pub const SHOCK: Self = Self(108);
    /// Sends those around home, or wards off a shell.
    pub const HORN: Self = Self(109);
    /// A trap on the piece's cell.
    pub const BANANA: Self = Self(110);

    /// The number by which the courses know it.
    #[inline]
    pub const fn value(self) -> u8 {
        self.0
    }

    /// The die with that number.
    pub const fn from_value(value: u8) -> Option<Self> {
        match value {
            1..=6 | 10 | 20 | 100..=110 => Some(Self(value)),
            _ => None,
        }
    }

    /// Whether it is one of the ten objects.
    #[inline]
    pub const fn is_object(self) -> bool {
        self.0 > Self::ENERGY.0
    }

    /// The word of move texts and position lines.
    pub const fn word(self) -> &'static str {
        match self.0 {
            1 => "1",
            2 => "2",
            3 => "3",
            4 => "4",
            5 => "5",
            6 => "6",
            10 => "10",
            20 => "20",
            100 => "energy",
            101 => "star",
            102 => "boo",
            103 => "bullet",
            104 => "red-shell",
            105 => "blue-shell",
            106 => "mushroom",
            107 => "mega",
            108 => "shock",
            109 => "horn",
            _ => "banana",
        }
    }

    /// The ten objects in the order of their numbers.
    pub fn objects() -> impl Iterator<Item = Self> {
        (Self::STAR.0..=Self::BANANA.0).map(Self)
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A set of ordinary dice: bit `d - 1` for 1 to 6 and bit 6 for the energy die.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct DiceSet(pub(crate) u8);

impl DiceSet {
    /// The set of those dice.
    pub(crate) const fn new(dice: &[Die]) -> Self {
        let mut set = 0;
        let mut index = 0;
        while index < dice.len() {
            set |= Self::bit(dice[index]);
            index += 1;
        }
        Self(set)
    }

    const fn bit(die: Die) -> u8 {
        if die.0 == Die::ENERGY.0 { 1 << 6 } else { 1 << ((die.0 - 1) & 7) }
    }

    /// Whether no die is left.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether a die is in it.
    pub const fn contains(self, die: Die) -> bool {
        (matches!(die.0, 1..=6) || die.0 == Die::ENERGY.0) && self.0 & Self::bit(die) != 0
    }

    /// Without one die; all of `full` again when it was the last.
    #[inline]
    pub(crate) const fn spend(self, die: Die, full: Self) -> Self {
        let left = self.0 & !Self::bit(die);
        if left == 0 { full } else { Self(left) }
    }

    /// The dice from the largest down.
    #[inline]
    pub fn descending(self) -> impl Iterator<Item = Die> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let top = left.checked_ilog2()?;
            left &= !(1 << top);
            Some(if top == 6 { Die::ENERGY } else { Die(top as u8 + 1) })
        })
    }
}

/// The objects that a side holds: at most two, the older one in the low half of a byte, as `die - 100`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Hand(pub(crate) u8);

impl Hand {
    /// How many can be held.
    pub const CAPACITY: usize = 2;

    /// How many are held.
    #[inline]
    pub const fn len(self) -> usize {
        (self.0 & 15 != 0) as usize + (self.0 >> 4 != 0) as usize
    }

    /// Whether none is held.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether no other fits.
    #[inline]
    pub(crate) const fn is_full(self) -> bool {
        self.0 >> 4 != 0
    }

    /// Whether it is held.
    #[inline]
    pub fn contains(self, die: Die) -> bool {
        self.oldest_first().any(|held| held == die)
    }

    /// The dice in the order of acquisition.
    #[inline]
    pub fn oldest_first(self) -> impl DoubleEndedIterator<Item = Die> {
        [self.0 & 15, self.0 >> 4].into_iter().filter(|nibble| *nibble != 0).map(|nibble| Die(nibble + 100))
    }

    /// With one more, or unchanged if there is no room.
    #[inline]
    pub(crate) const fn with(self, die: Die) -> Self {
        let nibble = die.0 - 100;
        if self.0 == 0 {
            Self(nibble)
        } else if self.is_full() {
            self
        } else {
            Self(self.0 | nibble << 4)
        }
    }

    /// Without that die; two equal ones are lost one by one.
    pub(crate) const fn without(self, die: Die) -> Self {
        let nibble = die.0 - 100;
        if self.0 & 15 == nibble {
            Self(self.0 >> 4)
        } else if self.0 >> 4 == nibble {
            Self(self.0 & 15)
        } else {
            self
        }
    }

    /// The newest die, and the hand without it.
    pub(crate) const fn take_newest(self) -> (Option<Die>, Self) {
        match (self.0 & 15, self.0 >> 4) {
            (0, _) => (None, self),
            (only, 0) => (Some(Die(only + 100)), Self(0)),
            (older, newer) => (Some(Die(newer + 100)), Self(older)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_renew_when_the_last_die_is_spent() {
        let full = DiceSet::new(&[Die(1), Die::SIX, Die::ENERGY]);
        assert_eq!(full.descending().map(Die::value).collect::<Vec<_>>(), [100, 6, 1]);
        let left = full.spend(Die::ENERGY, full).spend(Die(1), full);
        assert!(left.contains(Die::SIX) && !left.contains(Die(1)) && !left.contains(Die::GOAL_BONUS));
        assert_eq!(left.spend(Die::SIX, full), full);
    }

    #[test]
    fn hands_keep_the_order_of_acquisition() {
        let hand = Hand::default().with(Die::BOO).with(Die::STAR).with(Die::HORN);
        assert_eq!(hand.oldest_first().collect::<Vec<_>>(), [Die::BOO, Die::STAR]);
        assert_eq!(hand.take_newest(), (Some(Die::STAR), Hand::default().with(Die::BOO)));
        assert_eq!(hand.without(Die::BOO), Hand::default().with(Die::STAR));
        assert_eq!(hand.without(Die::HORN), hand);
        let pair = Hand::default().with(Die::HORN).with(Die::HORN);
        assert_eq!((pair.len(), pair.without(Die::HORN).len()), (2, 1));
        for value in 1..=6 {
            assert_eq!(Die(value).word(), value.to_string());
        }
    }
}
