use poda_connect::{Board, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::NamedEvaluator;

/// Rows, columns and diagonals in which one stands, and threes: the idea of a player of Conecta-4 Crush.
///
/// ```text
/// own     rows + columns + diagonals + row threes + column threes + 1000 * diagonal threes
/// rival's rows + columns + diagonals + 1000 * (row threes + column threes + diagonal threes)
/// value   own - rival's
/// ```
///
/// So a three of the rival is worse than anything that can be had, and the search avoids letting it come to be. It is
/// not zero-sum, on purpose.
///
/// Decisions where the report leaves something open:
/// * A line is "open" with at least one own stone in it, as the report says in brackets, whoever else is there.
/// * Diagonals are the fourteen in which four have room, for threes too.
/// * A three is a figure of three neighbouring stones. The report counts "rows of three pieces" and speaks of a figure
///   that is formed; a row can hold two of them, and both count.
/// * Bombs are stones of their owner, as the rules have it.
/// * In a game where lines lose, the value is the one that the rival would have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lines;

/// The first idea behind [`Lines`], without the threes: own rows, columns and diagonals minus the rival's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesFirst;

const WON: i32 = 999_999;
const HEAVY: i32 = 1000;

/// What each side has of one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Count {
    rows: i32,
    columns: i32,
    diagonals: i32,
}

impl NamedEvaluator for Lines {
    const NAME: &'static str = "lines";
    const SUMMARY: Text = Text::new(
        "from Crush: rows, columns and diagonals with a stone, threes, the rival's threes x 1000; not zero-sum",
        "de Crush: filas, columnas y diagonales con ficha, tríos, los del rival x 1000; no es de suma cero",
    );
}

impl NamedEvaluator for LinesFirst {
    const NAME: &'static str = "lines-first";
    const SUMMARY: Text = Text::new(
        "from Crush, the first idea: rows, columns and diagonals with a stone, minus the rival's",
        "de Crush, la idea inicial: filas, columnas y diagonales con ficha, menos las del rival",
    );
}

impl Count {
    const fn sum(self) -> i32 {
        self.rows + self.columns + self.diagonals
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for Lines {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        let (mine, theirs) = (board.stones(friend), board.stones(friend.other()));
        let threes = threes(mine);
        let own = open(mine).sum() + threes.rows + threes.columns + HEAVY * threes.diagonals;
        let rival = open(theirs).sum() + HEAVY * self::threes(theirs).sum();
        Score::heuristic(own - rival)
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let friend = friend::<R>(side);
        let mut parts = open_parts(state.board(), friend);
        let [own, rival] = [friend, friend.other()].map(|side| counted(state.board(), side, threes));
        parts.extend([
            Term::new(Text::new("own row threes", "tríos propios en fila"), own.rows),
            Term::new(Text::new("own column threes", "tríos propios en columna"), own.columns),
            Term::new(
                Text::new("own diagonal threes x 1000", "tríos propios en diagonal x 1000"),
                HEAVY * own.diagonals,
            ),
            Term::new(
                Text::new("rival's row threes x 1000", "tríos del rival en fila x 1000"),
                -HEAVY * rival.rows,
            ),
            Term::new(
                Text::new("rival's column threes x 1000", "tríos del rival en columna x 1000"),
                -HEAVY * rival.columns,
            ),
            Term::new(
                Text::new("rival's diagonal threes x 1000", "tríos del rival en diagonal x 1000"),
                -HEAVY * rival.diagonals,
            ),
        ]);
        parts
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        worth(outcome, side)
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }

    fn is_zero_sum(&self) -> bool {
        false
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for LinesFirst {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        Score::heuristic(open(board.stones(friend)).sum() - open(board.stones(friend.other())).sum())
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        open_parts(state.board(), friend::<R>(side))
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        worth(outcome, side)
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }
}

/// For whom lines are good.
const fn friend<R: BombRules>(side: Side) -> Side {
    if R::IS_MISERE { side.other() } else { side }
}

fn worth(outcome: Outcome, side: Side) -> Score {
    Score::heuristic(match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == side => WON,
        Outcome::Win(_) => -WON,
    })
}

fn open_parts(board: &Board, friend: Side) -> Vec<Term> {
    let [own, rival] = [friend, friend.other()].map(|side| counted(board, side, open));
    vec![
        Term::new(Text::new("own rows", "filas propias"), own.rows),
        Term::new(Text::new("own columns", "columnas propias"), own.columns),
        Term::new(Text::new("own diagonals", "diagonales propias"), own.diagonals),
        Term::new(Text::new("rival's rows", "filas del rival"), -rival.rows),
        Term::new(Text::new("rival's columns", "columnas del rival"), -rival.columns),
        Term::new(Text::new("rival's diagonals", "diagonales del rival"), -rival.diagonals),
    ]
}

/// A count of a side's stones; nothing on a full board, which is worth nothing.
fn counted(board: &Board, side: Side, count: fn(u64) -> Count) -> Count {
    if board.is_full() { Count::default() } else { count(board.stones(side)) }
}

/// The lines in which there is a stone.
#[inline]
fn open(stones: u64) -> Count {
    // Every column is a byte of seven rows: folding the bytes onto each other leaves the rows that are in use, folding
    // each byte onto its lowest bit the columns.
    let rows = stones | stones >> 32;
    let rows = rows | rows >> 16;
    let rows = (rows | rows >> 8) & 0x7F;
    let columns = stones | stones >> 4;
    let columns = columns | columns >> 2;
    let columns = (columns | columns >> 1) & Grid::BOMB_BOARD.bottom();
    let diagonals = DIAGONALS.iter().filter(|diagonal| stones & **diagonal != 0).count();
    Count {
        rows: rows.count_ones() as i32,
        columns: columns.count_ones() as i32,
        diagonals: diagonals as i32,
    }
}

/// The figures of three neighbouring stones.
#[inline]
fn threes(stones: u64) -> Count {
    let triples =
        |stones: u64, step: u32| (stones & stones >> step & stones >> (2 * step)).count_ones() as i32;
    Count {
        rows: triples(stones, 8),
        columns: triples(stones, 1),
        diagonals: triples(stones & RISING, 9) + triples(stones & FALLING, 7),
    }
}

/// The cells of the rising diagonals that count, and of the falling ones.
const RISING: u64 = union(&DIAGONALS, 0);
const FALLING: u64 = union(&DIAGONALS, 7);

/// The cells of seven diagonals.
const fn union(diagonals: &[u64; 14], first: usize) -> u64 {
    let (mut cells, mut index) = (0, first);
    while index < first + 7 {
        cells |= diagonals[index];
        index += 1;
    }
    cells
}

/// The rising and falling diagonals of at least four cells.
const DIAGONALS: [u64; 14] = {
    let mut masks = [0; 14];
    let mut column = 0;
    while column < 7 {
        let mut row = 0;
        while row < 7 {
            let cell = 1 << (8 * column + row);
            // Rising: row - column is the same all along, -3 to 3 where four have room. Falling: row + column, 3 to 9.
            if row + 3 >= column && row <= column + 3 {
                masks[row + 3 - column] |= cell;
            }
            if row + column >= 3 && row + column <= 9 {
                masks[7 + row + column - 3] |= cell;
            }
            row += 1;
        }
        column += 1;
    }
    masks
};

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, Crush, Desconecta};
    use poda_core::Notation;
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

    fn slow(stones: u64, direction: (i32, i32)) -> (i32, i32) {
        let (mut open, mut threes) = (0, 0);
        for place in places(direction) {
            open += i32::from(place.iter().any(|cell| stones & cell != 0));
            let three = |cells: &&[u64]| cells.iter().all(|cell| stones & cell != 0);
            threes += place.windows(3).filter(three).count() as i32;
        }
        (open, threes)
    }

    fn check_reference<R: BombRules>(game: BombGame<R>) {
        check_parts(&game, &Lines, 5, 120);
        check_parts(&game, &LinesFirst, 5, 120);
        check_zero_sum(&game, &LinesFirst, 5, 120);
        for state in random_states(&game, 11, 300, 120) {
            for side in Side::BOTH {
                let stones = state.board().stones(side);
                let (rows, row_threes) = slow(stones, (0, 1));
                let (columns, column_threes) = slow(stones, (1, 0));
                let [rising, falling] = [(1, 1), (-1, 1)].map(|direction| slow(stones, direction));
                let diagonals = rising.0 + falling.0;
                assert_eq!(open(stones), Count { rows, columns, diagonals });
                let diagonals = rising.1 + falling.1;
                assert_eq!(threes(stones), Count { rows: row_threes, columns: column_threes, diagonals });
            }
        }
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        check_reference(Boom::new());
        check_reference(Crush::new());
        check_reference(Desconecta::new());
    }

    #[test]
    fn values_by_hand() {
        let game = Crush::new();
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
            let state = game.read_position(line).unwrap();
            assert_eq!(Lines.evaluate(&game, &state, Side::First).value(), lines, "{line}");
            assert_eq!(LinesFirst.evaluate(&game, &state, Side::First).value(), first, "{line}");
        }
        let start = game.read_position("7/7/7/7/7/7/7 1 40").unwrap();
        let lost = Lines.finished(&game, &start, Outcome::Win(Side::First), Side::Second);
        assert_eq!(lost.value(), -999_999);
    }

    #[test]
    fn own_diagonal_threes_weigh_a_thousand() {
        let game = Crush::new();
        let state = game.read_position("7/7/7/7/2x4/1xo4/xoo4 1 40").unwrap();
        let parts = Lines.terms(&game, &state, Side::First);
        let heavy = parts.iter().find(|part| part.name.english == "own diagonal threes x 1000");
        assert_eq!(heavy.map(|part| part.value), Some(1000));
    }
}
