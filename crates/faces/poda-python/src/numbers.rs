//! Scores as Python numbers and back.

use poda_core::Score;

/// How many points one unit of a Python evaluator is, unless somebody says otherwise: three decimals are kept.
pub(crate) const SCALE: f64 = 1000.0;

/// A number of an evaluator as a score: multiplied by the scale and rounded to the nearest point, of two to the even one. What is
/// too large, infinities included, is the largest value that is not a proved win.
pub(crate) fn to_score(value: f64, scale: f64) -> Score {
    // Casting saturates, and the score is clamped further.
    Score::heuristic((value * scale).round_ties_even() as i32)
}

/// A score as a number: in the evaluator's units, and infinite where a win or a loss is proved.
pub(crate) fn to_number(score: Score, scale: f64) -> f64 {
    if score.win_distance().is_some() {
        f64::INFINITY
    } else if score.loss_distance().is_some() {
        f64::NEG_INFINITY
    } else {
        f64::from(score.value()) / scale
    }
}

/// Decisions until a proved end.
pub(crate) fn plies(score: Score) -> Option<u32> {
    score.win_distance().or(score.loss_distance())
}

/// `win 5`, `+0.25`.
pub(crate) fn to_text(score: Score, scale: f64) -> String {
    match plies(score) {
        Some(_) => score.to_string(),
        None if score.value() == 0 => "0".into(),
        None => format!("{:+}", to_number(score, scale)),
    }
}
