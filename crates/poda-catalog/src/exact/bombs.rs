use poda_agent::{GameLine, follow};
use poda_connect::{BombGame, BombRules, BombState};
use poda_core::{Game, Notation, OnlyProofs, Proved, SearchObserver};
use poda_solve::{BombSolver, CertificateError};

use super::{AnySolver, CertificateText, Certify, SolveTask, SolverError, certificate};

pub(crate) struct Bombs<R> {
    /// The game's spec, as it is written in certificates.
    spec: String,
    game: BombGame<R>,
    solver: BombSolver<R>,
}

impl<R: BombRules> Bombs<R> {
    pub(crate) fn open(
        spec: &str,
        game: BombGame<R>,
        megabytes: usize,
        threads: usize,
    ) -> Result<Self, SolverError> {
        if threads > 1 {
            return Err(SolverError::OneThread);
        }
        Ok(Self { spec: spec.to_owned(), game, solver: BombSolver::new(megabytes)? })
    }

    fn position(&self, line: &GameLine) -> Result<BombState, SolverError> {
        Ok(*follow(&self.game, line)?.state())
    }
}

impl<R: BombRules> AnySolver for Bombs<R> {
    fn solve(
        &mut self,
        line: &GameLine,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Proved, SolverError> {
        let state = self.position(line)?;
        Ok(self.solver.solve(&state, task.goal, task.within, &mut OnlyProofs(observer))?)
    }

    fn solve_moves(
        &mut self,
        line: &GameLine,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<(String, Option<Proved>)>, SolverError> {
        let state = self.position(line)?;
        let solved = self.solver.solve_moves(&state, task.goal, task.within, &mut OnlyProofs(observer))?;
        let named = |(action, proved)| (self.game.move_text(&state, action), Some(proved));
        Ok(solved.into_iter().map(named).collect())
    }

    fn horizon(&self) -> Option<u32> {
        Some(BombSolver::<R>::LONGEST)
    }

    fn certifier(&mut self) -> Option<&mut dyn Certify> {
        Some(self)
    }
}

impl<R: BombRules> Certify for Bombs<R> {
    fn certificate(
        &mut self,
        line: &GameLine,
        proved: &Proved,
        observer: &mut dyn SearchObserver,
    ) -> Result<CertificateText, SolverError> {
        let state = self.position(line)?;
        let mover = self.game.to_move(&state);
        let (winner, within) = match (proved.at_least.win_distance(), proved.at_most.loss_distance()) {
            (Some(within), _) => (mover, within),
            (_, Some(within)) => (mover.other(), within),
            (None, None) => return Err(CertificateError::Open.into()),
        };
        let proof = self.solver.certificate(&state, winner, within, &mut OnlyProofs(observer))?;
        let text = certificate::text(self.game, &self.spec, &state, &proof);
        Ok(CertificateText { text, choices: proof.choices.len() })
    }
}
