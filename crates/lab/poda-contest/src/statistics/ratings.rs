//! Ratings of many players from all their games: Bradley-Terry, maximum likelihood with a weak prior.

use serde::Serialize;

use super::{Results, TWO_SIDED_95};

/// What two players did against each other, from the view of the first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Duel {
    /// Places of the two in the list of players.
    pub players: [usize; 2],
    /// Wins, losses and draws of the first of them.
    pub results: Results,
}

/// How strong a player is, as an Elo difference to the mean of all.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Rating {
    /// The difference.
    pub elo: f64,
    /// Its error at 95 %.
    pub error: f64,
}

/// The prior: every player has drawn so many games against somebody of mean strength. It keeps the ratings of players
/// who won or lost everything finite, and is soon outweighed.
const PRIOR_DRAWS: f64 = 1.0;

/// Newton's method is done long before.
const MOST_STEPS: usize = 100;

/// The most likely ratings of `players` players, the mean of all being 0.
pub fn rate(players: usize, duels: &[Duel]) -> Vec<Rating> {
    // Strengths are natural logarithms: the first wins with e^(a-b) to 1.
    let mut strengths = vec![0.0; players];
    let mut curvature = vec![vec![0.0; players]; players];
    for _ in 0..MOST_STEPS {
        let mut slope = vec![0.0; players];
        curvature = vec![vec![0.0; players]; players];
        for place in 0..players {
            let expected = 1.0 / (1.0 + f64::exp(-strengths[place]));
            slope[place] += PRIOR_DRAWS * (0.5 - expected);
            curvature[place][place] += PRIOR_DRAWS * expected * (1.0 - expected);
        }
        for duel in duels {
            let [a, b] = duel.players;
            let games = duel.results.games() as f64;
            let expected = 1.0 / (1.0 + f64::exp(strengths[b] - strengths[a]));
            let surprise = duel.results.points() - games * expected;
            let weight = games * expected * (1.0 - expected);
            slope[a] += surprise;
            slope[b] -= surprise;
            curvature[a][a] += weight;
            curvature[b][b] += weight;
            curvature[a][b] -= weight;
            curvature[b][a] -= weight;
        }
        let inverse = inverse(&curvature);
        let mut largest: f64 = 0.0;
        for place in 0..players {
            let step: f64 = inverse[place].iter().zip(&slope).map(|(entry, slope)| entry * slope).sum();
            // A step of more than two is a step into the dark: the curve is flat far out.
            strengths[place] += step.clamp(-2.0, 2.0);
            largest = largest.max(step.abs());
        }
        if largest < 1e-10 {
            break;
        }
    }
    let spread = inverse(&curvature);
    let mean = strengths.iter().sum::<f64>() / players.max(1) as f64;
    let scale = 400.0 / std::f64::consts::LN_10;
    (0..players)
        .map(|place| Rating {
            elo: (strengths[place] - mean) * scale,
            error: TWO_SIDED_95 * about_the_mean(&spread, place).max(0.0).sqrt() * scale,
        })
        .collect()
}

/// The variance of a player's strength less the mean of all strengths: nobody measures the mean itself.
fn about_the_mean(spread: &[Vec<f64>], place: usize) -> f64 {
    let players = spread.len() as f64;
    let own = spread[place][place];
    let with_all: f64 = spread[place].iter().sum();
    let all: f64 = spread.iter().flatten().sum();
    own - 2.0 * with_all / players + all / (players * players)
}

/// The inverse of a symmetric positive matrix, by Gauss and Jordan. The prior makes it positive, and its diagonal
/// outweighs the rest, so no rows need to be exchanged.
fn inverse(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut left = matrix.to_vec();
    let mut right: Vec<Vec<f64>> =
        (0..size).map(|row| (0..size).map(|column| f64::from(u8::from(row == column))).collect()).collect();
    for pivot in 0..size {
        let factor = 1.0 / left[pivot][pivot];
        for column in 0..size {
            left[pivot][column] *= factor;
            right[pivot][column] *= factor;
        }
        for row in (0..size).filter(|row| *row != pivot) {
            let factor = left[row][pivot];
            for column in 0..size {
                left[row][column] -= factor * left[pivot][column];
                right[row][column] -= factor * right[pivot][column];
            }
        }
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::Elo;

    fn duel(players: [usize; 2], wins: u64, losses: u64, draws: u64) -> Duel {
        Duel { players, results: Results { wins, losses, draws } }
    }

    #[test]
    fn two_players_differ_as_their_score_says() {
        let ratings = rate(2, &[duel([0, 1], 6000, 2000, 2000)]);
        let difference = ratings[0].elo - ratings[1].elo;
        assert!((difference - Elo::of_share(0.7).0).abs() < 0.1, "{difference}");
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
        assert!(ratings[0].error > 1.0 && ratings[0].error < 6.0, "{}", ratings[0].error);
    }

    #[test]
    fn sweeps_stay_finite_and_order_is_kept() {
        let ratings = rate(3, &[duel([0, 1], 10, 0, 0), duel([1, 2], 10, 0, 0)]);
        assert!(ratings.windows(2).all(|two| two[0].elo > two[1].elo + 100.0), "{ratings:?}");
        assert!(ratings.iter().all(|rating| rating.elo.abs() < 2000.0 && rating.error.is_finite()));
    }

    #[test]
    fn more_games_are_surer() {
        let few = rate(2, &[duel([0, 1], 6, 4, 0)])[0].error;
        let many = rate(2, &[duel([0, 1], 600, 400, 0)])[0].error;
        assert!(many < few / 5.0, "{many} {few}");
        assert!(rate(0, &[]).is_empty());
        assert!(rate(2, &[])[0].elo.abs() < 1e-9);
    }
}
