use poda_connect::{Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::NamedEvaluator;

/// What stands around the empty cells: the idea of a player of Connect-4 on 8x8.
///
/// From every empty cell it looks in all eight directions. Where there is a stone, the stones of its colour that follow
/// each other are counted: for the own colour they add, for the rival's they subtract. Three or more are infinite.
///
/// Decisions where the report leaves something open:
/// * Infinity is a million, and swallows whatever is added to it. If both sides have infinite runs, the side with more of them has
///   infinity; as many of each cancel out, and the rest decides.
/// * In one place the report says three in a row, in another more than three: three, since that is one short of a line.
///   On boards for K in line it is K - 1, but at least one.
/// * Its search does not look whether a game is won. Here a won game is infinitely good.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Neighbours;

const INFINITY: i32 = 1_000_000;

/// The finite runs of one axis, the rival's subtracted, and the infinite ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Look {
    finite: i32,
    own_infinite: i32,
    rival_infinite: i32,
}

impl NamedEvaluator for Neighbours {
    const NAME: &'static str = "neighbours";
    const SUMMARY: Text = Text::new(
        "runs beside empty cells, the rival's subtracted; three in a row are infinite",
        "rachas junto a casillas vacías, menos las del rival; tres seguidas son infinito",
    );
}

impl<W: Word> Evaluator<Connect4<W>> for Neighbours {
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        let (mut finite, mut infinite) = (0, 0);
        for look in looks(game.grid(), state, side) {
            finite += look.finite;
            infinite += look.own_infinite - look.rival_infinite;
        }
        Score::heuristic(if infinite == 0 { finite } else { INFINITY * infinite.signum() })
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        let looks = looks(game.grid(), state, side);
        // At most eight looks from each of 127 cells are infinite: the product stays in an `i32`.
        let total = |count: fn(&Look) -> i32| INFINITY * looks.iter().map(count).sum::<i32>();
        vec![
            Term::new(Text::new("vertical", "verticales"), looks[0].finite),
            Term::new(Text::new("horizontal", "horizontales"), looks[1].finite),
            Term::new(Text::new("rising", "ascendentes"), looks[2].finite),
            Term::new(Text::new("falling", "descendentes"), looks[3].finite),
            Term::new(Text::new("own infinities", "infinitos propios"), total(|look| look.own_infinite)),
            Term::new(
                Text::new("rival's infinities", "infinitos del rival"),
                total(|look| -look.rival_infinite),
            ),
        ]
    }

    fn terms_add_up(&self) -> bool {
        false
    }

    fn finished(&self, _: &Connect4<W>, _: &Connect4State<W>, outcome: Outcome, side: Side) -> Score {
        Score::heuristic(match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => INFINITY,
            Outcome::Win(_) => -INFINITY,
        })
    }

    fn decided(&self) -> Score {
        Score::heuristic(INFINITY)
    }
}

/// What is seen along the four axes: upright, flat, rising, falling.
#[inline]
fn looks<W: Word>(grid: &Grid<W>, state: &Connect4State<W>, side: Side) -> [Look; 4] {
    let empty = grid.full() & !state.all();
    let (mine, theirs) = (state.stones(side), state.stones(side.other()));
    let infinite = grid.run().saturating_sub(1).max(1);
    [1, grid.stride(), grid.stride() + 1, grid.stride() - 1].map(|step| {
        // A board of one column has no neighbours but upright ones, and may be as high as the word is long.
        if step >= W::BITS {
            return Look::default();
        }
        let (own, own_infinite) = runs(empty, mine, step, infinite);
        let (rival, rival_infinite) = runs(empty, theirs, step, infinite);
        Look { finite: own - rival, own_infinite, rival_infinite }
    })
}

/// The stones in finite runs and the number of infinite runs that begin beside an empty cell, forwards and backwards.
///
/// All cells look at once: after `length` rounds those are left whose run is at least that long. Nothing is seen across
/// the edge, because the spare bits between the columns hold no stone.
#[inline]
fn runs<W: Word>(empty: W, stones: W, step: u32, infinite: u32) -> (i32, i32) {
    let (mut ahead, mut behind) = (empty, empty);
    let (mut stones_ahead, mut stones_behind) = (stones, stones);
    let mut finite = 0;
    for length in 1..=infinite {
        stones_ahead = stones_ahead >> step;
        stones_behind = stones_behind << step;
        ahead = ahead & stones_ahead;
        behind = behind & stones_behind;
        if ahead == W::ZERO && behind == W::ZERO {
            return (finite, 0);
        }
        let seen = (ahead.count() + behind.count()) as i32;
        if length == infinite {
            // Each of these was counted once in every round before; infinite runs are no finite ones.
            return (finite - (length as i32 - 1) * seen, seen);
        }
        finite += seen;
    }
    (finite, 0)
}

#[cfg(test)]
mod tests {
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;

    /// Walks from every empty cell in every direction.
    fn slow<W: Word>(grid: &Grid<W>, mine: W, theirs: W) -> i32 {
        let (width, height) = (grid.width() as i32, grid.height() as i32);
        let owner = |column: i32, row: i32| {
            if !(0..width).contains(&column) || !(0..height).contains(&row) {
                return None;
            }
            let cell = grid.cell(column as u32, row as u32);
            Some(i32::from(mine & cell != W::ZERO) - i32::from(theirs & cell != W::ZERO))
        };
        let least_infinite = (grid.run() as i32 - 1).max(1);
        let (mut finite, mut infinities) = (0, 0);
        for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
            if owner(column, row) != Some(0) {
                continue;
            }
            for (right, up) in [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)] {
                let Some(first) = owner(column + right, row + up).filter(|owner| *owner != 0) else {
                    continue;
                };
                let length = (1..=width.max(height))
                    .take_while(|index| owner(column + right * index, row + up * index) == Some(first))
                    .count();
                if length as i32 >= least_infinite {
                    infinities += first;
                } else {
                    finite += first * length as i32;
                }
            }
        }
        if infinities == 0 { finite } else { INFINITY * infinities.signum() }
    }

    fn check_size<W: Word>(width: u32, height: u32, run: u32) {
        let game = Connect4::<W>::new(width, height, run).unwrap();
        check_zero_sum(&game, &Neighbours, 1, 100);
        check_parts(&game, &Neighbours, 1, 100);
        for state in random_states(&game, 7, 60, 100) {
            let [mine, theirs] = Side::BOTH.map(|side| state.stones(side));
            let value = Neighbours.evaluate(&game, &state, Side::First).value();
            assert_eq!(value, slow(game.grid(), mine, theirs), "{}", game.position_text(&state));
            let sum: i32 = Neighbours.terms(&game, &state, Side::First).iter().map(|part| part.value).sum();
            assert!(sum == value || value.abs() == INFINITY && sum.signum() == value.signum());
        }
    }

    #[test]
    fn sees_what_a_slow_walk_sees() {
        for (width, height, run) in [(7, 6, 4), (1, 1, 4), (3, 9, 4), (1, 63, 40), (8, 7, 5), (32, 1, 9)] {
            check_size::<u64>(width, height, run);
            check_size::<u128>(width, height, run);
        }
        check_size::<u64>(5, 4, 3);
        check_size::<u64>(2, 31, 1);
        check_size::<u64>(4, 4, 2);
        check_size::<u128>(8, 8, 4);
        check_size::<u128>(1, 127, 127);
        check_size::<u128>(35, 2, 2);
    }

    #[test]
    fn values_by_hand() {
        let game = Connect4::<u64>::default();
        for (line, value) in [
            ("7/7/7/7/7/7 1", 0),
            // A stone on the ground is seen from five cells, in the corner from three.
            ("7/7/7/7/7/3x3 2", 5),
            ("7/7/7/7/7/x6 2", 3),
            // The lower stone is seen from four cells, the upper one from seven.
            ("7/7/7/7/3o3/3x3 1", 4 - 7),
            // An upright pair: two from above, then four looks at its lower stone and six at its upper one. The stone in
            // the corner is seen from three.
            ("7/7/7/7/3x3/o2x3 2", 2 + 4 + 6 - 3),
            // An empty cell beside three.
            ("7/7/7/7/oo5/xxx4 2", INFINITY),
            // The same cell beside three of each: infinities cancel out.
            ("7/7/7/7/7/xxx1ooo 1", 0),
        ] {
            let state = game.read_position(line).unwrap();
            let [first, second] = Side::BOTH.map(|side| Neighbours.evaluate(&game, &state, side).value());
            assert_eq!((first, second), (value, -value), "{line}");
        }
    }
}
