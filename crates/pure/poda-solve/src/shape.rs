use std::fmt::Debug;

use poda_connect::{DEFAULT_RUN, Grid, Word};

use crate::{SolveError, order::CLASSIC, word::Bits};

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
pub trait Shape: Copy + Debug + Send + Sync + 'static {
    /// What holds the board.
    type Word: Bits;

    fn width(self) -> u32;
    fn height(self) -> u32;
    /// The lowest cell of every column.
    fn bottom(self) -> Self::Word;
    /// The first, third, fifth ... row: the cells that the first player gets where the second one always replies in
    /// the same column.
    fn odd_rows(self) -> Self::Word;
    /// Narrower boards have upright lines only, and shifts by three columns would leave the word.
    fn is_wide(self) -> bool;

    /// How much the order of moves likes a cell, given by its bit: the middle of the board. The players may differ.
    #[inline(always)]
    fn liking(self, index: u32, _is_first: bool) -> i32 {
        let column = index / self.stride();
        -8 * (2 * column).abs_diff(self.width() - 1) as i32
    }

    /// For each direction, the lowest bits of the lines of four through a cell.
    #[inline(always)]
    fn lines_through(self, cell: Self::Word) -> [Self::Word; 4] {
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
    fn full(self) -> Self::Word {
        self.spare().minus(self.bottom())
    }

    /// The bit above each column, on which no stone ever stands.
    #[inline(always)]
    fn spare(self) -> Self::Word {
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
    fn column(self, column: u32) -> Self::Word {
        Self::Word::ones(self.height()) << (column * self.stride())
    }

    /// The column of the lowest of these cells, by itself.
    #[inline(always)]
    fn column_of(self, cells: Self::Word) -> Self::Word {
        self.column(cells.lowest() / self.stride())
    }

    /// The spare bits of the columns in which these cells are: in a column that is not empty, adding all of its cells gets that far.
    #[inline(always)]
    fn tops_of(self, cells: Self::Word) -> Self::Word {
        cells.plus(self.full()) & self.spare()
    }

    /// The columns below these spare bits.
    #[inline(always)]
    fn columns_below(self, tops: Self::Word) -> Self::Word {
        tops.minus(tops >> self.height())
    }

    /// The board seen in a mirror: columns change places from left to right.
    fn mirrored(self, cells: Self::Word) -> Self::Word {
        let column = Self::Word::ones(self.stride());
        (0..self.width()).fold(Self::Word::ZERO, |seen, index| {
            let there = self.width() - 1 - index;
            seen | (cells >> (index * self.stride()) & column) << (there * self.stride())
        })
    }
}

/// The classic board, 7x6. All that the search asks for is known to the compiler.
#[derive(Clone, Copy, Debug)]
pub struct Classic;

impl Shape for Classic {
    type Word = u64;

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
    fn liking(self, index: u32, is_first: bool) -> i32 {
        LIKINGS[usize::from(!is_first)][index as usize & 63]
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
        let mut direction = 0;
        while direction < 4 {
            let step = [1, 7, 6, 8][direction];
            let pair = 1_u64 << index | 1 << index >> step;
            through[index][direction] = pair | pair >> (2 * step);
            direction += 1;
        }
        index += 1;
    }
    through
};

/// How promising each cell of the classic board is to the first player and to the second, by bit.
const LIKINGS: [[i32; 64]; 2] = [likings(&CLASSIC[0]), likings(&CLASSIC[1])];

const fn likings(cells: &[[i32; 4]; 6]) -> [i32; 64] {
    let mut promise = [0; 64];
    let mut column = 0;
    while column < 7 {
        let mut row = 0;
        while row < 6 {
            promise[7 * column + row] = cells[5 - row][if column < 4 { column } else { 6 - column }];
            row += 1;
        }
        column += 1;
    }
    promise
}

/// The board of 8x8, as well known to the compiler.
///
/// ```text
///   7 16 25 34 43 52 61 70    top row; 8, 17 ... 71 are spare
///   .  .  .  .  .  .  .  .
///   0  9 18 27 36 45 54 63    bottom
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Square;

impl Shape for Square {
    type Word = u128;

    #[inline(always)]
    fn width(self) -> u32 {
        8
    }

    #[inline(always)]
    fn height(self) -> u32 {
        8
    }

    #[inline(always)]
    fn bottom(self) -> u128 {
        0x8040_2010_0804_0201
    }

    #[inline(always)]
    fn odd_rows(self) -> u128 {
        self.bottom() * 0b0101_0101
    }

    #[inline(always)]
    fn is_wide(self) -> bool {
        true
    }
}

/// For each direction, the lowest bits of the lines of four through a cell.
#[inline(always)]
fn lines_through<W: Bits>(cell: W, steps: [u32; 4]) -> [W; 4] {
    steps.map(|step| {
        let pair = cell | cell >> step;
        pair | pair >> (2 * step)
    })
}

/// Any other board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Other<W> {
    width: u32,
    height: u32,
    bottom: W,
    odd_rows: W,
}

impl<W: Bits> Other<W> {
    pub(crate) fn new(grid: &Grid<W>) -> Result<Self, SolveError> {
        if grid.run() != DEFAULT_RUN {
            return Err(SolveError::Run { run: grid.run() });
        }
        let (width, height) = (grid.width(), grid.height());
        Ok(Self { width, height, bottom: grid.bottom(), odd_rows: grid.odd_rows() })
    }
}

impl<W: Bits> Shape for Other<W> {
    type Word = W;

    #[inline(always)]
    fn width(self) -> u32 {
        self.width
    }

    #[inline(always)]
    fn height(self) -> u32 {
        self.height
    }

    #[inline(always)]
    fn bottom(self) -> W {
        self.bottom
    }

    #[inline(always)]
    fn odd_rows(self) -> W {
        self.odd_rows
    }

    #[inline(always)]
    fn is_wide(self) -> bool {
        self.width >= DEFAULT_RUN
    }
}
