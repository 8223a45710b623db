//! What every heuristic sees in a position, side by side, and who is right where it is known.

use core::time::Duration;
use std::{collections::BTreeMap, sync::Arc};

use poda_agent::{AnyState, GameLine};
use poda_catalog::{AnyGame, AnySolver, Assessment, EvaluatorChoice, EvaluatorInfo, SolveTask};
use poda_core::{Score, Side, Turn, sort_few};
use serde::Serialize;

use crate::{Context, ServiceError, context::Reporter, proof::prove};

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
    state: Arc<dyn AnyState>,
}

/// What the heuristics of a game see in a position.
pub(crate) fn compare(line: &GameLine, context: &mut Context<'_>) -> Result<HeuristicsView, ServiceError> {
    let limits = context.limits;
    let (game, state) = context.sessions.with(line, &limits, |followed| {
        Ok((Arc::clone(&followed.game), Arc::clone(followed.session.state())))
    })?;
    let (side, state) = (state.to_move(), state.as_ref());
    let next = |mv: String| Some(Next { state: state.after(&mv).ok()?, mv });
    let next: Vec<Next> = state.legal().into_iter().filter_map(next).collect();
    let mut evaluators = Vec::new();
    for info in game.evaluators() {
        evaluators.push(evaluator(game.as_ref(), info, state, &next)?);
    }
    let solver = game.solver(limits.table, 1).ok();
    let mut reporter = Reporter::new(context.host, PATIENCE.min(limits.thinking));
    let exact = match solver {
        Some(solver) if solver.horizon().is_none() => score_all(solver, side, &next, &mut reporter),
        Some(solver) => prove_some(solver, state, &mut reporter),
        None => BTreeMap::new(),
    };
    Ok(HeuristicsView { to_move: side, evaluators, exact })
}

fn evaluator(
    game: &dyn AnyGame,
    info: EvaluatorInfo,
    state: &dyn AnyState,
    next: &[Next],
) -> Result<EvaluatorView, ServiceError> {
    let assess = |state, side| game.assess(EvaluatorChoice::Named(info.name), state, side);
    let [first, second] = [assess(state, Side::First)?, assess(state, Side::Second)?];
    let mut ranking = Vec::new();
    for next in next {
        let score = assess(next.state.as_ref(), state.to_move())?.score;
        ranking.push(RankedMove { mv: next.mv.clone(), score });
    }
    // Sorting keeps the order of the rules among equals, as the textbook engines do.
    sort_few(&mut ranking, |ranked| std::cmp::Reverse(ranked.score));
    Ok(EvaluatorView { info, sides: vec![first, second], ranking })
}

/// The exact score of every move, or nothing at all: half of them would not tell who is right.
fn score_all(
    mut solver: Box<dyn AnySolver>,
    side: Side,
    next: &[Next],
    reporter: &mut Reporter<'_>,
) -> BTreeMap<String, Score> {
    let mut known = BTreeMap::new();
    for next in next {
        let score = match next.state.outcome() {
            Some(outcome) => Some(Score::of_outcome(outcome, side, 1)),
            None => solver
                .solve(next.state.as_ref(), SolveTask::EXACT, reporter)
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
    state: &dyn AnyState,
    reporter: &mut Reporter<'_>,
) -> BTreeMap<String, Score> {
    let proofs = prove(solver, state, reporter, &mut |_, _| {});
    let wins = |score: &Score| score.win_distance().is_some();
    if !proofs.iter().any(|(_, score)| score.as_ref().is_some_and(wins))
        && proofs.iter().any(|(_, score)| score.is_none())
    {
        return BTreeMap::new();
    }
    proofs.into_iter().filter_map(|(text, score)| Some((text, score?))).collect()
}
