use std::sync::Arc;

use crate::{Game, Moves, Outcome, Score, Side, Text};

/// A heuristic: what positions are worth.
///
/// The point of view is explicit. The built-in evaluators are zero-sum: what is good for one side is as bad for
/// the other, `evaluate(s, First) == -evaluate(s, Second)`. Those of the courses are not always; they say so in
/// [`Evaluator::is_zero_sum`]. Engines therefore ask for the root player's value at every leaf, whoever is to move there.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What `state`, in which the game goes on, is worth to `side`.
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score;

    /// The same value as its terms, always the same ones in the same order. For people who want to know why: engines
    /// never ask, so it need not be fast.
    fn terms(&self, game: &G, state: &G::State, side: Side) -> Vec<Term> {
        vec![Term::new(Text::new("value", "valor"), self.evaluate(game, state, side).value())]
    }

    /// Whether the value is the sum of its terms. It is not where infinities swallow the rest.
    fn terms_add_up(&self) -> bool {
        true
    }

    /// What a finished state is worth to `side`, for textbook engines, which ask the evaluator about every leaf and
    /// for which all wins are alike.
    fn finished(&self, _game: &G, _state: &G::State, outcome: Outcome, side: Side) -> Score {
        Score::of_outcome(outcome, side, 0)
    }

    /// The least value that means "won" rather than "better", whether the game is over or this evaluator only takes
    /// it for decided; its negation means "lost".
    fn decided(&self) -> Score {
        Score::LEAST_WIN
    }

    /// Whether the two sides' values are each other's negation.
    fn is_zero_sum(&self) -> bool {
        true
    }

    /// What a look at `state`, in which the game goes on, settles without a search. It must be so by the rules: engines
    /// that ask take it for proved.
    #[inline]
    fn foresee(&self, _game: &G, _state: &G::State) -> Foresight<G::Move> {
        Foresight::Open
    }

    /// Appends the moves of `state` that are worth a search, in the order of the rules: all, or those that do not lose at once.
    /// There is at least one wherever [`Evaluator::foresee`] does not call the position lost.
    #[inline]
    fn candidates(&self, game: &G, state: &G::State, moves: &mut Moves<G::Move>) {
        game.moves(state, moves);
    }
}

/// What can be said about a position without a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foresight<M> {
    /// Nothing.
    Open,
    /// The proven score of the side to move, counted from this position.
    Decided(Score),
    /// Every other move loses at once.
    Forced(M),
}

/// An evaluator chosen at run time is an evaluator too: for engines that need not be compiled for each.
impl<G: Game> Evaluator<G> for Arc<dyn Evaluator<G>> {
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score {
        (**self).evaluate(game, state, side)
    }

    fn terms(&self, game: &G, state: &G::State, side: Side) -> Vec<Term> {
        (**self).terms(game, state, side)
    }

    fn terms_add_up(&self) -> bool {
        (**self).terms_add_up()
    }

    fn finished(&self, game: &G, state: &G::State, outcome: Outcome, side: Side) -> Score {
        (**self).finished(game, state, outcome, side)
    }

    fn decided(&self) -> Score {
        (**self).decided()
    }

    fn is_zero_sum(&self) -> bool {
        (**self).is_zero_sum()
    }

    fn foresee(&self, game: &G, state: &G::State) -> Foresight<G::Move> {
        (**self).foresee(game, state)
    }

    fn candidates(&self, game: &G, state: &G::State, moves: &mut Moves<G::Move>) {
        (**self).candidates(game, state, moves);
    }
}

/// The points that multiply the odds of winning by e: a lead of so many wins 73 games of 100 between equal players.
pub const LOGISTIC_POINTS: i32 = 250;

/// An evaluator that is a weighted sum of features. Whoever looks for better weights needs to know no more about it.
pub trait Tunable<G: Game>: Evaluator<G> + Clone {
    /// The features.
    const NAMES: &'static [Text];

    /// How much of each feature the first player has more than the second.
    fn amounts(game: &G, state: &G::State) -> Vec<i32>;

    /// What each feature is worth, in points.
    fn weights(&self) -> &[i32];

    /// The same evaluator with other weights, one for each name.
    fn with_weights(weights: &[i32]) -> Self;
}

/// One of the things that an evaluator looks at, and what it contributes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Term {
    /// What is looked at, such as `own threes`.
    pub name: Text,
    /// What it is worth to the asked side: weight and sign included.
    pub value: i32,
}

impl Term {
    /// A term.
    pub const fn new(name: Text, value: i32) -> Self {
        Self { name, value }
    }
}
