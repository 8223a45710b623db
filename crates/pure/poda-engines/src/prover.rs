//! Solvers, which are asked about states of their game.

use poda_connect::{Action, BombGame, BombRules, BombState, Connect4, Connect4State};
use poda_core::{Game, Goal, Language, Outcome, Proved, SearchObserver, Side, Translate, text};
use poda_solve::{BombSolver, CertificateError, SolveError, SolvedWord, Solver};
use thiserror::Error;

/// How much to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SolveTask {
    /// The score, or only who wins.
    pub goal: Goal,
    /// How many actions to look ahead at most, by solvers that have a [horizon](crate::Engines::HORIZON).
    pub within: u32,
}

impl SolveTask {
    /// The exact score, however far one has to look.
    pub const EXACT: Self = Self { goal: Goal::Exact, within: u32::MAX };
    /// Only who wins, however far one has to look.
    pub const WEAK: Self = Self { goal: Goal::Weak, within: u32::MAX };
}

/// Why there is no such engine or solver.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum EngineError {
    /// The engine is left out of what a page fetches first.
    Missing,
    /// The game has no solver.
    Unsolvable,
    /// The game's solver has one thread.
    OneThread,
    /// It cannot be opened.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

impl Translate for EngineError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Missing => {
                text!(language, "this module does not have that engine", "este módulo no tiene ese motor")
            }
            Self::Unsolvable => text!(
                language,
                "only Connect-4, boom, crush and desconecta can be solved",
                "solo se pueden resolver el Conecta-4, boom, crush y desconecta"
            ),
            Self::OneThread => {
                text!(language, "it is solved by one thread only", "se resuelve con un solo hilo")
            }
            Self::Solve(error) => error.text(language),
        }
    }
}

/// A move, and what is proved about it; `None` if it is not legal now.
pub type ProvedMove<M> = (M, Option<Proved>);

/// A solver of a game.
pub trait Prover<G: Game>: Send {
    /// What can be proved about a state, for its side to move, before the observer ends it.
    ///
    /// # Errors
    /// If the game is over.
    fn solve(
        &mut self,
        state: &G::State,
        task: SolveTask,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Result<Proved, SolveError>;

    /// The same for each move that there is in the game: `None` for those that are not legal now.
    ///
    /// # Errors
    /// If the game is over.
    fn solve_moves(
        &mut self,
        state: &G::State,
        task: SolveTask,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Result<Vec<ProvedMove<G::Move>>, SolveError>;

    /// Whether its wins can be certified.
    fn certifies(&self) -> bool {
        false
    }

    /// The choices of `winner`, who wins within so many actions, in the order of the walk through all replies.
    ///
    /// # Errors
    /// If that side does not win, or if the observer stops it.
    fn certificate(
        &mut self,
        _state: &G::State,
        _winner: Side,
        _within: u32,
        _observer: &mut dyn SearchObserver<G::Move>,
    ) -> Result<Vec<G::Move>, CertificateError> {
        Err(CertificateError::Open)
    }

    /// Ignores the book of openings from now on. Most games have none.
    fn close_book(&mut self) {}
}

/// A solver of a board of Connect-4.
pub(crate) struct Connect4Prover<W: SolvedWord> {
    game: Connect4<W>,
    solver: Solver<W>,
}

impl<W: SolvedWord> Connect4Prover<W> {
    pub(crate) fn open(game: &Connect4<W>, megabytes: usize, threads: usize) -> Result<Self, EngineError> {
        let solver = Solver::new(game, megabytes)?;
        #[cfg(not(target_family = "wasm"))]
        let solver = solver.with_threads(threads);
        // A browser has one.
        #[cfg(target_family = "wasm")]
        if threads > 1 {
            return Err(EngineError::OneThread);
        }
        Ok(Self { game: *game, solver })
    }

    fn check(&self, state: &Connect4State<W>) -> Result<(), SolveError> {
        match self.game.outcome(state) {
            Some(Outcome::Win(winner)) => Err(SolveError::Won { winner }),
            _ => Ok(()),
        }
    }
}

impl<W: SolvedWord> Prover<Connect4<W>> for Connect4Prover<W> {
    fn solve(
        &mut self,
        state: &Connect4State<W>,
        task: SolveTask,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Proved, SolveError> {
        self.check(state)?;
        self.solver.solve(state, task.goal, observer)
    }

    fn solve_moves(
        &mut self,
        state: &Connect4State<W>,
        task: SolveTask,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Vec<ProvedMove<u8>>, SolveError> {
        self.check(state)?;
        Ok((0..).zip(self.solver.solve_moves(state, task.goal, observer)?).collect())
    }

    fn close_book(&mut self) {
        self.solver.close_book();
    }
}

/// A solver of a game with bombs.
pub(crate) struct BombProver<R>(BombSolver<R>);

impl<R: BombRules> BombProver<R> {
    pub(crate) fn open(megabytes: usize, threads: usize) -> Result<Self, EngineError> {
        if threads > 1 {
            return Err(EngineError::OneThread);
        }
        Ok(Self(BombSolver::new(megabytes)?))
    }
}

impl<R: BombRules> Prover<BombGame<R>> for BombProver<R> {
    fn solve(
        &mut self,
        state: &BombState,
        task: SolveTask,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Proved, SolveError> {
        self.0.solve(state, task.goal, task.within, observer)
    }

    fn solve_moves(
        &mut self,
        state: &BombState,
        task: SolveTask,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Vec<ProvedMove<Action>>, SolveError> {
        let solved = self.0.solve_moves(state, task.goal, task.within, observer)?;
        Ok(solved.into_iter().map(|(action, proved)| (action, Some(proved))).collect())
    }

    fn certifies(&self) -> bool {
        !cfg!(feature = "small")
    }

    fn certificate(
        &mut self,
        state: &BombState,
        winner: Side,
        within: u32,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Vec<Action>, CertificateError> {
        if !self.certifies() {
            return Err(CertificateError::Open);
        }
        Ok(self.0.certificate(state, winner, within, observer)?.choices)
    }
}
