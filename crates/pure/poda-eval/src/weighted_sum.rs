use poda_core::{Score, Side, Term, Text};

/// The features of an evaluator, one line each: the index of its amount, its weight in each set, its name in both languages.
///
/// ```text
/// features! { GUESS, TUNED;
///     STONES [20, 8] "stones", "fichas";
/// }
/// ```
///
/// It declares the constants `FEATURES` (how many), `NAMES`, each index, and each set as an array of weights.
macro_rules! features {
    ($($set:ident),+; $($index:ident [$($weight:expr),+] $english:literal, $spanish:literal;)+) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the constants below")]
        enum Feature {
            $($index),+
        }
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the constants below")]
        enum WeightSet {
            $($set),+
        }
        $(
            #[allow(dead_code, reason = "some are counted beside the one before")]
            pub(crate) const $index: usize = Feature::$index as usize;
        )+
        $(pub(crate) const $set: [i32; FEATURES] =
            $crate::weighted_sum::column(&WEIGHTS, WeightSet::$set as usize);)+
        const FEATURES: usize = [$(Feature::$index),+].len();
        const NAMES: [Text; FEATURES] = [$(Text::new($english, $spanish)),+];
        const WEIGHTS: [[i32; [$(WeightSet::$set),+].len()]; FEATURES] = [$([$($weight),+]),+];
    };
}
pub(crate) use features;

/// A set of weights out of the table of all sets.
pub(crate) const fn column<const SETS: usize, const N: usize>(
    table: &[[i32; SETS]; N],
    set: usize,
) -> [i32; N] {
    let mut weights = [0; N];
    let mut feature = 0;
    while feature < N {
        weights[feature] = table[feature][set];
        feature += 1;
    }
    weights
}

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
