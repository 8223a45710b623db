//! Fingerprints of source code by winnowing: of the hashes of all runs of [`RUN`] tokens, the smallest of every [`WINDOW`] in a
//! row is kept. Whatever two texts share that is at least `RUN + WINDOW - 1` tokens long leaves the same fingerprint in both.

use std::{
    collections::{BTreeSet, VecDeque},
    hash::{DefaultHasher, Hash, Hasher},
};

use super::tokens::Token;

/// Tokens in a run. Shorter ones are common to all programs.
pub(crate) const RUN: usize = 15;
/// Runs in a window.
pub(crate) const WINDOW: usize = 10;

/// The fingerprints of a row of tokens.
pub(crate) fn fingerprints(tokens: &[Token]) -> BTreeSet<u64> {
    let mut kept = BTreeSet::new();
    // The hashes of the window that can still become its smallest, with their places.
    let mut candidates: VecDeque<(usize, u64)> = VecDeque::new();
    for (place, run) in tokens.windows(RUN).enumerate() {
        let mut hasher = DefaultHasher::new();
        run.hash(&mut hasher);
        let hash = hasher.finish();
        while candidates.back().is_some_and(|(_, other)| *other >= hash) {
            candidates.pop_back();
        }
        candidates.push_back((place, hash));
        if candidates.front().is_some_and(|(first, _)| first + WINDOW <= place) {
            candidates.pop_front();
        }
        if place + 1 >= WINDOW
            && let Some((_, smallest)) = candidates.front()
        {
            kept.insert(*smallest);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seed: u32, length: usize) -> Vec<Token> {
        let mut number = seed;
        let next = || {
            number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Token::Keyword((number >> 24) as u16)
        };
        std::iter::repeat_with(next).take(length).collect()
    }

    #[test]
    fn a_shared_passage_leaves_a_shared_fingerprint() {
        let shared = row(7, RUN + WINDOW - 1);
        for (before, after) in [(0, 50), (3, 90), (41, 0), (100, 100)] {
            let one: Vec<Token> = [row(1, before), shared.clone(), row(2, after)].concat();
            let two: Vec<Token> = [row(3, after), shared.clone(), row(4, before)].concat();
            let common = fingerprints(&one).intersection(&fingerprints(&two)).count();
            assert!(common > 0, "{before} {after}");
        }
        assert_eq!(fingerprints(&row(1, 500)).intersection(&fingerprints(&row(2, 500))).count(), 0);
        assert!(fingerprints(&row(1, RUN + WINDOW - 2)).is_empty());
        assert_eq!(fingerprints(&row(1, RUN + WINDOW - 1)).len(), 1);
    }

    #[test]
    fn about_one_run_in_six_is_kept() {
        let kept = fingerprints(&row(5, 5000)).len();
        assert!((700..1200).contains(&kept), "{kept}");
    }
}
