use poda_connect::{Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::NamedEvaluator;

/// How many stones are missing to a line: the idea of a player of Connect-4 on 8x8.
///
/// The cost of a side is the number of gaps that it still has to fill to complete a line of four; the value is the
/// rival's cost minus the own one.
///
/// Decisions where the report leaves something open:
/// * The cost is that of the cheapest line: the report's example is one line with two gaps, cost two. A sum over all
///   possible lines would punish having many of them.
/// * A line is possible while the rival has no stone in it. If none is, the cost is one more than that of an empty line.
/// * The report speaks of "the difference" without saying of what from what. Few gaps are good, so the own cost is
///   subtracted.
/// * Its players are swapped by the parity of the depth, which means the same as asking for the root's player.
/// * "Very large" is a million.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Gaps;

const VERY_LARGE: i32 = 1_000_000;

impl NamedEvaluator for Gaps {
    const NAME: &'static str = "gaps";
    const SUMMARY: Text = Text::new(
        "stones missing to a line: the opponent's minus its own",
        "fichas que faltan para una línea: las del rival menos las propias",
    );
}

impl<W: Word> Evaluator<Connect4<W>> for Gaps {
    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        let [own, rival] = [side, side.other()].map(|side| cost(game.grid(), state, side));
        Score::heuristic(rival - own)
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        vec![
            Term::new(Text::new("own gaps", "huecos propios"), -cost(game.grid(), state, side)),
            Term::new(Text::new("rival's gaps", "huecos del rival"), cost(game.grid(), state, side.other())),
        ]
    }

    fn finished(&self, _: &Connect4<W>, _: &Connect4State<W>, outcome: Outcome, side: Side) -> Score {
        Score::heuristic(match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => VERY_LARGE,
            Outcome::Win(_) => -VERY_LARGE,
        })
    }

    fn decided(&self) -> Score {
        Score::heuristic(VERY_LARGE)
    }
}

#[inline]
fn cost<W: Word>(grid: &Grid<W>, state: &Connect4State<W>, side: Side) -> i32 {
    let (mine, room) = (state.stones(side), grid.full() & !state.stones(side.other()));
    let mut most = None;
    for step in grid.directions().into_iter().flatten() {
        most = most.max(most_stones(grid.run(), step, mine, room));
    }
    let run = grid.run() as i32;
    most.map_or(run + 1, |most| run - most as i32)
}

/// The most stones that any window of one direction holds which lies wholly in `room`; `None` if none does.
///
/// All windows are counted at once in the bit of their first cell: `digits[0]` is the last binary digit of each count.
/// The largest count is then read off digit by digit from the top.
#[inline]
fn most_stones<W: Word>(run: u32, step: u32, stones: W, room: W) -> Option<u32> {
    const DIGITS: usize = 7;
    let used = (u32::BITS - run.leading_zeros()) as usize;
    let mut open = room;
    let mut digits = [W::ZERO; DIGITS];
    for index in 0..run {
        open = open & room >> (index * step);
        let mut carry = stones >> (index * step);
        for digit in &mut digits[..used] {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    if open == W::ZERO {
        return None;
    }
    let mut most = 0;
    for (index, digit) in digits[..used].iter().enumerate().rev() {
        if open & *digit != W::ZERO {
            open = open & *digit;
            most |= 1 << index;
        }
    }
    Some(most)
}

#[cfg(test)]
mod tests {
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;

    /// Looks at each window on its own.
    fn slow<W: Word>(grid: &Grid<W>, mine: W, theirs: W) -> i32 {
        let (width, height, run) = (grid.width() as i32, grid.height() as i32, grid.run() as i32);
        let mut least = run + 1;
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (column, row) in (0..width).flat_map(|column| (0..height).map(move |row| (column, row))) {
                let (last_column, last_row) = (column + right * (run - 1), row + up * (run - 1));
                if last_column >= width || !(0..height).contains(&last_row) {
                    continue;
                }
                let cells = (0..run).fold(W::ZERO, |cells, index| {
                    cells | grid.cell((column + right * index) as u32, (row + up * index) as u32)
                });
                if theirs & cells == W::ZERO {
                    least = least.min(run - (mine & cells).count() as i32);
                }
            }
        }
        least
    }

    fn check_size<W: Word>(width: u32, height: u32, run: u32) {
        let game = Connect4::<W>::new(width, height, run).unwrap();
        check_zero_sum(&game, &Gaps, 1, 100);
        check_parts(&game, &Gaps, 1, 100);
        for state in random_states(&game, 7, 60, 100) {
            for side in Side::BOTH {
                let (mine, theirs) = (state.stones(side), state.stones(side.other()));
                let expected = slow(game.grid(), mine, theirs);
                assert_eq!(cost(game.grid(), &state, side), expected, "{}", game.position_text(&state));
            }
        }
    }

    #[test]
    fn finds_the_line_that_a_slow_look_finds() {
        for (width, height, run) in [(7, 6, 4), (1, 1, 4), (3, 9, 4), (1, 63, 40), (8, 7, 5), (32, 1, 9)] {
            check_size::<u64>(width, height, run);
            check_size::<u128>(width, height, run);
        }
        check_size::<u64>(4, 4, 1);
        check_size::<u128>(8, 8, 4);
        check_size::<u128>(1, 127, 127);
        check_size::<u128>(35, 2, 2);
    }

    #[test]
    fn costs_by_hand() {
        let game = Connect4::<u64>::default();
        for (line, costs) in [
            ("7/7/7/7/7/7 1", [4, 4]),
            ("7/7/7/7/7/3x3 2", [3, 4]),
            ("7/7/7/7/7/1xx1o2 2", [2, 3]),
            ("7/7/7/7/oo5/xxx4 2", [1, 2]),
            // The rival stands in the way of the three, which is worth no more than a single stone then.
            ("7/7/7/7/oo5/xxxo3 1", [3, 2]),
        ] {
            let state = game.read_position(line).unwrap();
            let found = Side::BOTH.map(|side| cost(game.grid(), &state, side));
            assert_eq!(found, costs, "{line}");
            let value = Gaps.evaluate(&game, &state, Side::First).value();
            assert_eq!(value, costs[1] - costs[0]);
        }
    }
}
