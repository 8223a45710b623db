use poda_core::{Game, Moves, Outcome, Side};

use crate::{CellBoard, CellBoardError, CellSet, board::stones_key};

/// K in a row on a board of any size: tic-tac-toe, gomoku. Rules: `rules/mnk.md`.
///
/// `N` is the number of words of 128 bits that a set of cells takes: one or two.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mnk<const N: usize> {
    board: CellBoard<N>,
}

/// The stones of each side; whose turn it is follows from their number, the outcome from where they lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MnkState<const N: usize> {
    stones: [CellSet<N>; 2],
    side: Side,
    outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<MnkState<1>>() <= 48 && size_of::<MnkState<2>>() <= 80);

impl<const N: usize> Mnk<N> {
    /// The rules for a board of `width` columns and `height` rows on which `run` in a row win.
    ///
    /// # Errors
    /// If the board does not fit the words or the line does not fit the board.
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self, CellBoardError> {
        CellBoard::new(width, height, run).map(|board| Self { board })
    }

    /// The board's size and its lines.
    #[inline]
    pub const fn board(&self) -> &CellBoard<N> {
        &self.board
    }

    /// The state of these stones.
    pub(crate) fn state(&self, stones: [CellSet<N>; 2]) -> MnkState<N> {
        let side = if stones[0].count() == stones[1].count() { Side::First } else { Side::Second };
        let with_line = Side::BOTH.into_iter().find(|side| self.board.has_line(stones[side.index()]));
        let is_full = stones[0] | stones[1] == self.board.full();
        let outcome = with_line.map(Outcome::Win).or(is_full.then_some(Outcome::Draw));
        MnkState { stones, side, outcome }
    }
}

impl<const N: usize> MnkState<N> {
    /// The stones of one side.
    #[inline]
    pub const fn stones(&self, side: Side) -> CellSet<N> {
        self.stones[side.index()]
    }

    /// The stones of each side.
    #[inline]
    pub(crate) const fn both(&self) -> &[CellSet<N>; 2] {
        &self.stones
    }
}

impl<const N: usize> Game for Mnk<N> {
    type State = MnkState<N>;
    /// The number of a cell.
    type Move = u8;
    const SLOTS: usize = 256;

    fn start(&self) -> MnkState<N> {
        MnkState { stones: [CellSet::EMPTY; 2], side: Side::First, outcome: None }
    }

    #[inline]
    fn to_move(&self, state: &MnkState<N>) -> Side {
        state.side
    }

    #[inline]
    fn outcome(&self, state: &MnkState<N>) -> Option<Outcome> {
        state.outcome
    }

    /// Empty cells, row by row from the top left.
    #[inline]
    fn moves(&self, state: &MnkState<N>, moves: &mut Moves<u8>) {
        let empty = self.board.full().without(state.stones[0] | state.stones[1]);
        for bit in empty.bits() {
            moves.push(bit as u8);
        }
    }

    #[inline]
    fn play(&self, state: &MnkState<N>, bit: u8) -> MnkState<N> {
        let mut stones = state.stones;
        let mine = &mut stones[state.side.index()];
        *mine = *mine | CellSet::of_bit(u32::from(bit));
        // Only the side that moves can have a line now.
        let outcome = if self.board.has_line(*mine) {
            Some(Outcome::Win(state.side))
        } else {
            (stones[0] | stones[1] == self.board.full()).then_some(Outcome::Draw)
        };
        MnkState { stones, side: state.side.other(), outcome }
    }

    #[inline]
    fn slot(&self, bit: u8) -> usize {
        usize::from(bit)
    }

    #[inline]
    fn key(&self, state: &MnkState<N>) -> u64 {
        stones_key(&state.stones, self.board.words(), state.side.index() as u64)
    }
}
