//! Weights of one's own for the built-in evaluator, as they stand in a spec: `eval=threats@12/-3/40`.

use poda_core::Text;

use crate::PlayerOptionError;

/// No feature is worth more: with all of them at their largest, a value still fits its type.
pub const MAX_WEIGHT: i32 = 10_000;

/// The built-in evaluator of a game, whose weights can be tuned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BuiltInWeights {
    /// Its name in specs.
    pub evaluator: &'static str,
    /// Its features.
    pub names: &'static [Text],
    /// What each is worth.
    pub weights: Vec<i32>,
    /// What each was worth before anything was tuned.
    pub guess: Vec<i32>,
}

impl BuiltInWeights {
    /// The evaluator with other weights, as a spec names it.
    pub fn with(&self, weights: &[i32]) -> String {
        let weights: Vec<String> = weights.iter().map(i32::to_string).collect();
        format!("{}@{}", self.evaluator, weights.join("/"))
    }
}

/// The name of an evaluator and what stands behind its `@`.
pub(crate) fn split(text: &str) -> (&str, Option<&str>) {
    text.split_once('@').map_or((text, None), |(name, weights)| (name, Some(weights)))
}

/// So many weights.
pub(crate) fn read(evaluator: &str, text: &str, count: usize) -> Result<Vec<i32>, PlayerOptionError> {
    let refused = || PlayerOptionError::Weights {
        evaluator: evaluator.to_owned(),
        count,
        most: MAX_WEIGHT,
        text: text.to_owned(),
    };
    if count == 0 {
        return Err(PlayerOptionError::NoWeights { evaluator: evaluator.to_owned() });
    }
    let weight = |text: &str| text.parse().ok().filter(|weight: &i32| weight.abs() <= MAX_WEIGHT);
    let weights: Option<Vec<i32>> = text.split('/').map(weight).collect();
    weights.filter(|weights| weights.len() == count).ok_or_else(refused)
}
