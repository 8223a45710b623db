//! Solvers right of the boundary.

mod certificate;
mod typed_solver;

use poda_agent::{AnyState, OtherGame};
use poda_core::{Language, Proved, SearchObserver, Translate};
use poda_engines::{CertificateError, SolveError, SolveTask};
use serde::{Deserialize, Serialize};
use thiserror::Error;

pub(crate) use self::typed_solver::TypedSolver;

/// Why something is not solved or not certified.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum SolverError {
    /// The position is one of another game.
    #[error(transparent)]
    OtherGame(#[from] OtherGame),
    /// The solver refuses the position.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// There is nothing to certify.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
}

impl Translate for SolverError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::OtherGame(error) => error.text(language),
            Self::Solve(error) => error.text(language),
            Self::Certificate(error) => error.text(language),
        }
    }
}

/// A solver right of the boundary.
pub trait AnySolver: Send {
    /// What can be proved about a position, for its side to move, before the observer ends it.
    ///
    /// # Errors
    /// If it is a position of another game, or if the game is over.
    fn solve(
        &mut self,
        state: &dyn AnyState,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Proved, SolverError>;

    /// The same for each move that there is in the game, with its text: `None` for those that are not legal now.
    ///
    /// # Errors
    /// If it is a position of another game, or if the game is over.
    fn solve_moves(
        &mut self,
        state: &dyn AnyState,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<(String, Option<Proved>)>, SolverError>;

    /// How many actions it can look ahead; `None` where every game ends, so that every score is found in the end. With a
    /// horizon, bounds may be all that is ever found.
    fn horizon(&self) -> Option<u32> {
        None
    }

    /// Proves its results to others, if it can.
    fn certifier(&mut self) -> Option<&mut dyn Certify> {
        None
    }

    /// From now on everything is found by searching, even what a book of openings knows. Most games have none.
    fn close_book(&mut self) {}
}

/// The answer to a position: about itself, or about each of its moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Solution {
    /// Itself.
    Position(Proved),
    /// Every move by its text; `None` for those that are not legal.
    Moves(Vec<(String, Option<Proved>)>),
}

impl Solution {
    /// Everything that is proved.
    pub fn each(&self) -> Vec<&Proved> {
        match self {
            Self::Position(proved) => vec![proved],
            Self::Moves(moves) => moves.iter().filter_map(|(_, proved)| proved.as_ref()).collect(),
        }
    }

    /// The same for the position: the best of its moves.
    pub fn best(&self) -> Proved {
        Proved::best_of(self.each())
    }
}

/// A solver whose wins and losses another program can check.
pub trait Certify {
    /// The proof of a win or a loss that was [solved](AnySolver::solve).
    ///
    /// # Errors
    /// If nobody is known to win, or if the observer ends it.
    fn certificate(
        &mut self,
        state: &dyn AnyState,
        proved: &Proved,
        observer: &mut dyn SearchObserver,
    ) -> Result<CertificateText, SolverError>;
}

/// A certificate as `tools/check_certificate.py` reads it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CertificateText {
    /// The whole file.
    pub text: String,
    /// How many choices of the winner it holds.
    pub choices: usize,
}
