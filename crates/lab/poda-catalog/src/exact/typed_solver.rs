use std::sync::Arc;

use poda_agent::{AnyState, TypedGame};
use poda_core::{OnlyProofs, Proved, SearchObserver};
use poda_engines::{CertificateError, Engines, Prover, SolveTask};

use super::{AnySolver, CertificateText, Certify, SolverError, certificate};

/// The only [`AnySolver`] there is: it serves every game.
pub(crate) struct TypedSolver<G: Engines> {
    pub(crate) game: Arc<TypedGame<G>>,
    pub(crate) prover: Box<dyn Prover<G>>,
}

impl<G: Engines> AnySolver for TypedSolver<G> {
    fn solve(
        &mut self,
        state: &dyn AnyState,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Proved, SolverError> {
        let state = self.game.state(state)?;
        Ok(self.prover.solve(&state, task, &mut OnlyProofs(observer))?)
    }

    fn solve_moves(
        &mut self,
        state: &dyn AnyState,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<(String, Option<Proved>)>, SolverError> {
        let state = self.game.state(state)?;
        let solved = self.prover.solve_moves(&state, task, &mut OnlyProofs(observer))?;
        Ok(solved.into_iter().map(|(mv, proved)| (self.game.rules().move_text(&state, mv), proved)).collect())
    }

    fn horizon(&self) -> Option<u32> {
        G::HORIZON
    }

    fn certifier(&mut self) -> Option<&mut dyn Certify> {
        if self.prover.certifies() { Some(self) } else { None }
    }

    fn close_book(&mut self) {
        self.prover.close_book();
    }
}

impl<G: Engines> Certify for TypedSolver<G> {
    fn certificate(
        &mut self,
        state: &dyn AnyState,
        proved: &Proved,
        observer: &mut dyn SearchObserver,
    ) -> Result<CertificateText, SolverError> {
        let state = self.game.state(state)?;
        let mover = self.game.rules().to_move(&state);
        let (winner, within) = match (proved.at_least.win_distance(), proved.at_most.loss_distance()) {
            (Some(within), _) => (mover, within),
            (_, Some(within)) => (mover.other(), within),
            (None, None) => return Err(CertificateError::Open.into()),
        };
        let choices = self.prover.certificate(&state, winner, within, &mut OnlyProofs(observer))?;
        let text =
            certificate::text((self.game.rules(), self.game.spec()), &state, (winner, within), &choices);
        Ok(CertificateText { text, choices: choices.len() })
    }
}
