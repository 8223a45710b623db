use poda_connect::{Connect4, Connect4State};
use poda_core::{Found, Game, Limits, Moves, Progress, Score, Searcher, Statistics, Watch};

use crate::{Findings, Goal, Onlooker, SolveError, Solver};

/// The engine that knows. It plays a shortest win, or else a draw, or else a longest loss; limits of depth mean nothing
/// to it. Stopped before it knows, it plays the most central move that does not lose at once.
#[derive(Debug)]
pub struct ExactEngine {
    solver: Solver,
}

impl ExactEngine {
    /// The engine for that board, with a table of `megabytes`.
    ///
    /// # Errors
    /// If the board cannot be solved, or if there is not enough memory.
    pub fn new(game: &Connect4<u64>, megabytes: usize) -> Result<Self, SolveError> {
        Solver::new(game, megabytes).map(|solver| Self { solver })
    }

    /// The same without a book of openings.
    pub fn without_book(self) -> Self {
        Self { solver: self.solver.without_book() }
    }
}

/// Passes on what the solver tells, as far as a watcher of searches can understand it.
pub(crate) struct Overlooker<'a, M> {
    pub(crate) watch: &'a mut dyn Watch<M>,
    pub(crate) nodes: Option<u64>,
}

impl<M> Onlooker for Overlooker<'_, M> {
    fn keep_going(&mut self, nodes: u64) -> bool {
        self.nodes.is_none_or(|most| nodes < most) && self.watch.keep_going(nodes)
    }
}

impl Searcher<Connect4<u64>> for ExactEngine {
    fn search(
        &mut self,
        game: &Connect4<u64>,
        root: &Connect4State<u64>,
        limits: Limits,
        watch: &mut dyn Watch<u8>,
    ) -> Found<u8> {
        // With a limit of nodes the result is to depend on nothing else, so nothing is remembered.
        if limits.nodes.is_some() {
            self.solver.forget();
        }
        let mut overlooker = Overlooker { watch, nodes: limits.nodes };
        let unknown = Findings { lower: -63, upper: 63, nodes: 0 };
        let findings = self.solver.solve(root, Goal::Exact, &mut overlooker).unwrap_or(unknown);
        let known = findings.score().and_then(|score| {
            let best = self.solver.best_move(root, score, &mut overlooker).ok().flatten()?;
            Some((best, score))
        });
        let value = |score: i32| match score {
            0 => Score::EVEN,
            1.. => Score::win_at(self.solver.remoteness(root, score)),
            _ => Score::loss_at(self.solver.remoteness(root, score)),
        };
        let Some((best, score)) = known else {
            let best = guess(game, root);
            let bounds = (findings.lower > -63).then(|| [value(findings.lower), value(findings.upper)]);
            return Found {
                best,
                score: None,
                depth: 0,
                nodes: findings.nodes,
                leaves: 0,
                line: vec![best],
                scores: vec![],
                bounds,
                statistics: Statistics::default(),
            };
        };
        let depth = self.solver.remoteness(root, score);
        let score = value(score);
        let nodes = findings.nodes;
        watch.progress(&Progress { depth, score, nodes, line: &[best] });
        Found {
            best,
            score: Some(score),
            depth,
            nodes,
            leaves: 0,
            line: vec![best],
            scores: vec![(best, score)],
            bounds: Some([score; 2]),
            statistics: Statistics::default(),
        }
    }

    fn new_game(&mut self, _: u64) {
        self.solver.forget();
    }
}

/// The most central move after which the opponent cannot win at once, or else the most central one.
fn guess(game: &Connect4<u64>, root: &Connect4State<u64>) -> u8 {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    let middle = game.grid().width() - 1;
    moves.sort_by_key(|column| (2 * u32::from(*column)).abs_diff(middle));
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
