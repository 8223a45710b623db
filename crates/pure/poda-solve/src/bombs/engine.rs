use poda_connect::{Action, BombGame, BombRules, BombState};
use poda_core::{Found, Limits, Progress, Score, SearchObserver, Searcher};

use super::{Advice, BombSolver, openings};
use crate::{SolveError, engine::NodeLimit};

/// The engine that proves what it can of a bomb game. It plays a shortest win, or else a longest loss, or else the most
/// central action that is not known to lose. Depth limits how many actions it looks ahead.
#[derive(Debug)]
pub struct ExactBombEngine<R> {
    solver: BombSolver<R>,
}

impl<R: BombRules> ExactBombEngine<R> {
    /// The engine with a table of `megabytes`.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, SolveError> {
        BombSolver::new(megabytes).map(|solver| Self { solver })
    }
}

impl<R: BombRules> Searcher<BombGame<R>> for ExactBombEngine<R> {
    fn search(
        &mut self,
        _: &BombGame<R>,
        root: &BombState,
        limits: Limits,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Found<Action> {
        // With a limit of nodes the result is to depend on nothing else, so nothing is remembered.
        if limits.nodes.is_some() {
            self.solver.forget();
        }
        let within = limits.depth.unwrap_or(BombSolver::<R>::LONGEST);
        let mut limited = NodeLimit { observer: &mut *observer, nodes: limits.nodes };
        let written = openings::advice::<R>(root).filter(|_| limits.depth.is_none());
        let (advice, nodes) = match written {
            Some(advice) => (advice, 0),
            // Nobody asks about a finished game; any answer is as good.
            None => self
                .solver
                .advise(root, within, &mut limited)
                .unwrap_or((Advice::Open { safe: Vec::new(), holds: 0, no_win: 0 }, 0)),
        };
        let (best, bounds, depth) = match advice {
            Advice::Wins(action, actions) => (action, [Score::win_at(actions); 2], actions),
            Advice::Loses(action, actions) => (action, [Score::loss_at(actions); 2], actions),
            Advice::Open { safe, holds, no_win } => {
                let bounds = [Score::loss_at(holds + 1), Score::win_at(no_win + 1)];
                (most_central(&safe), bounds, holds.min(no_win))
            }
        };
        let score = (bounds[0] == bounds[1]).then_some(bounds[0]);
        if let Some(score) = score {
            // There is no further depth to begin.
            let _ = observer.depth(&Progress { depth, score, nodes, pv: &[best] });
        }
        let scores = score.map(|score| (best, score)).into_iter().collect();
        Found { score, depth, nodes, scores, bounds: Some(bounds), ..Found::unsearched(best) }
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
