//! Where the cells of the cross lie, on a square of 19 by 19.
//!
//! ```text
//!            8   9   10
//!          +---+---+---+
//!   red    | 35| 34| 33|    blue     The four arms are one arm turned round the middle. Of each arm the table
//!   home   | 36|   | 32|    home     below gives the 17 cells whose numbers it begins with, for the lowest arm:
//!          ...           ...         1 to 8 up its right side, 9 to 16 out along the next arm, 17 at its end.
//!   43     | 42|   | 26|    18
//!   51      goals           17       Pieces walk counterclockwise.
//!   59     | 60|   |  8|    16
//!          ...           ...
//!   green  | 67| 68|  1|    yellow
//! ```

use crate::{Cell, Colour, Spot, track::CORRIDOR, track::TRACK};

/// Cells along each edge of the square.
pub(crate) const SIZE: i32 = 19;
const MIDDLE: i32 = SIZE / 2;
/// Cells along each edge of a home.
pub(crate) const HOME_SIZE: i32 = 8;

/// How long a cell is on screens, along its arm, in hundredths.
pub(crate) const LENGTH: i32 = 100;
/// How wide a cell is on screens: the three lanes of an arm take what homes would waste, so that pieces are large.
pub(crate) const LANE: i32 = 200;
/// The board's edge on screens.
pub(crate) const BOARD: i32 = edge(SIZE);

/// Where a column or row of the square begins on screens.
const fn edge(index: i32) -> i32 {
    if index <= HOME_SIZE {
        LENGTH * index
    } else if index <= SIZE - HOME_SIZE {
        LENGTH * HOME_SIZE + LANE * (index - HOME_SIZE)
    } else {
        LENGTH * (index - (SIZE - 2 * HOME_SIZE)) + LANE * (SIZE - 2 * HOME_SIZE)
    }
}

/// What a cell covers on screens: left, top, width and height.
pub(crate) fn area(cell: Cell) -> (i32, i32, i32, i32) {
    let (column, row) = place(cell);
    let size = if cell.is_home() { HOME_SIZE } else { 1 };
    let (left, top) = (edge(column), edge(row));
    (left, top, edge(column + size) - left, edge(row + size) - top)
}

/// The square in the very middle, where no piece stands, as [`area`] gives it.
pub(crate) fn middle() -> (i32, i32, i32, i32) {
    (edge(MIDDLE), edge(MIDDLE), LANE, LANE)
}

/// Column and row of a cell; of a home, its upper left corner.
pub(crate) fn place(cell: Cell) -> (i32, i32) {
    let (arm, (right, down)) = match cell.spot() {
        Spot::Track(number) => {
            let index = i32::from(number) - 1;
            let offset = match index % 17 + 1 {
                step @ 1..=8 => (1, MIDDLE + 1 - step),
                step @ 9..=16 => (step - 7, 1),
                _ => (MIDDLE, 0),
            };
            (index / 17, offset)
        }
        Spot::Corridor(colour, number) => (arm_of(colour), (0, MIDDLE - i32::from(number))),
        Spot::Goal(colour) => (arm_of(colour), (0, 1)),
        Spot::Home(colour) => {
            let far = SIZE - HOME_SIZE;
            return match colour {
                Colour::Yellow => (far, far),
                Colour::Blue => (far, 0),
                Colour::Red => (0, 0),
                Colour::Green => (0, far),
            };
        }
    };
    let (right, down) = (0..arm).fold((right, down), |(right, down), _| (down, -right));
    (MIDDLE + right, MIDDLE + down)
}

/// How many quarter turns a colour's arm is away from the lowest one.
fn arm_of(colour: Colour) -> i32 {
    match colour {
        Colour::Yellow => 0,
        Colour::Blue => 1,
        Colour::Red => 2,
        Colour::Green => 3,
    }
}

/// Every cell of the cross: track, corridors, goals.
pub(crate) fn cross() -> impl Iterator<Item = Cell> {
    let track = (1..=TRACK).map(Cell::track);
    let corridors = Colour::IN_TURN
        .into_iter()
        .flat_map(|colour| (1..=CORRIDOR).map(move |number| Cell::corridor(colour, number)));
    track.chain(corridors).chain(Colour::IN_TURN.into_iter().map(Cell::goal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_on_the_way_are_neighbours_on_the_board() {
        for colour in Colour::ALL {
            for steps in 1..=72 {
                let (here, next) = (Cell::at_steps(colour, steps), Cell::at_steps(colour, steps - 1));
                let ((x, y), (u, v)) = (place(here), place(next));
                assert!((x - u).abs() <= 1 && (y - v).abs() <= 1, "{here:?} {next:?}");
            }
        }
        let mut places: Vec<_> = cross().map(place).collect();
        assert_eq!(places.len(), 68 + 28 + 4);
        places.sort_unstable();
        places.dedup();
        assert_eq!(places.len(), 68 + 28 + 4);
        assert_eq!(place(Cell::track(68)), (9, 18));
        assert_eq!(place(Cell::track(26)), (10, 7));
        assert_eq!(place(Cell::corridor(Colour::Green, 1)), (1, 9));
    }

    #[test]
    fn cells_are_long_on_screens_and_homes_leave_them_room() {
        assert_eq!(BOARD, 2 * 800 + 3 * LANE);
        assert_eq!(area(Cell::track(1)), (800 + 2 * LANE, BOARD - 100, LANE, 100));
        assert_eq!(area(Cell::track(18)), (BOARD - 100, 800, 100, LANE));
        assert_eq!(area(Cell::home(Colour::Yellow)), (BOARD - 800, BOARD - 800, 800, 800));
        assert_eq!(area(Cell::goal(Colour::Blue)), (800 + 2 * LANE, 800 + LANE, LANE, LANE));
    }
}
