use std::ops::ControlFlow;

use poda_core::{Found, Game, Limits, Moves, Progress, SearchObserver};

/// The largest depth that any engine searches to; who asks for more gets this.
///
/// Searches recurse, and a thread's stack is what it is: a level takes up to 3 kB of it (principal variation search in
/// Parchís), and the smallest stack that a search runs on has a megabyte.
pub const MAX_DEPTH: u32 = 256;

/// What one search to a fixed depth gave.
pub(crate) struct Iteration<M> {
    /// The result; `None` if it was stopped before it knew any move.
    pub(crate) found: Option<Found<M>>,
    /// Positions entered, whatever was found.
    pub(crate) nodes: u64,
    /// Those at the end of a branch.
    pub(crate) leaves: u64,
    /// Whether it was stopped before its end.
    pub(crate) stopped: bool,
    /// Whether searching deeper could change the result.
    pub(crate) may_change: bool,
}

/// A textbook engine under limits: a given depth is searched directly, so that its node counts are those of the
/// textbook; without one it deepens step by step until it is stopped.
pub(crate) fn direct_or_deepening<G: Game>(
    game: &G,
    root: &G::State,
    limits: Limits,
    observer: &mut dyn SearchObserver<G::Move>,
    mut search: impl FnMut(u32, u64, &mut dyn SearchObserver<G::Move>) -> Iteration<G::Move>,
) -> Found<G::Move> {
    let first = limits.depth.unwrap_or(1).clamp(1, MAX_DEPTH);
    let last = limits.depth.map_or(MAX_DEPTH, |_| first);
    let mut best: Option<Found<G::Move>> = None;
    let (mut nodes, mut leaves) = (0, 0);
    for depth in first..=last {
        let iteration = search(depth, nodes, observer);
        (nodes, leaves) = (nodes + iteration.nodes, leaves + iteration.leaves);
        if let Some(found) = iteration.found.filter(|_| !iteration.stopped || best.is_none()) {
            best = Some(found);
        }
        if iteration.stopped {
            break;
        }
        let told = match &best {
            Some(Found { score: Some(score), pv, .. }) => {
                observer.depth(&Progress { depth, score: *score, nodes, pv })
            }
            _ => ControlFlow::Continue(()),
        };
        if told.is_break() || !iteration.may_change {
            break;
        }
    }
    Found { nodes, leaves, ..best.unwrap_or_else(|| first_move(game, root)) }
}

/// The result of a search that was stopped before it finished anything: the first move of the rules, without a score.
pub(crate) fn first_move<G: Game>(game: &G, root: &G::State) -> Found<G::Move> {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    Found::unsearched(moves[0])
}

/// The deepest iteration that anyone may ask for.
pub(crate) fn deepest(limits: Limits) -> u32 {
    limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH)
}
