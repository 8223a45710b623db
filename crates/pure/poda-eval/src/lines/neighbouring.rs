use super::{DIAGONALS, FALLING, LineCount, LineCounting, RIGHT, RISING, Stones, UP, with_a_stone};

/// A three is a figure of three neighbouring stones. The report counts "rows of three pieces" and speaks of a figure that is
/// formed; a row can hold two of them, and both count. Threes of diagonals count where four have room.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Neighbouring;

impl LineCounting for Neighbouring {
    #[inline]
    fn open(stones: Stones) -> LineCount {
        with_a_stone(stones)
    }

    #[inline]
    fn threes(stones: Stones) -> LineCount {
        let count = |stones: u64, step: u32| triples(stones, step).count_ones() as i32;
        LineCount {
            rows: count(stones.mine, RIGHT),
            columns: count(stones.mine, UP),
            diagonals: count(stones.mine & RISING_CELLS, RISING)
                + count(stones.mine & FALLING_CELLS, FALLING),
        }
    }
}

/// The first stones of three in a row, `step` bits apart.
#[inline]
pub(super) const fn triples(stones: u64, step: u32) -> u64 {
    stones & stones >> step & stones >> (2 * step)
}

/// The cells of the rising diagonals that count, and of the falling ones.
const RISING_CELLS: u64 = union(&DIAGONALS, 0);
const FALLING_CELLS: u64 = union(&DIAGONALS, 7);

/// The cells of seven diagonals.
const fn union(diagonals: &[u64; 14], first: usize) -> u64 {
    let (mut cells, mut index) = (0, first);
    while index < first + 7 {
        cells |= diagonals[index];
        index += 1;
    }
    cells
}
