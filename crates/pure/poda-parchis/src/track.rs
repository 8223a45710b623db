//! The cells of the board as numbers and as bits.
//!
//! ```text
//!   bit   0       1 .. 68     69 .. 75        76 .. 82       83 .. 89         90 .. 96
//!         unused  the track   blue corridor   red corridor   green corridor   yellow corridor
//!   bit   97 98 99 100        101 102 103 104      127
//!         goals b r g y       homes b r g y        absent (colours with three pieces)
//! ```
//!
//! Every cell has one number, whoever stands on it, so that a set of cells is a `u128`. All numbers are below 128:
//! the byte arithmetic of `bytes` relies on it.
//!
//! A colour's way home is a straight line of *steps to goal*: 0 the goal, 1..7 the corridor backwards, 8 the entry
//! cell, 8..75 the track backwards. Walking n steps from s leads to |s - n|: the reflection is the bounce, out of
//! the corridor and back onto the track if it must be.

use crate::Colour;

/// The number of cells on the track.
pub(crate) const TRACK: u8 = 68;
/// The number of cells in a corridor.
pub(crate) const CORRIDOR: u8 = 7;
/// The steps from an entry cell to the goal.
pub(crate) const ENTRY_STEPS: u8 = CORRIDOR + 1;
const FIRST_CORRIDOR: u8 = TRACK + 1;
const FIRST_GOAL: u8 = FIRST_CORRIDOR + 4 * CORRIDOR;
const FIRST_HOME: u8 = FIRST_GOAL + 4;
/// The steps of the longest way: from the cell just behind the entry, all round.
const LONGEST: usize = (TRACK + CORRIDOR) as usize;
/// Q11: a piece at home counts 74 steps, although the start cell counts 72.
const HOME_STEPS: u8 = 74;

/// A cell of the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(transparent)]
pub struct Cell(pub(crate) u8);

/// What a cell is, seen by its owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A colour's home.
    Home(Colour),
    /// A track cell, 1 to 68.
    Track(u8),
    /// A corridor cell, 1 to 7.
    Corridor(Colour, u8),
    /// A colour's goal.
    Goal(Colour),
}

impl Cell {
    /// Where the fourth piece of colours with three pieces stands.
    pub(crate) const ABSENT: Self = Self(127);

    /// A track cell, 1 to 68.
    #[inline]
    pub(crate) const fn track(number: u8) -> Self {
        Self(number)
    }

    /// A corridor cell, 1 to 7.
    pub(crate) const fn corridor(colour: Colour, number: u8) -> Self {
        Self(FIRST_CORRIDOR + colour as u8 * CORRIDOR + number - 1)
    }

    /// A colour's goal.
    #[inline]
    pub const fn goal(colour: Colour) -> Self {
        Self(FIRST_GOAL + colour as u8)
    }

    /// A colour's home.
    #[inline]
    pub const fn home(colour: Colour) -> Self {
        Self(FIRST_HOME + colour as u8)
    }

    /// The cell that is `spot`, if there is such a one.
    pub const fn of_spot(spot: Spot) -> Option<Self> {
        match spot {
            Spot::Home(colour) => Some(Self::home(colour)),
            Spot::Goal(colour) => Some(Self::goal(colour)),
            Spot::Track(number @ 1..=TRACK) => Some(Self::track(number)),
            Spot::Corridor(colour, number @ 1..=CORRIDOR) => Some(Self::corridor(colour, number)),
            Spot::Track(_) | Spot::Corridor(..) => None,
        }
    }

    /// What this cell is.
    pub const fn spot(self) -> Spot {
        if self.is_track() {
            Spot::Track(self.0)
        } else if self.0 < FIRST_GOAL {
            let beyond = self.0 - FIRST_CORRIDOR;
            Spot::Corridor(Colour::from_index((beyond / CORRIDOR) as usize), beyond % CORRIDOR + 1)
        } else if self.0 < FIRST_HOME {
            Spot::Goal(Colour::from_index((self.0 - FIRST_GOAL) as usize))
        } else {
            Spot::Home(Colour::from_index((self.0.wrapping_sub(FIRST_HOME)) as usize))
        }
    }

    /// The cell's number, different for every cell and below 128: an index into tables and a bit of a `u128`.
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 127) as usize
    }

    /// Whether it is one of the 68.
    #[inline]
    pub const fn is_track(self) -> bool {
        self.0 <= TRACK
    }

    /// Whether it is a goal.
    #[inline]
    pub const fn is_goal(self) -> bool {
        self.0 >= FIRST_GOAL && self.0 < FIRST_HOME
    }

    /// Whether it is a home.
    #[inline]
    pub const fn is_home(self) -> bool {
        self.0 >= FIRST_HOME && self.0 < FIRST_HOME + 4
    }

    /// Whether it is a track cell on which nobody is captured.
    #[inline]
    pub const fn is_safe(self) -> bool {
        self.is_in(SAFE)
    }

    /// The set of this cell alone.
    #[inline]
    pub(crate) const fn bit(self) -> u128 {
        1 << (self.0 & 127)
    }

    /// Whether it is in a set. (Half a set at a time: shifting all 128 bits takes three times as long.)
    #[inline]
    pub(crate) const fn is_in(self, set: u128) -> bool {
        let half = if self.0 < 64 { set as u64 } else { (set >> 64) as u64 };
        half >> (self.0 & 63) & 1 == 1
    }

    /// The steps to goal of a piece of that colour that stands here.
    #[inline]
    pub const fn steps_to_goal(self, colour: Colour) -> u8 {
        STEPS[colour.index()][self.index()]
    }

    /// The cell where a colour's piece has that many steps to goal.
    #[inline]
    pub(crate) const fn at_steps(colour: Colour, steps: u8) -> Self {
        Self(AT_STEPS[colour.index()][(steps & 127) as usize])
    }

    /// The cell after this one on the way of that colour.
    #[inline]
    pub(crate) const fn next(self, colour: Colour) -> Self {
        if self.0 >= FIRST_GOAL {
            // Q4: what comes after a goal, the cell with number 0, is taken to be track cell 1. A home has number 0 too;
            // that a mega piece which was shot home looks there is an inference that no recorded game contradicts.
            Self::track(1)
        } else {
            Self::at_steps(colour, self.steps_to_goal(colour) - 1)
        }
    }

    /// This cell as the end of a path on the track: corridors and goals end theirs at the entry.
    #[inline]
    pub(crate) const fn path_end(self, colour: Colour) -> u8 {
        if self.is_track() { self.0 } else { colour.entry_cell() }
    }
}

/// The cells on which nobody is captured: start, entry and the one between of each arm.
pub(crate) const SAFE: u128 = {
    let mut set = 0;
    let mut arm = 0;
    while arm < 4 {
        set |= 1 << (17 * arm + 4) | 1 << (17 * arm + 13) | 1 << (17 * arm + 17);
        arm += 1;
    }
    set
};

/// The track cells.
pub(crate) const ON_TRACK: u128 = up_to(TRACK) & !1;
/// Track and corridors: where walls stand.
pub(crate) const ON_BOARD: u128 = up_to(FIRST_GOAL - 1) & !1;

const STEPS: [[u8; 128]; 4] = {
    let mut table = [[0; 128]; 4];
    let mut index = 0;
    while index < 4 {
        let colour = Colour::from_index(index);
        let mut steps = 0;
        while steps <= LONGEST {
            table[index][cell_at(colour, steps as u8).index()] = steps as u8;
            steps += 1;
        }
        table[index][Cell::home(colour).index()] = HOME_STEPS;
        index += 1;
    }
    table
};

// A power of two long, so that a masked index needs no bounds check.
const AT_STEPS: [[u8; 128]; 4] = {
    let mut table = [[0; 128]; 4];
    let mut index = 0;
    while index < 4 {
        let mut steps = 0;
        while steps <= LONGEST {
            table[index][steps] = cell_at(Colour::from_index(index), steps as u8).0;
            steps += 1;
        }
        index += 1;
    }
    table
};

const fn cell_at(colour: Colour, steps: u8) -> Cell {
    if steps == 0 {
        Cell::goal(colour)
    } else if steps < ENTRY_STEPS {
        Cell::corridor(colour, ENTRY_STEPS - steps)
    } else {
        let back = steps - ENTRY_STEPS;
        let entry = colour.entry_cell();
        Cell::track(if back < entry { entry - back } else { entry + TRACK - back })
    }
}

/// The cells 0 to `last`.
#[inline]
const fn up_to(last: u8) -> u128 {
    (2 << (last & 127)) - 1
}

/// The track cells after `from` up to and including `to`, round the track if need be; none if they are equal.
///
/// Q1: a bounce that lands behind its origin is taken as a walk forward round nearly the whole track.
#[inline]
pub(crate) const fn path(from: u8, to: u8) -> u128 {
    if from < to {
        up_to(to) & !up_to(from)
    } else if from > to {
        (up_to(to) | !up_to(from)) & ON_TRACK
    } else {
        0
    }
}

/// [`path`] as a walker sees it who starts at `from + 1` without going round.
///
/// Q2: from 68 he visits 69, 2, 3 and so on: cell 1 is never seen, unless it is the end; then he goes all round to it.
#[inline]
pub(crate) const fn path_without_wrap(from: u8, to: u8) -> u128 {
    if from == TRACK {
        match to {
            TRACK => 0,
            1 => ON_TRACK,
            _ => path(1, to),
        }
    } else {
        path(from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(set: u128) -> Vec<u8> {
        (0..128).filter(|bit| set >> bit & 1 == 1).collect()
    }

    #[test]
    fn the_twelve_safe_cells() {
        assert_eq!(cells(SAFE), [4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68]);
    }

    #[test]
    fn steps_and_cells_are_each_others_reverse() {
        for colour in Colour::ALL {
            assert_eq!(Cell::track(colour.start_cell()).steps_to_goal(colour), 72);
            assert_eq!(Cell::track(colour.entry_cell()).steps_to_goal(colour), 8);
            for steps in 0..=LONGEST as u8 {
                let cell = Cell::at_steps(colour, steps);
                assert_eq!(cell.steps_to_goal(colour), steps);
                assert_eq!(Cell::of_spot(cell.spot()), Some(cell));
            }
            assert_eq!(Cell::of_spot(Cell::home(colour).spot()), Some(Cell::home(colour)));
        }
        assert_eq!(Cell::track(68).next(Colour::Yellow), Cell::corridor(Colour::Yellow, 1));
        assert_eq!(Cell::track(68).next(Colour::Blue), Cell::track(1));
        assert_eq!(Cell::of_spot(Spot::Track(69)), None);
        assert_eq!(Cell::of_spot(Spot::Corridor(Colour::Red, 0)), None);
    }

    #[test]
    fn paths_go_round_and_some_walkers_do_not() {
        assert_eq!(cells(path(3, 5)), [4, 5]);
        assert_eq!(cells(path(67, 2)), [1, 2, 68]);
        assert_eq!(path(9, 9), 0);
        assert_eq!(path(68, 64).count_ones(), 64);
        assert_eq!(cells(path_without_wrap(68, 3)), [2, 3]);
        assert_eq!(path_without_wrap(68, 1), ON_TRACK);
        assert_eq!(path_without_wrap(68, 68), 0);
        assert_eq!(cells(path_without_wrap(67, 2)), [1, 2, 68]);
    }
}
