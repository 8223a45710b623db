//! What every heuristic sees in a position, side by side, and who is right where it is known.

use core::time::Duration;
use std::collections::BTreeMap;

use poda_agent::GameLine;
use poda_catalog::{AnyGame, AnySolver, Assessment, EvaluatorInfo, SolveTask};
use poda_core::{Outcome, Score, Side, Turn, sort_few};
use serde::Serialize;

use crate::{Context, FollowedLine, ServiceError, context::Reporter, proof::prove};

/// How long exact values may take.
const PATIENCE: Duration = Duration::from_millis(1500);

/// What there is to say about a position without searching.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeuristicsView {
    /// The side that decides.
    pub to_move: Side,
    /// The game's evaluators, the default one first.
    pub evaluators: Vec<EvaluatorView>,
    /// The exact score of each move for the side that makes it, where the game can be solved in time.
    pub exact: BTreeMap<String, Score>,
}

/// What one evaluator sees.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EvaluatorView {
    /// Which.
    #[serde(flatten)]
    pub info: EvaluatorInfo,
    /// For player 1 and player 2.
    pub sides: Vec<Assessment>,
    /// The position after each move, for the side that makes it, best first.
    pub ranking: Vec<RankedMove>,
}

/// A move and the heuristic value of the position after it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RankedMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the side that makes it.
    pub score: Score,
}

/// Where a move leads.
struct Next {
    mv: String,
    position: String,
    outcome: Option<Outcome>,
}

/// What the heuristics of a game see in a position.
pub(crate) fn compare(line: &GameLine, context: &mut Context<'_>) -> Result<HeuristicsView, ServiceError> {
    let limits = context.limits;
    let (side, evaluators, next, solver, line) = context.sessions.with(line, &limits, |followed| {
        let next = next(followed)?;
        let FollowedLine { game, session, .. } = followed;
        let (side, position) = (session.to_move(), session.position());
        let mut evaluators = Vec::new();
        for info in game.evaluators() {
            evaluators.push(evaluator(game.as_ref(), info, &position, side, &next)?);
        }
        let solver = game.solver(limits.table, 1).ok();
        Ok((side, evaluators, next, solver, session.line().clone()))
    })?;
    let mut reporter = Reporter::new(context.host, PATIENCE.min(limits.thinking));
    let exact = match solver {
        Some(solver) if solver.horizon().is_none() => score_all(solver, &line, side, &next, &mut reporter),
        Some(solver) => prove_some(solver, &line, &mut reporter),
        None => BTreeMap::new(),
    };
    Ok(HeuristicsView { to_move: side, evaluators, exact })
}

fn next(followed: &mut FollowedLine) -> Result<Vec<Next>, ServiceError> {
    let session = &mut followed.session;
    let line = session.line().clone();
    let mut next = Vec::new();
    for mv in session.legal() {
        session.follow(&line.after(mv.as_str()))?;
        next.push(Next { mv, position: session.position(), outcome: session.outcome() });
    }
    session.follow(&line)?;
    Ok(next)
}

fn evaluator(
    game: &dyn AnyGame,
    info: EvaluatorInfo,
    position: &str,
    side: Side,
    next: &[Next],
) -> Result<EvaluatorView, ServiceError> {
    let first = game.assess(info.name, position, Side::First)?;
    let second = game.assess(info.name, position, Side::Second)?;
    let mut ranking = Vec::new();
    for next in next {
        let score = game.assess(info.name, &next.position, side)?.score;
        ranking.push(RankedMove { mv: next.mv.clone(), score });
    }
    // Sorting keeps the order of the rules among equals, as the textbook engines do.
    sort_few(&mut ranking, |ranked| std::cmp::Reverse(ranked.score));
    Ok(EvaluatorView { info, sides: vec![first, second], ranking })
}

/// The exact score of every move, or nothing at all: half of them would not tell who is right.
fn score_all(
    mut solver: Box<dyn AnySolver>,
    line: &GameLine,
    side: Side,
    next: &[Next],
    reporter: &mut Reporter<'_>,
) -> BTreeMap<String, Score> {
    let mut known = BTreeMap::new();
    for next in next {
        let score = match next.outcome {
            Some(outcome) => Some(Score::of_outcome(outcome, side, 1)),
            None => solver
                .solve(&line.after(next.mv.as_str()), SolveTask::EXACT, reporter)
                .ok()
                .and_then(|proved| Turn::Passed.proved_to_parent(proved).exact()),
        };
        let Some(score) = score else { return BTreeMap::new() };
        known.insert(next.mv.clone(), score);
    }
    known
}

/// Wins and losses, if one wins or all lose: then it is known what is best.
fn prove_some(
    solver: Box<dyn AnySolver>,
    line: &GameLine,
    reporter: &mut Reporter<'_>,
) -> BTreeMap<String, Score> {
    let proofs = prove(solver, line, reporter, &mut |_, _| {});
    let wins = |score: &Score| score.win_distance().is_some();
    if !proofs.iter().any(|(_, score)| score.as_ref().is_some_and(wins))
        && proofs.iter().any(|(_, score)| score.is_none())
    {
        return BTreeMap::new();
    }
    proofs.into_iter().filter_map(|(text, score)| Some((text, score?))).collect()
}
