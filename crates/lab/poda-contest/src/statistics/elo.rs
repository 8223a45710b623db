use super::{Pentanomial, Results, TWO_SIDED_95, normal_cdf};

/// A difference of strength on the usual scale: 400 are ten to one.
#[derive(Clone, Copy, PartialEq, PartialOrd, Debug)]
pub struct Elo(pub f64);

impl Elo {
    /// The difference that gives this share of the points; infinite at 0 and 1.
    pub fn of_share(share: f64) -> Self {
        Self(-400.0 * (1.0 / share - 1.0).log10())
    }

    /// The share of the points that this difference gives.
    pub fn share(self) -> f64 {
        1.0 / (1.0 + 10f64.powf(-self.0 / 400.0))
    }
}

/// Below so many pairs the spread between pairs is itself hardly known, and single games are counted.
const PAIRS_FOR_PENTANOMIAL: u64 = 30;

/// With fewer points of the weaker player a difference is hardly known, and only a bound is told.
const POINTS_FOR_ESTIMATE: f64 = 3.0;

/// What a match says about the difference of two players, seen from one of them.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum EloEstimate {
    /// A number with its error at 95 %.
    Between {
        /// The most likely difference.
        elo: f64,
        /// Half of the width of the interval.
        error: f64,
    },
    /// The interval has no upper end: it is at least so much, at 95 %.
    AtLeast(f64),
    /// The interval has no lower end: it is at most so much, at 95 %.
    AtMost(f64),
    /// Nothing was played, or the interval has no end at all.
    Unknown,
}

impl EloEstimate {
    /// The estimate from all games, over pairs where there are enough of them.
    pub fn of(results: Results, pairs: &Pentanomial) -> Self {
        if results.games() == 0 {
            return Self::Unknown;
        }
        let share = results.share();
        if share >= 1.0 || share <= 0.0 {
            let units = if pairs.pairs() > 0 { pairs.pairs() } else { results.games() };
            let bound = sweep_bound(units);
            return if share >= 1.0 { Self::AtLeast(bound.0) } else { Self::AtMost(-bound.0) };
        }
        let reach = TWO_SIDED_95 * deviation(results, pairs);
        let (low, high) = (share - reach, share + reach);
        match (low > 0.0, high < 1.0) {
            (true, true) => Self::Between {
                elo: Elo::of_share(share).0,
                error: (Elo::of_share(high).0 - Elo::of_share(low).0) / 2.0,
            },
            // One end of the interval is beyond all shares, though both players scored: the error is that of the curve's slope.
            (true, false) | (false, true) if lesser_points(results) >= POINTS_FOR_ESTIMATE => Self::Between {
                elo: Elo::of_share(share).0,
                error: reach / (share * (1.0 - share)) * 400.0 / std::f64::consts::LN_10,
            },
            (true, false) => Self::AtLeast(Elo::of_share(low).0),
            (false, true) => Self::AtMost(Elo::of_share(high).0),
            (false, false) => Self::Unknown,
        }
    }
}

/// The points of whoever has fewer.
fn lesser_points(results: Results) -> f64 {
    results.points().min(results.reversed().points())
}

/// The standard deviation of the mean of all games.
fn deviation(results: Results, pairs: &Pentanomial) -> f64 {
    let paired = pairs.pairs() >= PAIRS_FOR_PENTANOMIAL && pairs.pairs() * 2 == results.games();
    if paired && pairs.variance() > 0.0 {
        (pairs.variance() / pairs.pairs() as f64).sqrt()
    } else {
        (results.variance() / results.games() as f64).sqrt()
    }
}

/// After nothing but wins in so many independent trials: the difference that would give such a sweep one time in
/// twenty. Whoever is weaker than that was luckier than 95 %.
pub fn sweep_bound(trials: u64) -> Elo {
    Elo::of_share(0.05f64.powf(1.0 / trials.max(1) as f64))
}

/// How likely it is that the first player is the stronger one, between 0 and 1; one half where nothing is known.
pub fn likelihood_of_superiority(results: Results, pairs: &Pentanomial) -> f64 {
    if results.games() == 0 {
        return 0.5;
    }
    let (ahead, deviation) = (results.share() - 0.5, deviation(results, pairs));
    if deviation > 0.0 {
        return normal_cdf(ahead / deviation);
    }
    // All games ended alike. Had they been tosses of a fair coin, so many alike ones in a row were this unlikely.
    let chance = 0.5f64.powi(results.games().min(1000) as i32);
    if ahead > 0.0 {
        1.0 - chance
    } else if ahead < 0.0 {
        chance
    } else {
        0.5
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_of_the_conventions_comes_out() {
        let results = Results { wins: 2, losses: 0, draws: 2 };
        let pairs = Pentanomial::default();
        let EloEstimate::Between { elo, error } = EloEstimate::of(results, &pairs) else { panic!() };
        assert_eq!(format!("{elo:.2} +/- {error:.2}"), "190.85 +/- 457.95");
        let superiority = likelihood_of_superiority(results, &pairs) * 100.0;
        assert_eq!(format!("{superiority:.2} {:.2}", results.draw_ratio() * 100.0), "97.72 50.00");
    }

    #[test]
    fn sweeps_are_bounded() {
        let results = |wins, losses| Results { wins, losses, draws: 0 };
        let pairs = |counts| Pentanomial { counts };
        let cases = [
            (results(12, 0), pairs([0, 0, 0, 0, 6]), EloEstimate::AtLeast(sweep_bound(6).0)),
            (results(0, 12), pairs([6, 0, 0, 0, 0]), EloEstimate::AtMost(-sweep_bound(6).0)),
            (results(0, 0), pairs([0; 5]), EloEstimate::Unknown),
        ];
        for (results, pairs, expected) in cases {
            assert_eq!(EloEstimate::of(results, &pairs), expected);
        }
        assert!((sweep_bound(1).share() - 0.05).abs() < 1e-12);
        assert_eq!(format!("{:.1}", sweep_bound(14).0), "248.9");
        // A clear win in which both scored has an estimate, and its mirror image the same one.
        for (wins, losses, sign) in [(197, 3, 1.0), (3, 197, -1.0)] {
            let estimate = EloEstimate::of(results(wins, losses), &Pentanomial::default());
            let EloEstimate::Between { elo, error } = estimate else { panic!("{estimate:?}") };
            assert_eq!(format!("{:.0} +/- {error:.0}", elo * sign), "727 +/- 198");
        }
        // Nearly a sweep: the interval reaches beyond everything, so only its lower end is told.
        let EloEstimate::AtLeast(bound) = EloEstimate::of(results(11, 1), &Pentanomial::default()) else {
            panic!()
        };
        assert!(bound > 150.0 && bound < 250.0, "{bound}");
    }

    #[test]
    fn shares_and_differences_are_each_others_inverse() {
        for elo in [-400.0, -3.5, 0.0, 12.25, 800.0] {
            assert!((Elo::of_share(Elo(elo).share()).0 - elo).abs() < 1e-9);
        }
        assert!((Elo(400.0).share() - 10.0 / 11.0).abs() < 1e-12);
    }
}
