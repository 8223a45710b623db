use poda_connect::Grid;

use super::{FALLING, LineCount, LineCounting, RIGHT, RISING, Stones, UP};

/// What the program of the report's author counts, which is public.
///
/// * Open is a window of four without a stone of the rival, once for each own stone in it. Columns count windows only
///   from a stone upwards.
/// * A three is a window of three own stones and an empty cell, wherever that cell is.
/// * Diagonals are looked at by quarters of the board, each along the diagonal that leads to its middle and only with windows
///   that reach at least one cell that way. So some windows are missed, and those around the middle are seen from two quarters.
/// * In rows, one of the tests looks at the wrong cell: where the cell to the left is the own bomb, the one beyond it is not
///   looked at.
///
/// Where a quarter is (`+`), and what it looks at from the cell `*`:
///
/// ```text
/// lower left           upper left           lower right          upper right
/// . . . . . . .        * + + + . . .        . . . . . . .        . . . + + + *
/// . . . . . . .        + + + + . . .        . . . . . . .        . . . + + + +
/// . . . . . . .        + + + + . . .        . . . . . . .        . . . + + + +
/// + + + + . . .        + + + + . . .        . . . + + + +        . . . + + + +
/// + + + + . . .        . . . . . . .        . . . + + + +        . . . . . . .
/// + + + + . . .        . . . . . . .        . . . + + + +        . . . . . . .
/// * + + + . . .        . . . . . . .        . . . + + + *        . . . . . . .
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Programmed;

/// The rows 0 to 3 and 3 to 6, the columns 0 to 3 and 3 to 6.
const LOWER: u64 = 0x000F_0F0F_0F0F_0F0F;
const UPPER: u64 = 0x0078_7878_7878_7878;
const LEFT: u64 = 0x0000_0000_7F7F_7F7F;
const MIDDLE_AND_RIGHT: u64 = 0x007F_7F7F_7F00_0000;
/// The columns 2 to 4.
const MIDDLE: u64 = 0x0000_007F_7F7F_0000;

impl LineCounting for Programmed {
    fn open(Stones { mine, bomb, empty }: Stones) -> LineCount {
        let free = mine | empty;
        let count = |step: u32, place: u32, cells: u64| {
            let windows = free & free >> step & free >> (2 * step) & free >> (3 * step);
            (windows << (place * step) & mine & cells).count_ones() as i32
        };
        LineCount {
            rows: (0..4).map(|place| count(RIGHT, place, BOARD)).sum::<i32>()
                + overlooked(mine, bomb, mine, free),
            columns: count(UP, 0, BOARD),
            diagonals: diagonals(count),
        }
    }

    fn threes(Stones { mine, bomb, empty }: Stones) -> LineCount {
        // The window's cell of that place is empty, the others are own ones.
        let count = |step: u32, place: u32, cells: u64| {
            let others = (0..4).filter(|other| *other != place);
            let windows = others.fold(BOARD, |windows, other| windows & mine >> (other * step));
            (windows << (place * step) & empty & cells).count_ones() as i32
        };
        LineCount {
            rows: (0..4).map(|place| count(RIGHT, place, BOARD)).sum::<i32>()
                + overlooked(empty, bomb, mine, mine),
            columns: count(UP, 3, BOARD),
            diagonals: diagonals(count),
        }
    }
}

const BOARD: u64 = Grid::BOMB_BOARD.full();

/// The windows of diagonals that some quarter sees. `count` gives those with a cell of a kind in a place and in a quarter.
fn diagonals(count: impl Fn(u32, u32, u64) -> i32) -> i32 {
    let seen =
        |step, cells, places: [u32; 3]| places.iter().map(|place| count(step, *place, cells)).sum::<i32>();
    seen(RISING, LOWER & LEFT, [0, 1, 2])
        + seen(RISING, UPPER & MIDDLE_AND_RIGHT, [1, 2, 3])
        + seen(FALLING, UPPER & LEFT, [0, 1, 2])
        + seen(FALLING, LOWER & MIDDLE_AND_RIGHT, [1, 2, 3])
}

/// The windows of rows from two cells to the left of `cells` to one to the right that count only because the cell at their left end
/// is not looked at: the bomb stands between. `wanted` is what the right end has to be, and would have to be at the left end.
///
/// ```text
/// left end, bomb, cell, right end
/// ```
fn overlooked(cells: u64, bomb: u64, mine: u64, wanted: u64) -> i32 {
    let seen = cells & MIDDLE & (bomb & mine) << RIGHT & wanted >> RIGHT;
    (seen & !(wanted << (2 * RIGHT))).count_ones() as i32
}
