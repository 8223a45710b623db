use std::{fmt::Debug, marker::PhantomData};

use poda_core::{Game, Moves, Outcome, Side, Tally, mix};

use super::Board;
use crate::Grid;

/// What makes Crush, BOOM and Desconecta different games. Each of them is one small file.
///
/// Turns and bombs depend on the number of actions made so far, and repeat after [`BombRules::CYCLE`] of them: the
/// functions that take an `action` give the same answer for that number modulo the cycle, except for the turn's
/// number, which only counts on.
pub trait BombRules: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// The game's name in specs.
    const NAME: &'static str;
    /// The number of actions after which the order of turns and bombs repeats.
    const CYCLE: u32;
    /// Each player gets a bomb in every turn whose number this divides.
    const TURNS_PER_BOMB: u32;
    /// Whether a line loses instead of winning.
    const IS_MISERE: bool;

    /// Who makes the action after `action` others.
    fn mover(action: u32) -> Side;

    /// The number of that turn, from 1; both players have a turn of each number.
    fn turn(action: u32) -> u32;

    /// The cells that the mover's bomb empties. Free cells and spare bits beside the board may be among them.
    fn blast(board: &Board, mover: Side) -> u64;

    /// Explodes the mover's bomb and lets fall what stood above the hole: row by row from the top, so that nothing
    /// falls into a row still to be emptied.
    #[inline]
    fn explode(board: &mut Board, mover: Side) {
        let cells = Self::blast(board, mover) & Grid::BOMB_BOARD.full();
        for row in (0..Grid::BOMB_BOARD.height()).rev() {
            let in_row = cells & Grid::BOMB_BOARD.bottom() << row;
            if in_row != 0 {
                board.take_from_row(in_row);
            }
        }
    }

    /// How the game ended, if it did, after `action` actions.
    fn outcome(board: &Board, action: u32) -> Option<Outcome>;
}

/// A bomb game: what its rules do not say is the same in all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BombGame<R> {
    rules: PhantomData<R>,
}

/// One action.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// A stone, or a bomb if the turn brings one, falls into a column; they count from 0.
    Drop(u8),
    /// The mover's bomb explodes.
    Boom,
}

/// The board and the place in the cycle of turns. The outcome follows from them; the count of all actions is only
/// kept for position lines.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BombState {
    board: Board,
    phase: u8,
    outcome: Option<Outcome>,
    actions: Tally,
}

const _: () = assert!(size_of::<BombState>() <= 40);

impl BombState {
    /// The stones.
    #[inline]
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// How many actions have been made, modulo the cycle of the game's turns and bombs.
    #[inline]
    pub(crate) const fn phase(&self) -> u32 {
        self.phase as u32
    }

    /// How many actions have been made.
    pub const fn actions(&self) -> u32 {
        self.actions.get()
    }
}

impl<R: BombRules> BombGame<R> {
    /// The rules.
    pub const fn new() -> Self {
        Self { rules: PhantomData }
    }

    /// The state of a board after so many actions.
    pub(super) fn state(board: Board, actions: u32) -> BombState {
        let phase = actions % R::CYCLE;
        let outcome = R::outcome(&board, phase);
        BombState { board, phase: phase as u8, outcome, actions: Tally::new(actions) }
    }

    /// The board's size and its lines.
    pub const fn grid(&self) -> &'static Grid<u64> {
        &Grid::BOMB_BOARD
    }

    /// Whether a stone dropped now is a bomb.
    #[inline]
    pub fn drops_bomb(&self, state: &BombState) -> bool {
        let phase = u32::from(state.phase);
        R::turn(phase).is_multiple_of(R::TURNS_PER_BOMB) && state.board.bomb(R::mover(phase)) == 0
    }
}

const ALL_DROPS: [Action; 7] = {
    let mut drops = [Action::Boom; 7];
    let mut column = 0;
    while column < 7 {
        drops[column] = Action::Drop(column as u8);
        column += 1;
    }
    drops
};

impl<R: BombRules> Game for BombGame<R> {
    type State = BombState;
    type Move = Action;
    const SLOTS: usize = 8;
    /// The bits of the board, the last of which is no cell and stands for BOOM.
    const PLACES: usize = u64::BITS as usize;

    fn start(&self) -> BombState {
        Self::state(Board::default(), 0)
    }

    #[inline]
    fn to_move(&self, state: &BombState) -> Side {
        R::mover(u32::from(state.phase))
    }

    #[inline]
    fn outcome(&self, state: &BombState) -> Option<Outcome> {
        state.outcome
    }

    /// Columns from left to right, then BOOM.
    #[inline]
    fn moves(&self, state: &BombState, moves: &mut Moves<Action>) {
        let all = state.board.all();
        // Most of the time no column is full.
        if all & Grid::BOMB_BOARD.top() == 0 {
            moves.push_all(&ALL_DROPS);
        } else {
            for drop in (0..7).filter(|column| all >> (8 * column + 6) & 1 == 0).map(Action::Drop) {
                moves.push(drop);
            }
        }
        if state.board.bomb(self.to_move(state)) != 0 {
            moves.push(Action::Boom);
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "a call costs a tenth of the whole; it is the hot path")]
    fn play(&self, state: &BombState, action: Action) -> BombState {
        let next = state.phase + 1;
        let phase = if u32::from(next) == R::CYCLE { 0 } else { next };
        let actions = state.actions.next();
        let Action::Drop(column) = action else {
            return explode::<R>(state, phase, actions);
        };
        let mover = self.to_move(state);
        let board = state.board.with_drop(column, mover, self.drops_bomb(state));
        // There was no line, so only the mover can have one now: the rules need not be asked after most drops.
        let outcome =
            if board.has_line(mover) || board.is_full() { outcome_of_end::<R>(board, phase) } else { None };
        BombState { board, phase, outcome, actions }
    }

    #[inline]
    fn slot(&self, action: Action) -> usize {
        match action {
            Action::Drop(column) => usize::from(column),
            Action::Boom => 7,
        }
    }

    /// The bit of the cell in which the stone lands.
    #[inline]
    fn place(&self, state: &BombState, action: Action) -> usize {
        match action {
            Action::Drop(column) => {
                Grid::BOMB_BOARD.landing(state.board.all(), u32::from(column)).trailing_zeros() as usize
            }
            Action::Boom => Self::PLACES - 1,
        }
    }

    /// In each column the sum of all stones and of one side's tells every filling apart, see Connect-4; the free
    /// last byte takes the phase.
    #[inline]
    fn key(&self, state: &BombState) -> u64 {
        let stones = state.board.all() + state.board.stones(Side::First);
        mix(mix(stones | u64::from(state.phase) << 56) ^ state.board.bombs)
    }
}

/// Apart from the drops, because the compiler would else prepare an explosion at every position with a bomb.
#[cold]
#[inline(never)]
fn explode<R: BombRules>(state: &BombState, phase: u8, actions: Tally) -> BombState {
    let mut board = state.board;
    R::explode(&mut board, R::mover(u32::from(state.phase)));
    BombState { board, phase, outcome: R::outcome(&board, u32::from(phase)), actions }
}

#[cold]
#[inline(never)]
fn outcome_of_end<R: BombRules>(board: Board, phase: u8) -> Option<Outcome> {
    R::outcome(&board, u32::from(phase))
}
