use poda_connect::{Boom, Crush, Desconecta};
use poda_core::{Game, Notation};
use poda_testkit::{check_parts, random_states};

use super::*;

/// The board as the course's simulator shows it: 0 empty, 1 and 2 stones, 4 and 5 bombs.
struct Cells([[i32; 7]; 7]);

impl Cells {
    fn of(board: &Board) -> Self {
        let mut cells = [[0; 7]; 7];
        for (row, line) in cells.iter_mut().enumerate() {
            for (column, cell) in line.iter_mut().enumerate() {
                let bit = 1u64 << (8 * column + row);
                for side in Side::BOTH {
                    if board.stones(side) & bit != 0 {
                        *cell = i32::from(side.number()) + if board.bombs() & bit == 0 { 0 } else { 3 };
                    }
                }
            }
        }
        Self(cells)
    }

    fn see(&self, row: i32, column: i32) -> Option<i32> {
        let inside = (0..7).contains(&row) && (0..7).contains(&column);
        inside.then(|| self.0[row as usize][column as usize])
    }

    fn empty(&self, cells: &[(i32, i32)]) -> bool {
        cells.iter().all(|(row, column)| self.see(*row, *column) == Some(0))
    }

    /// The ways to complete the run of `count` stones that begins here.
    fn ways(&self, row: i32, column: i32, (up, right): (i32, i32), count: i32, code: bool) -> i32 {
        let at = |index: i32| (row + up * index, column + right * index);
        let first = self.see(row, column).unwrap();
        for index in 0..count {
            let (row, column) = at(index);
            match self.see(row, column) {
                Some(other) if first == other || first == other + 3 => {}
                _ => return 0,
            }
        }
        let missing = 4 - count;
        // The printed code looks at falling runs from their first row where it should be from the last, and the other way round.
        let too_high = if code && up < 0 { count - 1 } else { 0 };
        let higher = |(row, column): (i32, i32)| (row + too_high, column);
        let ahead: Vec<_> = (count..4).map(at).map(higher).collect();
        let behind: Vec<_> = (1..=missing).map(|index| higher(at(-index))).collect();
        let mut ways = i32::from(self.empty(&ahead));
        if right != 0 {
            ways += i32::from(self.empty(&behind));
            ways += i32::from(count == 2 && self.empty(&[at(-1), at(2)]));
        }
        ways
    }

    fn runs(&self, player: i32, count: i32, code: bool) -> i32 {
        let mut sum = 0;
        for row in 0..7 {
            for column in 0..7 {
                let cell = self.see(row, column).unwrap();
                if cell == player || cell == player + 3 {
                    for direction in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                        sum += self.ways(row, column, direction, count, code);
                    }
                }
            }
        }
        sum
    }

    fn value(&self, player: i32, code: bool) -> i32 {
        let runs = |player| self.runs(player, 3, code) + self.runs(player, 2, code);
        let mut result = runs(player) - runs(3 - player);
        for column in 0..7 {
            let occupied = (0..7).filter(|row| self.see(*row, column) != Some(0)).count();
            for row in 0..7 {
                if self.see(row, column) == Some(player) {
                    result += column.min(6 - column);
                    result += if occupied > 4 { 7 - row } else { 0 };
                }
            }
        }
        result
    }
}

fn check_reference<R: BombRules>(game: BombGame<R>) {
    check_parts(&game, &Runs::default(), 5, 120);
    check_parts(&game, &RunsCode::default(), 5, 120);
    check_parts(&game, &RunsVertical::default(), 5, 120);
    check_parts(&game, &RunsCentre::default(), 5, 120);
    for state in random_states(&game, 11, 300, 120) {
        for side in Side::BOTH {
            let cells = Cells::of(state.board());
            let slow = [false, true].map(|code| cells.value(i32::from(friend::<R>(side).number()), code));
            let expected = if state.board().is_full() { [0; 2] } else { slow };
            let found = Runs::default().evaluate(&game, &state, side).value();
            let programmed = RunsCode::default().evaluate(&game, &state, side).value();
            assert_eq!([found, programmed], expected, "{}", game.position_text(&state));
        }
    }
}

#[test]
fn counts_what_the_report_counts() {
    check_reference(Boom::new());
    check_reference(Crush::new());
    check_reference(Desconecta::new());
}

#[test]
fn parts_by_hand() {
    let game = Crush::new();
    let cases: &[(&str, &[(&str, i32)])] = &[
        // A pair in columns 3 and 4: room to the right, to the left, on both sides. Centre 2 + 3.
        ("7/7/7/7/7/7/2xx3 1 40", &[("own horizontal twos", 3), ("centre", 5)]),
        // An upright triple: the triple, and its upper pair, can go up.
        (
            "7/7/7/7/x6/x6/x6 1 40",
            &[("own vertical threes", 1), ("own vertical twos", 1), ("own horizontal twos", 0)],
        ),
        // The same for the rival; a flat triple in the corner is open on one side, its second pair too.
        ("7/7/7/7/7/7/ooo4 1 40", &[("rival's horizontal threes", -1), ("rival's horizontal twos", -1)]),
        // A rising pair from the corner: only up and to the right.
        ("7/7/7/7/7/1x5/xo5 1 40", &[("own diagonal twos", 1), ("own vertical twos", 0)]),
        // A falling pair into the corner.
        ("7/7/7/7/7/5x1/5ox 1 40", &[("own diagonal twos", 1)]),
        // Five in the first column: 7 + 5 + 3 for the own ones.
        ("7/7/x6/o6/x6/o6/x6 1 40", &[("low rows", 15), ("centre", 0)]),
        // The bomb may be the left stone of a pair, not the right one; nor does it count in the centre.
        ("7/7/7/7/7/7/2Xx3 1 40", &[("own horizontal twos", 3), ("centre", 3)]),
        ("7/7/7/7/7/7/2xX3 1 40", &[("own horizontal twos", 0), ("centre", 2)]),
    ];
    for (line, expected) in cases {
        let state = game.read_position(line).unwrap();
        let parts = Runs::default().terms(&game, &state, Side::First);
        for (name, value) in *expected {
            let found = parts.iter().find(|part| part.name.english == *name).unwrap();
            assert_eq!(found.value, *value, "{line}: {name}");
        }
    }
}

#[test]
fn each_stage_adds_its_part() {
    let game = Crush::new();
    for state in random_states(&game, 29, 60, 60).iter().filter(|state| !state.board().is_full()) {
        let parts = Runs::default().terms(&game, state, Side::First);
        let sum = |word: &str| {
            let found = parts.iter().filter(|part| part.name.english.contains(word));
            found.map(|part| part.value).sum::<i32>()
        };
        let mut expected = 0;
        let stages: [(&dyn Evaluator<Crush>, &str); 5] = [
            (&RunsVertical::default(), "vertical"),
            (&RunsHorizontal::default(), "horizontal"),
            (&RunsDiagonal::default(), "diagonal"),
            (&RunsCentre::default(), "centre"),
            (&Runs::default(), "low rows"),
        ];
        for (stage, word) in stages {
            expected += sum(word);
            assert_eq!(stage.evaluate(&game, state, Side::First).value(), expected, "{word}");
        }
    }
}

#[test]
fn ends_are_worth_what_the_report_says() {
    let (game, start) = (Boom::new(), Boom::new().start());
    let worth = |outcome| Runs::default().finished(&game, &start, outcome, Side::First).value();
    assert_eq!(worth(Outcome::Win(Side::First)), 99_999_999);
    assert_eq!(worth(Outcome::Win(Side::Second)), -99_999_999);
    assert_eq!(worth(Outcome::Draw), 0);
}
