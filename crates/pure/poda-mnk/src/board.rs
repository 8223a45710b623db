use poda_core::{Language, Side, Translate, fold, mix, text};
use thiserror::Error;

use crate::CellSet;

/// The most columns, and the most rows, that a board may have.
pub const MAX_SIDE: u32 = 15;

/// The size of a board, and the length of a line that wins.
///
/// Cells are numbered row by row from the top left, with a spare bit after each row, so that no line goes around an edge:
///
/// ```text
///     column 0  1  2              0  1  2  (3)
///     row 0  a3 b3 c3   bits of   4  5  6  (7)
///     row 1  a2 b2 c2   3x3:      8  9  10 (11)
///     row 2  a1 b1 c1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CellBoard<const N: usize> {
    width: u32,
    height: u32,
    run: u32,
    full: CellSet<N>,
}

/// Why there is no such board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub enum CellBoardError {
    /// Too few or too many columns or rows.
    Size {
        /// Columns.
        width: u32,
        /// Rows.
        height: u32,
    },
    /// A line that does not fit.
    Run {
        /// Its length.
        run: u32,
        /// The longest that fits.
        longest: u32,
    },
}

impl Translate for CellBoardError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Size { width, height } => text!(
                language,
                "a board of {width}x{height}: from 1x1 to {most}x{most} are possible",
                "un tablero de {width}x{height}: son posibles de 1x1 a {most}x{most}",
                width,
                height,
                most = MAX_SIDE,
            ),
            Self::Run { run, longest } => text!(
                language,
                "{run} in a row: from 1 to {longest} fit this board",
                "{run} en raya: en este tablero caben de 1 a {longest}",
                run,
                longest,
            ),
        }
    }
}

impl<const N: usize> CellBoard<N> {
    /// A board of `width` columns and `height` rows on which `run` in a row win.
    ///
    /// # Errors
    /// If the board does not fit the word, or the line the board.
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self, CellBoardError> {
        let sides = 1..=MAX_SIDE;
        let fits = || (width + 1) * height <= u128::BITS * N as u32;
        if !(sides.contains(&width) && sides.contains(&height) && fits()) {
            return Err(CellBoardError::Size { width, height });
        }
        let longest = width.max(height);
        if !(1..=longest).contains(&run) {
            return Err(CellBoardError::Run { run, longest });
        }
        let mut board = Self { width, height, run, full: CellSet::EMPTY };
        let all = (0..height).flat_map(|row| (0..width).map(move |column| (row, column)));
        board.full = all.fold(CellSet::EMPTY, |full, (row, column)| full | board.cell(row, column));
        Ok(board)
    }

    /// The words of a set that have cells of this board.
    #[inline]
    pub(crate) const fn words(&self) -> usize {
        ((self.width + 1) * self.height).div_ceil(u128::BITS) as usize
    }

    /// Columns.
    #[inline]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// Rows.
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// How many in a row win.
    #[inline]
    pub const fn run(&self) -> u32 {
        self.run
    }

    /// Every cell.
    #[inline]
    pub const fn full(&self) -> CellSet<N> {
        self.full
    }

    /// The number of a cell; rows count from the top, columns from the left, both from 0.
    #[inline]
    pub const fn bit(&self, row: u32, column: u32) -> u32 {
        row * (self.width + 1) + column
    }

    /// The row and the column of a cell.
    #[inline]
    pub const fn place(&self, bit: u32) -> (u32, u32) {
        (bit / (self.width + 1), bit % (self.width + 1))
    }

    /// One cell.
    #[inline]
    #[must_use]
    pub const fn cell(&self, row: u32, column: u32) -> CellSet<N> {
        CellSet::of_bit(self.bit(row, column))
    }

    /// How far apart the cells of a line are: to the right, down, down and right, down and left.
    #[inline]
    pub const fn directions(&self) -> [u32; 4] {
        let stride = self.width + 1;
        [1, stride, stride + 1, stride - 1]
    }

    /// The cells from which `run` cells of the set follow each other in a direction.
    #[inline]
    #[must_use]
    pub fn runs_from(&self, cells: CellSet<N>, direction: u32, run: u32) -> CellSet<N> {
        let (mut found, mut length) = (cells, 1);
        while 2 * length <= run {
            found = found & found.shifted_down(direction * length);
            length *= 2;
        }
        if length < run { found & found.shifted_down(direction * (run - length)) } else { found }
    }

    /// Whether there is a line that wins.
    #[inline]
    pub fn has_line(&self, cells: CellSet<N>) -> bool {
        let lines = |direction| self.runs_from(cells, direction, self.run);
        self.directions().into_iter().fold(CellSet::EMPTY, |all, direction| all | lines(direction))
            != CellSet::EMPTY
    }

    /// The cells of all lines that win.
    #[must_use]
    pub fn line_cells(&self, cells: CellSet<N>) -> CellSet<N> {
        let mut all = CellSet::EMPTY;
        for direction in self.directions() {
            let starts = self.runs_from(cells, direction, self.run);
            for index in 0..self.run {
                all = all | starts.shifted_up(direction * index);
            }
        }
        all
    }

    /// The cells of the set and all that touch one of them, diagonally too.
    #[inline]
    #[must_use]
    pub fn grown(&self, cells: CellSet<N>) -> CellSet<N> {
        let stride = self.width + 1;
        let wide = cells | cells.shifted_up(1) | cells.shifted_down(1);
        (wide | wide.shifted_up(stride) | wide.shifted_down(stride)) & self.full
    }

    /// The name of a cell: columns are letters from the left, rows numbers from the bottom.
    pub fn cell_name(&self, bit: u32) -> String {
        let (row, column) = self.place(bit);
        format!("{}{}", column_letter(column), self.height - row)
    }
}

/// The letter of a column.
pub(crate) fn column_letter(column: u32) -> char {
    char::from_digit(column + 10, 36).unwrap_or('?')
}

/// The stones of both sides as a hash. Only the words that a board needs count: the hash is the same in a larger set.
#[inline]
pub(crate) fn stones_key<const N: usize>(stones: &[CellSet<N>; 2], words: usize, rest: u64) -> u64 {
    let words = stones.iter().flat_map(|cells| cells.0.into_iter().take(words));
    words.fold(mix(rest), |key, word| fold(key ^ word as u64, mix((word >> 64) as u64)))
}

/// Whose stone lies on a cell.
pub(crate) fn owner<const N: usize>(stones: &[CellSet<N>; 2], cell: CellSet<N>) -> Option<Side> {
    Side::BOTH.into_iter().find(|side| stones[side.index()] & cell != CellSet::EMPTY)
}
