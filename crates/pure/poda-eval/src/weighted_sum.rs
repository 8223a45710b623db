use poda_core::{Score, Side, Term, Text};

/// The sum of amounts by their weights, seen by a side.
#[inline]
pub(crate) fn value<const N: usize>(amounts: &[i32; N], weights: &[i32; N], side: Side) -> Score {
    let sum: i32 = amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum();
    Score::heuristic(if side == Side::First { sum } else { -sum })
}

/// The same one by one.
pub(crate) fn parts<const N: usize>(
    names: &[Text; N],
    amounts: &[i32; N],
    weights: &[i32; N],
    side: Side,
) -> Vec<Term> {
    let sign = if side == Side::First { 1 } else { -1 };
    let features = names.iter().zip(amounts.iter().zip(weights));
    features.map(|(name, (amount, weight))| Term::new(*name, sign * amount * weight)).collect()
}

/// Weights of the right number; missing ones are 0.
pub(crate) fn array<const N: usize>(weights: &[i32]) -> [i32; N] {
    let mut all = [0; N];
    all.iter_mut().zip(weights).for_each(|(place, weight)| *place = *weight);
    all
}
