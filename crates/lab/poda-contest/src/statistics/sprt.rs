use serde::Serialize;

use super::{Elo, Pentanomial};

/// A sequential test of two guesses: is the difference rather `elo0` or rather `elo1`? It stops as soon as one of them
/// is convincingly the better one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The smaller difference.
    pub elo0: f64,
    /// The larger one.
    pub elo1: f64,
    /// How often `elo1` may be accepted though `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted though `elo1` is true.
    pub beta: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct SprtState {
    /// The logarithm of how much likelier the results are under `elo1`.
    pub llr: f64,
    /// `elo0` is accepted at or below this.
    pub lower: f64,
    /// `elo1` is accepted at or above this.
    pub upper: f64,
}

/// How the test stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SprtVerdict {
    /// Play on.
    Open,
    /// `elo0` is accepted.
    Lower,
    /// `elo1` is accepted.
    Upper,
}

impl SprtState {
    /// How the test stands.
    pub fn verdict(self) -> SprtVerdict {
        if self.llr >= self.upper {
            SprtVerdict::Upper
        } else if self.llr <= self.lower {
            SprtVerdict::Lower
        } else {
            SprtVerdict::Open
        }
    }

    /// How far the test has come towards the bound on its side, where 1 is there.
    pub fn progress(self) -> f64 {
        if self.llr >= 0.0 { self.llr / self.upper } else { self.llr / self.lower }
    }
}

impl Sprt {
    /// A test with the usual errors of 5 %.
    pub fn new(elo0: f64, elo1: f64) -> Self {
        Self { elo0, elo1, alpha: 0.05, beta: 0.05 }
    }

    /// What the pairs say so far.
    pub fn state(&self, pairs: &Pentanomial) -> SprtState {
        SprtState {
            llr: self.log_likelihood_ratio(pairs),
            lower: (self.beta / (1.0 - self.alpha)).ln(),
            upper: ((1.0 - self.beta) / self.alpha).ln(),
        }
    }

    /// The generalised ratio: the distribution of pairs is unknown, so each guess is given the most likely
    /// distribution that has its mean.
    fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.pairs() == 0 {
            return 0.0;
        }
        // A kind of pair that was never seen is not impossible: it gets a sliver.
        let seen: Vec<(f64, f64)> = pairs
            .shares()
            .map(|(share, count)| (share, if count == 0 { 1e-3 } else { count as f64 }))
            .collect();
        let total: f64 = seen.iter().map(|(_, count)| count).sum();
        let low = tilt(&seen, total, Elo(self.elo0).share());
        let high = tilt(&seen, total, Elo(self.elo1).share());
        // Under a tilt `t` towards the mean `m` the kind at `a` has the weight `count / total / (1 + t (a - m))`.
        let weight = |share: f64, (tilt, mean): (f64, f64)| (1.0 + tilt * (share - mean)).ln();
        seen.iter().map(|(share, count)| count * (weight(*share, low) - weight(*share, high))).sum()
    }
}

/// The tilt that moves the mean of the observed distribution to `mean` with the least loss of likelihood, and `mean`.
fn tilt(seen: &[(f64, f64)], total: f64, mean: f64) -> (f64, f64) {
    // The weights must stay positive: 1 + t (a - mean) > 0 for a from 0 to 1. Inside, the sum falls with t.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = f64::midpoint(low, high);
        let rest: f64 = seen
            .iter()
            .map(|(share, count)| count / total * (share - mean) / (1.0 + middle * (share - mean)))
            .sum();
        if rest > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    (f64::midpoint(low, high), mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_usual_ones() {
        let state = Sprt::new(0.0, 10.0).state(&Pentanomial::default());
        assert_eq!(format!("{:.2} {:.2} {:.2}", state.llr, state.lower, state.upper), "0.00 -2.94 2.94");
        assert_eq!(state.verdict(), SprtVerdict::Open);
    }

    #[test]
    fn many_pairs_agree_with_the_approximation_for_small_differences() {
        let pairs = Pentanomial { counts: [379, 10_170, 21_828, 10_640, 343] };
        for (elo0, elo1) in [(0.0, 2.0), (-1.0, 1.0), (1.0, 4.0)] {
            let (low, high) = (Elo(elo0).share(), Elo(elo1).share());
            let normal = pairs.pairs() as f64 * (high - low) * (2.0 * pairs.mean() - low - high)
                / (2.0 * pairs.variance());
            let llr = Sprt::new(elo0, elo1).state(&pairs).llr;
            assert!((llr - normal).abs() < 0.02, "{llr} {normal}");
        }
    }

    #[test]
    fn each_side_can_be_accepted() {
        let better = Pentanomial { counts: [2, 10, 40, 30, 18] };
        let sprt = Sprt::new(0.0, 50.0);
        assert_eq!(sprt.state(&better).verdict(), SprtVerdict::Upper);
        assert_eq!(sprt.state(&better.reversed()).verdict(), SprtVerdict::Lower);
        assert!(sprt.state(&better).progress() >= 1.0);
    }
}
