use crate::{
    Cell, Colour,
    track::{CORRIDOR, TRACK},
};

/// A start position by name. Not every edition has every one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Start {
    /// The usual one: everybody out on the safe cells of his own arm.
    Grouped,
    /// The grouped start of 2021/22, with a fourth piece at home.
    GroupedLegacy,
    /// Four pieces at home each.
    AllAtHome,
    /// Scattered over the safe cells.
    Alterned,
    /// Just before the corridor and in it.
    AlmostGoal,
    /// The same with two pieces further back, for trying things out.
    Debug,
    /// A crowd, for trying things out. The courses also had a playground *mode* that dealt ten special dice and never
    /// spent any; this is the board alone, which is what the recorded counts of the playground were taken on.
    Playground,
}

impl Start {
    /// The word of game specs.
    pub const fn spec(self) -> &'static str {
        match self {
            Self::Grouped => "grouped",
            Self::GroupedLegacy => "grouped-legacy",
            Self::AllAtHome => "all-at-home",
            Self::Alterned => "alterned",
            Self::AlmostGoal => "almost-goal",
            Self::Debug => "debug",
            Self::Playground => "playground",
        }
    }
}

/// A start position in full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Setup {
    pub(crate) start: Start,
    /// The pieces of each colour, by number of the colour.
    placing: [&'static [u8]; 4],
    /// Whether the objects of the edition lie on the track.
    pub(crate) objects: bool,
}

impl Setup {
    const fn new(start: Start, placing: [&'static [u8]; 4]) -> Self {
        Self { start, placing, objects: false }
    }

    /// How many pieces each colour has.
    pub(crate) const fn pieces(&self) -> usize {
        self.placing[0].len()
    }

    /// The cell of every piece.
    pub(crate) fn cells(&self) -> [u8; 16] {
        let mut cells = [Cell::ABSENT.0; 16];
        for colour in Colour::ALL {
            for (index, code) in self.placing[colour.index()].iter().enumerate() {
                let cell = match *code {
                    HOME => Cell::home(colour),
                    code if code <= TRACK => Cell::track(code),
                    code => Cell::corridor(colour, code - TRACK),
                };
                cells[4 * colour.index() + index] = cell.0;
            }
        }
        cells
    }
}

const HOME: u8 = 0;
/// In the tables below the corridor continues the numbers of the track.
const C1: u8 = TRACK + 1;
const C2: u8 = TRACK + 2;
const C3: u8 = TRACK + 3;
const _: () = assert!(C3 <= TRACK + CORRIDOR);

const ALL_AT_HOME: Setup = Setup::new(Start::AllAtHome, [&[HOME; 4]; 4]);
/// Blue, red, green, yellow: start cell, middle and entry of the own arm.
const THREE: [&[u8]; 4] = [&[21, 30, 34], &[38, 47, 51], &[55, 64, 68], &[4, 13, 17]];
const FOUR: [&[u8]; 4] = [&[HOME, 21, 30, 34], &[HOME, 38, 47, 51], &[HOME, 55, 64, 68], &[HOME, 4, 13, 17]];
const PLAYGROUND: Setup = Setup::new(
    Start::Playground,
    [&[18, 19, 20, 20], &[24, 24, 25, 25], &[21, 21, 22, 23], &[13, 14, 15, 16]],
);

pub(crate) const COURSE_2022: &[Setup] = &[
    Setup::new(Start::Grouped, FOUR),
    ALL_AT_HOME,
    Setup::new(
        Start::Alterned,
        [&[HOME, 21, 47, 68], &[HOME, 38, 64, 17], &[HOME, 55, 13, 34], &[HOME, 4, 30, 51]],
    ),
    Setup::new(
        Start::AlmostGoal,
        [&[17, C1, C2, C3], &[34, C1, C2, C3], &[51, C1, C2, C3], &[68, C1, C2, C3]],
    ),
    Setup::new(Start::Debug, [&[17, C1, C2, C3], &[34, C1, C2, C3], &[56, C1, C2, C3], &[55, C1, C2, C3]]),
];
pub(crate) const COURSE_2023: &[Setup] = &[
    Setup { objects: true, ..Setup::new(Start::Grouped, THREE) },
    Setup::new(Start::GroupedLegacy, FOUR),
    ALL_AT_HOME,
    PLAYGROUND,
];
pub(crate) const COURSE_2024: &[Setup] =
    &[Setup::new(Start::Grouped, THREE), Setup::new(Start::GroupedLegacy, FOUR), ALL_AT_HOME, PLAYGROUND];
