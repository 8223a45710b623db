use poda_connect::{BombGame, BombRules, BombState, Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Game, Score, Side, Term};

use crate::{
    Weighed,
    weighed::{array, parts, value},
    windows::{Fill, fill},
};

/// The house's opinion of the Connect family: lines that can still be made by how full they are, and the cells that would
/// complete one, which decide the game when the board fills up from below.
///
/// A *threat* is an empty cell that would give a line to its owner. One that can be played at once is worth a move; one
/// further up is worth more or less by its row, because in the end the players fill columns in turns and the first
/// player gets the odd rows, counted from 1. In games with bombs stones fall, so rows mean less there; what a bomb would
/// take away counts instead.
///
/// Zero-sum. The weights of each game are its own and come from [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threats {
    weights: [i32; THINGS],
}

const THINGS: usize = 17;

impl Threats {
    /// An opinion with these weights, in the order of [`Weighed::NAMES`].
    pub const fn new(weights: [i32; THINGS]) -> Self {
        Self { weights }
    }
}

/// The names of what is counted.
const NAMES: [&str; THINGS] = [
    "upright ones",
    "upright twos",
    "upright threes",
    "other ones",
    "other twos",
    "other threes",
    "threats to play now",
    "threats in the right rows",
    "threats in the wrong rows",
    "threats on top of each other",
    "distance from the edge",
    "right to move",
    "stones",
    "bombs",
    "enemies beside the bomb",
    "friends beside the bomb",
    "enemies in the bomb's row",
];

/// Everything that one side has.
#[inline]
fn side_amounts<W: Word>(
    grid: &Grid<W>,
    side: Side,
    mine: W,
    theirs: W,
    amounts: &mut [i32; THINGS],
    sign: i32,
) {
    let room = grid.full() & !theirs;
    let empty = room & !mine;
    for (index, step) in grid.directions().into_iter().enumerate() {
        let Some(step) = step else { continue };
        let Fill { ones, twos, threes } = fill(grid.run(), step, mine, room);
        let first = if index == 0 { 0 } else { 3 };
        amounts[first] += sign * ones;
        amounts[first + 1] += sign * twos;
        amounts[first + 2] += sign * threes;
    }
    let threats = grid.completing(mine) & empty;
    if threats != W::ZERO {
        let all = mine | theirs;
        let playable = threats & all.plus(grid.bottom());
        let later = threats & !playable;
        let right = later & if side == Side::First { grid.odd_rows() } else { !grid.odd_rows() };
        amounts[6] += sign * playable.count() as i32;
        amounts[7] += sign * right.count() as i32;
        amounts[8] += sign * (later.count() - right.count()) as i32;
        amounts[9] += sign * (threats & threats >> 1).count() as i32;
    }
    amounts[12] += sign * mine.count() as i32;
}

/// What both sides have of lines and threats.
#[inline]
fn line_amounts<W: Word>(grid: &Grid<W>, first: W, second: W, mover: Side) -> [i32; THINGS] {
    let mut amounts = [0; THINGS];
    side_amounts(grid, Side::First, first, second, &mut amounts, 1);
    side_amounts(grid, Side::Second, second, first, &mut amounts, -1);
    amounts[10] = centrality(grid, first) - centrality(grid, second);
    amounts[11] = if mover == Side::First { 1 } else { -1 };
    amounts
}

/// The sum of the stones' distances from the nearer side edge: each ring of columns adds one to all inside it.
#[inline]
fn centrality<W: Word>(grid: &Grid<W>, stones: W) -> i32 {
    let (stride, width) = (grid.stride(), grid.width());
    let mut sum = 0;
    for ring in 1..width.div_ceil(2) {
        // The columns from `ring` to `width - 1 - ring`.
        let inside = (stones >> (ring * stride)) & (grid.full() >> (2 * ring * stride));
        sum += inside.count();
    }
    sum as i32
}

impl<W: Word> Evaluator<Connect4<W>> for Threats {
    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        value(&connect4_amounts(game, state), &self.weights, side)
    }

    fn parts(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        parts(&NAMES, &connect4_amounts(game, state), &self.weights, side)
    }
}

impl<W: Word> Weighed<Connect4<W>> for Threats {
    const NAMES: &'static [&'static str] = &NAMES;

    fn amounts(game: &Connect4<W>, state: &Connect4State<W>) -> Vec<i32> {
        connect4_amounts(game, state).to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for Threats {
    #[inline]
    fn evaluate(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Score {
        value(&bomb_amounts(*game, state), &self.weights, side)
    }

    fn parts(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        parts(&NAMES, &bomb_amounts(*game, state), &self.weights, side)
    }
}

impl<R: BombRules> Weighed<BombGame<R>> for Threats {
    const NAMES: &'static [&'static str] = &NAMES;

    fn amounts(game: &BombGame<R>, state: &BombState) -> Vec<i32> {
        bomb_amounts(*game, state).to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

#[inline]
fn connect4_amounts<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; THINGS] {
    line_amounts(game.grid(), state.stones(Side::First), state.stones(Side::Second), state.side())
}

#[inline]
fn bomb_amounts<R: BombRules>(game: BombGame<R>, state: &BombState) -> [i32; THINGS] {
    let board = state.board();
    let [first, second] = Side::BOTH.map(|side| board.stones(side));
    let mut amounts = line_amounts(&Grid::SEVEN, first, second, game.to_move(state));
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        let bomb = board.bomb(side);
        if bomb != 0 {
            let (own, enemy) = (board.stones(side), board.stones(side.other()));
            let beside = bomb << 1 | bomb >> 1 | bomb << 8 | bomb >> 8;
            let row = poda_connect::Board::row_of(bomb);
            amounts[13] += sign;
            amounts[14] += sign * (beside & enemy).count_ones() as i32;
            amounts[15] += sign * (beside & own).count_ones() as i32;
            amounts[16] += sign * (row & enemy).count_ones() as i32;
        }
    }
    amounts
}

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, Crush, Desconecta};
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;
    use crate::weights;

    /// Looks at each cell and each window on its own.
    fn slow<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; THINGS] {
        let grid = game.grid();
        let (width, height, run) = (grid.width() as i32, grid.height() as i32, grid.run() as i32);
        let mut amounts = [0; THINGS];
        let on_board = |column: i32, row: i32| (0..width).contains(&column) && (0..height).contains(&row);
        let cell = |column: i32, row: i32| grid.cell(column as u32, row as u32);
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            let (mine, theirs) = (state.stones(side), state.stones(side.other()));
            let has = |stones: W, column: i32, row: i32| stones & cell(column, row) != W::ZERO;
            let threat = |column: i32, row: i32| {
                on_board(column, row)
                    && !has(mine | theirs, column, row)
                    && grid.lines(mine | cell(column, row)) != W::ZERO
            };
            for column in 0..width {
                for row in 0..height {
                    for (right, up, first) in [(0, 1, 0), (1, 0, 3), (1, 1, 3), (1, -1, 3)] {
                        let cells: Vec<_> =
                            (0..run).map(|index| (column + right * index, row + up * index)).collect();
                        if cells
                            .iter()
                            .any(|(column, row)| !on_board(*column, *row) || has(theirs, *column, *row))
                        {
                            continue;
                        }
                        let own =
                            cells.iter().filter(|(column, row)| has(mine, *column, *row)).count() as i32;
                        let missing = run - own;
                        if own > 0 && (1..=3).contains(&missing) {
                            amounts[first + 3 - missing as usize] += sign;
                        }
                    }
                    if has(mine, column, row) {
                        amounts[10] += sign * column.min(width - 1 - column);
                        amounts[12] += sign;
                    }
                    if threat(column, row) {
                        let playable = row == 0 || has(mine | theirs, column, row - 1);
                        let right = (row % 2 == 0) == (side == Side::First);
                        let thing = if playable {
                            6
                        } else if right {
                            7
                        } else {
                            8
                        };
                        amounts[thing] += sign;
                        amounts[9] += if threat(column, row + 1) { sign } else { 0 };
                    }
                }
            }
        }
        amounts[11] = if state.side() == Side::First { 1 } else { -1 };
        amounts
    }

    fn check_size<W: Word>(width: u32, height: u32, run: u32) {
        let game = Connect4::<W>::new(width, height, run).unwrap();
        check_zero_sum(&game, &weights::CONNECT4, 1, 100);
        check_parts(&game, &weights::CONNECT4, 1, 100);
        for state in random_states(&game, 7, 40, 100) {
            assert_eq!(
                connect4_amounts(&game, &state),
                slow(&game, &state),
                "{}",
                game.position_text(&state)
            );
        }
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        for (width, height, run) in [(7, 6, 4), (4, 4, 4), (3, 9, 4), (8, 7, 5), (9, 6, 3), (6, 6, 6)] {
            check_size::<u64>(width, height, run);
            check_size::<u128>(width, height, run);
        }
        check_size::<u128>(8, 8, 4);
        check_size::<u128>(11, 10, 7);
    }

    #[test]
    fn bombs_are_counted_by_what_they_would_take() {
        check_zero_sum(&Boom::new(), &weights::BOOM, 1, 100);
        check_zero_sum(&Crush::new(), &weights::CRUSH, 1, 100);
        check_zero_sum(&Desconecta::new(), &weights::DESCONECTA, 1, 100);
        check_parts(&Crush::new(), &weights::CRUSH, 1, 100);
        check_parts(&Desconecta::new(), &weights::DESCONECTA, 1, 100);
        // The first player's bomb between two enemies, under a friend, in a row with a third enemy.
        let state = Crush::new().read_position("7/7/7/7/7/2x4/1oXo2o 1 8").unwrap();
        let amounts = bomb_amounts(Crush::new(), &state);
        assert_eq!(amounts[13..], [1, 2, 1, 3]);
    }
}
