//! Boards with gravity as numbers. Rows are counted from the top, as they are read.

use poda_core::{Encode, Game, Side, Text};

use crate::{Action, BombGame, BombRules, BombState, Connect4, Connect4State, Grid, Word};

pub(crate) const OWN_STONES: Text = Text::new("own stones", "fichas propias");
pub(crate) const OTHER_STONES: Text = Text::new("the opponent's stones", "fichas del rival");
const OWN_BOMB: Text = Text::new("own bomb", "bomba propia");
const OTHER_BOMB: Text = Text::new("the opponent's bomb", "bomba del rival");
const TO_MOVE: Text = Text::new("all ones if it is one's turn", "todo unos si se tiene el turno");
const IS_FIRST: Text = Text::new("all ones for player 1", "todo unos para el jugador 1");
const LAST_ACTION: Text =
    Text::new("all ones in the last action of a turn", "todo unos en la última acción de un turno");
/// As many as there are turns from bomb to bomb; BOOM and Crush use four of them.
const TURNS: [Text; 5] = [
    Text::new("all ones if this turn brings a bomb", "todo unos si este turno trae bomba"),
    Text::new("all ones in the first turn after a bomb", "todo unos en el primer turno tras una bomba"),
    Text::new("all ones in the second turn after a bomb", "todo unos en el segundo turno tras una bomba"),
    Text::new("all ones in the third turn after a bomb", "todo unos en el tercer turno tras una bomba"),
    Text::new("all ones in the fourth turn after a bomb", "todo unos en el cuarto turno tras una bomba"),
];

/// 1 for each cell of the set, 0 for the others, row by row from the top.
#[inline]
fn write_set<W: Word>(grid: &Grid<W>, set: W, plane: &mut [u8]) {
    for (index, line) in plane.chunks_exact_mut(grid.width() as usize).enumerate() {
        let mut rest = set.shifted_down(grid.height() - 1 - index as u32);
        for cell in line {
            *cell = rest.low_byte() & 1;
            rest = rest.shifted_down(grid.stride());
        }
    }
}

/// The stones of each player as 1 and 2, negative if they are bombs.
fn write_cells<W: Word>(grid: &Grid<W>, stones: [W; 2], bombs: W, cells: &mut [i8]) {
    let (width, height) = (grid.width(), grid.height());
    for (index, cell) in cells.iter_mut().enumerate() {
        let place = grid.cell(index as u32 % width, height - 1 - index as u32 / width);
        let owner = i8::from(stones[0] & place != W::ZERO) + 2 * i8::from(stones[1] & place != W::ZERO);
        *cell = if bombs & place == W::ZERO { owner } else { -owner };
    }
}

/// Cells: 1 and 2. An action is a column, from 0 at the left. The planes tell everything.
impl<W: Word> Encode for Connect4<W> {
    fn board_shape(&self) -> [usize; 2] {
        [self.grid().height() as usize, self.grid().width() as usize]
    }

    fn write_cells(&self, state: &Connect4State<W>, cells: &mut [i8]) {
        write_cells(self.grid(), Side::BOTH.map(|side| state.stones(side)), W::ZERO, cells);
    }

    fn planes(&self) -> Vec<Text> {
        vec![OWN_STONES, OTHER_STONES, TO_MOVE]
    }

    #[inline]
    fn write_planes(&self, state: &Connect4State<W>, viewer: Side, planes: &mut [u8]) {
        let (own, rest) = planes.split_at_mut(self.cell_count());
        let (others, to_move) = rest.split_at_mut(self.cell_count());
        write_set(self.grid(), state.stones(viewer), own);
        write_set(self.grid(), state.stones(viewer.other()), others);
        to_move.fill(u8::from(viewer == state.side()));
    }

    fn actions(&self) -> usize {
        self.grid().width() as usize
    }

    #[inline]
    fn action(&self, _: &Connect4State<W>, column: u8) -> usize {
        usize::from(column)
    }

    #[inline]
    fn move_of(&self, state: &Connect4State<W>, action: usize) -> Option<u8> {
        let is_free = |column: u32| {
            state.all() & (self.grid().column_bottom(column) << (self.grid().height() - 1)) == W::ZERO
        };
        (action < self.actions() && is_free(action as u32) && self.outcome(state).is_none())
            .then_some(action as u8)
    }

    #[inline]
    fn write_mask(&self, state: &Connect4State<W>, mask: &mut [u8]) {
        if self.outcome(state).is_some() {
            mask.fill(0);
            return;
        }
        let mut tops = state.all().shifted_down(self.grid().height() - 1);
        for legal in mask {
            *legal = tops.low_byte() & 1 ^ 1;
            tops = tops.shifted_down(self.grid().stride());
        }
    }
}

/// Cells: 1 and 2, and -1 and -2 for the players' bombs. Actions: the columns from 0 at the left, then BOOM. The planes tell
/// everything.
impl<R: BombRules> Encode for BombGame<R> {
    fn board_shape(&self) -> [usize; 2] {
        [self.grid().height() as usize, self.grid().width() as usize]
    }

    fn write_cells(&self, state: &BombState, cells: &mut [i8]) {
        let board = state.board();
        write_cells(self.grid(), Side::BOTH.map(|side| board.stones(side)), board.bombs(), cells);
    }

    fn planes(&self) -> Vec<Text> {
        let fixed = [OWN_STONES, OTHER_STONES, OWN_BOMB, OTHER_BOMB, TO_MOVE, IS_FIRST, LAST_ACTION];
        fixed.into_iter().chain(TURNS.into_iter().take(R::TURNS_PER_BOMB as usize)).collect()
    }

    #[inline]
    fn write_planes(&self, state: &BombState, viewer: Side, planes: &mut [u8]) {
        let (board, mover) = (state.board(), self.to_move(state));
        let other = viewer.other();
        let (sets, constant) = planes.split_at_mut(4 * self.cell_count());
        let stones = [board.stones(viewer), board.stones(other), board.bomb(viewer), board.bomb(other)];
        for (plane, set) in sets.chunks_exact_mut(self.cell_count()).zip(stones) {
            write_set(self.grid(), set, plane);
        }
        let is_last = R::mover(state.phase() + 1) != mover;
        let turn = R::turn(state.phase()) % R::TURNS_PER_BOMB;
        let facts = [mover == viewer, viewer == Side::First, is_last];
        let turns = (0..R::TURNS_PER_BOMB).map(|place| place == turn);
        for (plane, fact) in constant.chunks_exact_mut(self.cell_count()).zip(facts.into_iter().chain(turns))
        {
            plane.fill(u8::from(fact));
        }
    }

    fn actions(&self) -> usize {
        Self::SLOTS
    }

    #[inline]
    fn action(&self, _: &BombState, action: Action) -> usize {
        self.slot(action)
    }

    #[inline]
    fn move_of(&self, state: &BombState, action: usize) -> Option<Action> {
        let columns = self.grid().width() as usize;
        if self.outcome(state).is_some() {
            None
        } else if action < columns {
            let top = self.grid().cell(action as u32, self.grid().height() - 1);
            (state.board().all() & top == 0).then_some(Action::Drop(action as u8))
        } else {
            (action == columns && state.board().bomb(self.to_move(state)) != 0).then_some(Action::Boom)
        }
    }
}
