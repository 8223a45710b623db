use poda_core::{Evaluator, Game, Score, Side, Term};

/// An evaluator that counts things and adds them up by their weights. Who wants to find better weights needs to know no
/// more about it.
pub trait Weighed<G: Game>: Evaluator<G> + Clone {
    /// What is counted.
    const NAMES: &'static [&'static str];

    /// How much of each thing the first player has more than the second.
    fn amounts(game: &G, state: &G::State) -> Vec<i32>;

    /// What each thing is worth, in points.
    fn weights(&self) -> &[i32];

    /// The same evaluator with other weights, one for each name.
    fn with_weights(weights: &[i32]) -> Self;
}

/// The points that multiply the odds of winning by e: a lead of so many wins 73 games of 100 among equals.
pub const POINTS: i32 = 250;

/// The sum of amounts by their weights, seen by a side.
#[inline]
pub(crate) fn value<const N: usize>(amounts: &[i32; N], weights: &[i32; N], side: Side) -> Score {
    let sum: i32 = amounts.iter().zip(weights).map(|(amount, weight)| amount * weight).sum();
    Score::heuristic(if side == Side::First { sum } else { -sum })
}

/// The same one by one.
pub(crate) fn parts<const N: usize>(
    names: &[&'static str; N],
    amounts: &[i32; N],
    weights: &[i32; N],
    side: Side,
) -> Vec<Term> {
    let sign = if side == Side::First { 1 } else { -1 };
    let things = names.iter().zip(amounts.iter().zip(weights));
    things.map(|(name, (amount, weight))| Term::new(name, sign * amount * weight)).collect()
}

/// Weights of the right number; missing ones are 0.
pub(crate) fn array<const N: usize>(weights: &[i32]) -> [i32; N] {
    let mut all = [0; N];
    all.iter_mut().zip(weights).for_each(|(place, weight)| *place = *weight);
    all
}
