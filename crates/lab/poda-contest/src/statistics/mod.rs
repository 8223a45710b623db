//! What results mean: how much better, how sure, and when nothing can be said.

mod elo;
mod pentanomial;
mod ratings;
mod sprt;

pub use elo::{Elo, EloEstimate, likelihood_of_superiority, sweep_bound};
pub use pentanomial::{NormalizedElo, Pentanomial};
pub use ratings::{Duel, Rating, rate};
pub use sprt::{Sprt, SprtState, SprtVerdict};

use serde::Serialize;

/// The number of standard deviations that hold 95 % of a bell curve.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The share of a bell curve that lies below `z` standard deviations.
pub(crate) fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / std::f64::consts::SQRT_2)
}

/// Wins, losses and draws of one player against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Results {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Results {
    /// Notes a game by the doubled points that it brought: 2, 1 or 0.
    pub fn note(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// The same games as the other player sees them.
    pub fn reversed(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// Both together.
    pub fn plus(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            losses: self.losses + other.losses,
            draws: self.draws + other.draws,
        }
    }

    /// Between which the share of points lies with 95 %: Wilson's interval, in which a draw counts as half a win.
    pub fn interval(self) -> [f64; 2] {
        let games = self.games() as f64;
        if games == 0.0 {
            return [0.0, 1.0];
        }
        let (share, doubt) = (self.share(), TWO_SIDED_95 * TWO_SIDED_95 / games);
        let centre = (share + doubt / 2.0) / (1.0 + doubt);
        let half = (doubt * (share * (1.0 - share) + doubt / 4.0)).sqrt() / (1.0 + doubt);
        [(centre - half).clamp(0.0, share), (centre + half).clamp(share, 1.0)]
    }

    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// The share of the points, one half where nothing was played.
    pub fn share(self) -> f64 {
        if self.games() == 0 { 0.5 } else { self.points() / self.games() as f64 }
    }

    /// The share of drawn games.
    pub fn draw_ratio(self) -> f64 {
        if self.games() == 0 { 0.0 } else { self.draws as f64 / self.games() as f64 }
    }

    /// The variance of a single game's points.
    pub(crate) fn variance(self) -> f64 {
        let (games, mean) = (self.games() as f64, self.share());
        let part = |count: u64, points: f64| count as f64 * (points - mean).powi(2);
        (part(self.wins, 1.0) + part(self.draws, 0.5) + part(self.losses, 0.0)) / games.max(1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_share_and_shrink() {
        let results = |wins, losses, draws| Results { wins, losses, draws };
        let few = results(2, 2, 0).interval();
        let many = results(200, 200, 0).interval();
        assert!(few[0] < many[0] && many[0] < 0.5 && 0.5 < many[1] && many[1] < few[1]);
        // The textbook's value for 8 of 10.
        let [low, high] = results(8, 2, 0).interval();
        assert!((low - 0.490_16).abs() < 1e-4 && (high - 0.943_32).abs() < 1e-4, "{low} {high}");
        assert!((results(4, 0, 0).interval()[1] - 1.0).abs() < 1e-9);
        let [low, high] = Results::default().interval();
        assert!(low < 0.01 && high > 0.99, "{low} {high}");
    }
}
