use poda_core::Side;

use crate::{Grid, view::CellView};

const GRID: Grid<u64> = Grid::BOMB_BOARD;

/// The stones of a bomb game. Every column is a byte with its lowest cell in bit 0; bit 7 and the last byte stay
/// empty, so nothing that is shifted over an edge of the board meets a stone.
///
/// ```text
/// row 7   7 15 23 31 39 47 55    always 0
///        ---------------------
/// row 6   6 14 22 30 38 46 54
///         ...
/// row 1   1  9 17 25 33 41 49
/// row 0   0  8 16 24 32 40 48
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Board {
    /// The stones of each side, bombs included.
    pub(super) stones: [u64; 2],
    /// The bombs of both sides, at most one each.
    pub(super) bombs: u64,
}

impl Board {
    /// The stones of a side, its bomb included.
    #[inline]
    pub const fn stones(&self, side: Side) -> u64 {
        match side {
            Side::First => self.stones[0],
            Side::Second => self.stones[1],
        }
    }

    /// The bomb of a side; zero if it has none.
    #[inline]
    pub const fn bomb(&self, side: Side) -> u64 {
        self.bombs & self.stones(side)
    }

    /// The bombs of both sides.
    #[inline]
    pub const fn bombs(&self) -> u64 {
        self.bombs
    }

    /// The stones of both sides.
    #[inline]
    pub const fn all(&self) -> u64 {
        self.stones[0] | self.stones[1]
    }

    /// Whether no cell is free.
    #[inline]
    pub const fn is_full(&self) -> bool {
        self.all() == GRID.full()
    }

    /// All cells of the row in which a cell stands.
    #[inline]
    pub const fn row_of(cell: u64) -> u64 {
        GRID.bottom() << (cell.trailing_zeros() & 7)
    }

    /// Whether a side has a line.
    #[inline]
    pub fn has_line(&self, side: Side) -> bool {
        self.lines(side) != 0
    }

    /// Where a side's lines begin, as [`Grid::lines`] says.
    #[inline]
    pub fn lines(&self, side: Side) -> u64 {
        GRID.lines(self.stones(side))
    }

    /// Whether anybody has a line.
    #[inline]
    pub fn has_any_line(&self) -> bool {
        self.lines(Side::First) | self.lines(Side::Second) != 0
    }

    /// The owner of the first line, looked for row by row from the bottom and from left to right. Where a line
    /// begins decides, its lowest stone if upright and its leftmost otherwise.
    #[inline]
    pub fn first_line(&self) -> Option<Side> {
        let lines = Side::BOTH.map(|side| self.lines(side));
        if lines[0] | lines[1] == 0 { None } else { Some(first_owner(lines)) }
    }

    /// The cells, those of decisive lines marked.
    pub(super) fn view(&self, lines: u64) -> CellView {
        CellView::new(&GRID, self.stones, self.bombs, lines)
    }

    /// The board after a stone has fallen into a column that is not full.
    ///
    /// Both sides' boards are written, the cell to one of them: a store to a place only known at run time would
    /// keep the whole board in memory, and its reader waiting.
    #[inline]
    pub(super) fn with_drop(&self, column: u8, side: Side, is_bomb: bool) -> Self {
        // With columns of eight bits a shift is faster than the grid's list of column_bottoms.
        let cell = (self.all() + (1 << (8 * (column & 7)))) & !self.all();
        let firsts = if side == Side::First { cell } else { 0 };
        Self {
            stones: [self.stones[0] | firsts, self.stones[1] | cell ^ firsts],
            bombs: self.bombs | if is_bomb { cell } else { 0 },
        }
    }

    /// Takes away cells that all lie in one row, and lets what stood above them fall by one. Empty cells and cells
    /// beside the board may be named too: nothing stands above them.
    ///
    /// ```text
    ///  x . .      . . .      upper: the columns that lose a cell, from the row upwards
    ///  o x .  ->  x x .
    ///  * o *      o o .      * = taken away
    ///  x x o      x x o
    /// ```
    #[inline]
    pub fn take_from_row(&mut self, cells: u64) {
        let row = cells.trailing_zeros() & 7;
        let columns = (cells >> row).wrapping_mul(0xFF);
        let rows_from_here = 0x0101_0101_0101_0101 * (0xFF << row & 0xFF);
        let upper = columns & rows_from_here;
        let fall = |board: u64| board & !upper | (board & upper & !cells) >> 1;
        self.stones = self.stones.map(fall);
        self.bombs = fall(self.bombs);
    }
}

#[cold]
fn first_owner(lines: [u64; 2]) -> Side {
    let both = lines[0] | lines[1];
    let any_column = (0..7).fold(0, |rows, column| rows | both >> (8 * column) & 0x7F);
    let lowest_row = both & Board::row_of(any_column);
    let first = lowest_row & lowest_row.wrapping_neg();
    if lines[0] & first != 0 { Side::First } else { Side::Second }
}
