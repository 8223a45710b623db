use poda_agent::{GameLine, follow};
use poda_connect::{Connect4, Connect4State};
use poda_core::{Game, Notation, OnlyProofs, Outcome, Proved, SearchObserver, Searcher};
use poda_solve::{ExactEngine, SolveError, SolvedWord, Solver};

use super::{AnySolver, SolveTask, SolverError};

/// A solver for that board.
pub(crate) fn connect4_solver<W: SolvedWord>(
    game: &Connect4<W>,
    megabytes: usize,
    threads: usize,
) -> Result<Box<dyn AnySolver>, SolverError> {
    let solver = Solver::new(game, megabytes)?;
    #[cfg(not(target_family = "wasm"))]
    let solver = solver.with_threads(threads);
    // A browser has one.
    #[cfg(target_family = "wasm")]
    if threads > 1 {
        return Err(SolverError::OneThread);
    }
    Ok(Box::new(Connect4Solver { game: *game, solver }))
}

/// The engine `exact` for that board.
pub(crate) fn connect4_engine<W: SolvedWord>(
    game: &Connect4<W>,
    megabytes: usize,
    book: bool,
) -> Result<Box<dyn Searcher<Connect4<W>>>, SolverError> {
    let engine = ExactEngine::new(game, megabytes)?;
    Ok(Box::new(if book { engine } else { engine.without_book() }))
}

/// A solver that helps a searcher on that board.
pub(crate) fn connect4_helper<W: SolvedWord>(
    game: &Connect4<W>,
    megabytes: usize,
) -> Option<Box<dyn Searcher<Connect4<W>>>> {
    Some(Box::new(ExactEngine::new(game, megabytes).ok()?.winner_first()))
}

struct Connect4Solver<W: SolvedWord> {
    game: Connect4<W>,
    solver: Solver<W>,
}

impl<W: SolvedWord> Connect4Solver<W> {
    fn position(&self, line: &GameLine) -> Result<Connect4State<W>, SolverError> {
        let state = *follow(&self.game, line)?.state();
        match self.game.outcome(&state) {
            Some(Outcome::Win(winner)) => Err(SolveError::Won { winner }.into()),
            _ => Ok(state),
        }
    }
}

impl<W: SolvedWord> AnySolver for Connect4Solver<W> {
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
