use poda_core::{Evaluator, Game, Searcher, Turn};
use poda_search::{
    AlphaBeta, Always, BlockFirst, Chance, Mcts, Minimax, NodeList, Pvs, PvsOptions, Random, RandomWhenLost,
    SolverFirst, WinValue,
};

use crate::{EngineError, EvaluatorRef, games::EngineParts};

/// A search algorithm with its options.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Search {
    /// Any legal move.
    Random {
        /// Another seed, another game.
        seed: u64,
    },
    /// Plain minimax.
    Minimax {
        /// What finished games are worth.
        ends: WinValue,
    },
    /// Textbook alpha-beta.
    AlphaBeta {
        /// What finished games are worth.
        ends: WinValue,
        /// The seed with which it plays on in a lost position; `None` if it goes on thinking.
        give_up: Option<u64>,
        /// A move that it plays whenever it is legal.
        always: Option<String>,
    },
    /// Principal variation search.
    Pvs {
        /// Its options.
        options: PvsOptions,
        /// Threads that search.
        threads: u32,
        /// The positions that the game's solver may enter before it searches; 0 for none.
        solver_nodes: u64,
    },
    /// Monte Carlo tree search.
    Mcts {
        /// Another seed, other random games.
        seed: u64,
        /// Megabytes of its tree.
        megabytes: usize,
    },
    /// Plain minimax that blocks before it wins.
    BlockFirst {
        /// The seed of its random moves.
        seed: u64,
        /// Whether the tree is kept as the report tells it.
        is_literal: bool,
    },
    /// Exact play.
    Exact {
        /// Megabytes of its table.
        megabytes: usize,
        /// Whether it looks into the book of openings.
        uses_book: bool,
    },
}

/// A searcher, and others that help it in other threads through a table that they share.
pub struct Searchers<G> {
    /// Its result counts.
    pub leader: Box<dyn Searcher<G>>,
    /// The others.
    pub helpers: Vec<Box<dyn Searcher<G>>>,
}

impl<G: Game> Searchers<G> {
    fn alone(leader: impl Searcher<G> + 'static) -> Self {
        Self { leader: Box::new(leader), helpers: Vec::new() }
    }
}

/// Megabytes of the table with which a solver helps.
const SOLVER_TABLE: usize = 16;

pub(crate) fn searchers<G: EngineParts>(
    game: &G,
    search: &Search,
    evaluator: &EvaluatorRef<'_, G>,
) -> Result<Searchers<G>, EngineError> {
    Ok(match search {
        Search::Random { seed } => Searchers::alone(Random { chance: Chance::new(*seed) }),
        // No built-in player needs them.
        Search::Minimax { .. } | Search::Mcts { .. } | Search::BlockFirst { is_literal: false, .. }
            if cfg!(feature = "small") =>
        {
            return Err(EngineError::Missing);
        }
        Search::Minimax { ends } => Searchers::alone(Minimax { evaluator: evaluator.shared(), ends: *ends }),
        Search::AlphaBeta { ends, give_up, always } => {
            let mut leader = match give_up {
                None => evaluator.alphabeta(*ends),
                Some(seed) => {
                    let lost = Turn::Passed.to_parent(evaluator.shared().decided());
                    let searcher: Box<dyn Searcher<G>> =
                        Box::new(AlphaBeta { evaluator: evaluator.shared(), ends: *ends });
                    Box::new(RandomWhenLost { searcher, lost, chance: Chance::new(*seed) })
                }
            };
            if let Some(mv) = always.clone() {
                leader = Box::new(Always { searcher: leader, mv });
            }
            Searchers { leader, helpers: Vec::new() }
        }
        Search::Pvs { options, threads, solver_nodes } => {
            let mut searchers = evaluator.pvs(options, *threads);
            let solver = (*solver_nodes > 0).then(|| game.helping_solver(SOLVER_TABLE)).flatten();
            if let Some(solver) = solver {
                searchers.leader = Box::new(SolverFirst::new(searchers.leader, solver, *solver_nodes));
            }
            searchers
        }
        Search::Mcts { seed, megabytes } => Searchers::alone(mcts(*seed, *megabytes)),
        Search::BlockFirst { seed, is_literal: false } => {
            Searchers::alone(block_first(evaluator.shared(), *seed))
        }
        Search::BlockFirst { seed, is_literal: true } => {
            Searchers::alone(NodeList { evaluator: evaluator.shared(), chance: Chance::new(*seed) })
        }
        Search::Exact { megabytes, uses_book } => {
            Searchers { leader: game.exact_engine(*megabytes, *uses_book)?, helpers: Vec::new() }
        }
    })
}

pub(crate) fn pvs<G, E>(evaluator: &E, options: &PvsOptions, threads: u32) -> Searchers<G>
where
    G: Game,
    E: Evaluator<G> + Clone + 'static,
{
    let leader = Pvs::with_options(evaluator.clone(), *options);
    let helper = |number| -> Box<dyn Searcher<G>> { Box::new(leader.helper(evaluator.clone(), number)) };
    let helpers = (1..threads).map(helper).collect();
    Searchers { leader: Box::new(leader), helpers }
}

pub(crate) fn mcts(seed: u64, megabytes: usize) -> Mcts {
    Mcts { chance: Chance::new(seed), megabytes }
}

pub(crate) fn block_first<E>(evaluator: E, seed: u64) -> BlockFirst<E> {
    BlockFirst { minimax: Minimax { evaluator, ends: WinValue::Equal }, chance: Chance::new(seed) }
}
