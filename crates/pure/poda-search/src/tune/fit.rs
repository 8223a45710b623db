use poda_core::LOGISTIC_POINTS as POINTS;

use super::Sample;

/// How strongly weights are drawn towards those that were: as if so many positions spoke for each of them.
const PRIOR: f64 = 20.0;

/// Newton's method converges in a few steps; more change nothing.
const STEPS: usize = 12;

/// The chance of winning that a sum of points means.
fn chance(points: f64) -> f64 {
    1.0 / (1.0 + (-points / f64::from(POINTS)).exp())
}

fn sum(amounts: &[i32], weights: &[f64]) -> f64 {
    amounts.iter().zip(weights).map(|(amount, weight)| f64::from(*amount) * weight).sum()
}

/// The mean surprise at the results, in nats.
pub fn loss(samples: &[Sample], weights: &[i32]) -> f64 {
    let weights: Vec<f64> = weights.iter().copied().map(f64::from).collect();
    let surprise = |sample: &Sample| {
        let expected = chance(sum(&sample.amounts, &weights)).clamp(1e-9, 1.0 - 1e-9);
        -(sample.points * expected.ln() + (1.0 - sample.points) * (1.0 - expected).ln())
    };
    samples.iter().map(surprise).sum::<f64>() / samples.len().max(1) as f64
}

/// Logistic regression by Newton's method: the weights under which the results are most likely, drawn a little towards
/// `before`, and rounded.
pub(crate) fn fit(samples: &[Sample], before: &[i32]) -> Vec<i32> {
    let count = before.len();
    let before: Vec<f64> = before.iter().copied().map(f64::from).collect();
    let pull: Vec<f64> = (0..count).map(|index| pull(samples, index)).collect();
    let mut weights = before.clone();
    for _ in 0..STEPS {
        // The slope and the curvature of the log-likelihood, in units of points.
        let mut slope: Vec<f64> = (0..count).map(|i| pull[i] * (before[i] - weights[i])).collect();
        let mut curvature = vec![vec![0.0; count]; count];
        for (index, row) in curvature.iter_mut().enumerate() {
            row[index] = pull[index];
        }
        for sample in samples {
            let expected = chance(sum(&sample.amounts, &weights));
            let error = (sample.points - expected) / f64::from(POINTS);
            let bend = expected * (1.0 - expected) / f64::from(POINTS).powi(2);
            for (i, one) in sample.amounts.iter().enumerate().filter(|(_, amount)| **amount != 0) {
                slope[i] += error * f64::from(*one);
                for (j, other) in sample.amounts.iter().enumerate() {
                    curvature[i][j] += bend * f64::from(*one) * f64::from(*other);
                }
            }
        }
        let step = solve(curvature, slope);
        weights.iter_mut().zip(step).for_each(|(weight, step)| *weight += step);
    }
    weights.into_iter().map(|weight| weight.round() as i32).collect()
}

/// The curvature that [`PRIOR`] even positions with a usual amount of that feature would give. What never occurs keeps its
/// weight.
fn pull(samples: &[Sample], index: usize) -> f64 {
    let squares = samples.iter().map(|sample| f64::from(sample.amounts[index]).powi(2)).sum::<f64>();
    let usual = (squares / samples.len().max(1) as f64).max(1e-6);
    PRIOR * usual * 0.25 / f64::from(POINTS).powi(2)
}

/// Solves a system of linear equations by elimination, the largest pivot first.
fn solve(mut rows: Vec<Vec<f64>>, mut right: Vec<f64>) -> Vec<f64> {
    let count = right.len();
    for column in 0..count {
        let pivot = (column..count)
            .max_by(|a, b| rows[*a][column].abs().total_cmp(&rows[*b][column].abs()))
            .unwrap_or(column);
        rows.swap(column, pivot);
        right.swap(column, pivot);
        let top = rows[column].clone();
        for row in column + 1..count {
            let factor = rows[row][column] / top[column];
            for (value, above) in rows[row].iter_mut().zip(&top).skip(column) {
                *value -= factor * above;
            }
            right[row] -= factor * right[column];
        }
    }
    let mut solution = vec![0.0; count];
    for row in (0..count).rev() {
        let known: f64 = (row + 1..count).map(|column| rows[row][column] * solution[column]).sum();
        solution[row] = (right[row] - known) / rows[row][row];
    }
    solution
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_core::mix;

    /// Results drawn with known weights give those weights back.
    #[test]
    fn known_weights_are_found() {
        let truth = [100.0, -40.0, 0.0, 250.0];
        let samples: Vec<Sample> = (0..40_000u64)
            .map(|number| {
                let amounts: Vec<i32> =
                    (0..4).map(|thing| (mix(number * 8 + thing) % 7) as i32 - 3).collect();
                let drawn = mix(number * 8 + 5) as f64 / u64::MAX as f64;
                let points = f64::from(u8::from(drawn < chance(sum(&amounts, &truth))));
                Sample { amounts, points }
            })
            .collect();
        let found = fit(&samples, &[0; 4]);
        for (found, truth) in found.iter().zip(truth) {
            assert!((f64::from(*found) - truth).abs() < 8.0, "{found} for {truth}");
        }
        assert!(loss(&samples, &found) < loss(&samples, &[0; 4]));
        // A feature that is never seen keeps what it had.
        let unseen: Vec<Sample> = samples
            .iter()
            .map(|sample| Sample { amounts: [&sample.amounts[..3], &[0]].concat(), points: sample.points })
            .collect();
        assert_eq!(fit(&unseen, &[0, 0, 0, 77])[3], 77);
    }
}
