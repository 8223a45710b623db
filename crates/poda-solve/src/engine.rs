use std::ops::ControlFlow;

use poda_connect::{Connect4, Connect4State};
use poda_core::{
    Found, Game, Goal, Limits, Moves, Progress, Proved, SearchObserver, Searcher, StoneBounds, sort_few,
};

use crate::{SolveError, Solver, word::SolvedWord};

/// The engine that knows. It plays a shortest win, or else a draw, or else a longest loss; limits of depth mean nothing
/// to it. Stopped before it knows, it plays the most central move that does not lose at once.
#[derive(Debug)]
pub struct ExactEngine<W: SolvedWord = u64> {
    solver: Solver<W>,
}

impl<W: SolvedWord> ExactEngine<W> {
    /// The engine for that board, with a table of `megabytes`.
    ///
    /// # Errors
    /// If the board cannot be solved, or if there is not enough memory.
    pub fn new(game: &Connect4<W>, megabytes: usize) -> Result<Self, SolveError> {
        Solver::new(game, megabytes).map(|solver| Self { solver })
    }

    /// The same without a book of openings.
    pub fn without_book(self) -> Self {
        Self { solver: self.solver.without_book() }
    }
}

/// Ends a search at a limit of nodes too.
pub(crate) struct NodeLimit<'a, M> {
    pub(crate) observer: &'a mut dyn SearchObserver<M>,
    pub(crate) nodes: Option<u64>,
}

impl<M> SearchObserver<M> for NodeLimit<'_, M> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        if self.nodes.is_some_and(|most| entered >= most) {
            return ControlFlow::Break(());
        }
        self.observer.nodes(entered)
    }

    fn proved(&mut self, proved: &Proved) {
        self.observer.proved(proved);
    }
}

impl<W: SolvedWord> Searcher<Connect4<W>> for ExactEngine<W> {
    fn search(
        &mut self,
        game: &Connect4<W>,
        root: &Connect4State<W>,
        limits: Limits,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Found<u8> {
        // With a limit of nodes the result is to depend on nothing else, so nothing is remembered.
        if limits.nodes.is_some() {
            self.solver.forget();
        }
        let mut limited = NodeLimit { observer, nodes: limits.nodes };
        let Ok(proved) = self.solver.solve(root, Goal::Exact, &mut limited) else {
            return Found::unsearched(guess(game, root));
        };
        let best = proved.stones.and_then(StoneBounds::exact).and_then(|score| {
            let best = self.solver.best_move(root, score, &mut limited);
            best.ok().flatten()
        });
        let bounds = Some([proved.at_least, proved.at_most]);
        let (Some(best), Some(score)) = (best, proved.exact()) else {
            return Found { nodes: proved.nodes, bounds, ..Found::unsearched(guess(game, root)) };
        };
        let (depth, nodes) = (proved.remoteness().unwrap_or_default(), proved.nodes);
        // There is no further depth to begin.
        let _ = observer.depth(&Progress { depth, score, nodes, pv: &[best] });
        Found {
            score: Some(score),
            depth,
            nodes,
            scores: vec![(best, score)],
            bounds,
            ..Found::unsearched(best)
        }
    }

    fn new_game(&mut self, _: u64) {
        self.solver.forget();
    }
}

/// The most central move after which the opponent cannot win at once, or else the most central one.
fn guess<W: SolvedWord>(game: &Connect4<W>, root: &Connect4State<W>) -> u8 {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    let middle = game.grid().width() - 1;
    sort_few(&mut moves, |column| (2 * u32::from(*column)).abs_diff(middle));
    let loses = |column: u8| {
        let child = game.play(root, column);
        let mut replies = Moves::new();
        if game.outcome(&child).is_none() {
            game.moves(&child, &mut replies);
        }
        replies.iter().any(|reply| {
            game.outcome(&game.play(&child, *reply)).is_some_and(|outcome| outcome.winner().is_some())
        })
    };
    moves.iter().copied().find(|column| !loses(*column)).or(moves.first().copied()).unwrap_or_default()
}
