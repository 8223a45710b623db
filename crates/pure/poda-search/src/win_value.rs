use poda_core::{Evaluator, Game, Outcome, Score, Side};

/// What a finished game is worth to a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum WinValue {
    /// What the evaluator says, as in textbooks: all wins are alike, so a sure win may be put off for ever.
    #[default]
    Equal,
    /// The sooner a win and the later a loss, the better.
    Sooner,
}

impl WinValue {
    /// The worth to `side` of an outcome `ply` decisions from the root.
    #[inline]
    pub(crate) fn score<G: Game>(
        self,
        evaluator: &impl Evaluator<G>,
        game: &G,
        state: &G::State,
        outcome: Outcome,
        side: Side,
        ply: u32,
    ) -> Score {
        match self {
            Self::Equal => evaluator.finished(game, state, outcome, side),
            Self::Sooner => Score::of_outcome(outcome, side, ply),
        }
    }
}
