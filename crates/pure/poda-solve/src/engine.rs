use std::ops::ControlFlow;

use poda_connect::{Connect4, Connect4State};
use poda_core::{
    Found, Game, Goal, Limits, Moves, Progress, Proved, Score, SearchObserver, Searcher, Side, sort_few,
};

use crate::{SolveError, Solver, word::SolvedWord};

/// The engine that knows. It plays a shortest win, or else a draw, or else a longest loss; limits of depth mean nothing
/// to it. Stopped before it knows, it plays a move that wins, if it knows one, or the most central move that does not lose at once.
#[derive(Debug)]
pub struct ExactEngine<W: SolvedWord = u64> {
    solver: Solver<W>,
    winner_first: bool,
}

impl<W: SolvedWord> ExactEngine<W> {
    /// The engine for that board, with a table of `megabytes`.
    ///
    /// # Errors
    /// If the board cannot be solved, or if there is not enough memory.
    pub fn new(game: &Connect4<W>, megabytes: usize) -> Result<Self, SolveError> {
        Solver::new(game, megabytes).map(|solver| Self { solver, winner_first: false })
    }

    /// The same without a book of openings.
    pub fn without_book(self) -> Self {
        Self { solver: self.solver.without_book(), ..self }
    }

    /// The same for whoever has few nodes, and wants to know who wins rather than when. That costs a fraction of the score, so it is
    /// asked for first, and the score as far as another quarter of the nodes leads; what is hopeless is hardly tried.
    pub fn winner_first(self) -> Self {
        Self { winner_first: true, ..self }
    }

    /// What can be proved within a limit of nodes.
    fn prove(
        &mut self,
        game: &Connect4<W>,
        root: &Connect4State<W>,
        limited: &mut NodeLimit<'_, u8>,
    ) -> Result<Proved, SolveError> {
        let Some(most) = limited.nodes.filter(|_| self.winner_first) else {
            return self.solver.solve(root, Goal::Exact, limited);
        };
        if is_hopeless(game, root, most) {
            limited.nodes = Some(most.min(FEW_NODES));
        }
        let winner = self.solver.solve(root, Goal::Weak, limited)?;
        if !winner.reaches(Goal::Weak) || winner.exact().is_some() {
            return Ok(winner);
        }
        limited.nodes = Some(most.saturating_sub(winner.nodes).min(most / 4));
        let score = self.solver.solve(root, Goal::Exact, limited)?;
        limited.nodes = Some(most);
        let nodes = winner.nodes + score.nodes;
        Ok(Proved { nodes, ..if score.reaches(Goal::Weak) { score } else { winner } })
    }
}

/// Enough for a win or a loss that is near.
const FEW_NODES: u64 = 10_000;

/// Whether so many nodes will hardly do. Each empty cell doubles the nodes, more or less; on 8x8 a position of 16 stones takes one or two
/// million.
fn is_hopeless<W: SolvedWord>(game: &Connect4<W>, root: &Connect4State<W>, nodes: u64) -> bool {
    const EMPTY_WITH_ONE_NODE: u32 = 28;
    let all = Side::BOTH.map(|side| root.stones(side).count()).iter().sum::<u32>();
    let empty = game.grid().width() * game.grid().height() - all;
    empty > EMPTY_WITH_ONE_NODE + nodes.checked_ilog2().unwrap_or(0)
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
        let Ok(proved) = self.prove(game, root, &mut limited) else {
            return Found::unsearched(guess(game, root));
        };
        let best = proved.stones.and_then(|stones| {
            let best = match stones.exact() {
                Some(score) => self.solver.best_move(root, score, &mut limited),
                None if stones.at_least.number() > 0 => self.solver.winning_move(root, &mut limited),
                None => Ok(None),
            };
            best.ok().flatten()
        });
        let bounds = Some([proved.at_least, proved.at_most]);
        let Some(best) = best else {
            // A guess need not win, even if there is a win.
            let is_won = proved.at_least.win_distance().is_some();
            let bounds = if is_won { Some([Score::loss_at(1), proved.at_most]) } else { bounds };
            return Found { nodes: proved.nodes, bounds, ..Found::unsearched(guess(game, root)) };
        };
        let Some(score) = proved.exact() else {
            return Found { nodes: proved.nodes, bounds, ..Found::unsearched(best) };
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
