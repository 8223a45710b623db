use std::collections::HashSet;

use poda_connect::{Action, BombRules, BombState};
use poda_core::{Game, Language, Moves, SearchObserver, Side, Translate, text};

use super::{
    search::{LONGEST, Stopped},
    solver::BombSolver,
    table::WinAnswer,
};
use crate::SolveError;

/// A winner's strategy: proof that it wins within so many actions, whatever the other side does.
///
/// Whoever checks it walks through the game from the position. Where the loser is to move, it follows every legal action,
/// in the order of the rules; where the winner is, and the position has not been met before, the next one of `choices` says
/// what is played. So the choices need no names, and a position costs one character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Certificate {
    /// Who wins.
    pub winner: Side,
    /// Within so many actions.
    pub within: u32,
    /// What the winner plays in each position, in the order in which they are met.
    pub choices: Vec<Action>,
}

/// Why there is no certificate.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{}", self.text(Language::English))]
pub enum CertificateError {
    /// The position has no game to win.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// Nobody is proved to win.
    Open,
}

impl Translate for CertificateError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Solve(error) => error.text(language),
            Self::Open => text!(
                language,
                "nobody is proved to win, so there is nothing to certify",
                "no se ha demostrado que gane nadie, así que no hay nada que certificar"
            ),
        }
    }
}

impl<R: BombRules> BombSolver<R> {
    /// The proof that a side wins within so many actions; [`BombSolver::solve`] says who and how many. What was proved
    /// is found again in the table, or proved again.
    ///
    /// # Errors
    /// If that side does not win, or if the observer stops it.
    pub fn certificate(
        &mut self,
        state: &BombState,
        winner: Side,
        within: u32,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Certificate, CertificateError> {
        self.check(state)?;
        let mut writer = CertificateWriter {
            solver: self,
            winner,
            seen: HashSet::new(),
            choices: Vec::new(),
            nodes: 0,
            observer,
        };
        match writer.walk(state) {
            Ok(()) => Ok(Certificate { winner, within, choices: writer.choices }),
            Err(Stopped) => Err(CertificateError::Open),
        }
    }
}

struct CertificateWriter<'a, R: BombRules> {
    solver: &'a mut BombSolver<R>,
    winner: Side,
    seen: HashSet<BombState>,
    choices: Vec<Action>,
    nodes: u64,
    observer: &'a mut dyn SearchObserver<Action>,
}

impl<R: BombRules> CertificateWriter<'_, R> {
    fn walk(&mut self, state: &BombState) -> Result<(), Stopped> {
        let game = self.solver.game;
        if game.outcome(state).is_some() || !self.seen.insert(*state) {
            return Ok(());
        }
        if game.to_move(state) == self.winner {
            let action = self.shortest(state)?;
            self.choices.push(action);
            return self.walk(&game.play(state, action));
        }
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        moves.iter().try_for_each(|action| self.walk(&game.play(state, *action)))
    }

    /// An action that wins as soon as possible. A strategy that wins a little later would do too, but it might go round in
    /// circles; with each of these the end comes nearer.
    fn shortest(&mut self, state: &BombState) -> Result<Action, Stopped> {
        let game = self.solver.game;
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        for within in 1..=LONGEST {
            if matches!(self.ask(state, within)?, WinAnswer::Holds(_)) {
                continue;
            }
            for action in &moves {
                if matches!(self.ask(&game.play(state, *action), within - 1)?, WinAnswer::Wins(_)) {
                    return Ok(*action);
                }
            }
        }
        Err(Stopped)
    }

    fn ask(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        self.solver.ask(state, self.winner, within, &mut self.nodes, self.observer)
    }
}
