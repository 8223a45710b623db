use poda_core::Side;

use crate::{
    Colour, DiceSet, Die, Start,
    start::{self, Setup},
};

/// One year's form of the game: the facts in which the years differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edition {
    /// The word of game specs, such as `2023`.
    pub spec: &'static str,
    /// The course, such as `2022/23`.
    pub course: &'static str,
    /// The dice that everyone starts with.
    pub dice: DiceSet,
    /// Who has a turn.
    pub turns: Turns,
    /// What else there is beside the ordinary dice.
    pub mechanic: Mechanic,
    /// How far a bouncing star tramples.
    pub star_bounce: StarBounce,
    /// How walls on a path are looked for.
    pub wall_walk: WallWalk,
    /// The positions in which it may start, the usual one first.
    pub(crate) setups: &'static [Setup],
}

/// Who has a turn, and so who owns a set of dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turns {
    /// The two sides alternate and move pieces of either colour.
    Sides,
    /// The four colours take turns and move their own pieces.
    Colours,
}

impl Turns {
    /// Which set of dice is used in the turn of `mover`.
    #[inline]
    pub(crate) const fn dice_index(self, mover: Colour) -> usize {
        match self {
            Self::Sides => mover.side().index(),
            Self::Colours => mover.index(),
        }
    }

    /// The owners of the sets of dice as people read them: the colour whose turn it is when they are used.
    pub const fn dice_owners(self) -> &'static [Colour] {
        match self {
            Self::Sides => &[Colour::Yellow, Colour::Blue],
            Self::Colours => &Colour::IN_TURN,
        }
    }

    /// Whose turn it is after that of `mover`.
    #[inline]
    pub(crate) const fn after(self, mover: Colour) -> Colour {
        match self {
            Self::Sides => Colour::main_of(mover.side().other()),
            Self::Colours => mover.next_in_turn(),
        }
    }

    /// The colours that may be moved in the turn of `mover`, in the order in which moves are listed.
    #[inline]
    pub(crate) const fn colours(self, mover: Colour) -> &'static [Colour] {
        match (self, mover) {
            (Self::Sides, _) => match mover.side() {
                Side::First => &[Colour::Yellow, Colour::Red],
                Side::Second => &[Colour::Blue, Colour::Green],
            },
            (Self::Colours, Colour::Yellow) => &[Colour::Yellow],
            (Self::Colours, Colour::Blue) => &[Colour::Blue],
            (Self::Colours, Colour::Red) => &[Colour::Red],
            (Self::Colours, Colour::Green) => &[Colour::Green],
        }
    }
}

/// What a year added to the ordinary dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mechanic {
    /// Nothing.
    Plain,
    /// Objects lie on the track; whoever takes one holds a special die.
    Objects,
    /// Walking gathers energy; the energy die spends it all at once.
    Energy,
}

/// How far a star tramples that walks past its goal and bounces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StarBounce {
    /// Q6: up to where it lands, which for a landing on the track is round nearly the whole board (Q1).
    ToLanding,
    /// Up to the entry of its corridor.
    ToEntry,
}

/// How walls on a path are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WallWalk {
    /// On every cell of the path.
    AllRound,
    /// Q2: from cell 68 on, without seeing cell 1.
    WithoutWrap,
}

impl Edition {
    /// The course of 2021/22: six dice for each colour, nothing else.
    pub const COURSE_2022: Self = Self {
        spec: "2022",
        course: "2021/22",
        dice: DiceSet::new(&[Die(1), Die(2), Die(3), Die(4), Die(5), Die(6)]),
        turns: Turns::Colours,
        mechanic: Mechanic::Plain,
        star_bounce: StarBounce::ToLanding,
        wall_walk: WallWalk::WithoutWrap,
        setups: start::COURSE_2022,
    };

    /// The course of 2022/23: objects on the track.
    pub const COURSE_2023: Self = Self {
        spec: "2023",
        course: "2022/23",
        dice: DiceSet::new(&[Die(1), Die(2), Die(4), Die(5), Die(6)]),
        turns: Turns::Sides,
        mechanic: Mechanic::Objects,
        star_bounce: StarBounce::ToLanding,
        wall_walk: WallWalk::AllRound,
        setups: start::COURSE_2023,
    };

    /// The course of 2023/24: the energy die.
    pub const COURSE_2024: Self = Self {
        spec: "2024",
        course: "2023/24",
        dice: DiceSet::new(&[Die(1), Die(2), Die(4), Die(5), Die(6), Die::ENERGY]),
        turns: Turns::Sides,
        mechanic: Mechanic::Energy,
        star_bounce: StarBounce::ToEntry,
        wall_walk: WallWalk::AllRound,
        setups: start::COURSE_2024,
    };

    /// Every edition, the usual one first.
    pub const ALL: [Self; 3] = [Self::COURSE_2023, Self::COURSE_2024, Self::COURSE_2022];

    /// The positions in which it may start, the usual one first.
    pub fn starts(&self) -> impl Iterator<Item = Start> {
        self.setups.iter().map(|setup| setup.start)
    }
}
