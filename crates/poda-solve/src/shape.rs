use poda_connect::{DEFAULT_RUN, Grid};

use crate::{SolveError, order::CLASSIC};

/// The size of a board, as the search asks for it. Bits go column by column, bottom first, with a spare bit above each
/// column, exactly as in [`Grid`]:
///
/// ```text
///   6 13 20 27 34 41 48    spare
///  ---------------------
///   5 12 19 26 33 40 47
///   4 11 18 25 32 39 46
///   3 10 17 24 31 38 45
///   2  9 16 23 30 37 44
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42    bottom
/// ```
pub(crate) trait Shape: Copy + Send + Sync {
    fn width(self) -> u32;
    fn height(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> u64;
    /// The first, third, fifth ... row: the cells that the first player gets where the second one always replies in
    /// the same column.
    fn odd_rows(self) -> u64;
    /// Narrower boards have upright lines only, and shifts by three columns would leave the word.
    fn is_wide(self) -> bool;

    /// How much the order of moves likes a cell, given by its bit: the middle of the board.
    #[inline(always)]
    fn noise(self, index: u32) -> i32 {
        let column = index / self.stride();
        -8 * (2 * column).abs_diff(self.width() - 1) as i32
    }

    /// For each direction, the lowest bits of the lines of four through a cell.
    #[inline(always)]
    fn lines_through(self, cell: u64) -> [u64; 4] {
        if self.is_wide() { lines_through(cell, self.steps()) } else { lines_through(cell, [1, 0, 0, 0]) }
    }

    /// Bits from one cell of a line to the next: upright, flat, falling, rising.
    #[inline(always)]
    fn steps(self) -> [u32; 4] {
        [1, self.stride(), self.stride() - 1, self.stride() + 1]
    }

    /// Bits from one column to the next.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.height() + 1
    }

    /// Every cell.
    #[inline(always)]
    fn full(self) -> u64 {
        self.spare().wrapping_sub(self.bottom())
    }

    /// The bit above each column, on which no stone ever stands.
    #[inline(always)]
    fn spare(self) -> u64 {
        self.bottom() << self.height()
    }

    #[inline(always)]
    fn cells(self) -> i32 {
        (self.width() * self.height()) as i32
    }

    /// How many bits the board takes, spare ones included.
    #[inline(always)]
    fn bits(self) -> u32 {
        self.width() * self.stride()
    }

    /// A column of cells by itself.
    #[inline(always)]
    fn column(self, column: u32) -> u64 {
        ((1 << self.height()) - 1) << (column * self.stride())
    }

    /// The board seen in a mirror: columns change places from left to right.
    fn mirrored(self, cells: u64) -> u64 {
        let column = u64::MAX >> (64 - self.stride());
        (0..self.width()).fold(0, |seen, index| {
            let there = self.width() - 1 - index;
            seen | (cells >> (index * self.stride()) & column) << (there * self.stride())
        })
    }
}

/// The classic board, 7x6. All that the search asks for is known to the compiler.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classic;

impl Shape for Classic {
    #[inline(always)]
    fn width(self) -> u32 {
        7
    }

    #[inline(always)]
    fn height(self) -> u32 {
        6
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        0x0000_0408_1020_4081
    }

    #[inline(always)]
    fn odd_rows(self) -> u64 {
        self.bottom() * 0b01_0101
    }

    #[inline(always)]
    fn is_wide(self) -> bool {
        true
    }

    #[inline(always)]
    fn noise(self, index: u32) -> i32 {
        LIKINGS[index as usize & 63]
    }

    #[inline(always)]
    fn lines_through(self, cell: u64) -> [u64; 4] {
        THROUGH[cell.trailing_zeros() as usize & 63]
    }
}

/// The lines of the classic board by bit.
const THROUGH: [[u64; 4]; 64] = {
    let mut through = [[0; 4]; 64];
    let mut index = 0;
    while index < 64 {
        through[index] = lines_through(1 << index, [1, 7, 6, 8]);
        index += 1;
    }
    through
};

#[inline(always)]
const fn lines_through(cell: u64, steps: [u32; 4]) -> [u64; 4] {
    let mut lines = [0; 4];
    let mut index = 0;
    while index < 4 {
        let pair = cell | cell >> steps[index];
        lines[index] = pair | pair >> (2 * steps[index]);
        index += 1;
    }
    lines
}

/// How promising each cell of the classic board is, by bit.
const LIKINGS: [i32; 64] = {
    let mut promise = [0; 64];
    let mut column = 0;
    while column < 7 {
        let mut row = 0;
        while row < 6 {
            promise[7 * column + row] = CLASSIC[5 - row][if column < 4 { column } else { 6 - column }];
            row += 1;
        }
        column += 1;
    }
    promise
};

/// Any other board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other {
    width: u32,
    height: u32,
    bottom: u64,
    odd_rows: u64,
}

impl Other {
    pub(crate) fn new(grid: &Grid<u64>) -> Result<Self, SolveError> {
        if grid.run() != DEFAULT_RUN {
            return Err(SolveError::Run { run: grid.run() });
        }
        let (width, height, bottom) = (grid.width(), grid.height(), grid.bottom());
        let odd_rows = (0..height).step_by(2).fold(0, |rows, row| rows | bottom << row);
        Ok(Self { width, height, bottom, odd_rows })
    }
}

impl Shape for Other {
    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        self.bottom
    }

    #[inline(always)]
    fn odd_rows(self) -> u64 {
        self.odd_rows
    }

    #[inline(always)]
    fn is_wide(self) -> bool {
        self.width >= DEFAULT_RUN
    }
}
