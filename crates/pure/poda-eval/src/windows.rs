use poda_connect::{BombGame, BombRules, BombState, Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Score, Side, Term, Text};

use crate::NamedEvaluator;

/// Lines that can still be made. A window is a place for a winning line; while the enemy has no stone in it, it is
/// worth the square of the own stones it holds: 1, 4, 9 for one, two, three. Zero-sum, for boards of any size; in
/// a misère game, where lines lose, the signs are reversed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Windows;

impl NamedEvaluator for Windows {
    const NAME: &'static str = "windows";
    const SUMMARY: Text = Text::new(
        "built in, not tuned: lines that can still be completed, by how full they are",
        "propia, sin ajustar: líneas que aún pueden completarse, según lo llenas que estén",
    );
}

impl<W: Word> Evaluator<Connect4<W>> for Windows {
    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        let (mine, theirs) = (state.stones(side), state.stones(side.other()));
        Score::heuristic(difference(game.grid(), mine, theirs))
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        parts(game.grid(), state.stones(side), state.stones(side.other()))
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for Windows {
    #[inline]
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let friend = if R::IS_MISERE { side.other() } else { side };
        let (mine, theirs) = (state.board().stones(friend), state.board().stones(friend.other()));
        Score::heuristic(difference(&Grid::BOMB_BOARD, mine, theirs))
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let friend = if R::IS_MISERE { side.other() } else { side };
        let (mine, theirs) = (state.board().stones(friend), state.board().stones(friend.other()));
        let mut parts = parts(&Grid::BOMB_BOARD, mine, theirs);
        if R::IS_MISERE {
            // Own and rival's have changed places with the stones.
            parts.rotate_left(4);
            for (part, name) in parts.iter_mut().zip(NAMES.into_iter().flatten()) {
                part.name = name;
            }
        }
        parts
    }
}

/// The directions of [`Grid::directions`], for each side.
const NAMES: [[Text; 4]; 2] = [
    [
        Text::new("own vertical", "verticales propias"),
        Text::new("own horizontal", "horizontales propias"),
        Text::new("own rising", "ascendentes propias"),
        Text::new("own falling", "descendentes propias"),
    ],
    [
        Text::new("rival's vertical", "verticales del rival"),
        Text::new("rival's horizontal", "horizontales del rival"),
        Text::new("rival's rising", "ascendentes del rival"),
        Text::new("rival's falling", "descendentes del rival"),
    ],
];

fn parts<W: Word>(grid: &Grid<W>, mine: W, theirs: W) -> Vec<Term> {
    let mut parts = Vec::new();
    for (names, stones, enemy, sign) in [(NAMES[0], mine, theirs, 1), (NAMES[1], theirs, mine, -1)] {
        for (name, step) in names.into_iter().zip(grid.directions()) {
            let room = grid.full() & !enemy;
            let squares = step.map_or(0, |step| squares_of_any(grid.run(), step, stones, room));
            parts.push(Term::new(name, sign * squares));
        }
    }
    parts
}

#[inline]
fn difference<W: Word>(grid: &Grid<W>, mine: W, theirs: W) -> i32 {
    let (my_room, their_room) = (grid.full() & !theirs, grid.full() & !mine);
    let mut sum = 0;
    for step in grid.directions().into_iter().flatten() {
        sum += if grid.run() == 4 {
            squares_of_four(step, mine, my_room) - squares_of_four(step, theirs, their_room)
        } else {
            squares_of_any(grid.run(), step, mine, my_room)
                - squares_of_any(grid.run(), step, theirs, their_room)
        };
    }
    sum
}

/// The sum over all open windows of one direction of the square of the stones in them, for the usual run.
///
/// All windows are counted at once, each in the bit of its first cell: two cells are added, then two such sums, digit
/// by digit. While the game goes on nobody has four, so the digits `ones` and `twos` are enough. The square of
/// `a + 2b` is `a + 4b + 4ab`.
#[inline]
fn squares_of_four<W: Word>(step: u32, stones: W, room: W) -> i32 {
    let [ones, twos] = digits_of_four(step, stones, room);
    (ones.count() + 4 * (twos.count() + (ones & twos).count())) as i32
}

/// The binary digits of the number of stones in every open window of four cells.
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
pub(crate) fn digits_of_four<W: Word>(step: u32, stones: W, room: W) -> [W; 2] {
    let pairs = room & room >> step;
    let open = pairs & pairs >> (2 * step);
    let (low, high) = (stones ^ stones >> step, stones & stones >> step);
    let (next_low, next_high) = (low >> (2 * step), high >> (2 * step));
    let ones = (low ^ next_low) & open;
    let twos = (high ^ next_high ^ low & next_low) & open;
    [ones, twos]
}

/// How many windows of one direction are how full.
pub(crate) struct Fill {
    /// Three stones are missing.
    pub(crate) ones: i32,
    /// Two stones are missing.
    pub(crate) twos: i32,
    /// One stone is missing.
    pub(crate) threes: i32,
}

/// Counts the open windows of one direction that are not empty. `room` is where the enemy has no stone.
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
pub(crate) fn fill<W: Word>(run: u32, step: u32, stones: W, room: W) -> Fill {
    if run != 4 {
        return fill_of_any(run, step, stones, room);
    }
    let [ones, twos] = digits_of_four(step, stones, room);
    let threes = (ones & twos).count() as i32;
    Fill { ones: ones.count() as i32 - threes, twos: twos.count() as i32 - threes, threes }
}

fn fill_of_any<W: Word>(run: u32, step: u32, stones: W, room: W) -> Fill {
    let (open, digits) = digits_of_any(run, step, stones, room);
    let with = |missing: u32| {
        let Some(wanted) = run.checked_sub(missing).filter(|wanted| *wanted > 0) else { return 0 };
        let equal = digits.iter().enumerate().fold(open, |equal, (place, digit)| {
            equal & if wanted >> place & 1 == 1 { *digit } else { !*digit }
        });
        equal.count() as i32
    };
    Fill { ones: with(3), twos: with(2), threes: with(1) }
}

/// The same for any run. `digits[0]` holds the last binary digit of every window's count, `digits[1]` the one before,
/// and so on; each two digits contribute twice their product to the square.
fn squares_of_any<W: Word>(run: u32, step: u32, stones: W, room: W) -> i32 {
    let (open, digits) = digits_of_any(run, step, stones, room);
    let mut sum = 0;
    for (high, digit) in digits.iter().enumerate() {
        let with_high = *digit & open;
        sum += with_high.count() << (2 * high);
        for (low, digit) in digits[..high].iter().enumerate() {
            sum += (with_high & *digit).count() << (high + low + 1);
        }
    }
    sum as i32
}

/// A window has at most 127 cells.
const DIGITS: usize = 7;

/// The open windows, and the binary digits of the number of stones in every window, open or not.
fn digits_of_any<W: Word>(run: u32, step: u32, stones: W, room: W) -> (W, [W; DIGITS]) {
    let mut open = room;
    let mut digits = [W::ZERO; DIGITS];
    for index in 0..run {
        open = open & room >> (index * step);
        let mut carry = stones >> (index * step);
        for digit in &mut digits {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    (open, digits)
}

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, Crush, Desconecta};
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;

    /// Looks at each window on its own.
    fn slow<W: Word>(grid: &Grid<W>, mine: W, theirs: W) -> i32 {
        let (width, height, run) = (grid.width() as i32, grid.height() as i32, grid.run() as i32);
        let mut sum = 0;
        let directions = if run == 1 { vec![(0, 1), (1, 0)] } else { vec![(0, 1), (1, 0), (1, 1), (1, -1)] };
        for (right, up) in directions {
            for column in 0..width {
                for row in 0..height {
                    let (last_column, last_row) = (column + right * (run - 1), row + up * (run - 1));
                    if last_column >= width || !(0..height).contains(&last_row) {
                        continue;
                    }
                    let cells = (0..run).fold(W::ZERO, |cells, index| {
                        cells | grid.cell((column + right * index) as u32, (row + up * index) as u32)
                    });
                    let [my, their] = [mine, theirs].map(|stones| (stones & cells).count() as i32);
                    sum += if their == 0 { my * my } else { 0 };
                    sum -= if my == 0 { their * their } else { 0 };
                }
            }
        }
        sum
    }

    fn check_size<W: Word>(width: u32, height: u32, run: u32) {
        let game = Connect4::<W>::new(width, height, run).unwrap();
        check_zero_sum(&game, &Windows, 1, 100);
        check_parts(&game, &Windows, 1, 100);
        for state in random_states(&game, 7, 30, 100) {
            let [mine, theirs] = Side::BOTH.map(|side| state.stones(side));
            let value = Windows.evaluate(&game, &state, Side::First).value();
            assert_eq!(value, slow(game.grid(), mine, theirs), "{}", game.position_text(&state));
        }
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        for (width, height, run) in [(7, 6, 4), (1, 1, 4), (3, 9, 4), (1, 63, 40), (8, 7, 5), (32, 1, 9)] {
            check_size::<u64>(width, height, run);
            check_size::<u128>(width, height, run);
        }
        check_size::<u128>(8, 8, 4);
        check_size::<u128>(11, 10, 10);
        check_size::<u128>(1, 127, 127);
        check_size::<u128>(35, 2, 2);
    }

    #[test]
    fn the_usual_run_is_counted_like_any_other() {
        for state in random_states(&Crush::new(), 3, 200, 100) {
            let (mine, theirs) = (state.board().stones(Side::First), state.board().stones(Side::Second));
            for step in Grid::BOMB_BOARD.directions().into_iter().flatten() {
                let room = Grid::BOMB_BOARD.full() & !theirs;
                assert_eq!(squares_of_four(step, mine, room), squares_of_any(4, step, mine, room));
            }
        }
    }

    #[test]
    fn is_zero_sum_and_reversed_where_lines_lose() {
        check_zero_sum(&Boom::new(), &Windows, 1, 100);
        check_zero_sum(&Crush::new(), &Windows, 1, 100);
        check_zero_sum(&Desconecta::new(), &Windows, 1, 100);
        check_parts(&Crush::new(), &Windows, 1, 100);
        check_parts(&Desconecta::new(), &Windows, 1, 100);
        let line = "7/7/7/7/7/7/3x3 2 1";
        let crush = Crush::new().read_position(line).unwrap();
        let desconecta = Desconecta::new().read_position(line).unwrap();
        assert_eq!(Windows.evaluate(&Crush::new(), &crush, Side::First).value(), 7);
        assert_eq!(Windows.evaluate(&Desconecta::new(), &desconecta, Side::First).value(), -7);
    }
}
