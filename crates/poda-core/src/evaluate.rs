use crate::{Game, Outcome, Score, Side};

/// An opinion about positions.
///
/// The point of view is explicit. The house's own evaluators are zero-sum: what is good for one side is as bad for
/// the other, `evaluate(s, First) == -evaluate(s, Second)`. Those of the courses are not always; they say so in
/// [`Evaluator::is_zero_sum`]. Engines therefore ask for the root player's opinion at every leaf, whoever is to move there.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `state`, in which the game goes on, is worth to `side`.
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score;

    /// What a finished state is worth to `side`, for textbook engines, which ask the evaluator about every leaf and
    /// for which all wins are alike.
    fn finished(&self, _game: &G, _state: &G::State, outcome: Outcome, side: Side) -> Score {
        Score::of_outcome(outcome, side, 0)
    }

    /// Whether the two sides' opinions are each other's negation.
    fn is_zero_sum(&self) -> bool {
        true
    }
}
