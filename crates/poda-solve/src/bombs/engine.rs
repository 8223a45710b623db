use poda_connect::{Action, BombGame, BombRules, BombState};
use poda_core::{Found, Limits, Progress, Score, Searcher, Statistics, Watch};

use super::{Advice, BombSolver};
use crate::{SolveError, engine::Overlooker};

/// The engine that proves what it can of a bomb game. It plays a shortest win, or else a longest loss, or else the most
/// central action that is not known to lose. Depth limits how many actions it looks ahead.
#[derive(Debug)]
pub struct ExactBombs<R> {
    solver: BombSolver<R>,
}

impl<R: BombRules> ExactBombs<R> {
    /// The engine with a table of `megabytes`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, SolveError> {
        BombSolver::new(megabytes).map(|solver| Self { solver })
    }
}

impl<R: BombRules> Searcher<BombGame<R>> for ExactBombs<R> {
    fn search(
        &mut self,
        _: &BombGame<R>,
        root: &BombState,
        limits: Limits,
        watch: &mut dyn Watch<Action>,
    ) -> Found<Action> {
        // With a limit of nodes the result is to depend on nothing else, so nothing is remembered.
        if limits.nodes.is_some() {
            self.solver.forget();
        }
        let within = limits.depth.unwrap_or(BombSolver::<R>::LONGEST);
        let mut overlooker = Overlooker { watch: &mut *watch, nodes: limits.nodes };
        let (advice, nodes) = match self.solver.advise(root, within, &mut overlooker) {
            Ok(advice) => advice,
            // Nobody asks about a finished game; any answer is as good.
            Err(_) => (Advice::Open { safe: Vec::new(), holds: 0, no_win: 0 }, 0),
        };
        let (best, score, depth) = match advice {
            Advice::Wins(action, actions) => (action, Some(Score::win_at(actions)), actions),
            Advice::Loses(action, actions) => (action, Some(Score::loss_at(actions)), actions),
            Advice::Open { safe, holds, no_win } => (most_central(&safe), None, holds.min(no_win)),
        };
        if let Some(score) = score {
            watch.progress(&Progress { depth, score, nodes, line: &[best] });
        }
        Found {
            best,
            score,
            depth,
            nodes,
            leaves: 0,
            line: vec![best],
            scores: score.map(|score| (best, score)).into_iter().collect(),
            statistics: Statistics::default(),
        }
    }

    fn new_game(&mut self, _: u64) {
        self.solver.forget();
    }
}

/// The bomb is kept as long as there is anything else to do.
fn most_central(actions: &[Action]) -> Action {
    let distance = |action: &Action| match action {
        Action::Drop(column) => column.abs_diff(3),
        Action::Boom => u8::MAX,
    };
    actions.iter().copied().min_by_key(distance).unwrap_or(Action::Boom)
}
