use poda_connect::{Boom, Crush, Desconecta};
use poda_core::{Game, Notation};
use poda_testkit::{check_parts, check_zero_sum, random_states};

use super::*;

/// All rows, columns or diagonals as lists of cells.
fn places(direction: (i32, i32)) -> Vec<Vec<u64>> {
    let inside = |row: i32, column: i32| (0..7).contains(&row) && (0..7).contains(&column);
    let (up, right) = direction;
    let mut places = Vec::new();
    for row in 0..7 {
        for column in 0..7 {
            if !inside(row - up, column - right) {
                let cells = (0..7).map(|index| (row + up * index, column + right * index));
                let cells: Vec<u64> = cells
                    .filter(|(row, column)| inside(*row, *column))
                    .map(|(row, column)| 1 << (8 * column + row))
                    .collect();
                if cells.len() >= 4 {
                    places.push(cells);
                }
            }
        }
    }
    places
}

/// The lines with a stone, all threes, and the threes with an empty cell beside them.
fn slow(stones: Stones, direction: (i32, i32)) -> [i32; 3] {
    let (mut open, mut threes, mut completable) = (0, 0, 0);
    let own = |cell: &u64| stones.mine & cell != 0;
    for place in places(direction) {
        open += i32::from(place.iter().any(own));
        for (first, three) in place.windows(3).enumerate() {
            if three.iter().all(own) {
                threes += 1;
                let before = first.checked_sub(1).and_then(|index| place.get(index));
                let ends = [before, place.get(first + 3)];
                completable += i32::from(ends.into_iter().flatten().any(|cell| stones.empty & cell != 0));
            }
        }
    }
    [open, threes, completable]
}

/// What the program sees, cell by cell: 0 empty, 1 own, 2 the own bomb, 3 the rival's.
struct Cells([[u8; 7]; 7]);

impl Cells {
    fn of(stones: Stones) -> Self {
        let mut cells = [[3; 7]; 7];
        for (row, line) in cells.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                let bit = 1u64 << (8 * column + row);
                if stones.empty & bit != 0 {
                    *cell = 0;
                } else if stones.bomb & bit != 0 {
                    *cell = 2;
                } else if stones.mine & bit != 0 {
                    *cell = 1;
                }
            }
        }
        Self(cells)
    }

    fn see(&self, row: i32, column: i32) -> Option<u8> {
        let inside = (0..7).contains(&row) && (0..7).contains(&column);
        inside.then(|| self.0[row as usize][column as usize])
    }

    /// Whether the cells of a window from `back` steps behind a cell on, but for the cell itself, are all of a kind.
    fn window(&self, (row, column): (i32, i32), (up, right): (i32, i32), back: i32, kind: &[u8]) -> bool {
        (-back..4 - back).filter(|step| *step != 0).all(|step| {
            self.see(row + up * step, column + right * step).is_some_and(|cell| kind.contains(&cell))
        })
    }

    /// From every cell of a kind the windows whose other cells are of another kind: rows, upwards (from the lowest or from the
    /// highest cell), diagonals.
    fn count(&self, from: &[u8], kind: &[u8], upwards_back: i32) -> LineCount {
        let mut count = LineCount::default();
        for row in 0..7 {
            for column in 0..7 {
                if !self.see(row, column).is_some_and(|cell| from.contains(&cell)) {
                    continue;
                }
                let at = (row, column);
                for back in 0..4 {
                    let blind = back == 2
                        && (2..=4).contains(&column)
                        && self.see(row, column - 1) == Some(2)
                        && self.see(row, column + 1).is_some_and(|cell| kind.contains(&cell));
                    count.rows += i32::from(blind || self.window(at, (0, 1), back, kind));
                }
                count.columns += i32::from(self.window(at, (1, 0), upwards_back, kind));
                for (up, right) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                    // Who looks up stands in the lower rows, who looks right in the left columns.
                    let low = if up == 1 { row < 4 } else { row >= 3 };
                    let left = if right == 1 { column < 4 } else { column >= 3 };
                    let seen = (0..3).filter(|back| low && left && self.window(at, (up, right), *back, kind));
                    count.diagonals += seen.count() as i32;
                }
            }
        }
        count
    }
}

fn check_reference<R: BombRules>(game: BombGame<R>) {
    check_parts(&game, &Lines::default(), 5, 120);
    check_parts(&game, &LinesText::default(), 5, 120);
    check_parts(&game, &LinesCode::default(), 5, 120);
    check_parts(&game, &LinesBomb, 5, 120);
    check_parts(&game, &LinesFirst, 5, 120);
    check_zero_sum(&game, &LinesFirst, 5, 120);
    for state in random_states(&game, 11, 300, 120) {
        for side in Side::BOTH {
            let stones = Stones::of(state.board(), side);
            let [rows, columns, rising, falling] =
                [(0, 1), (1, 0), (1, 1), (-1, 1)].map(|direction| slow(stones, direction));
            let count = |index: usize| LineCount {
                rows: rows[index],
                columns: columns[index],
                diagonals: rising[index] + falling[index],
            };
            assert_eq!(with_a_stone(stones), count(0));
            assert_eq!(Neighbouring::threes(stones), count(1));
            assert_eq!(Completable::threes(stones), count(2));
            let cells = Cells::of(stones);
            let line = game.position_text(&state);
            assert_eq!(Programmed::open(stones), cells.count(&[1, 2], &[0, 1, 2], 0), "{line}");
            assert_eq!(Programmed::threes(stones), cells.count(&[0], &[1, 2], 3), "{line}");
        }
    }
}

#[test]
fn counts_what_a_slow_look_counts() {
    check_reference(Boom::new());
    check_reference(Crush::new());
    check_reference(Desconecta::new());
}

fn value<E: Evaluator<Crush>>(evaluator: E, line: &str) -> i32 {
    let game = Crush::new();
    evaluator.evaluate(&game, &game.read_position(line).unwrap(), Side::First).value()
}

#[test]
fn values_by_hand() {
    for (line, lines, first) in [
        // One stone in the middle of the lowest row: a row, a column, both diagonals.
        ("7/7/7/7/7/7/3x3 1 40", 4, 4),
        // In the corner one of its two diagonals is a single cell.
        ("7/7/7/7/7/7/x6 1 40", 3, 3),
        // Three own stones in a row: 1 row, 3 columns, columns 1 to 3 have 1 + 1 + 1 long diagonals; one three.
        ("7/7/7/7/7/7/xxx4 1 40", 1 + 3 + 3 + 1, 7),
        // The same three of the rival weigh a thousand.
        ("7/7/7/7/7/7/ooo4 1 40", -7 - 1000, -7),
        // An own upright three: 3 rows, 1 column, the rising diagonals of rows 0 to 2.
        ("7/7/7/7/x6/x6/x6 1 40", 3 + 1 + 3 + 1, 7),
    ] {
        assert_eq!(value(Lines::default(), line), lines, "{line}");
        assert_eq!(value(LinesText::default(), line), lines, "{line}");
        assert_eq!(value(LinesFirst, line), first, "{line}");
    }
    let game = Crush::new();
    let lost = Lines::default().finished(&game, &game.start(), Outcome::Win(Side::First), Side::Second);
    assert_eq!(lost.value(), -999_999);
}

/// A three that is blocked, and the same one with the stone one column further, where it blocks nothing.
#[test]
fn blocking_a_three_pays() {
    let (blocked, open) = ("7/7/7/7/7/7/ooox3 1 40", "7/7/7/7/7/7/ooo1x2 1 40");
    assert_eq!([blocked, open].map(|line| value(Lines::default(), line)), [-3, -1004]);
    // By the report's words alone it hardly matters.
    assert_eq!([blocked, open].map(|line| value(LinesText::default(), line)), [-1003, -1004]);
    // The program sees the cell that completes four.
    assert!(value(LinesCode::default(), blocked) > -100 && value(LinesCode::default(), open) < -900);
}

#[test]
fn own_diagonal_threes_weigh_a_thousand() {
    let game = Crush::new();
    let state = game.read_position("7/7/7/7/2x4/1xo4/xoo4 1 40").unwrap();
    let parts = Lines::default().terms(&game, &state, Side::First);
    let heavy = parts.iter().find(|part| part.name.english == "own diagonal threes x 1000");
    assert_eq!(heavy.map(|part| part.value), Some(1000));
}

#[test]
fn exploding_counts_where_it_helps() {
    let game = Crush::new();
    let gain = |line: &str| {
        let state = game.read_position(line).unwrap();
        let parts = LinesBomb.terms(&game, &state, Side::First);
        parts.iter().find(|part| part.name.english == "gain by exploding").unwrap().value
    };
    // Without a bomb, with nobody around it, and with three of the rival beside it.
    assert_eq!(gain("7/7/7/7/7/7/oxo4 1 40"), 0);
    assert_eq!(gain("7/7/7/7/7/7/3X3 1 40"), 0);
    assert!(gain("7/7/7/7/7/3o3/2oXo1x 1 40") > 0);
}
