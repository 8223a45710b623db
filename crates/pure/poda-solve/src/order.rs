//! Which move to try first. The answer never depends on it; the number of nodes does, more than on anything else.

use crate::{
    ideas::{Idea, Ideas},
    node::Node,
    shape::Shape,
    word::Bits,
};

// Found by changing one number at a time, and keeping what took fewer nodes over random positions of 8 to 18 stones;
// these are the means of several such walks over different positions, which do better on yet others than each of them.
const THREAT: i32 = 512;
const THREAT_IN_RIGHT_ROW: i32 = 24;
const STACKED_THREATS: i32 = 92;
const RIGHT_ROW: i32 = 6;
const REPLY: i32 = -40;
const RIVALS_THREAT: i32 = -7;
const RIVALS_TURN: i32 = -14;
const KILLER: i32 = 21;
// This one came later, and was chosen by itself over 160 random positions of 9 to 15 stones.
const LINE: i32 = 9;
// A stone right below an own threat gives it away: the opponent takes it.
const GIVEN_AWAY: i32 = -32;

/// More than all that can be taken away.
const BASE: i32 = 4096;

/// What the cells of the classic board are worth to the first player and to the second, from the edge to the middle; the other half is the
/// same in a mirror.
#[rustfmt::skip]
pub(crate) const CLASSIC: [[[i32; 4]; 6]; 2] = [
    [
        [-16,  -9,  -4,  23],
        [ -4,   3,   9,  40],
        [  5,  16,  38,  78],
        [-16,  -1,  38,  72],
        [ -8,   1,  33,  36],
        [-12,   1,  -3,  46],
    ],
    [
        [-16,  -3,  -4,  11],
        [-14, -17,   9,  46],
        [ 11,  10,  38,  78],
        [-26,  -1,  38,  52],
        [-18,  -9,  13,  46],
        [-22, -11,  -3,  26],
    ],
];

/// A move and what comes of it.
pub(crate) struct Step<'a, W> {
    pub(crate) node: &'a Node<W>,
    pub(crate) cell: W,
    /// What the mover threatens after it.
    pub(crate) threats: W,
    /// How many lines that the mover has begun go through the cell.
    pub(crate) lines: u32,
    /// The next position with a choice.
    pub(crate) child: &'a Node<W>,
    /// Whether the opponent has that choice.
    pub(crate) is_passed: bool,
    /// Whether it has just refuted a position of the same ply.
    pub(crate) is_killer: bool,
}

impl<W: Bits> Step<'_, W> {
    /// How promising the move is: threats first, then the middle of the board, and few moves to choose from after it.
    #[inline(always)]
    pub(crate) fn promise<S: Shape<Word = W>>(&self, shape: S, ideas: Ideas) -> u32 {
        let counted = |idea: Idea, weight: i32, cells: W| {
            if ideas.has(idea) { weight * cells.count() as i32 } else { 0 }
        };
        // A threat right above one of the opponent's is never carried out: the game ends below it.
        let hidden = if ideas.has(Idea::UsefulThreats) { self.node.their_wins << 1 } else { W::ZERO };
        let threats = self.threats & !hidden;
        let right_rows = if self.node.stones % 2 == 0 { shape.odd_rows() } else { !shape.odd_rows() };
        let rivals = if self.is_passed { self.child.my_wins } else { self.child.their_wins };
        let mut promise = BASE
            + counted(Idea::ThreatOrder, THREAT, threats)
            + counted(Idea::RightRows, THREAT_IN_RIGHT_ROW, threats & right_rows)
            + counted(Idea::RightRows, RIGHT_ROW, self.cell & right_rows)
            + counted(Idea::StackedThreats, STACKED_THREATS, threats & threats << 1)
            + counted(Idea::FewReplies, REPLY, self.child.moves)
            + counted(Idea::RivalsThreats, RIVALS_THREAT, rivals);
        if ideas.has(Idea::CentreOrder) {
            promise += shape.liking(self.cell.lowest(), self.node.stones % 2 == 0);
        }
        if ideas.has(Idea::BegunLines) {
            promise += LINE * self.lines as i32;
        }
        if self.node.my_wins >> 1 & self.cell != W::ZERO && ideas.has(Idea::KeptThreats) {
            promise += GIVEN_AWAY;
        }
        if self.is_passed {
            promise += RIVALS_TURN;
        }
        if self.is_killer && ideas.has(Idea::Killer) {
            promise += KILLER;
        }
        promise.max(0) as u32
    }
}
