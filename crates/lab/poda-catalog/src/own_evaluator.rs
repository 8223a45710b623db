//! Evaluators that somebody brings: a function that is asked about states right of the boundary, or a weighted sum of the
//! terms of the catalog's own evaluators.

use std::sync::Arc;

use poda_agent::{AnyState, TypedGame, TypedState};
use poda_core::{Evaluator, Game, Language, Score, Side, Term, Text, Translate, text};
use poda_engines::Amounts;
use poda_search::NoHeuristic;
use thiserror::Error;

use crate::game::CatalogGame;

/// A heuristic right of the boundary: it is asked about states of any game.
pub trait StateEvaluator: Send + Sync {
    /// What a state, in which the game goes on, is worth to a side.
    fn evaluate(&self, state: Arc<dyn AnyState>, side: Side) -> Score;
}

/// An evaluator that is not in the catalog.
#[derive(Clone)]
pub enum OwnEvaluator {
    /// Asked at every leaf.
    Function(Arc<dyn StateEvaluator>),
    /// A weighted sum.
    Parts(PartWeights),
}

/// One thing that an evaluator of the catalog looks at, and that can be given a weight.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PartInfo {
    /// The evaluator.
    pub evaluator: &'static str,
    /// Its place among the evaluator's terms.
    pub place: usize,
    /// What is looked at.
    pub name: Text,
}

/// What each part is worth. The parts of evaluators that can be tuned are amounts: how much one side has more than the other.
/// Those of the others are their terms, with the weight that they have there.
#[derive(Clone, PartialEq, Debug)]
pub struct PartWeights {
    parts: Vec<(PartInfo, f64)>,
    scale: f64,
}

/// Why weights do not make an evaluator.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PartError {
    /// No evaluator of the game has such a part.
    Unknown {
        /// What was given.
        name: String,
        /// What there is.
        known: Vec<String>,
    },
    /// Not a weight.
    Weight {
        /// Whose.
        name: String,
        /// What was given.
        weight: f64,
    },
}

impl Translate for PartError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Unknown { name, known } => text!(
                language,
                "no evaluator has a part {name:?}, only {known}",
                "ninguna heurística tiene una parte {name:?}, solo {known}",
                name,
                known = known.join(", ")
            ),
            Self::Weight { name, weight } => text!(
                language,
                "the weight of {name:?} is a number up to {most}, not {weight}",
                "el peso de {name:?} es un número de hasta {most}, no {weight}",
                name,
                most = MOST,
                weight
            ),
        }
    }
}

/// The largest weight of a part.
const MOST: f64 = 1e6;

impl PartWeights {
    /// Finds the parts that are meant among those that there are. A name is `evaluator.part` or the part alone, in either
    /// language. The first evaluator that has a part of exactly that name counts; if none has, all parts of the first
    /// evaluator that have the name as a word.
    ///
    /// # Errors
    /// If there is no such part, or a weight is not a number.
    pub fn find(known: &[PartInfo], weights: &[(String, f64)], scale: f64) -> Result<Self, PartError> {
        let mut parts = Vec::new();
        for (name, weight) in weights {
            if !weight.is_finite() || weight.abs() > MOST {
                return Err(PartError::Weight { name: name.clone(), weight: *weight });
            }
            let found = meant(known, name);
            if found.is_empty() {
                let known = known.iter().map(PartInfo::full_name).collect();
                return Err(PartError::Unknown { name: name.clone(), known });
            }
            parts.extend(found.into_iter().map(|part| (part, *weight)));
        }
        Ok(Self { parts, scale })
    }

    /// What was found, with its weights.
    pub fn parts(&self) -> &[(PartInfo, f64)] {
        &self.parts
    }
}

impl PartInfo {
    /// `evaluator.part`.
    pub fn full_name(&self) -> String {
        format!("{}.{}", self.evaluator, self.name.english)
    }

    fn fits(&self, evaluator: Option<&str>, is_meant: impl Fn(&str) -> bool) -> bool {
        evaluator.is_none_or(|evaluator| evaluator == self.evaluator)
            && (is_meant(self.name.english) || is_meant(self.name.spanish))
    }
}

fn meant(known: &[PartInfo], name: &str) -> Vec<PartInfo> {
    let is_evaluator = |word: &str| known.iter().any(|part| part.evaluator == word);
    let (evaluator, name) = match name.split_once('.') {
        Some((evaluator, part)) if is_evaluator(evaluator) => (Some(evaluator), part),
        _ => (None, name),
    };
    if let Some(part) = known.iter().find(|part| part.fits(evaluator, |text| text == name)) {
        return vec![*part];
    }
    let has_word = |text: &str| text.split([' ', ',']).any(|word| word == name);
    let mut found: Vec<PartInfo> =
        known.iter().filter(|part| part.fits(evaluator, has_word)).copied().collect();
    if let Some(first) = found.first().map(|part| part.evaluator) {
        found.retain(|part| part.evaluator == first);
    }
    found
}

/// All parts of a game's evaluators.
pub(crate) fn parts<G: CatalogGame>(game: &G) -> Vec<PartInfo> {
    let start = game.start();
    let mut parts = Vec::new();
    if cfg!(feature = "small") {
        return parts;
    }
    for entry in G::evaluators() {
        let names: Vec<Text> = if entry.features.is_empty() {
            entry.shared().terms(game, &start, Side::First).iter().map(|term| term.name).collect()
        } else {
            entry.features.to_vec()
        };
        let evaluator = entry.name;
        parts.extend(names.into_iter().enumerate().map(|(place, name)| PartInfo { evaluator, place, name }));
    }
    parts
}

impl OwnEvaluator {
    /// The same for one game.
    pub(crate) fn typed<G: CatalogGame>(&self, game: &Arc<TypedGame<G>>) -> Arc<dyn Evaluator<G>> {
        if cfg!(feature = "small") {
            return Arc::new(NoHeuristic);
        }
        match self {
            Self::Function(function) => {
                Arc::new(CallbackEvaluator { game: Arc::clone(game), function: Arc::clone(function) })
            }
            Self::Parts(weights) => Arc::new(WeightedParts::new(weights)),
        }
    }
}

/// Asks a function that knows no game.
struct CallbackEvaluator<G: Game> {
    game: Arc<TypedGame<G>>,
    function: Arc<dyn StateEvaluator>,
}

impl<G: CatalogGame> Evaluator<G> for CallbackEvaluator<G> {
    fn evaluate(&self, _: &G, state: &G::State, side: Side) -> Score {
        self.function.evaluate(Arc::new(TypedState::new(Arc::clone(&self.game), *state)), side)
    }

    /// Nobody has promised it.
    fn is_zero_sum(&self) -> bool {
        false
    }
}

/// The parts of one evaluator that have weights.
struct EvaluatorParts<G: CatalogGame> {
    evaluator: Arc<dyn Evaluator<G>>,
    amounts: Option<Amounts<G>>,
    weights: Vec<(usize, Text, f64)>,
}

impl<G: CatalogGame> EvaluatorParts<G> {
    /// What each part is worth to a side.
    fn values(&self, game: &G, state: &G::State, side: Side, mut tell: impl FnMut(Text, f64)) {
        if let Some(amounts) = self.amounts {
            let amounts = amounts(game, state);
            let sign = if side == Side::First { 1.0 } else { -1.0 };
            for (place, name, weight) in &self.weights {
                tell(*name, sign * f64::from(amounts.get(*place).copied().unwrap_or(0)) * weight);
            }
        } else {
            let terms = self.evaluator.terms(game, state, side);
            for (place, name, weight) in &self.weights {
                tell(*name, f64::from(terms.get(*place).map_or(0, |term| term.value)) * weight);
            }
        }
    }
}

/// A weighted sum of parts.
struct WeightedParts<G: CatalogGame> {
    sources: Vec<EvaluatorParts<G>>,
    scale: f64,
}

impl<G: CatalogGame> WeightedParts<G> {
    fn new(weights: &PartWeights) -> Self {
        let mut sources = Vec::new();
        for entry in G::evaluators() {
            let own = weights.parts.iter().filter(|(part, _)| part.evaluator == entry.name);
            let own: Vec<_> = own.map(|(part, weight)| (part.place, part.name, *weight)).collect();
            if !own.is_empty() {
                sources.push(EvaluatorParts {
                    evaluator: entry.shared(),
                    amounts: entry.amounts,
                    weights: own,
                });
            }
        }
        Self { sources, scale: weights.scale }
    }
}

impl<G: CatalogGame> Evaluator<G> for WeightedParts<G> {
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score {
        let mut sum = 0.0;
        for source in &self.sources {
            source.values(game, state, side, |_, value| sum += value);
        }
        Score::heuristic(rounded(sum * self.scale))
    }

    fn terms(&self, game: &G, state: &G::State, side: Side) -> Vec<Term> {
        let mut terms = Vec::new();
        for source in &self.sources {
            source.values(game, state, side, |name, value| {
                terms.push(Term::new(name, rounded(value * self.scale)));
            });
        }
        terms
    }

    /// Each term is rounded on its own.
    fn terms_add_up(&self) -> bool {
        false
    }

    fn is_zero_sum(&self) -> bool {
        self.sources.iter().all(|source| source.amounts.is_some() || source.evaluator.is_zero_sum())
    }
}

/// The nearest whole number, of two the even one; what is too large for its type is the largest.
fn rounded(value: f64) -> i32 {
    value.round_ties_even() as i32
}
