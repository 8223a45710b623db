use poda_agent::{GameLine, follow};
use poda_connect::{Connect4, Connect4State, Word};
use poda_core::{Game, Notation, OnlyProofs, Outcome, Proved, SearchObserver, Searcher};
use poda_solve::{ExactEngine, SolveError, Solver};

use super::{AnySolver, SolveTask, SolverError};

/// The words whose boards can be solved say how; the others cannot.
pub(crate) trait SolvedWord: Word {
    fn solver(
        _game: &Connect4<Self>,
        _megabytes: usize,
        _threads: usize,
    ) -> Result<Box<dyn AnySolver>, SolverError> {
        Err(SolverError::Unsolvable)
    }

    fn engine(
        _game: &Connect4<Self>,
        _megabytes: usize,
        _book: bool,
    ) -> Result<Box<dyn Searcher<Connect4<Self>>>, SolverError> {
        Err(SolverError::Unsolvable)
    }
}

impl SolvedWord for u128 {}

impl SolvedWord for u64 {
    fn solver(
        game: &Connect4<u64>,
        megabytes: usize,
        threads: usize,
    ) -> Result<Box<dyn AnySolver>, SolverError> {
        let solver = Solver::new(game, megabytes)?.with_threads(threads);
        Ok(Box::new(Connect4Solver { game: *game, solver }))
    }

    fn engine(
        game: &Connect4<u64>,
        megabytes: usize,
        book: bool,
    ) -> Result<Box<dyn Searcher<Connect4<u64>>>, SolverError> {
        let engine = ExactEngine::new(game, megabytes)?;
        Ok(Box::new(if book { engine } else { engine.without_book() }))
    }
}

struct Connect4Solver {
    game: Connect4<u64>,
    solver: Solver,
}

impl Connect4Solver {
    fn position(&self, line: &GameLine) -> Result<Connect4State<u64>, SolverError> {
        let state = *follow(&self.game, line)?.state();
        match self.game.outcome(&state) {
            Some(Outcome::Win(winner)) => Err(SolveError::Won { winner }.into()),
            _ => Ok(state),
        }
    }
}

impl AnySolver for Connect4Solver {
    fn solve(
        &mut self,
        line: &GameLine,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Proved, SolverError> {
        let state = self.position(line)?;
        Ok(self.solver.solve(&state, task.goal, &mut OnlyProofs(observer))?)
    }

    fn solve_moves(
        &mut self,
        line: &GameLine,
        task: SolveTask,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<(String, Option<Proved>)>, SolverError> {
        let state = self.position(line)?;
        let columns = self.solver.solve_moves(&state, task.goal, &mut OnlyProofs(observer))?;
        let named = |(column, proved)| (self.game.move_text(&state, column), proved);
        Ok((0..).zip(columns).map(named).collect())
    }

    fn close_book(&mut self) {
        self.solver.close_book();
    }
}
