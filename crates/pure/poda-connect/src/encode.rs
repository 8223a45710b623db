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

/// The lowest bit of each byte.
const BYTE_BITS: u64 = 0x0101_0101_0101_0101;

/// 1 for each cell of the set, 0 for the others, row by row from the top. The byte behind the plane may be written too, if there
/// is one.
#[inline]
fn write_set<W: Word>(grid: &Grid<W>, set: W, plane: &mut [u8]) {
    match (grid.stride(), grid.width()) {
        (7, 7) => write_rows::<6>(plane, |row| spread_sevens(set.shifted_down(row).low_word())),
        (8, 7) => write_rows::<7>(plane, |row| set.shifted_down(row).low_word() & (BYTE_BITS >> 8)),
        _ => write_cell_by_cell(grid, set, plane),
    }
}

/// Every seventh bit, from the lowest on, as a byte of its own:
///
/// ```text
/// bit 7c of the word   *  1111111 (binary)   gives bits 7c to 7c + 6, which no other bit reaches
///                      &  bit 8c, which is 7c + c
/// ```
#[inline]
const fn spread_sevens(word: u64) -> u64 {
    const EVERY_SEVENTH: u64 = 0x0000_0408_1020_4081;
    ((word & EVERY_SEVENTH) * 0x7F) & (BYTE_BITS >> 8)
}

/// Writes rows of seven cells from the top, eight bytes at once: the last one is overwritten by the next row.
#[inline]
fn write_rows<const HEIGHT: usize>(plane: &mut [u8], bytes_of_row: impl Fn(u32) -> u64) {
    let last = 7 * (HEIGHT - 1);
    let bytes = |line: usize| bytes_of_row((HEIGHT - 1 - line) as u32).to_le_bytes();
    if let Some(plane) = plane.get_mut(..last + 8) {
        for line in 0..HEIGHT {
            plane[7 * line..7 * line + 8].copy_from_slice(&bytes(line));
        }
    } else {
        // The end of the last plane.
        for line in 0..HEIGHT {
            plane[7 * line..7 * line + 7].copy_from_slice(&bytes(line)[..7]);
        }
    }
}

fn write_cell_by_cell<W: Word>(grid: &Grid<W>, set: W, plane: &mut [u8]) {
    let cells = (grid.width() * grid.height()) as usize;
    for (index, line) in plane[..cells].chunks_exact_mut(grid.width() as usize).enumerate() {
        let mut rest = set.shifted_down(grid.height() - 1 - index as u32);
        for cell in line {
            *cell = rest.low_word() as u8 & 1;
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
        let cells = (self.grid().width() * self.grid().height()) as usize;
        let is_to_move = viewer == state.side();
        let mine = state.stones(viewer);
        write_set(self.grid(), mine, planes);
        write_set(self.grid(), mine ^ state.all(), &mut planes[cells..]);
        planes[2 * cells..].fill(u8::from(is_to_move));
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
        (action < self.actions() && is_free(action as u32)).then_some(action as u8)
    }

    #[inline]
    fn write_mask(&self, state: &Connect4State<W>, mask: &mut [u8]) {
        let mut tops = state.all().shifted_down(self.grid().height() - 1);
        for legal in mask {
            *legal = tops.low_word() as u8 & 1 ^ 1;
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
        let cells = self.cell_count();
        let stones = [board.stones(viewer), board.stones(other), board.bomb(viewer), board.bomb(other)];
        for (index, set) in stones.into_iter().enumerate() {
            write_set(self.grid(), set, &mut planes[index * cells..]);
        }
        let is_last = R::mover(state.phase() + 1) != mover;
        let turn = R::turn(state.phase()) % R::TURNS_PER_BOMB;
        let facts = [mover == viewer, viewer == Side::First, is_last];
        let turns = (0..R::TURNS_PER_BOMB).map(|place| place == turn);
        for (plane, fact) in planes[4 * cells..].chunks_exact_mut(cells).zip(facts.into_iter().chain(turns)) {
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
        if action < columns {
            let top = self.grid().cell(action as u32, self.grid().height() - 1);
            (state.board().all() & top == 0).then_some(Action::Drop(action as u8))
        } else {
            (action == columns && state.board().bomb(self.to_move(state)) != 0).then_some(Action::Boom)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The reference is the plain way, cell by cell.
    #[test]
    fn rows_that_are_written_at_once_are_those_written_cell_by_cell() {
        for height in [6, 7] {
            let grid = Grid::<u64>::new(7, height, 4).unwrap();
            let cells = (7 * height) as usize;
            let mut word = 1_u64;
            for _ in 0..200 {
                word = poda_core::mix(word);
                let set = word & grid.full();
                for longer in [0, 5] {
                    let (mut fast, mut slow) = (vec![9; cells + longer], vec![9; cells + longer]);
                    write_set(&grid, set, &mut fast);
                    write_cell_by_cell(&grid, set, &mut slow);
                    assert_eq!(fast[..cells], slow[..cells], "{set:#x}");
                    assert_eq!(
                        fast[..cells].iter().map(|cell| u32::from(*cell)).sum::<u32>(),
                        set.count_ones()
                    );
                }
            }
        }
    }
}
