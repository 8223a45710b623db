//! Where exact play meets the other lists: as an engine, and as a solver of its own.

use std::any::Any;

use poda_agent::{Agent, Seat};
use poda_connect::{Connect4, Connect4State};
use poda_core::{Game, Notation, Outcome};
use poda_solve::{Exact, Findings, Goal, Onlooker, Solver};

use crate::EngineSpec;

/// A solver as everyone right of the seam holds it: positions are lines of moves.
pub trait AnySolver: Send {
    /// What can be found out about the position after these moves, for its side to move.
    ///
    /// # Errors
    /// If the moves are illegal or the game is over by a line.
    fn solve(&mut self, moves: &str, goal: Goal, onlooker: &mut dyn Onlooker) -> Result<Findings, String>;

    /// The same for each column, for the side to move now; `None` for full ones.
    ///
    /// # Errors
    /// If the moves are illegal or the game is over by a line.
    fn solve_moves(
        &mut self,
        moves: &str,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<Option<Findings>>, String>;

    /// Plies to the end under perfect play of a position with that score.
    ///
    /// # Errors
    /// If the moves are illegal or the game is over by a line.
    fn remoteness(&self, moves: &str, score: i32) -> Result<u32, String>;
}

struct Connect4Solver {
    game: Connect4<u64>,
    solver: Solver,
}

impl Connect4Solver {
    fn state(&self, moves: &str) -> Result<Connect4State<u64>, String> {
        let mut state = self.game.start();
        for (index, text) in Connect4::<u64>::TOKENS.split(moves).into_iter().enumerate() {
            let column = self.game.read_move(&state, text);
            state = self.game.play(&state, column.map_err(|error| format!("ply {}: {error}", index + 1))?);
        }
        match self.game.outcome(&state) {
            Some(Outcome::Win(winner)) => Err(format!("the game is over: player {winner} has four in line")),
            _ => Ok(state),
        }
    }
}

impl AnySolver for Connect4Solver {
    fn solve(&mut self, moves: &str, goal: Goal, onlooker: &mut dyn Onlooker) -> Result<Findings, String> {
        let state = self.state(moves)?;
        self.solver.solve(&state, goal, onlooker).map_err(|error| error.to_string())
    }

    fn solve_moves(
        &mut self,
        moves: &str,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<Option<Findings>>, String> {
        let state = self.state(moves)?;
        self.solver.solve_moves(&state, goal, onlooker).map_err(|error| error.to_string())
    }

    fn remoteness(&self, moves: &str, score: i32) -> Result<u32, String> {
        Ok(self.solver.remoteness(&self.state(moves)?, score))
    }
}

/// The only game that can be solved, if it is this one.
fn connect4<G: Any>(game: &G) -> Result<Connect4<u64>, String> {
    let known = (game as &dyn Any).downcast_ref::<Connect4<u64>>();
    known.copied().ok_or_else(|| "only Connect-4 on boards of up to 64 bits can be solved".to_owned())
}

/// Opens a solver for a game.
pub(crate) fn open<G: Any>(game: &G, megabytes: usize, threads: usize) -> Result<Box<dyn AnySolver>, String> {
    let game = connect4(game)?;
    let solver = Solver::new(&game, megabytes).map_err(|error| error.to_string())?.with_threads(threads);
    Ok(Box::new(Connect4Solver { game, solver }))
}

/// Seats the engine `exact` at a game.
pub(crate) fn seat<G: Any>(game: &G, spec: &EngineSpec) -> Result<Box<dyn Agent>, String> {
    let game = connect4(game)?;
    let engine = Exact::new(&game, spec.table).map_err(|error| error.to_string())?;
    Ok(Box::new(Seat::new(game, engine, spec.allowance)))
}
