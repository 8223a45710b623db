use poda_connect::{Connect4, Connect4State, Word};
use poda_core::{Evaluator, Foresight, Score, Side, Term, Text};

use crate::{NamedEvaluator, weights};

/// [`crate::Zugzwang`] without the features that look ahead: open lines, threats by the parity of their rows, zugzwang as a rule of
/// thumb, and claim-even, that is, whether a side still has a line in the rows that are its own. What a good player of a course may
/// know: the sparring player has it.
///
/// Zero-sum.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Parity;

impl NamedEvaluator for Parity {
    const NAME: &'static str = "parity";
    const SUMMARY: Text = Text::new(
        "tuned: open lines, threats by the parity of their rows, zugzwang and claim-even",
        "ajustada: líneas abiertas, amenazas según la paridad de su fila, zugzwang y claim-even",
    );
}

impl<W: Word> Evaluator<Connect4<W>> for Parity {
    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        weights::CONNECT4_PARITY.evaluate(game, state, side)
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        let mut terms = weights::CONNECT4_PARITY.terms(game, state, side);
        terms.truncate(weights::PARITY_FEATURES);
        terms
    }

    fn foresee(&self, game: &Connect4<W>, state: &Connect4State<W>) -> Foresight<u8> {
        weights::CONNECT4_PARITY.foresee(game, state)
    }
}

#[cfg(test)]
mod tests {
    use poda_testkit::{check_parts, check_zero_sum};

    use super::*;

    #[test]
    fn the_value_is_the_sum_of_what_it_counts() {
        let game = Connect4::<u128>::new(8, 8, 4).unwrap();
        check_zero_sum(&game, &Parity, 1, 40);
        check_parts(&game, &Parity, 1, 40);
    }
}
