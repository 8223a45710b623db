use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Foresight, Score, Side, Term, Text, Tunable};

use crate::{
    NamedEvaluator, foresight,
    threats::{self, bomb_amounts},
    weighted_sum::{array, parts, value},
};

/// The built-in evaluator of Crush: what [`crate::Threats`] counts, how high stones and threats are, and how far the game has got.
///
/// A threat right above the next stone of its column keeps the opponent out of that column: whoever plays below it, loses. Low stones
/// are worth more than high ones, because lines are made above them. The move, the centre, threats to play now, open twos and enemies
/// beside the bomb are worth more on an empty board than on a full one: each counts once as it is, and once by the stones on the board.
///
/// ```text
///  . x . .      x: a threat further up
///  . x . .      x: a threat right above the cell in which the next stone lands
///  . . . .
///  o o . .
/// ```
///
/// Zero-sum. The weights come from [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heights {
    weights: [i32; FEATURES],
}

/// Those of [`crate::Threats`] come first.
const FEATURES: usize = threats::FEATURES + 8;

impl NamedEvaluator for Heights {
    const NAME: &'static str = "heights";
    const SUMMARY: Text = Text::new(
        "tuned: what `threats` counts, how high stones and threats are, and how full the board is",
        "ajustada: lo que cuenta `threats`, la altura de fichas y amenazas, y lo lleno que está el tablero",
    );
}

impl Heights {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

/// The names of what is counted.
const NAMES: [Text; FEATURES] = {
    let mut names = [Text::new("", ""); FEATURES];
    let mut index = 0;
    while index < threats::FEATURES {
        names[index] = threats::NAMES[index];
        index += 1;
    }
    names[HEIGHT] = Text::new("height of stones", "altura de las fichas");
    names[NEAR] = Text::new("threats right above a landing cell", "amenazas justo encima de donde se cae");
    names[COLUMNS] = Text::new("columns with a threat further up", "columnas con una amenaza más arriba");
    names[LATE_CENTRALITY] = Text::new(
        "distance from the edge, by stones on the board",
        "distancia al borde, según las fichas puestas",
    );
    names[LATE_TO_MOVE] =
        Text::new("side to move, by stones on the board", "turno, según las fichas puestas");
    names[LATE_PLAYABLE] = Text::new(
        "threats to play now, by stones on the board",
        "amenazas jugables ya, según las fichas puestas",
    );
    names[LATE_TWOS] =
        Text::new("other twos, by stones on the board", "otras parejas, según las fichas puestas");
    names[LATE_BESIDE] = Text::new(
        "enemies beside the bomb, by stones on the board",
        "rivales junto a la bomba, según las fichas puestas",
    );
    names
};

// Where each feature is counted, after those of `Threats`.
const HEIGHT: usize = threats::FEATURES;
const NEAR: usize = threats::FEATURES + 1;
const COLUMNS: usize = threats::FEATURES + 2;
const LATE_CENTRALITY: usize = threats::FEATURES + 3;
const LATE_TO_MOVE: usize = threats::FEATURES + 4;
const LATE_PLAYABLE: usize = threats::FEATURES + 5;
const LATE_TWOS: usize = threats::FEATURES + 6;
const LATE_BESIDE: usize = threats::FEATURES + 7;

/// What counts by the stones on the board, and where.
const LATE: [(usize, usize); 5] = [
    (LATE_CENTRALITY, threats::CENTRALITY),
    (LATE_TO_MOVE, threats::TO_MOVE),
    (LATE_PLAYABLE, threats::PLAYABLE),
    (LATE_TWOS, threats::OTHER + 1),
    (LATE_BESIDE, threats::ENEMIES_BESIDE),
];

/// How much later than half of the board it is, in steps of four stones, times an amount.
#[inline]
fn late(amount: i32, stones: i32) -> i32 {
    const HALF: i32 = 24;
    const STEP: i32 = 4;
    amount * (stones - HALF) / STEP
}

/// The sum of the rows of all stones, counted from 0, digit by digit.
///
/// ```text
/// row    6 5 4 3 2 1 0
/// ones   0 1 0 1 0 1 0
/// twos   1 0 0 1 1 0 0
/// fours  1 1 1 0 0 0 0
/// ```
#[inline]
fn height(stones: u64) -> i32 {
    const ONES: u64 = 0x002A_2A2A_2A2A_2A2A;
    const TWOS: u64 = 0x004C_4C4C_4C4C_4C4C;
    const FOURS: u64 = 0x0070_7070_7070_7070;
    let count = |digit: u64| (stones & digit).count_ones();
    (count(ONES) + 2 * count(TWOS) + 4 * count(FOURS)) as i32
}

/// How many columns have one of these cells: the bits of each byte are gathered in its lowest one.
#[inline]
fn columns(cells: u64) -> i32 {
    let halves = cells | cells >> 4;
    let quarters = halves | halves >> 2;
    ((quarters | quarters >> 1) & Grid::BOMB_BOARD.bottom()).count_ones() as i32
}

#[inline]
fn amounts_of<R: BombRules>(game: BombGame<R>, state: &BombState) -> [i32; FEATURES] {
    let mut amounts = [0; FEATURES];
    let (counted, threats) = bomb_amounts(game, state);
    amounts[..threats::FEATURES].copy_from_slice(&counted);
    let (grid, board) = (Grid::BOMB_BOARD, state.board());
    let landing = (board.all() + grid.bottom()) & !board.all();
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        amounts[HEIGHT] += sign * height(board.stones(side));
        let later = threats[side.index()] & !landing;
        if later != 0 {
            amounts[NEAR] += sign * (later & landing << 1).count_ones() as i32;
            amounts[COLUMNS] += sign * columns(later);
        }
    }
    let stones = board.all().count_ones() as i32;
    for (place, feature) in LATE {
        amounts[place] = late(amounts[feature], stones);
    }
    amounts
}

impl<R: BombRules> Evaluator<BombGame<R>> for Heights {
    #[inline]
    fn foresee(&self, game: &BombGame<R>, state: &BombState) -> Foresight<Action> {
        foresight::bombs(*game, state)
    }

    #[inline]
    fn evaluate(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Score {
        value(&amounts_of(*game, state), &self.weights, side)
    }

    fn terms(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        parts(&NAMES, &amounts_of(*game, state), &self.weights, side)
    }
}

impl<R: BombRules> Tunable<BombGame<R>> for Heights {
    const NAMES: &'static [Text] = &NAMES;

    fn amounts(game: &BombGame<R>, state: &BombState) -> Vec<i32> {
        amounts_of(*game, state).to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

#[cfg(test)]
mod tests {
    use poda_connect::Crush;
    use poda_core::{Game, Notation};
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;
    use crate::weights;

    /// Looks at each cell on its own.
    fn slow(state: &BombState) -> [i32; 3] {
        let board = state.board();
        let has = |stones: u64, column: u32, row: u32| stones >> (8 * column + row) & 1 == 1;
        let [mut heights, mut near, mut columns] = [0; 3];
        for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
            let mine = board.stones(side);
            for column in 0..7 {
                let fallen = (0..7).filter(|row| has(board.all(), column, *row)).count() as u32;
                let threat = |row: &u32| {
                    let stone = 1 << (8 * column + row);
                    Grid::BOMB_BOARD.lines(mine | stone) != 0
                };
                let later: Vec<u32> = (fallen + 1..7).filter(threat).collect();
                near += sign * i32::from(later.contains(&(fallen + 1)));
                columns += sign * i32::from(!later.is_empty());
                heights += sign * (0..7).filter(|row| has(mine, column, *row)).sum::<u32>() as i32;
            }
        }
        [heights, near, columns]
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        let game = Crush::new();
        check_zero_sum(&game, &weights::CRUSH, 1, 100);
        check_parts(&game, &weights::CRUSH, 1, 100);
        let mut met = [0; 3];
        for state in random_states(&game, 7, 200, 100) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let amounts = amounts_of(game, &state);
            let expected = slow(&state);
            assert_eq!(amounts[HEIGHT..LATE_CENTRALITY], expected, "{}", game.position_text(&state));
            assert_eq!(amounts[..threats::FEATURES], bomb_amounts(game, &state).0);
            let stones = state.board().all().count_ones() as i32;
            for (place, feature) in LATE {
                assert_eq!(amounts[place], amounts[feature] * (stones - 24) / 4);
            }
            met.iter_mut().zip(expected).for_each(|(met, amount)| *met += i32::from(amount != 0));
        }
        assert!(met.iter().all(|count| *count > 20), "{met:?}");
    }
}
