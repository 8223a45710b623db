use std::sync::Arc;

use poda_core::{Evaluator, Foresight, Game, Moves, Outcome, Score, Searcher, Side, Text, Tunable};
use poda_eval::{EvaluatorList, NamedEvaluator};
use poda_search::{AlphaBeta, PvsOptions, WinValue};

use crate::{
    games::EngineParts,
    search::{Searchers, pvs},
};

/// An evaluator of a game, with the searches that are generated for it.
///
/// A search asks its evaluator at every leaf. For the built-in one, and for those whose speed is measured, it is generated with the
/// evaluator inside; all others share one per game, which asks through a pointer.
pub struct EvaluatorEntry<G: Game> {
    /// Its name in specs.
    pub name: &'static str,
    /// What it looks at.
    pub summary: Text,
    /// The names of its features, if they have weights.
    pub features: &'static [Text],
    /// How much of each feature the first player has more than the second.
    pub amounts: Option<Amounts<G>>,
    /// One weight for each feature.
    pub weights: Vec<i32>,
    shared: fn(&[i32]) -> Arc<dyn Evaluator<G>>,
    alphabeta: Option<AlphaBetaOf<G>>,
    pvs: Option<PvsOf<G>>,
}

/// A textbook search that is generated for an evaluator, made with its weights.
type AlphaBetaOf<G> = fn(&[i32], WinValue) -> Box<dyn Searcher<G>>;
/// The same for principal variation search and its threads.
type PvsOf<G> = fn(&[i32], &PvsOptions, u32) -> Searchers<G>;

/// Counts the features of an evaluator that can be tuned.
pub type Amounts<G> = fn(&G, &<G as Game>::State) -> Vec<i32>;

impl<G: Game> EvaluatorEntry<G> {
    /// The evaluator behind a pointer.
    pub fn shared(&self) -> Arc<dyn Evaluator<G>> {
        (self.shared)(&self.weights)
    }

    fn of<E: NamedEvaluator>(shared: fn(&[i32]) -> Arc<dyn Evaluator<G>>) -> Self {
        let (name, summary) = (E::NAME, E::SUMMARY);
        Self {
            name,
            summary,
            features: &[],
            amounts: None,
            weights: Vec::new(),
            shared,
            alphabeta: None,
            pvs: None,
        }
    }

    fn tunable<E: NamedEvaluator + Tunable<G> + 'static>(evaluator: &E) -> Self {
        Self {
            features: E::NAMES,
            amounts: Some(E::amounts),
            weights: evaluator.weights().to_vec(),
            ..Self::of::<E>(|weights| share(E::with_weights(weights)))
        }
    }
}

fn share<G: Game>(evaluator: impl Evaluator<G> + 'static) -> Arc<dyn Evaluator<G>> {
    if cfg!(feature = "small") { Arc::new(WithoutTerms(evaluator)) } else { Arc::new(evaluator) }
}

/// An evaluator whose terms are left out, because searches do not ask for them.
struct WithoutTerms<E>(E);

impl<G: Game, E: Evaluator<G>> Evaluator<G> for WithoutTerms<E> {
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score {
        self.0.evaluate(game, state, side)
    }

    fn finished(&self, game: &G, state: &G::State, outcome: Outcome, side: Side) -> Score {
        self.0.finished(game, state, outcome, side)
    }

    fn decided(&self) -> Score {
        self.0.decided()
    }

    fn is_zero_sum(&self) -> bool {
        self.0.is_zero_sum()
    }

    fn foresee(&self, game: &G, state: &G::State) -> Foresight<G::Move> {
        self.0.foresee(game, state)
    }

    fn candidates(&self, game: &G, state: &G::State, moves: &mut Moves<G::Move>) {
        self.0.candidates(game, state, moves);
    }
}

/// The evaluator of a search.
pub enum EvaluatorRef<'a, G: Game> {
    /// One of the game's own.
    Listed(&'a EvaluatorEntry<G>),
    /// One for which no search is generated.
    Own(Arc<dyn Evaluator<G>>),
}

impl<G: Game> EvaluatorRef<'_, G> {
    pub(crate) fn shared(&self) -> Arc<dyn Evaluator<G>> {
        match self {
            Self::Listed(entry) => entry.shared(),
            Self::Own(evaluator) => Arc::clone(evaluator),
        }
    }

    pub(crate) fn alphabeta(&self, ends: WinValue) -> Box<dyn Searcher<G>> {
        match self {
            Self::Listed(EvaluatorEntry { alphabeta: Some(alphabeta), weights, .. }) => {
                alphabeta(weights, ends)
            }
            _ => Box::new(AlphaBeta { evaluator: self.shared(), ends }),
        }
    }

    pub(crate) fn pvs(&self, options: &PvsOptions, threads: u32) -> Searchers<G> {
        match self {
            Self::Listed(EvaluatorEntry { pvs: Some(pvs), weights, .. }) => pvs(weights, options, threads),
            _ => pvs(&self.shared(), options, threads),
        }
    }
}

/// The evaluators of a game, the default first.
pub(crate) struct EvaluatorTable<G: Game>(Vec<EvaluatorEntry<G>>);

/// All evaluators of a game.
pub(crate) fn all<G: EngineParts>() -> Vec<EvaluatorEntry<G>> {
    let mut built_in = EvaluatorEntry::tunable(&G::built_in());
    if G::INLINES {
        built_in.alphabeta =
            Some(|weights, ends| Box::new(AlphaBeta { evaluator: G::BuiltIn::with_weights(weights), ends }));
        built_in.pvs =
            Some(|weights, options, threads| pvs(&G::BuiltIn::with_weights(weights), options, threads));
    }
    let mut table = EvaluatorTable(vec![built_in]);
    G::list_evaluators(&mut table);
    table.0
}

impl<G: EngineParts> EvaluatorList<G> for EvaluatorTable<G> {
    fn add<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self) {
        self.0.push(EvaluatorEntry::of::<E>(|_| share(E::default())));
    }

    fn add_measured<E: NamedEvaluator + Evaluator<G> + Default + 'static>(&mut self) {
        let mut entry = EvaluatorEntry::of::<E>(|_| share(E::default()));
        if G::INLINES {
            entry.alphabeta = Some(|_, ends| Box::new(AlphaBeta { evaluator: E::default(), ends }));
        }
        self.0.push(entry);
    }

    fn add_tunable<E: NamedEvaluator + Tunable<G> + 'static>(&mut self, evaluator: &E) {
        self.0.push(EvaluatorEntry::tunable(evaluator));
    }
}
