use poda_core::{Outcome, Side, Tally, fold, mix};

use crate::{Cell, Colour, DiceSet, Die, Hand, Status, bytes::PieceSet, objects::OBJECTS, status::Condition};

/// How often a colour may bounce off its goal; whoever does it once more loses.
pub const MAX_BOUNCES: u8 = 30;

/// Everything that changes in a game of Parchís.
///
/// Piece `p` is the piece with index `p % 4` of colour `p / 4`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ParchisState {
    pub(crate) cells: [u8; 16],
    pub(crate) conditions: [u8; 16],
    /// By side, or by colour where each colour has its turn.
    pub(crate) dice: [DiceSet; 4],
    pub(crate) hands: [Hand; 2],
    pub(crate) energy: [u8; 2],
    /// The objects still on the track, as bits of the list [`OBJECTS`].
    pub(crate) objects: u32,
    /// The track cells of the bananas in the order of their placing, zeros behind. There are four banana dice, each
    /// used once, so there are never more than four.
    pub(crate) bananas: [u8; 4],
    pub(crate) bounces: [u8; 4],
    pub(crate) mover: Colour,
    pub(crate) flags: Flags,
    pub(crate) victim: Victim,
    /// 0 while the game runs, else the number of the side that won.
    pub(crate) winner: u8,
    pub(crate) turn: Tally,
}

const _: () = assert!(size_of::<ParchisState>() <= 64);

/// What the next decision needs to know of the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Flags(pub(crate) u8);

impl Flags {
    /// The last decision captured a piece: the 20 is forced.
    pub(crate) const CAPTURE: u8 = 1;
    /// The last decision put a piece on goal: the 10 is forced.
    pub(crate) const GOAL: u8 = 2;
    /// A six is remembered through the bonus dice it led to.
    pub(crate) const SIX: u8 = 4;
    /// Somebody has slipped on a banana.
    pub(crate) const SLIP: u8 = 8;

    /// The flags with their words in position lines.
    pub(crate) const WORDS: [(u8, &'static str); 4] =
        [(Self::CAPTURE, "capture"), (Self::GOAL, "goal"), (Self::SIX, "six"), (Self::SLIP, "slip")];

    #[inline]
    pub(crate) const fn has(self, flag: u8) -> bool {
        self.0 & flag != 0
    }

    #[inline]
    pub(crate) const fn set(&mut self, flag: u8) {
        self.0 |= flag;
    }

    #[inline]
    pub(crate) const fn clear(&mut self, flags: u8) {
        self.0 &= !flags;
    }
}

/// The piece that the last decision captured: 0 if none, else its number plus one. No rule asks for it, but evaluators do, so
/// positions that differ in it are different positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Victim(u8);

impl Victim {
    #[inline]
    pub(crate) const fn of_piece(piece: usize) -> Self {
        Self(piece as u8 + 1)
    }

    #[inline]
    pub(crate) const fn piece(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0 as usize - 1) }
    }
}

impl ParchisState {
    /// The colour whose turn it is; where the sides have turns, the main colour of that side.
    #[inline]
    pub const fn mover(&self) -> Colour {
        self.mover
    }

    /// The side to move.
    #[inline]
    pub const fn side(&self) -> Side {
        self.mover.side()
    }

    /// How the game ended.
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        Side::from_number(self.winner).map(Outcome::Win)
    }

    /// The decisions made since the start, plus one.
    pub const fn turn(&self) -> u32 {
        self.turn.get()
    }

    /// The cells of a colour's pieces, by index.
    #[inline]
    pub fn pieces(&self, colour: Colour) -> impl ExactSizeIterator<Item = Cell> + Clone + '_ {
        let first = 4 * colour.index();
        // Absent pieces have the last index, so that cutting one off is enough.
        let count = if self.cells[first + 3] == Cell::ABSENT.0 { 3 } else { 4 };
        self.cells[first..first + count].iter().map(|cell| Cell(*cell))
    }

    /// What has befallen a piece, and for how many more of its side's decisions.
    pub const fn status(&self, colour: Colour, index: usize) -> (Status, u8) {
        let condition = Condition(self.conditions[4 * colour.index() + (index & 3)]);
        (condition.status(), condition.counter())
    }

    /// The objects that a side holds.
    #[inline]
    pub const fn hand(&self, side: Side) -> Hand {
        self.hands[side.index()]
    }

    /// The energy of a side, 0 to 100.
    #[inline]
    pub const fn energy(&self, side: Side) -> u8 {
        self.energy[side.index()]
    }

    /// How often a colour has bounced off its goal.
    pub const fn bounces(&self, colour: Colour) -> u8 {
        self.bounces[colour.index()]
    }

    /// The bonus die that is the only one available now.
    #[inline]
    pub const fn forced_die(&self) -> Option<Die> {
        if self.flags.has(Flags::CAPTURE) {
            Some(Die::CAPTURE_BONUS)
        } else if self.flags.has(Flags::GOAL) {
            Some(Die::GOAL_BONUS)
        } else {
            None
        }
    }

    /// The piece that the last decision captured, by colour and index: known while the bonus of 20 is to be walked.
    #[inline]
    pub fn victim(&self) -> Option<(Colour, usize)> {
        self.victim.piece().map(|piece| (Colour::from_index(piece / 4), piece % 4))
    }

    /// The objects on the track in the order of their list: cell and die.
    pub fn objects(&self) -> impl Iterator<Item = (u8, Die)> + '_ {
        OBJECTS.iter().enumerate().filter(|(bit, _)| self.objects >> bit & 1 == 1).map(|(_, object)| *object)
    }

    /// The track cells of the bananas in the order of their placing.
    pub fn bananas(&self) -> impl Iterator<Item = u8> + '_ {
        self.bananas.iter().copied().take_while(|cell| *cell != 0)
    }

    /// The cells of all pieces as bytes, for evaluators that look them up in a table of 128: four of each colour in
    /// the order of [`Colour::ALL`], 127 for a piece that does not exist.
    #[inline]
    pub const fn cells(&self) -> &[u8; 16] {
        &self.cells
    }

    #[inline]
    pub(crate) const fn cell(&self, piece: usize) -> Cell {
        Cell(self.cells[piece & 15])
    }

    #[inline]
    pub(crate) const fn condition(&self, piece: usize) -> Condition {
        Condition(self.conditions[piece & 15])
    }

    #[inline]
    pub(crate) const fn has_conditions(&self) -> bool {
        u128::from_le_bytes(self.conditions) != 0
    }

    /// The pieces on a cell, in the order in which occupants are listed.
    #[inline]
    pub(crate) const fn on(&self, cell: Cell) -> PieceSet {
        PieceSet::equal_to(self.cells, cell.0)
    }

    #[inline]
    pub(crate) const fn send_home(&mut self, piece: usize) {
        // Whatever has befallen the piece goes home with it.
        self.cells[piece & 15] = Cell::home(Colour::from_index(piece / 4)).0;
    }

    /// A hash of all but the turn number.
    pub(crate) fn key(&self) -> u64 {
        let cells = halves(u128::from_le_bytes(self.cells));
        let conditions = halves(u128::from_le_bytes(self.conditions));
        let [d0, d1, d2, d3] = self.dice.map(|set| set.0);
        let dice = u64::from_le_bytes([
            d0,
            d1,
            d2,
            d3,
            self.hands[0].0,
            self.hands[1].0,
            self.energy[0],
            self.energy[1],
        ]);
        let things = u64::from(self.objects) << 32 | u64::from(u32::from_le_bytes(self.bananas));
        let [b0, b1, b2, b3] = self.bounces;
        let rest =
            u64::from_le_bytes([b0, b1, b2, b3, self.mover as u8, self.flags.0, self.winner, self.victim.0]);
        // Each pair is folded with constants of its own, so that none is annihilated by a zero beside it.
        let board = fold(cells[0] ^ 0x9E37_79B9_7F4A_7C15, cells[1] ^ 0xC2B2_AE3D_27D4_EB4F);
        let befallen = fold(conditions[0] ^ 0x1656_67B1_9E37_79F9, conditions[1] ^ 0x85EB_CA77_C2B2_AE63);
        let held = fold(dice ^ 0x27D4_EB2F_1656_67C5, things ^ 0xA076_1D64_78BD_642F);
        let sum = fold(board ^ rest ^ 0xE703_7ED1_A0B4_28DB, befallen ^ 0x8EBC_6AF0_9C88_C6E3);
        mix(sum ^ held.rotate_left(32))
    }
}

const fn halves(word: u128) -> [u64; 2] {
    [word as u64, (word >> 64) as u64]
}
