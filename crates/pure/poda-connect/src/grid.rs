use poda_core::{Language, Translate, text};
use thiserror::Error;

use crate::Word;

/// The run that wins unless another one is asked for.
pub const DEFAULT_RUN: u32 = 4;

/// The widest board. Columns are named by one character: `1` to `9`, then `a` to `z`.
pub const MAX_WIDTH: u32 = 35;

/// Why a board of that size cannot be played on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub enum SizeError {
    /// No cell at all.
    Empty {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
    },
    /// More columns than there are names for them.
    TooWide {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
    },
    /// More cells than bits.
    TooLarge {
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
        /// Bits of the word that was to hold it.
        bits: u32,
    },
    /// A run that no line of the board could hold.
    Run {
        /// Run asked for.
        run: u32,
        /// Columns asked for.
        width: u32,
        /// Rows asked for.
        height: u32,
    },
}

impl Translate for SizeError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Empty { width, height } => text!(
                language,
                "board {width}x{height} has no cell: the smallest is 1x1",
                "un tablero de {width}x{height} no tiene casillas: el menor es 1x1",
                width,
                height
            ),
            Self::TooWide { width, height } => text!(
                language,
                "board {width}x{height} is too wide: at most 35 columns have a name",
                "el tablero {width}x{height} es demasiado ancho: solo 35 columnas tienen nombre",
                width,
                height
            ),
            Self::TooLarge { width, height, bits } => text!(
                language,
                "board {width}x{height} is too large: width * (height + 1) may be at most {bits}",
                "el tablero {width}x{height} es demasiado grande: ancho * (alto + 1) puede ser como máximo {bits}",
                width,
                height,
                bits
            ),
            Self::Run { run, width, height } => text!(
                language,
                "a run of {run} is impossible on a board {width}x{height}",
                "{run} en línea es imposible en un tablero de {width}x{height}",
                run,
                width,
                height
            ),
        }
    }
}

/// Whether a board has a legal size and fits a word of `bits` bits: one for each cell, and a spare one a column.
pub const fn fits(width: u32, height: u32, bits: u32) -> bool {
    width >= 1 && width <= MAX_WIDTH && height >= 1 && height < bits && width * (height + 1) <= bits
}

/// Whether the faster 64-bit boards are large enough.
pub const fn fits_u64(width: u32, height: u32) -> bool {
    fits(width, height, u64::BITS)
}

/// The size of a board, where its cells are in a word, and how lines are found.
///
/// Bits go column by column, bottom first, with a spare bit above each column. On 7x6:
///
/// ```text
///   6 13 20 27 34 41 48    always 0: a line cannot run over the edge into the next column
///  ---------------------
///   5 12 19 26 33 40 47    one to the right: + stride (7 here, height + 1)
///   4 11 18 25 32 39 46    one up:           + 1
///   3 10 17 24 31 38 45    up and right:     + stride + 1
///   2  9 16 23 30 37 44    down and right:   + stride - 1
///   1  8 15 22 29 36 43
///   0  7 14 21 28 35 42
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Grid<W> {
    width: u32,
    height: u32,
    run: u32,
    stride: u32,
    /// The lowest cell of each column by itself: looking it up is faster than multiplying and shifting.
    column_bottoms: [W; MAX_WIDTH as usize],
    bottom: W,
    top: W,
    full: W,
    odd_rows: W,
    way: Way,
}

/// How lines are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Way {
    /// Four on a board of the classic height, with shifts that the compiler knows.
    ClassicFours,
    /// Four on a board of eight rows, the same.
    SquareFours,
    /// Four on any other board.
    Fours,
    /// Another number, or four on a board too narrow for it.
    AnyRun,
}

/// A board that the compiler knows, for four in line.
macro_rules! known_board {
    ($word:ty, $width:literal x $height:literal) => {{
        const STRIDE: u32 = $height + 1;
        let (mut bottom, mut full, mut odd_rows): ($word, $word, $word) = (0, 0, 0);
        let mut column_bottoms = [0; MAX_WIDTH as usize];
        let mut column = 0;
        while column < $width {
            column_bottoms[column as usize] = 1 << (column * STRIDE);
            bottom |= 1 << (column * STRIDE);
            let mut row = 0;
            while row < $height {
                let cell = 1 << (column * STRIDE + row);
                full |= cell;
                odd_rows |= if row % 2 == 0 { cell } else { 0 };
                row += 1;
            }
            column += 1;
        }
        Grid {
            width: $width,
            height: $height,
            run: DEFAULT_RUN,
            stride: STRIDE,
            column_bottoms,
            bottom,
            top: bottom << ($height - 1),
            full,
            odd_rows,
            way: Way::of($width, STRIDE, DEFAULT_RUN),
        }
    }};
}

impl Grid<u64> {
    /// The board of the bomb games. Its stride is 8: each column is a byte.
    pub const BOMB_BOARD: Self = known_board!(u64, 7 x 7);

    /// The classic board.
    pub(crate) const CLASSIC: Self = known_board!(u64, 7 x 6);
}

impl Grid<u128> {
    /// The usual board that is too large for 64 bits.
    pub(crate) const SQUARE: Self = known_board!(u128, 8 x 8);
}

impl Way {
    const fn of(width: u32, stride: u32, run: u32) -> Self {
        // A run of four that also fits sideways: no shift is longer than the word.
        match (run, stride) {
            (DEFAULT_RUN, 7) if width >= run => Self::ClassicFours,
            (DEFAULT_RUN, 9) if width >= run => Self::SquareFours,
            (DEFAULT_RUN, _) if width >= run => Self::Fours,
            _ => Self::AnyRun,
        }
    }
}

impl<W: Word> Grid<W> {
    /// A board of `width` columns and `height` rows on which `run` stones in line matter.
    ///
    /// # Errors
    /// If the board does not fit the word, or if the run does not fit the board. A run of four is allowed on every
    /// board, even where nobody can ever make it.
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self, SizeError> {
        if width == 0 || height == 0 {
            return Err(SizeError::Empty { width, height });
        }
        if width > MAX_WIDTH && width.saturating_mul(height.saturating_add(1)) <= W::BITS {
            return Err(SizeError::TooWide { width, height });
        }
        if !fits(width, height, W::BITS) {
            return Err(SizeError::TooLarge { width, height, bits: W::BITS });
        }
        if run == 0 || (run > width.max(height) && run != DEFAULT_RUN) {
            return Err(SizeError::Run { run, width, height });
        }
        let stride = height + 1;
        let (mut bottom, mut full, mut odd_rows) = (W::ZERO, W::ZERO, W::ZERO);
        let mut column_bottoms = [W::ZERO; MAX_WIDTH as usize];
        for column in 0..width {
            column_bottoms[column as usize] = W::ONE << (column * stride);
            bottom = bottom | W::ONE << (column * stride);
            for row in 0..height {
                let cell = W::ONE << (column * stride + row);
                full = full | cell;
                // The lowest row is the first.
                odd_rows = if row % 2 == 0 { odd_rows | cell } else { odd_rows };
            }
        }
        let way = Way::of(width, stride, run);
        let top = bottom << (height - 1);
        Ok(Self { width, height, run, stride, column_bottoms, bottom, top, full, odd_rows, way })
    }

    /// Whether this is [`Word::USUAL_BOARD`]. Whoever looks at many positions may do so with that constant instead, and the compiler knows
    /// all distances, which are slow to shift two machine words by where they are not known. In a browser it never is: the
    /// module that is fetched has no room for everything twice.
    #[inline]
    pub fn is_usual(&self) -> bool {
        let usual = &W::USUAL_BOARD;
        !cfg!(target_family = "wasm")
            && (self.width, self.height, self.run) == (usual.width, usual.height, usual.run)
    }

    /// How many columns there are.
    #[inline]
    pub const fn width(&self) -> u32 {
        self.width
    }

    /// How many rows there are.
    #[inline]
    pub const fn height(&self) -> u32 {
        self.height
    }

    /// How many stones in line matter.
    #[inline]
    pub const fn run(&self) -> u32 {
        self.run
    }

    /// Bits from one column to the next.
    #[inline]
    pub const fn stride(&self) -> u32 {
        self.stride
    }

    /// The lowest cell of every column.
    #[inline]
    pub const fn bottom(&self) -> W {
        self.bottom
    }

    /// The highest cell of every column.
    #[inline]
    pub const fn top(&self) -> W {
        self.top
    }

    /// Every cell.
    #[inline]
    pub const fn full(&self) -> W {
        self.full
    }

    /// One cell; both counts begin with 0, at the left and at the bottom.
    #[inline]
    pub fn cell(&self, column: u32, row: u32) -> W {
        W::ONE << (column * self.stride + row)
    }

    /// The lowest cell of a column.
    #[inline]
    pub fn column_bottom(&self, column: u32) -> W {
        self.column_bottoms[column as usize]
    }

    /// The cell on which the next stone of a column that is not full comes to rest.
    ///
    /// Adding 1 at the foot of a column runs through its stones like a carry and comes out above them.
    #[inline]
    pub fn landing(&self, all: W, column: u32) -> W {
        all.plus(self.column_bottom(column)) & !all
    }

    /// Where runs begin: their lowest stone if upright, their leftmost otherwise. Zero if there is no line.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "where the size is a constant, so are the shifts; it is the hot path"
    )]
    pub fn lines(&self, stones: W) -> W {
        match self.way {
            Way::ClassicFours => fours(stones, 7),
            Way::SquareFours => fours(stones, 9),
            Way::Fours => fours(stones, self.stride),
            Way::AnyRun => self.lines_of_any_run(stones),
        }
    }

    #[cold]
    #[inline(never)]
    fn lines_of_any_run(&self, stones: W) -> W {
        self.directions()
            .into_iter()
            .flatten()
            .fold(W::ZERO, |lines, step| lines | runs(stones, step, self.run))
    }

    /// The cells in which one more stone would complete a run, whoever stands there. Spare bits may be among them.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
    pub fn completing(&self, stones: W) -> W {
        if self.way == Way::AnyRun {
            return self.completing_any_run(stones);
        }
        // Not the loop over `directions`: the compiler does not unroll that one, and then knows no shift.
        let steps = [1, self.stride, self.stride + 1, self.stride - 1];
        steps.into_iter().fold(W::ZERO, |cells, step| cells | fourths(stones, step))
    }

    #[cold]
    #[inline(never)]
    fn completing_any_run(&self, stones: W) -> W {
        self.directions()
            .into_iter()
            .flatten()
            .fold(W::ZERO, |cells, step| cells | completing_any(stones, step, self.run))
    }

    /// The stones that stand in a run.
    pub fn line_stones(&self, stones: W) -> W {
        let mut cells = W::ZERO;
        for step in self.directions().into_iter().flatten() {
            let starts = runs(stones, step, self.run);
            if starts != W::ZERO {
                cells = (0..self.run).fold(cells, |cells, index| cells | starts << (index * step));
            }
        }
        cells
    }

    /// The first, third, fifth row and so on.
    #[inline]
    pub const fn odd_rows(&self) -> W {
        self.odd_rows
    }

    /// The distances in bits between neighbours of a line: upright, flat, rising and falling. `None` for a direction
    /// in which a run has no room.
    #[inline]
    pub const fn directions(&self) -> [Option<u32>; 4] {
        const fn given(has_room: bool, step: u32) -> Option<u32> {
            if has_room { Some(step) } else { None }
        }
        let (is_upright, is_flat) = (self.run <= self.height, self.run <= self.width);
        // A run of one has no direction; two are enough to find it on every board.
        let is_slanted = is_upright && is_flat && self.run > 1;
        [
            given(is_upright, 1),
            given(is_flat, self.stride),
            given(is_slanted, self.stride + 1),
            given(is_slanted, self.stride - 1),
        ]
    }
}

/// Where a fourth stone would stand in line with three others, in one direction.
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
fn fourths<W: Word>(stones: W, step: u32) -> W {
    let pairs = stones & stones >> step;
    let (above, below) = (pairs >> step, pairs << (2 * step));
    // Three above; two above and one below; one above and two below; three below.
    above & stones >> (3 * step)
        | above & stones << step
        | below & stones >> step
        | below & stones << (3 * step)
}

/// The same for any run.
fn completing_any<W: Word>(stones: W, step: u32, run: u32) -> W {
    (0..run).fold(W::ZERO, |cells, place| {
        let others = (0..run).filter(|other| *other != place);
        let filled = others.fold(!W::ZERO, |filled, other| {
            filled
                & if other > place {
                    stones >> ((other - place) * step)
                } else {
                    stones << ((place - other) * step)
                }
        });
        cells | filled
    })
}

/// Where runs of four begin in any direction.
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "with the stride known the shifts are constants; it is the hot path"
)]
fn fours<W: Word>(stones: W, stride: u32) -> W {
    runs(stones, 1, DEFAULT_RUN)
        | runs(stones, stride, DEFAULT_RUN)
        | runs(stones, stride + 1, DEFAULT_RUN)
        | runs(stones, stride - 1, DEFAULT_RUN)
}

/// The first cells of all runs of `run` set bits that are `step` bits apart. Each round doubles what it looks for:
///
/// ```text
/// bits                 0 1 1 1 1 0 1 1
/// begins two in line   0 1 1 1 0 0 1 .      bits & bits >> step
/// begins four          0 1 0 0 0 . . .      twos & twos >> 2 * step
/// ```
#[inline(always)]
#[expect(
    clippy::inline_always,
    reason = "with the run known the loop becomes two shifts; it is the hot path"
)]
pub(crate) fn runs<W: Word>(bits: W, step: u32, run: u32) -> W {
    let (mut starts, mut found) = (bits, 1);
    while found * 2 <= run {
        starts = starts & starts >> (found * step);
        found *= 2;
    }
    if found < run { starts & starts >> ((run - found) * step) } else { starts }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_that_the_compiler_knows_are_those_of_their_size() {
        assert_eq!(Grid::new(7, 7, 4), Ok(Grid::BOMB_BOARD));
        assert_eq!(Grid::new(7, 6, 4), Ok(u64::USUAL_BOARD));
        assert_eq!(Grid::new(8, 8, 4), Ok(u128::USUAL_BOARD));
        assert!(u64::USUAL_BOARD.is_usual() && u128::USUAL_BOARD.is_usual() && !Grid::BOMB_BOARD.is_usual());
        assert!(
            !Grid::<u128>::new(8, 8, 5).unwrap().is_usual()
                && !Grid::<u128>::new(7, 6, 4).unwrap().is_usual()
        );
    }

    #[test]
    fn sizes_are_accepted_and_refused() {
        let message = |width, height, run| Grid::<u64>::new(width, height, run).unwrap_err().to_string();
        assert_eq!(message(0, 0, 4), "board 0x0 has no cell: the smallest is 1x1");
        assert_eq!(message(8, 8, 4), "board 8x8 is too large: width * (height + 1) may be at most 64");
        assert_eq!(
            Grid::<u128>::new(36, 1, 4).unwrap_err().to_string(),
            "board 36x1 is too wide: at most 35 columns have a name"
        );
        assert_eq!(message(7, 6, 8), "a run of 8 is impossible on a board 7x6");
        assert_eq!(message(7, 6, 0), "a run of 0 is impossible on a board 7x6");
        assert!(Grid::<u128>::new(99, 99, 4).is_err());
        assert!(Grid::<u128>::new(u32::MAX, u32::MAX, u32::MAX).is_err());
        assert!(Grid::<u64>::new(1, 63, 4).is_ok() && Grid::<u128>::new(1, 127, 127).is_ok());
        assert!(Grid::<u64>::new(1, 1, 4).is_ok() && Grid::<u128>::new(35, 2, 35).is_ok());
        assert!(fits_u64(8, 7) && !fits_u64(8, 8) && !fits_u64(0, 1) && !fits_u64(u32::MAX, 1));
    }
}
