use poda_core::{Found, Game, Limits, Moves, Progress, Statistics, Watch};

/// Depths beyond this are a loop that nobody waits for.
const DEEPEST: u32 = 10_000;

/// What one search to a fixed depth gave.
pub(crate) struct Iteration<M> {
    /// The result; `None` if it was stopped before it knew any move.
    pub(crate) found: Option<Found<M>>,
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
    watch: &mut dyn Watch<G::Move>,
    mut search: impl FnMut(u32, u64, &mut dyn Watch<G::Move>) -> Iteration<G::Move>,
) -> Found<G::Move> {
    let first = limits.depth.unwrap_or(1).clamp(1, DEEPEST);
    let last = limits.depth.map_or(DEEPEST, |_| first);
    let mut best: Option<Found<G::Move>> = None;
    let (mut nodes, mut leaves) = (0, 0);
    for depth in first..=last {
        let iteration = search(depth, nodes, watch);
        if let Some(mut found) = iteration.found {
            (found.nodes, found.leaves) = (found.nodes + nodes, found.leaves + leaves);
            (nodes, leaves) = (found.nodes, found.leaves);
            if !iteration.stopped || best.is_none() {
                best = Some(found);
            } else if let Some(best) = &mut best {
                (best.nodes, best.leaves) = (nodes, leaves);
            }
        }
        if iteration.stopped {
            break;
        }
        if let Some(Found { score: Some(score), line, .. }) = &best {
            watch.progress(&Progress { depth, score: *score, nodes, line });
        }
        if !iteration.may_change {
            break;
        }
    }
    best.unwrap_or_else(|| first_move(game, root))
}

/// What a search says that was stopped before it knew anything: the first move of the rules, without an opinion.
pub(crate) fn first_move<G: Game>(game: &G, root: &G::State) -> Found<G::Move> {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    Found {
        best: moves[0],
        score: None,
        depth: 0,
        nodes: 1,
        leaves: 0,
        line: vec![moves[0]],
        scores: Vec::new(),
        bounds: None,
        statistics: Statistics::default(),
    }
}

/// The deepest iteration that anyone may ask for.
pub(crate) fn deepest(limits: Limits) -> u32 {
    limits.depth.unwrap_or(DEEPEST).clamp(1, DEEPEST)
}
