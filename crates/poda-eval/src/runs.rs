use poda_connect::{Board, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::puntuacion::{WON, weigh};

use crate::NamedEvaluator;

/// Open twos and threes, the centre and the low rows: the idea of a player of Conecta-4 BOOM.
///
/// Every pair and every triple of neighbouring stones is a run. It counts one for each way to complete four with the
/// empty cells at its ends: upwards for upright runs; to the right, to the left, and for a pair with one cell on either
/// side, for flat and slanted ones. The rival's are subtracted. The course's [`Puntuacion`](crate::Puntuacion) is
/// added, and for each own normal stone in a column of more than four stones 7 minus its row, counted from 0.
///
/// Decisions where the report leaves something open:
/// * Whether a cell can be reached does not matter: only whether it is empty.
/// * The report's test for "the same piece" lets a bomb be the first stone of a run (the lowest, or the leftmost) and
///   no other. It is kept.
/// * A triple that is open on both sides counts two: the report's prose has the third case for pairs only.
/// * Its code starts at odd corners when it looks along falling diagonals, with functions that it does not show. The
///   prose says what they are for, and is followed.
/// * In a game where lines lose, the value is the one that the rival would have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Runs;

/// Open runs of one length, by the way they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Open {
    vertical: u32,
    horizontal: u32,
    diagonal: u32,
}

impl NamedEvaluator for Runs {
    const NAME: &'static str = "runs";
    const SUMMARY: Text = Text::new(
        "from BOOM: open twos and threes against the rival's, the centre, low rows; not zero-sum",
        "de BOOM: parejas y tríos abiertos menos los del rival, el centro, filas bajas; no es de suma cero",
    );
}

impl Open {
    const fn sum(self) -> i32 {
        (self.vertical + self.horizontal + self.diagonal) as i32
    }
}

/// All cells of a column.
const COLUMN: u64 = 0x7F;
/// A column with a stone in this row has more than four.
const FIFTH_ROW: u64 = 0x0010_1010_1010_1010;
const UP: u32 = 1;
const RIGHT: u32 = 8;
const RISING: u32 = 9;
const FALLING: u32 = 7;

impl<R: BombRules> Evaluator<BombGame<R>> for Runs {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        let [mine, theirs] = [friend, friend.other()].map(|side| open_runs(board, side));
        let runs = mine[0].sum() + mine[1].sum() - theirs[0].sum() - theirs[1].sum();
        let normal = board.stones(friend) & !board.bombs();
        Score::heuristic(runs + weigh(normal) + low_rows(normal, board.all()))
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let (board, friend) = (state.board(), friend::<R>(side));
        // A full board is worth nothing, whatever is on it.
        let factor = i32::from(!board.is_full());
        let normal = board.stones(friend) & !board.bombs();
        let [[twos, threes], [rival_twos, rival_threes]] =
            [friend, friend.other()].map(|side| open_runs(board, side));
        let part = |name, value: i32| Term::new(name, factor * value);
        let against = |name, count: u32| Term::new(name, -factor * count as i32);
        vec![
            part(Text::new("own vertical twos", "parejas verticales propias"), twos.vertical as i32),
            part(Text::new("own horizontal twos", "parejas horizontales propias"), twos.horizontal as i32),
            part(Text::new("own diagonal twos", "parejas diagonales propias"), twos.diagonal as i32),
            part(Text::new("own vertical threes", "tríos verticales propios"), threes.vertical as i32),
            part(Text::new("own horizontal threes", "tríos horizontales propios"), threes.horizontal as i32),
            part(Text::new("own diagonal threes", "tríos diagonales propios"), threes.diagonal as i32),
            against(Text::new("rival's vertical twos", "parejas verticales del rival"), rival_twos.vertical),
            against(
                Text::new("rival's horizontal twos", "parejas horizontales del rival"),
                rival_twos.horizontal,
            ),
            against(Text::new("rival's diagonal twos", "parejas diagonales del rival"), rival_twos.diagonal),
            against(
                Text::new("rival's vertical threes", "tríos verticales del rival"),
                rival_threes.vertical,
            ),
            against(
                Text::new("rival's horizontal threes", "tríos horizontales del rival"),
                rival_threes.horizontal,
            ),
            against(
                Text::new("rival's diagonal threes", "tríos diagonales del rival"),
                rival_threes.diagonal,
            ),
            part(Text::new("centre", "centro"), weigh(normal)),
            part(Text::new("low rows", "filas bajas"), low_rows(normal, board.all())),
        ]
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        Score::heuristic(match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => WON,
            Outcome::Win(_) => -WON,
        })
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }

    fn is_zero_sum(&self) -> bool {
        false
    }
}

/// For whom lines are good.
const fn friend<R: BombRules>(side: Side) -> Side {
    if R::IS_MISERE { side.other() } else { side }
}

/// The open twos and the open threes of a side.
#[inline]
fn open_runs(board: &Board, side: Side) -> [Open; 2] {
    let stones = board.stones(side);
    let normal = stones & !board.bombs();
    let empty = Grid::BOMB_BOARD.full() & !board.all();
    let pairs = stones & normal >> UP;
    let triples = pairs & normal >> (2 * UP);
    let [flat, rising, falling] = [RIGHT, RISING, FALLING].map(|step| sideways(stones, normal, empty, step));
    let twos = Open {
        vertical: (pairs & empty >> (2 * UP) & empty >> (3 * UP)).count_ones(),
        horizontal: flat[0],
        diagonal: rising[0] + falling[0],
    };
    let threes = Open {
        vertical: (triples & empty >> (3 * UP)).count_ones(),
        horizontal: flat[1],
        diagonal: rising[1] + falling[1],
    };
    [twos, threes]
}

/// Open pairs and triples whose stones are `step` bits apart, found at their leftmost stone.
///
/// ```text
/// bit        -2 -1  0  1  2  3     in steps
/// to the right       x  x  .  .
/// to the left  .  .  x  x
/// on both sides   .  x  x  .
/// ```
#[inline]
fn sideways(stones: u64, normal: u64, empty: u64, step: u32) -> [u32; 2] {
    let pairs = stones & normal >> step;
    let triples = pairs & normal >> (2 * step);
    let (before, after_two, after_three) = (empty << step, empty >> (2 * step), empty >> (3 * step));
    let twos = (pairs & after_two & after_three).count_ones()
        + (pairs & before & empty << (2 * step)).count_ones()
        + (pairs & before & after_two).count_ones();
    let threes = (triples & after_three).count_ones() + (triples & before).count_ones();
    [twos, threes]
}

/// 7 for a stone in the lowest row, 1 for one in the highest, in columns of more than four stones.
#[inline]
fn low_rows(normal: u64, all: u64) -> i32 {
    let crowded = ((all & FIFTH_ROW) >> 4) * COLUMN;
    let counted = normal & crowded;
    // Each row adds its stones once more for itself and for every row above it.
    (0..7).map(|row| (counted & rows_up_to(row)).count_ones() as i32).sum()
}

/// The rows 0 to `row`.
const fn rows_up_to(row: u32) -> u64 {
    Grid::BOMB_BOARD.bottom() * ((2 << row) - 1)
}

#[cfg(test)]
mod tests {
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
        fn ways(&self, row: i32, column: i32, (up, right): (i32, i32), count: i32) -> i32 {
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
            let ahead: Vec<_> = (count..4).map(at).collect();
            let behind: Vec<_> = (1..=missing).map(|index| at(-index)).collect();
            let mut ways = i32::from(self.empty(&ahead));
            if right != 0 {
                ways += i32::from(self.empty(&behind));
                ways += i32::from(count == 2 && self.empty(&[at(-1), at(2)]));
            }
            ways
        }

        fn runs(&self, player: i32, count: i32) -> i32 {
            let mut sum = 0;
            for row in 0..7 {
                for column in 0..7 {
                    let cell = self.see(row, column).unwrap();
                    if cell == player || cell == player + 3 {
                        for direction in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
                            sum += self.ways(row, column, direction, count);
                        }
                    }
                }
            }
            sum
        }

        fn value(&self, player: i32) -> i32 {
            let rival = 3 - player;
            let mut result =
                self.runs(player, 3) + self.runs(player, 2) - self.runs(rival, 3) - self.runs(rival, 2);
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
        check_parts(&game, &Runs, 5, 120);
        for state in random_states(&game, 11, 300, 120) {
            for side in Side::BOTH {
                let slow = Cells::of(state.board()).value(i32::from(friend::<R>(side).number()));
                let expected = if state.board().is_full() { 0 } else { slow };
                let found = Runs.evaluate(&game, &state, side).value();
                assert_eq!(found, expected, "{}", game.position_text(&state));
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
            let parts = Runs.terms(&game, &state, Side::First);
            for (name, value) in *expected {
                let found = parts.iter().find(|part| part.name.english == *name).unwrap();
                assert_eq!(found.value, *value, "{line}: {name}");
            }
        }
    }

    #[test]
    fn ends_are_worth_what_the_report_says() {
        let (game, start) = (Boom::new(), Boom::new().start());
        let worth = |outcome| Runs.finished(&game, &start, outcome, Side::First).value();
        assert_eq!(worth(Outcome::Win(Side::First)), 99_999_999);
        assert_eq!(worth(Outcome::Win(Side::Second)), -99_999_999);
        assert_eq!(worth(Outcome::Draw), 0);
    }
}
