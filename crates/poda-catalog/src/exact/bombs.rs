use std::{any::Any, time::Duration};

use poda_agent::{Agent, EngineAgent, ThinkingLimits};
use poda_connect::{BombGame, BombRules, BoomRules};
use poda_core::{Game, Notation, Score};
use poda_solve::{BombSolver, CertificateError, ExactBombEngine, Findings, Goal, Onlooker};

use super::{AnySolver, Opening, Place, Task, Wording, certificate, follow, known};
use crate::EngineSpec;

struct Bombs<R> {
    /// As it is written in certificates.
    name: String,
    game: BombGame<R>,
    solver: BombSolver<R>,
}

impl<R: BombRules> AnySolver for Bombs<R> {
    fn solve(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Findings, String> {
        let state = follow(&self.game, place)?;
        self.solver.solve(&state, task.goal, task.within, onlooker).map_err(|error| error.to_string())
    }

    fn solve_moves(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<(String, Option<Findings>)>, String> {
        let state = follow(&self.game, place)?;
        let solved = self.solver.solve_moves(&state, task.goal, task.within, onlooker);
        let solved = solved.map_err(|error| error.to_string())?;
        let named = |(action, findings)| (self.game.move_text(&state, action), Some(findings));
        Ok(solved.into_iter().map(named).collect())
    }

    fn wording(&self) -> Wording {
        wording
    }

    fn remoteness(&self, _: Place<'_>, score: i32) -> Result<u32, String> {
        let score = Score::from_value(score);
        let distance = score.win_distance().or(score.loss_distance());
        distance.ok_or_else(|| format!("nobody knows how long a position of score {score} lasts"))
    }

    fn read_score(&self, text: &str) -> Result<i32, String> {
        let score = match text.split_once(' ').map(|(word, number)| (word, number.parse())) {
            Some(("win", Ok(actions))) => Score::win_at(actions),
            Some(("loss", Ok(actions))) => Score::loss_at(actions),
            None if text == "win" => Score::LEAST_WIN,
            None if text == "loss" => Score::loss_at(Score::LEAST_WIN.win_distance().unwrap_or_default()),
            None if text == "draw" => Score::EVEN,
            _ => return Err(format!("{text:?} is not a score such as \"win 5\", \"loss 12\" or \"draw\"")),
        };
        Ok(score.value())
    }

    fn certificate(
        &mut self,
        place: Place<'_>,
        findings: &Findings,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(String, usize), String> {
        let state = follow(&self.game, place)?;
        let mover = self.game.to_move(&state);
        let (lower, upper) = (Score::from_value(findings.lower), Score::from_value(findings.upper));
        let (winner, within) = match (lower.win_distance(), upper.loss_distance()) {
            (Some(within), _) => (mover, within),
            (_, Some(within)) => (mover.other(), within),
            (None, None) => return Err(CertificateError::Open.to_string()),
        };
        let proof = self.solver.certificate(&state, winner, within, onlooker);
        let proof = proof.map_err(|error| error.to_string())?;
        let text = certificate::text(self.game, &self.name, &state, &proof);
        Ok((text, proof.choices.len()))
    }

    fn games_end(&self) -> bool {
        false
    }
}

fn wording(goal: Goal, findings: &Findings) -> String {
    let (lower, upper) = (Score::from_value(findings.lower), Score::from_value(findings.upper));
    let exact_or = |word: &str, soonest: Option<u32>, latest: u32| match goal {
        Goal::Weak => word.to_owned(),
        Goal::Exact if lower == upper => lower.to_string(),
        Goal::Exact => format!("{word} {}..{latest}", soonest.unwrap_or_default()),
    };
    match (lower.win_distance(), upper.loss_distance()) {
        (Some(latest), _) => exact_or("win", upper.win_distance(), latest),
        (_, Some(latest)) => exact_or("loss", lower.loss_distance(), latest),
        (None, None) if lower == upper => "draw".into(),
        (None, None) => {
            // Neither side wins before the sooner of the two bounds.
            let bounds = [lower.loss_distance(), upper.win_distance()];
            let soonest = bounds.into_iter().flatten().min().unwrap_or_default();
            format!("no win within {}", soonest.saturating_sub(1))
        }
    }
}

/// How long the engine thinks about a game that need not end, unless told otherwise.
const PATIENCE: ThinkingLimits = ThinkingLimits {
    depth: Some(BombSolver::<BoomRules>::LONGEST),
    nodes: None,
    time: Some(Duration::from_secs(10)),
};

pub(super) fn solver<G: Any, R: BombRules>(
    name: &str,
    game: &G,
    megabytes: usize,
    threads: usize,
) -> Opening<dyn AnySolver> {
    let game: BombGame<R> = known(game)?;
    if threads > 1 {
        return Some(Err("it is solved by one thread only".into()));
    }
    let solver = BombSolver::new(megabytes).map_err(|error| error.to_string());
    Some(solver.map(|solver| Box::new(Bombs { name: name.to_owned(), game, solver }) as Box<dyn AnySolver>))
}

pub(super) fn seat<G: Any, R: BombRules>(game: &G, spec: &EngineSpec) -> Opening<dyn Agent> {
    let game: BombGame<R> = known(game)?;
    let engine = ExactBombEngine::<R>::new(spec.table).map_err(|error| error.to_string());
    let allowance = spec.allowance.or(PATIENCE);
    Some(engine.map(|engine| Box::new(EngineAgent::new(game, engine, allowance)) as Box<dyn Agent>))
}
