use super::{
    FALLING, LineCount, LineCounting, RIGHT, RISING, Stones, UP, neighbouring::triples, with_a_stone,
};

/// A three is a figure of three neighbouring stones with an empty cell at one of its ends at least: one that can still become
/// four. The report does not say so, but says what its weight is for: to block. Without this a blocked three would count
/// like any other, and blocking would earn nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Completable;

impl LineCounting for Completable {
    #[inline]
    fn open(stones: Stones) -> LineCount {
        with_a_stone(stones)
    }

    #[inline]
    fn threes(Stones { mine, empty, .. }: Stones) -> LineCount {
        // The cells before the first stone and after the last one; those beside the board are never empty.
        let count =
            |step: u32| (triples(mine, step) & (empty << step | empty >> (3 * step))).count_ones() as i32;
        LineCount { rows: count(RIGHT), columns: count(UP), diagonals: count(RISING) + count(FALLING) }
    }
}
