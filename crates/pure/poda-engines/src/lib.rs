//! Every search of every game, generated once.
//!
//! Searches are generic over a game and its evaluator, and generic code is compiled where its types become known. That is here and
//! nowhere else: [`Engines`] is implemented for each game by functions that are not generic, which return `Box<dyn Searcher<G>>` and
//! the like. So a crate that uses them compiles no search, and a profile sets the optimisation of all searches by this crate's name.
//!
//! ```text
//! games/            what each game brings: evaluators, tuned weights, solver
//! evaluators.rs     the evaluators of a game, with the searches that are generated for them
//! search.rs         a search with its options -> searchers
//! recording.rs      the same, recorded
//! prover.rs         solvers
//! practice_tree.rs  the game of trees of numbers
//! ```
//!
//! A new game is a file in `games` and a line in the list below.

mod evaluators;
mod games;
mod practice_tree;
mod prover;
mod recording;
mod search;

use std::sync::Arc;

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{
    Encode, Evaluator, Game, LeafCounts, Notation, SearchObserver, Tunable, count_leaves, perft,
};
use poda_mnk::{Mnk, Nraya};
use poda_parchis::Parchis;
use poda_search::batch::{AnyBatch, Batch, BatchError, BatchOptions};
use poda_search::tune::{PlayGames, TuningRound, TuningSettings};

use self::games::EngineParts;
pub use poda_solve::{CertificateError, SolveError, book::install as install_book};

pub use self::{
    evaluators::{Amounts, EvaluatorEntry, EvaluatorRef},
    practice_tree::{PracticeTree, PracticeTreeError},
    prover::{EngineError, ProvedMove, Prover, SolveTask},
    recording::{Recording, RecordingSettings, TreeForm},
    search::{Search, Searchers},
};

/// A game whose searches are generated here.
pub trait Engines: RecordedGame + Encode + Clone {
    /// How far its engine `exact` and its solver look ahead; `None` where every game is solved in the end.
    const HORIZON: Option<u32>;

    /// Its evaluators, the default first: the built-in one, which has weights.
    fn evaluators() -> Vec<EvaluatorEntry<Self>>;

    /// The weights of the built-in evaluator that tuning begins with.
    fn guess() -> Vec<i32>;

    /// The searchers of a search.
    ///
    /// # Errors
    /// If it needs a solver, and the game has none or there is not enough memory.
    fn searchers(
        &self,
        search: &Search,
        evaluator: &EvaluatorRef<'_, Self>,
    ) -> Result<Searchers<Self>, EngineError>;

    /// A solver with a table of that many megabytes, and that many threads.
    ///
    /// # Errors
    /// If the game cannot be solved, not by more than one thread, or if there is not enough memory.
    fn prover(&self, megabytes: usize, threads: usize) -> Result<Box<dyn Prover<Self>>, EngineError>;

    /// Many games at once; `spec` is the game's name in errors.
    ///
    /// # Errors
    /// If an option is out of its range.
    fn batch(&self, spec: &str, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError>;

    /// Fits the weights of the built-in evaluator to games that it plays against itself.
    fn tune(&self, start: &[i32], settings: &TuningSettings, play: &PlayGames<'_>) -> Vec<TuningRound>;

    /// The number of move sequences of exactly `depth` decisions.
    fn perft(&self, state: &Self::State, depth: u32) -> u64;

    /// The same with a look at each leaf.
    fn count_leaves(&self, state: &Self::State, depth: u32) -> LeafCounts;
}

/// A game whose recorded searches are generated here.
pub trait RecordedGame: Game + Notation {
    /// Searches and records; `None` if the search is no tree.
    fn record(
        &self,
        root: &Self::State,
        search: &Search,
        evaluator: Arc<dyn Evaluator<Self>>,
        settings: RecordingSettings,
        observer: &mut dyn SearchObserver<Self::Move>,
    ) -> Option<Recording<Self>>;
}

/// Megabytes of the table of a solver that helps to tune.
const TUNING_TABLE: usize = 4;

fn batch<G: EngineParts>(
    game: &G,
    spec: &str,
    options: BatchOptions,
) -> Result<Box<dyn AnyBatch>, BatchError> {
    if cfg!(feature = "small") {
        return Err(BatchError::Option { name: "games", value: options.games as u64, least: 0, most: 0 });
    }
    Ok(Box::new(Batch::new(game.clone(), spec, options)?))
}

fn guess<G: EngineParts>() -> Vec<i32> {
    <G as EngineParts>::guess().weights().to_vec()
}

fn tune<G: EngineParts>(
    game: &G,
    start: &[i32],
    settings: &TuningSettings,
    play: &PlayGames<'_>,
) -> Vec<TuningRound> {
    let start = G::BuiltIn::with_weights(start);
    let solver = |game: &G| game.exact_engine(TUNING_TABLE, false).ok();
    poda_search::tune::tune(&game.tuned_together(), &start, settings, &solver, play)
}

macro_rules! engines {
    ($($game:ty),+ $(,)?) => {$(
        recorded!($game);

        impl Engines for $game {
            const HORIZON: Option<u32> = <Self as EngineParts>::HORIZON;

            fn evaluators() -> Vec<EvaluatorEntry<Self>> {
                evaluators::all()
            }

            fn guess() -> Vec<i32> {
                guess::<Self>()
            }

            fn searchers(
                &self,
                search: &Search,
                evaluator: &EvaluatorRef<'_, Self>,
            ) -> Result<Searchers<Self>, EngineError> {
                search::searchers(self, search, evaluator)
            }

            fn prover(&self, megabytes: usize, threads: usize) -> Result<Box<dyn Prover<Self>>, EngineError> {
                EngineParts::open_prover(self, megabytes, threads)
            }

            fn batch(&self, spec: &str, options: BatchOptions) -> Result<Box<dyn AnyBatch>, BatchError> {
                batch(self, spec, options)
            }

            fn tune(&self, start: &[i32], settings: &TuningSettings, play: &PlayGames<'_>) -> Vec<TuningRound> {
                tune(self, start, settings, play)
            }

            fn perft(&self, state: &Self::State, depth: u32) -> u64 {
                perft(self, state, depth)
            }

            fn count_leaves(&self, state: &Self::State, depth: u32) -> LeafCounts {
                count_leaves(self, state, depth)
            }
        }
    )+};
}

macro_rules! recorded {
    ($game:ty) => {
        impl RecordedGame for $game {
            fn record(
                &self,
                root: &Self::State,
                search: &Search,
                evaluator: Arc<dyn Evaluator<Self>>,
                settings: RecordingSettings,
                observer: &mut dyn SearchObserver<Self::Move>,
            ) -> Option<Recording<Self>> {
                recording::record((self, root), search, evaluator, settings, observer)
            }
        }
    };
}

engines! {
    Connect4<u64>,
    Connect4<u128>,
    Boom,
    Crush,
    Desconecta,
    Parchis,
    Nraya,
    Mnk<1>,
    Mnk<2>,
}

recorded!(PracticeTree);
