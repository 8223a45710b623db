use poda_core::{Evaluator, Game, Score, Side, Term, Text, Tunable};
use poda_mnk::{CellBoard, CellSet, Mnk, MnkState, Nraya, NrayaState};

use crate::{
    NamedEvaluator,
    weighted_sum::{array, features, parts, value},
};

/// The built-in evaluator of k in a row and of N en raya: lines that can still be completed, by how many stones they
/// lack; what can be completed soon counts more for the side that moves next.
///
/// A line is open to a side if the other has no stone in it and, in N en raya, if none of its empty cells is red: whoever
/// plays there gives the stone away. Zero-sum; the weights come from [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OpenLines {
    weights: [i32; FEATURES],
}

impl NamedEvaluator for OpenLines {
    const NAME: &'static str = "open-lines";
    const SUMMARY: Text = Text::new(
        "built in, weights by hand: lines that can still be completed, by how many stones they lack",
        "propia, con pesos a mano: líneas que aún pueden completarse, según cuántas fichas les faltan",
    );
}

impl OpenLines {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

features! { GUESS;
    LACK_ONE        [60] "lines that lack 1", "líneas a las que falta 1";
    LACK_TWO        [25] "lines that lack 2", "líneas a las que faltan 2";
    LACK_THREE      [ 8] "lines that lack 3", "líneas a las que faltan 3";
    LACK_FOUR       [ 2] "lines that lack 4", "líneas a las que faltan 4";
    MOVER_LACKS_ONE [60] "lines of the side to move that lack 1", "líneas de quien juega a las que falta 1";
    MOVER_LACKS_TWO [10] "lines of the side to move that lack 2", "líneas de quien juega a las que faltan 2";
    TO_MOVE         [10] "side to move", "turno";
    SECOND_MOVE     [10] "second move of the turn to come", "segunda jugada del turno por hacer";
}

/// How many kinds of lines are told apart, by the stones that they lack.
const LACKING: usize = 4;

/// The open lines that lack one, two, three and four stones; `usable` are the cells that the side has or may get.
#[inline]
fn open_lines<const N: usize>(board: &CellBoard<N>, mine: CellSet<N>, usable: CellSet<N>) -> [i32; LACKING] {
    let mut found = [0; LACKING];
    for direction in board.directions() {
        let open = board.runs_from(usable, direction, board.run());
        if open.is_empty() {
            continue;
        }
        // Four planes of bits hold, for each line, the number of its stones: up to 15.
        let mut planes = [CellSet::EMPTY; 4];
        for index in 0..board.run() {
            let mut carry = mine.shifted_down(direction * index);
            for plane in &mut planes {
                let sum = (*plane | carry).without(*plane & carry);
                carry = carry & *plane;
                *plane = sum;
            }
        }
        for (lacking, place) in (1..).zip(&mut found) {
            let Some(stones) = board.run().checked_sub(lacking) else { break };
            let has_as_many = (0..).zip(planes).fold(open, |lines, (bit, plane)| {
                if stones >> bit & 1 == 1 { lines & plane } else { lines.without(plane) }
            });
            *place += has_as_many.count() as i32;
        }
    }
    found
}

/// How much more the first side has. `closed` are cells that no side can get by playing there.
#[inline]
fn difference<const N: usize>(
    board: &CellBoard<N>,
    stones: [CellSet<N>; 2],
    closed: CellSet<N>,
    to_move: Side,
    second_move: bool,
) -> [i32; FEATURES] {
    let of_side = |side: Side| {
        let (mine, theirs) = (stones[side.index()], stones[side.other().index()]);
        open_lines(board, mine, mine | board.full().without(theirs | closed))
    };
    let lines = Side::BOTH.map(of_side);
    let sign = if to_move == Side::First { 1 } else { -1 };
    let mut amounts = [0; FEATURES];
    for index in 0..LACKING {
        amounts[LACK_ONE + index] = lines[0][index] - lines[1][index];
    }
    let soon = lines[to_move.index()];
    amounts[MOVER_LACKS_ONE] = sign * soon[0];
    amounts[MOVER_LACKS_TWO] = sign * soon[1];
    amounts[TO_MOVE] = sign;
    amounts[SECOND_MOVE] = if second_move { sign } else { 0 };
    amounts
}

#[inline]
fn mnk_amounts<const N: usize>(game: &Mnk<N>, state: &MnkState<N>) -> [i32; FEATURES] {
    let stones = Side::BOTH.map(|side| state.stones(side));
    difference(game.board(), stones, CellSet::EMPTY, game.to_move(state), false)
}

#[inline]
fn nraya_amounts(game: &Nraya, state: &NrayaState) -> [i32; FEATURES] {
    let stones = Side::BOTH.map(|side| state.stones(side));
    difference(game.board(), stones, game.red(), game.to_move(state), state.moves_left() > 1)
}

macro_rules! evaluator {
    ($game:ty, $state:ty, $amounts:expr $(, $word:ident)?) => {
        impl$(<const $word: usize>)? Evaluator<$game> for OpenLines {
            #[inline]
            fn evaluate(&self, game: &$game, state: &$state, side: Side) -> Score {
                value(&$amounts(game, state), &self.weights, side)
            }

            fn terms(&self, game: &$game, state: &$state, side: Side) -> Vec<Term> {
                parts(&NAMES, &$amounts(game, state), &self.weights, side)
            }
        }

        impl$(<const $word: usize>)? Tunable<$game> for OpenLines {
            const NAMES: &'static [Text] = &NAMES;

            fn amounts(game: &$game, state: &$state) -> Vec<i32> {
                $amounts(game, state).to_vec()
            }

            fn weights(&self) -> &[i32] {
                &self.weights
            }

            fn with_weights(weights: &[i32]) -> Self {
                Self::new(array(weights))
            }
        }
    };
}

evaluator!(Mnk<N>, MnkState<N>, mnk_amounts, N);
evaluator!(Nraya, NrayaState, nraya_amounts);

#[cfg(test)]
mod tests {
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;
    use crate::weights;

    /// Line by line, cell by cell.
    fn slow<const N: usize>(board: &CellBoard<N>, mine: CellSet<N>, usable: CellSet<N>) -> [i32; LACKING] {
        let (width, height, run) = (board.width() as i32, board.height() as i32, board.run() as i32);
        let mut found = [0; LACKING];
        for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                let (mut stones, mut is_open) = (0, true);
                for index in 0..run {
                    let (row, column) = (row + index * down, column + index * right);
                    if row >= height || !(0..width).contains(&column) {
                        is_open = false;
                        break;
                    }
                    let cell = board.cell(row as u32, column as u32);
                    is_open &= usable & cell != CellSet::EMPTY;
                    stones += i32::from(mine & cell != CellSet::EMPTY);
                }
                let lacking = run - stones;
                if is_open && (1..=LACKING as i32).contains(&lacking) {
                    found[lacking as usize - 1] += 1;
                }
            }
        }
        found
    }

    #[test]
    fn lines_are_counted_as_slowly() {
        let game = Nraya::default();
        for state in random_states(&game, 3, 60, 60) {
            for side in Side::BOTH {
                let (mine, theirs) = (state.stones(side), state.stones(side.other()));
                let usable = mine | game.board().full().without(theirs | game.red());
                assert_eq!(
                    open_lines(game.board(), mine, usable),
                    slow(game.board(), mine, usable),
                    "{}",
                    game.position_text(&state)
                );
            }
        }
        for (width, height, run) in [(3, 3, 3), (2, 2, 2), (15, 15, 5), (12, 3, 12), (4, 4, 1)] {
            let game = Mnk::<2>::new(width, height, run).unwrap();
            for state in random_states(&game, 3, 10, 80) {
                let (mine, theirs) = (state.stones(Side::First), state.stones(Side::Second));
                let usable = game.board().full().without(theirs);
                assert_eq!(open_lines(game.board(), mine, usable), slow(game.board(), mine, usable));
            }
        }
    }

    #[test]
    fn values_are_zero_sum_and_the_sum_of_their_terms() {
        let nraya = Nraya::default();
        check_zero_sum(&nraya, &weights::NRAYA, 1, 20);
        check_parts(&nraya, &weights::NRAYA, 1, 20);
        let mnk = Mnk::<1>::new(7, 6, 4).unwrap();
        check_zero_sum(&mnk, &weights::MNK, 1, 20);
        check_parts(&mnk, &weights::MNK, 1, 20);
    }
}
