use serde::Serialize;

use super::TWO_SIDED_95;

/// Pairs of games with sides changed, by the doubled points that they brought: 0, 1, 2, 3 or 4.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pentanomial {
    /// How many pairs brought nothing, half a point, one, one and a half, two.
    pub counts: [u64; 5],
}

/// A difference measured in standard deviations of a single game, scaled so that it looks like Elo. It does not
/// depend on how many games are drawn.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct NormalizedElo {
    /// The difference.
    pub elo: f64,
    /// Its error at 95 %.
    pub error: f64,
}

impl Pentanomial {
    /// Notes a pair by the doubled points of its two games together.
    pub fn note(&mut self, half_points: u8) {
        self.counts[usize::from(half_points.min(4))] += 1;
    }

    /// All pairs.
    pub fn pairs(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// The same pairs as the other player sees them.
    pub fn reversed(mut self) -> Self {
        self.counts.reverse();
        self
    }

    /// Each kind of pair with its share of the points.
    pub(crate) fn shares(&self) -> impl Iterator<Item = (f64, u64)> {
        self.counts.iter().enumerate().map(|(half_points, count)| (half_points as f64 / 4.0, *count))
    }

    /// The mean share of the points; one half where nothing was played.
    pub fn mean(&self) -> f64 {
        let pairs = self.pairs();
        if pairs == 0 {
            return 0.5;
        }
        self.shares().map(|(share, count)| share * count as f64).sum::<f64>() / pairs as f64
    }

    /// The variance of a pair's share.
    pub fn variance(&self) -> f64 {
        let (mean, pairs) = (self.mean(), self.pairs().max(1) as f64);
        self.shares().map(|(share, count)| (share - mean).powi(2) * count as f64).sum::<f64>() / pairs
    }

    /// The normalized difference; `None` if the pairs do not differ from each other.
    pub fn normalized_elo(&self) -> Option<NormalizedElo> {
        // The deviation of one game, if the two of a pair were independent.
        let deviation = (2.0 * self.variance()).sqrt();
        let scale = 800.0 / std::f64::consts::LN_10;
        (deviation > 0.0).then(|| NormalizedElo {
            elo: (self.mean() - 0.5) / deviation * scale,
            error: TWO_SIDED_95 * scale / (2.0 * self.pairs() as f64).sqrt(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_test_vector_of_the_conventions_comes_out() {
        let pairs = Pentanomial { counts: [379, 10_170, 21_828, 10_640, 343] };
        let NormalizedElo { elo, error } = pairs.normalized_elo().unwrap();
        assert_eq!(format!("{elo:.2} +/- {error:.2}"), "3.05 +/- 2.31");
        let NormalizedElo { elo, .. } = pairs.reversed().normalized_elo().unwrap();
        assert_eq!(format!("{elo:.2}"), "-3.05");
    }

    #[test]
    fn pairs_that_are_all_alike_have_no_spread() {
        assert_eq!(Pentanomial { counts: [0, 0, 5, 0, 0] }.normalized_elo(), None);
        assert_eq!(Pentanomial::default().normalized_elo(), None);
    }
}
