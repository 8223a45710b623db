//! What can be read off a board without searching: threats, lines that can still be made, and bounds that a simple
//! strategy proves.

use poda_connect::Word;

use crate::{shape::Shape, word::Bits};

/// A browser's module shifts all lanes of a register by the same number of bits. There the directions are looked at one after the
/// other, and four of them in a list would only be written to memory and read again.
const IS_MODULE: bool = cfg!(target_arch = "wasm32");

/// The cells that would complete a line of four of these stones, and others that no stone can ever come to: whoever asks
/// looks only at empty cells of the board.
///
/// ```text
/// step s:   # o o o    o # o o    o o # o    o o o #
/// ```
///
/// Upright lines have no gaps and are never completed from below; what the other three patterns find there is taken or
/// outside the board.
#[inline(always)]
pub(crate) fn winning_cells<S: Shape>(shape: S, stones: S::Word) -> S::Word {
    if !shape.is_wide() {
        return completing(stones, 1);
    }
    if IS_MODULE {
        // Wide words take so many instructions there that they are written down once only.
        return if S::Word::BITS > u64::BITS { apart(shape, stones) } else { in_turn(shape, stones) };
    }
    // All four directions are the same work, so that four lanes of a wide register do it at once.
    let [one, flat, falling, rising] = shape.steps();
    completing(stones, one)
        | completing(stones, flat)
        | completing(stones, falling)
        | completing(stones, rising)
}

#[inline(never)]
fn apart<S: Shape>(shape: S, stones: S::Word) -> S::Word {
    in_turn(shape, stones)
}

/// One direction after the other.
#[inline(always)]
fn in_turn<S: Shape>(shape: S, stones: S::Word) -> S::Word {
    let [one, flat, falling, rising] = shape.steps();
    let upright = stones << one & stones << (2 * one) & stones << (3 * one);
    upright | completing(stones, flat) | completing(stones, falling) | completing(stones, rising)
}

#[inline(always)]
fn completing<W: Bits>(stones: W, step: u32) -> W {
    let down = stones >> step;
    let pairs = stones & down;
    let (above, below) = (pairs << (2 * step), pairs >> step);
    above & (down | stones << (3 * step)) | below & (stones << step | stones >> (3 * step))
}

/// Whether these cells hold a line of four.
#[inline(always)]
pub(crate) fn has_line<S: Shape>(shape: S, cells: S::Word) -> bool {
    let line = |step: u32| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step)
    };
    if !shape.is_wide() {
        return line(1) != S::Word::ZERO;
    }
    let [one, flat, falling, rising] = shape.steps();
    line(one) | line(flat) | line(falling) | line(rising) != S::Word::ZERO
}

/// Whether one set of cells holds an upright line, or the other one any other line.
#[inline(always)]
pub(crate) fn has_line_of<S: Shape>(shape: S, upright: S::Word, others: S::Word) -> bool {
    let line = |cells: S::Word, step: u32| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step)
    };
    if !shape.is_wide() {
        return line(upright, 1) != S::Word::ZERO;
    }
    let [one, flat, falling, rising] = shape.steps();
    line(upright, one) | line(others, flat) | line(others, falling) | line(others, rising) != S::Word::ZERO
}

/// Lines of four by direction, each by its lowest bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LineCells<W>([W; 4]);

impl<W: Bits> LineCells<W> {
    /// The lines that one side has begun and can still complete: at least one of its stones, none of the other's.
    #[inline(always)]
    pub(crate) fn begun<S: Shape<Word = W>>(shape: S, stones: W, all: W) -> Self {
        let open = stones | shape.full() ^ all;
        let begun = |step: u32| {
            let (pairs, begun) = (open & open >> step, stones | stones >> step);
            pairs & pairs >> (2 * step) & (begun | begun >> (2 * step))
        };
        Self(if shape.is_wide() { shape.steps().map(begun) } else { [begun(1), W::ZERO, W::ZERO, W::ZERO] })
    }

    /// How many of them a cell is part of.
    #[inline(always)]
    pub(crate) fn through<S: Shape<Word = W>>(self, shape: S, cell: W) -> u32 {
        let through = self.0.into_iter().zip(shape.lines_through(cell));
        through.map(|(lines, through)| (lines & through).count()).sum()
    }
}

#[cfg(test)]
mod tests {
    use poda_connect::Connect4;
    use poda_testkit::random_states;

    use super::*;
    use crate::shape::{Classic, Other};

    /// The lines through a cell, cell by cell.
    fn counted(shape: Other<u64>, mine: u64, all: u64, cell: u64) -> u32 {
        let (column, row) = (
            (cell.trailing_zeros() / shape.stride()) as i32,
            (cell.trailing_zeros() % shape.stride()) as i32,
        );
        let has =
            |cells: u64, column: i32, row: i32| cells >> (column * shape.stride() as i32 + row) & 1 != 0;
        let mut count = 0;
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for back in 0..4 {
                let line =
                    [0, 1, 2, 3].map(|step| (column + right * (step - back), row + up * (step - back)));
                let is_inside = line.iter().all(|(column, row)| {
                    (0..shape.width() as i32).contains(column) && (0..shape.height() as i32).contains(row)
                });
                let mut cells = line.iter();
                count += u32::from(
                    is_inside
                        && cells.clone().all(|(column, row)| !has(all & !mine, *column, *row))
                        && cells.any(|(column, row)| has(mine, *column, *row)),
                );
            }
        }
        count
    }

    #[test]
    fn lines_are_those_that_one_counts() {
        for (width, height) in [(7, 6), (3, 9), (5, 5), (8, 7), (10, 4), (4, 3)] {
            let game = Connect4::<u64>::new(width, height, 4).unwrap();
            let shape = Other::new(game.grid()).unwrap();
            let is_classic = (width, height) == (7, 6);
            for state in random_states(&game, 5, 100, 60) {
                let (mine, all) = (state.stones(state.side()), state.all());
                let lines = LineCells::begun(shape, mine, all);
                for column in 0..width {
                    let cell = all.wrapping_add(shape.bottom()) & shape.column(column);
                    if cell != 0 {
                        assert!(!is_classic || Classic.lines_through(cell) == shape.lines_through(cell));
                        assert_eq!(
                            lines.through(shape, cell),
                            counted(shape, mine, all, cell),
                            "{state:?} {cell:#x}"
                        );
                    }
                }
            }
        }
    }
}
