use poda_connect::{Action, BombGame, BombRules, BombState, Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Foresight, Game, Score, Side, Term, Text, Tunable};

use crate::{
    NamedEvaluator, foresight,
    weighted_sum::{array, features, parts, value},
    windows::{Fill, fill},
};

/// The built-in evaluator of BOOM and Desconecta, for the whole Connect family: lines that can still be completed, by how full they are, and the cells that would
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
    weights: [i32; FEATURES],
}

impl NamedEvaluator for Threats {
    const NAME: &'static str = "threats";
    const SUMMARY: Text = Text::new(
        "tuned: open lines by how full they are, and the cells that would complete one",
        "ajustada: líneas abiertas según lo llenas que estén, y las casillas que completarían una",
    );
}

impl Threats {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

features! { BOOM_GUESS, BOOM, DESCONECTA_GUESS, DESCONECTA, CONNECT4, CRUSH;
    UPRIGHT_ONES   [ 1,   13,  -1,    4,    4,    8] "vertical singles", "sueltas verticales";
    UPRIGHT_TWOS   [ 4,   -2,  -4,  -13,   27,   44] "vertical twos", "parejas verticales";
    UPRIGHT_THREES [ 9, -209,  -9,   10, -213, -248] "vertical threes", "tríos verticales";
    OTHER_ONES     [ 3,   11,  -3,   -6,    8,    5] "other singles", "otras sueltas";
    OTHER_TWOS     [ 9,  -19,  -9,  -12,   23,   30] "other twos", "otras parejas";
    OTHER_THREES   [20, -102, -20,   15,  -15,  -18] "other threes", "otros tríos";
    PLAYABLE       [60,  387, -60, -158,  350,  515] "threats to play now", "amenazas jugables ya";
    RIGHT_ROWS     [20,  152, -20,  -57,  200,  236] "threats in the right rows", "amenazas en filas buenas";
    WRONG_ROWS     [20,  212, -20,  -55,   79,  221] "threats in the wrong rows", "amenazas en filas malas";
    STACKED        [40,   -3, -40,    2,  -51, -103] "threats on top of each other", "amenazas una sobre otra";
    CENTRALITY     [ 2,   35,  -2,   -1,   -2,   22] "distance from the edge", "distancia al borde";
    TO_MOVE        [ 5,  118,   5,   26,  209,  166] "side to move", "turno";
    STONES         [ 2, -110,  -2,  -20,   67,    9] "stones", "fichas";
    BOMBS          [10, -159,  10,   86,    0,  -33] "bombs", "bombas";
    ENEMIES_BESIDE [ 0,  103,   0,   15,    0,   38] "enemies beside the bomb", "rivales junto a la bomba";
    FRIENDS_BESIDE [ 0,   70,   0,   42,    0,  -67] "friends beside the bomb", "propias junto a la bomba";
    ENEMIES_IN_ROW [ 5,   28,   0,  -16,    0,   -6] "enemies in the bomb's row", "rivales en la fila de la bomba";
}

/// Everything that one side has. Gives its threats.
#[inline]
fn side_amounts<W: Word>(
    grid: &Grid<W>,
    side: Side,
    mine: W,
    theirs: W,
    amounts: &mut [i32; FEATURES],
    sign: i32,
) -> W {
    let room = grid.full() & !theirs;
    let empty = room & !mine;
    for (index, step) in grid.directions().into_iter().enumerate() {
        let Some(step) = step else { continue };
        let Fill { ones, twos, threes } = fill(grid.run(), step, mine, room);
        let first = if index == 0 { UPRIGHT_ONES } else { OTHER_ONES };
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
        amounts[PLAYABLE] += sign * playable.count() as i32;
        amounts[RIGHT_ROWS] += sign * right.count() as i32;
        amounts[WRONG_ROWS] += sign * (later.count() - right.count()) as i32;
        amounts[STACKED] += sign * (threats & threats >> 1).count() as i32;
    }
    amounts[STONES] += sign * mine.count() as i32;
    threats
}

/// What both sides have of lines and threats, and the threats of each.
#[inline]
fn line_amounts<W: Word>(grid: &Grid<W>, first: W, second: W, mover: Side) -> ([i32; FEATURES], [W; 2]) {
    let mut amounts = [0; FEATURES];
    let threats = [
        side_amounts(grid, Side::First, first, second, &mut amounts, 1),
        side_amounts(grid, Side::Second, second, first, &mut amounts, -1),
    ];
    amounts[CENTRALITY] = centrality(grid, first) - centrality(grid, second);
    amounts[TO_MOVE] = if mover == Side::First { 1 } else { -1 };
    (amounts, threats)
}

/// The sum of the stones' distances from the nearer side edge: each ring of columns adds one to all inside it.
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
pub(crate) fn centrality<W: Word>(grid: &Grid<W>, stones: W) -> i32 {
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
    fn foresee(&self, game: &Connect4<W>, state: &Connect4State<W>) -> Foresight<u8> {
        foresight::connect4(game, state)
    }

    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        value(&connect4_amounts(game, state), &self.weights, side)
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        parts(&NAMES, &connect4_amounts(game, state), &self.weights, side)
    }
}

impl<W: Word> Tunable<Connect4<W>> for Threats {
    const NAMES: &'static [Text] = &NAMES;

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
    fn foresee(&self, game: &BombGame<R>, state: &BombState) -> Foresight<Action> {
        foresight::bombs(*game, state)
    }

    #[inline]
    fn evaluate(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Score {
        value(&bomb_amounts(*game, state).0, &self.weights, side)
    }

    fn terms(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        parts(&NAMES, &bomb_amounts(*game, state).0, &self.weights, side)
    }
}

impl<R: BombRules> Tunable<BombGame<R>> for Threats {
    const NAMES: &'static [Text] = &NAMES;

    fn amounts(game: &BombGame<R>, state: &BombState) -> Vec<i32> {
        bomb_amounts(*game, state).0.to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

#[inline]
fn connect4_amounts<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; FEATURES] {
    line_amounts(game.grid(), state.stones(Side::First), state.stones(Side::Second), state.side()).0
}

/// Everything that is counted in a game with bombs, and the threats of each side.
#[inline]
pub(crate) fn bomb_amounts<R: BombRules>(
    game: BombGame<R>,
    state: &BombState,
) -> ([i32; FEATURES], [u64; 2]) {
    let board = state.board();
    let [first, second] = Side::BOTH.map(|side| board.stones(side));
    let (mut amounts, threats) = line_amounts(&Grid::BOMB_BOARD, first, second, game.to_move(state));
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        let bomb = board.bomb(side);
        if bomb != 0 {
            let (own, enemy) = (board.stones(side), board.stones(side.other()));
            let beside = bomb << 1 | bomb >> 1 | bomb << 8 | bomb >> 8;
            let row = poda_connect::Board::row_of(bomb);
            amounts[BOMBS] += sign;
            amounts[ENEMIES_BESIDE] += sign * (beside & enemy).count_ones() as i32;
            amounts[FRIENDS_BESIDE] += sign * (beside & own).count_ones() as i32;
            amounts[ENEMIES_IN_ROW] += sign * (row & enemy).count_ones() as i32;
        }
    }
    (amounts, threats)
}

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, Crush, Desconecta};
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;
    use crate::weights;

    /// Looks at each cell and each window on its own.
    fn slow<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; FEATURES] {
        let grid = game.grid();
        let (width, height, run) = (grid.width() as i32, grid.height() as i32, grid.run() as i32);
        let mut amounts = [0; FEATURES];
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
                    for (right, up, first) in
                        [(0, 1, UPRIGHT_ONES), (1, 0, OTHER_ONES), (1, 1, OTHER_ONES), (1, -1, OTHER_ONES)]
                    {
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
                        amounts[CENTRALITY] += sign * column.min(width - 1 - column);
                        amounts[STONES] += sign;
                    }
                    if threat(column, row) {
                        let playable = row == 0 || has(mine | theirs, column, row - 1);
                        let right = (row % 2 == 0) == (side == Side::First);
                        let feature = if playable {
                            PLAYABLE
                        } else if right {
                            RIGHT_ROWS
                        } else {
                            WRONG_ROWS
                        };
                        amounts[feature] += sign;
                        amounts[STACKED] += if threat(column, row + 1) { sign } else { 0 };
                    }
                }
            }
        }
        amounts[TO_MOVE] = if state.side() == Side::First { 1 } else { -1 };
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
        check_zero_sum(&Crush::new(), &weights::CRUSH_THREATS, 1, 100);
        check_zero_sum(&Desconecta::new(), &weights::DESCONECTA, 1, 100);
        check_parts(&Crush::new(), &weights::CRUSH_THREATS, 1, 100);
        check_parts(&Desconecta::new(), &weights::DESCONECTA, 1, 100);
        // The first player's bomb between two enemies, under a friend, in a row with a third enemy.
        let state = Crush::new().read_position("7/7/7/7/7/2x4/1oXo2o 1 8").unwrap();
        let (amounts, _) = bomb_amounts(Crush::new(), &state);
        assert_eq!(amounts[BOMBS..], [1, 2, 1, 3]);
    }
}
