use poda_core::{Game, Moves, Outcome, Side};

use crate::{CellBoard, CellSet, board::stones_key};

/// Cells of N en raya.
pub(crate) type Cells = CellSet<1>;

/// After so many plies without a winner a game is drawn. The course has no such rule; without one, yellow cells can
/// wipe each other for ever.
pub const PLY_LIMIT: u16 = 400;

/// How many of one colour are counted on a full board.
pub(crate) const COUNTED_RUN: u32 = 4;

/// N en raya of the course 2025/26: five in a row on 9x9, two moves a turn, cells that change what lies on them.
/// Rules: `rules/nraya.md`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nraya {
    board: CellBoard<1>,
    specials: [(Cells, SpecialCell); 3],
    /// The cells that may be played in each phase.
    phases: [Cells; 3],
}

/// The board, and the rest of the turn. The plies are a part of it because their number can end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NrayaState {
    pub(crate) stones: [Cells; 2],
    pub(crate) plies: u16,
    pub(crate) side: Side,
    /// The moves that the side has left in its turn: 1 or 2.
    pub(crate) left: u8,
    /// Modulo 3, which is all that the rules look at.
    pub(crate) phase: u8,
    pub(crate) outcome: Option<Outcome>,
}

const _: () = assert!(size_of::<NrayaState>() <= 48);

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NrayaMove {
    /// A stone on the cell of this number.
    Stone(u8),
    /// Nothing can be played: the turn goes to the other side.
    Pass,
}

/// What a cell does to the stone that is put on it, or to others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpecialCell {
    /// The stone becomes the opponent's.
    Red,
    /// All other stones of its row and its column go.
    Yellow,
    /// One more move.
    Green,
}

const SIZE: u32 = 9;
const RUN: u32 = 5;
const RED: [(u32, u32); 5] = [(4, 4), (3, 4), (5, 4), (4, 3), (4, 5)];
const YELLOW: [(u32, u32); 4] = [(2, 4), (6, 4), (4, 2), (4, 6)];
const GREEN: [(u32, u32); 4] = [(1, 1), (1, 7), (7, 1), (7, 7)];
/// Where the stones of each side lie at the start.
const START: [[(u32, u32); 2]; 2] = [[(4, 0), (0, 4)], [(4, 8), (8, 4)]];

impl Default for Nraya {
    fn default() -> Self {
        let board = CellBoard::new(SIZE, SIZE, RUN).expect("9x9 fits 128 bits");
        let every = || (0..SIZE).flat_map(|row| (0..SIZE).map(move |column| (row, column)));
        let phase = |phase| set(&board, every().filter(|(row, column)| (row + column) % 3 == phase));
        Self {
            board,
            specials: [
                (set(&board, RED), SpecialCell::Red),
                (set(&board, YELLOW), SpecialCell::Yellow),
                (set(&board, GREEN), SpecialCell::Green),
            ],
            phases: [phase(0), phase(1), phase(2)],
        }
    }
}

impl Nraya {
    /// The board's size and its lines.
    #[inline]
    pub const fn board(&self) -> &CellBoard<1> {
        &self.board
    }

    /// The cells that give a stone to the opponent.
    #[inline]
    pub const fn red(&self) -> CellSet<1> {
        self.specials[0].0
    }

    /// All special cells, by what they do.
    pub(crate) const fn specials(&self) -> &[(Cells, SpecialCell); 3] {
        &self.specials
    }

    /// What is special about a cell.
    pub fn special(&self, bit: u8) -> Option<SpecialCell> {
        special_at(&self.specials, u32::from(bit))
    }

    /// The cells that may be played.
    #[inline]
    pub(crate) fn playable(&self, state: &NrayaState) -> Cells {
        let all = state.stones[0] | state.stones[1];
        self.board.grown(all).without(all) & self.phases[usize::from(state.phase)]
    }

    /// The other cells of the row and the column of a cell.
    pub(crate) fn cross(&self, bit: u8) -> Cells {
        let (row, column) = self.board.place(u32::from(bit));
        let cross = (0..SIZE).flat_map(|index| [(row, index), (index, column)]);
        set(&self.board, cross).without(Cells::of_bit(u32::from(bit)))
    }

    /// How many windows of four of its own colour each side has.
    pub(crate) fn windows_of_four(&self, stones: &[Cells; 2]) -> [u32; 2] {
        let count = |cells: Cells| {
            let starts = |direction| self.board.runs_from(cells, direction, COUNTED_RUN).count();
            self.board.directions().into_iter().map(starts).sum()
        };
        stones.map(count)
    }

    /// How a game with these stones after so many plies has ended, if it has. A line counts whoever made it.
    #[inline]
    pub(crate) fn outcome_of(&self, stones: &[Cells; 2], plies: u16) -> Option<Outcome> {
        let with_line = Side::BOTH.into_iter().find(|side| self.board.has_line(stones[side.index()]));
        if let Some(side) = with_line {
            return Some(Outcome::Win(side));
        }
        if stones[0] | stones[1] == self.board.full() {
            let [first, second] = self.windows_of_four(stones);
            return Some(match first.cmp(&second) {
                std::cmp::Ordering::Greater => Outcome::Win(Side::First),
                std::cmp::Ordering::Less => Outcome::Win(Side::Second),
                std::cmp::Ordering::Equal => Outcome::Draw,
            });
        }
        (plies >= PLY_LIMIT).then_some(Outcome::Draw)
    }

    fn pass(&self, state: &NrayaState) -> NrayaState {
        let plies = state.plies + 1;
        // Only the second player's pass moves the phase on, as in the course's program.
        let phase = if state.side == Side::Second { next_phase(state.phase) } else { state.phase };
        let outcome = self.outcome_of(&state.stones, plies);
        NrayaState { plies, side: state.side.other(), phase, outcome, ..*state }
    }

    fn place(&self, state: &NrayaState, bit: u8) -> NrayaState {
        let special = self.special(bit);
        let owner = if special == Some(SpecialCell::Red) { state.side.other() } else { state.side };
        let mut stones = state.stones;
        stones[owner.index()] = stones[owner.index()] | Cells::of_bit(u32::from(bit));
        if special == Some(SpecialCell::Yellow) {
            let cross = self.cross(bit);
            stones = stones.map(|cells| cells.without(cross));
        }
        let plies = state.plies + 1;
        let left = state.left - 1 + u8::from(special == Some(SpecialCell::Green));
        let outcome = self.outcome_of(&stones, plies);
        if left > 0 && outcome.is_none() {
            return NrayaState { stones, plies, left, ..*state };
        }
        NrayaState {
            stones,
            plies,
            side: state.side.other(),
            left: MOVES_A_TURN,
            phase: next_phase(state.phase),
            outcome,
        }
    }
}

/// What is special about a cell, of those that are.
#[inline]
pub(crate) fn special_at<const N: usize>(
    specials: &[(CellSet<N>, SpecialCell)],
    bit: u32,
) -> Option<SpecialCell> {
    let cell = CellSet::of_bit(bit);
    specials.iter().find(|(cells, _)| *cells & cell != CellSet::EMPTY).map(|(_, special)| *special)
}

/// In every turn but the first.
pub(crate) const MOVES_A_TURN: u8 = 2;

const fn next_phase(phase: u8) -> u8 {
    if phase == 2 { 0 } else { phase + 1 }
}

fn set(board: &CellBoard<1>, cells: impl IntoIterator<Item = (u32, u32)>) -> Cells {
    cells.into_iter().fold(Cells::EMPTY, |set, (row, column)| set | board.cell(row, column))
}

impl NrayaState {
    /// The stones of one side.
    #[inline]
    pub const fn stones(&self, side: Side) -> CellSet<1> {
        self.stones[side.index()]
    }

    /// How many moves the side to move has left in its turn.
    #[inline]
    pub const fn moves_left(&self) -> u8 {
        self.left
    }

    /// 0, 1 or 2: cells whose row and column, counted from 0 at the top left, add up to this modulo 3 may be played.
    #[inline]
    pub const fn phase(&self) -> u8 {
        self.phase
    }

    /// How many plies have been played, passes included.
    #[inline]
    pub const fn plies(&self) -> u16 {
        self.plies
    }
}

impl Game for Nraya {
    type State = NrayaState;
    type Move = NrayaMove;
    const SLOTS: usize = 128;

    fn start(&self) -> NrayaState {
        let stones = START.map(|cells| set(&self.board, cells));
        NrayaState { stones, plies: 0, side: Side::First, left: 1, phase: 2, outcome: None }
    }

    #[inline]
    fn to_move(&self, state: &NrayaState) -> Side {
        state.side
    }

    #[inline]
    fn outcome(&self, state: &NrayaState) -> Option<Outcome> {
        state.outcome
    }

    /// Cells row by row from the top left; a pass where there is none.
    #[inline]
    fn moves(&self, state: &NrayaState, moves: &mut Moves<NrayaMove>) {
        let playable = self.playable(state);
        if playable.is_empty() {
            moves.push(NrayaMove::Pass);
        }
        for bit in playable.bits() {
            moves.push(NrayaMove::Stone(bit as u8));
        }
    }

    #[inline]
    fn play(&self, state: &NrayaState, mv: NrayaMove) -> NrayaState {
        match mv {
            NrayaMove::Stone(bit) => self.place(state, bit),
            NrayaMove::Pass => self.pass(state),
        }
    }

    #[inline]
    fn slot(&self, mv: NrayaMove) -> usize {
        match mv {
            NrayaMove::Stone(bit) => usize::from(bit),
            // The last cell has number 88.
            NrayaMove::Pass => 127,
        }
    }

    #[inline]
    fn key(&self, state: &NrayaState) -> u64 {
        let turn = state.side.index() as u64 | u64::from(state.left) << 1 | u64::from(state.phase) << 4;
        stones_key(&state.stones, self.board.words(), turn | u64::from(state.plies) << 8)
    }
}
