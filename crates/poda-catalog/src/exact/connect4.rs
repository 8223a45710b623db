use std::any::Any;

use poda_agent::{Agent, EngineAgent};
use poda_connect::{Connect4, Connect4State};
use poda_core::{Game, Notation, Outcome};
use poda_solve::{ExactEngine, Findings, Onlooker, Solver};

use super::{AnySolver, Opening, Place, Task, Wording, follow, known};
use crate::EngineSpec;

struct Connect4Solver {
    game: Connect4<u64>,
    solver: Solver,
}

impl Connect4Solver {
    fn position(&self, place: Place<'_>) -> Result<Connect4State<u64>, String> {
        let state = follow(&self.game, place)?;
        match self.game.outcome(&state) {
            Some(Outcome::Win(winner)) => Err(format!("the game is over: player {winner} has four in line")),
            _ => Ok(state),
        }
    }
}

impl AnySolver for Connect4Solver {
    fn solve(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Findings, String> {
        let state = self.position(place)?;
        self.solver.solve(&state, task.goal, onlooker).map_err(|error| error.to_string())
    }

    fn solve_moves(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<(String, Option<Findings>)>, String> {
        let state = self.position(place)?;
        let columns =
            self.solver.solve_moves(&state, task.goal, onlooker).map_err(|error| error.to_string())?;
        let named = |(column, findings)| (self.game.move_text(&state, column), findings);
        Ok((0..).zip(columns).map(named).collect())
    }

    fn wording(&self) -> Wording {
        |_, findings| match findings.score() {
            Some(score) => score.to_string(),
            None => format!("{}..{}", findings.lower, findings.upper),
        }
    }

    fn remoteness(&self, place: Place<'_>, score: i32) -> Result<u32, String> {
        Ok(self.solver.remoteness(&self.position(place)?, score))
    }

    fn read_score(&self, text: &str) -> Result<i32, String> {
        text.parse().map_err(|_| format!("{text:?} is not a score"))
    }

    fn certificate(
        &mut self,
        _: Place<'_>,
        _: &Findings,
        _: &mut dyn Onlooker,
    ) -> Result<(String, usize), String> {
        Err("only games with bombs have certificates".into())
    }

    fn games_end(&self) -> bool {
        true
    }

    fn close_book(&mut self) {
        self.solver.close_book();
    }
}

pub(super) fn solver<G: Any>(game: &G, megabytes: usize, threads: usize) -> Opening<dyn AnySolver> {
    let game: Connect4<u64> = known(game)?;
    let solver = Solver::new(&game, megabytes).map_err(|error| error.to_string());
    Some(solver.map(|solver| {
        Box::new(Connect4Solver { game, solver: solver.with_threads(threads) }) as Box<dyn AnySolver>
    }))
}

pub(super) fn seat<G: Any>(game: &G, spec: &EngineSpec) -> Opening<dyn Agent> {
    let game: Connect4<u64> = known(game)?;
    let engine = ExactEngine::new(&game, spec.table).map_err(|error| error.to_string());
    let engine = engine.map(|engine| if spec.has_book { engine } else { engine.without_book() });
    Some(engine.map(|engine| Box::new(EngineAgent::new(game, engine, spec.allowance)) as Box<dyn Agent>))
}
