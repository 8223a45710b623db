use poda_connect::{BombGame, BombRules, BombState};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::NamedEvaluator;

/// What the course's test evaluation gives for a won game.
pub(crate) const WON: i32 = 99_999_999;

/// The test evaluation of the courses: the asked player's normal pieces, each worth its distance from the nearer
/// side edge. Bombs and the enemy's pieces count nothing, so it is not zero-sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Puntuacion;

impl NamedEvaluator for Puntuacion {
    const NAME: &'static str = "puntuacion";
    const SUMMARY: Text = Text::new(
        "the course's test evaluation: own stones by their distance from the edge; not zero-sum",
        "la valoración de prueba del curso: fichas propias según su distancia al borde; no es de suma cero",
    );
}

impl<R: BombRules> Evaluator<BombGame<R>> for Puntuacion {
    #[inline]
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let board = state.board();
        let value = weigh(board.stones(side) & !board.bombs());
        Score::heuristic(if board.is_full() { 0 } else { value })
    }

    fn terms(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        vec![Term::new(Text::new("centre", "centro"), self.evaluate(game, state, side).value())]
    }

    #[inline]
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

/// Every column is a byte. The first three steps count the bits of each byte, all at once; the product then adds
/// the seven counts, each times its weight, in the highest byte:
///
/// ```text
/// byte      7  6  5  4  3  2  1  0
/// counts    0 c6 c5 c4 c3 c2 c1 c0
/// weights   0  0  1  2  3  2  1  0     min(c, 6 - c), read from the other end
/// ```
#[inline]
pub(crate) const fn weigh(stones: u64) -> i32 {
    const WEIGHTS: u64 = 0x0001_0203_0201_0000;
    let pairs = stones - (stones >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let counts = (nibbles + (nibbles >> 4)) & 0x0F0F_0F0F_0F0F_0F0F;
    (counts.wrapping_mul(WEIGHTS) >> 56) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_weighs_its_distance_from_the_edge() {
        for column in 0..7 {
            for row in 0..7 {
                assert_eq!(weigh(1 << (8 * column + row)), column.min(6 - column));
            }
        }
        assert_eq!(weigh(0x007F_7F7F_7F7F_7F7F), 63);
        assert_eq!(weigh(0), 0);
    }
}
