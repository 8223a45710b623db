//! What every heuristic sees in a position, side by side, and who is right where it is known.

use std::{
    collections::BTreeMap,
    net::SocketAddr,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use axum::{
    Json,
    extract::{ConnectInfo, State},
};
use poda_catalog::{AnyGame, AnySolver, Assessment, SolveTask, Text};
use poda_core::{Outcome, Score, SearchObserver, Side, Turn, break_if};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    ServerLimits,
    api::Body,
    catalog::Words,
    failure::{Refusal, RefusalBody},
    line::{Line, Standing},
    prove::prove,
    scores::Worth,
    state::Shared,
    think,
};

/// How long exact values may take.
const PATIENCE: Duration = Duration::from_millis(1500);

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskOpinions {
    line: Line,
}

/// What there is to say about a position without searching.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Opinions {
    /// Who decides: 1 or 2.
    to_move: u8,
    evaluators: Vec<Opinion>,
    /// What each move is worth for certain to the side that makes it, where the game can be solved in time. Where
    /// there is no win or loss, the value is as solvers of Connect-4 count.
    exact: BTreeMap<String, Worth>,
}

/// Where a move leads.
struct Next {
    mv: String,
    position: String,
    outcome: Option<Outcome>,
}

/// What one evaluator thinks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Opinion {
    name: &'static str,
    meaning: Words,
    /// Whether the value is the sum of its parts.
    adds_up: bool,
    /// For player 1 and player 2.
    sides: Vec<Valued>,
    /// What it thinks of the position after each move, for the side that makes it, best first.
    ranking: Vec<Ranked>,
}

#[derive(Debug, Serialize, ToSchema)]
struct Valued {
    worth: Worth,
    parts: Vec<PartShown>,
}

#[derive(Debug, Serialize, ToSchema)]
struct PartShown {
    name: Words,
    value: i32,
}

#[derive(Debug, Serialize, ToSchema)]
struct Ranked {
    #[serde(rename = "move")]
    mv: String,
    worth: Worth,
}

impl From<Assessment> for Valued {
    fn from(assessment: Assessment) -> Self {
        let parts = assessment
            .parts
            .iter()
            .map(|part| PartShown { name: Words::of_part(part.name), value: part.value });
        Self { worth: assessment.score.into(), parts: parts.collect() }
    }
}

/// The heuristics of a game on a position.
#[utoipa::path(post, path = "/api/opinions", request_body = AskOpinions,
    responses((status = 200, body = Opinions), (status = 400, body = RefusalBody)))]
pub(crate) async fn opinions(
    State(shared): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(asked): Body<AskOpinions>,
) -> Result<Json<Opinions>, Refusal> {
    think::in_turn(&shared, address, move |limits| look(&asked.line, &limits).map(Json)).await
}

fn look(line: &Line, limits: &ServerLimits) -> Result<Opinions, Refusal> {
    let mut standing = line.follow(limits)?;
    let side = standing.table.to_move();
    let position = standing.table.position();
    let mut after = Vec::new();
    for text in standing.table.legal() {
        standing.table.play(&text)?;
        let (position, outcome) = (standing.table.position(), standing.table.outcome());
        after.push(Next { mv: text, position, outcome });
        standing.table.undo();
    }
    let mut evaluators = Vec::new();
    for info in standing.game.evaluators() {
        let game = standing.game.as_ref();
        evaluators.push(opinion(game, info.name, info.summary, &position, side, &after)?);
    }
    let exact = solve(&standing, &after, limits);
    Ok(Opinions { to_move: side.number(), evaluators, exact })
}

fn opinion(
    game: &dyn AnyGame,
    name: &'static str,
    meaning: Text,
    position: &str,
    side: Side,
    after: &[Next],
) -> Result<Opinion, Refusal> {
    let [first, second] =
        [game.assess(name, position, Side::First)?, game.assess(name, position, Side::Second)?];
    let mut ranking = Vec::new();
    for next in after {
        let worth: Worth = game.assess(name, &next.position, side)?.score.into();
        ranking.push(Ranked { mv: next.mv.clone(), worth });
    }
    // Sorting keeps the order of the rules among equals, as the textbook engines do.
    ranking.sort_by_key(|ranked| std::cmp::Reverse(ranked.worth.value));
    let adds_up = first.adds_up;
    Ok(Opinion { name, meaning: meaning.into(), adds_up, sides: vec![first.into(), second.into()], ranking })
}

struct Patience(Instant);

impl SearchObserver for Patience {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(Instant::now() >= self.0)
    }
}

/// What is certain about the moves, if it is enough to tell who is right.
fn solve(standing: &Standing, after: &[Next], limits: &ServerLimits) -> BTreeMap<String, Worth> {
    let patience = Patience(Instant::now() + PATIENCE);
    match standing.game.solver(limits.table, 1) {
        Ok(solver) if solver.horizon().is_none() => score_all(solver, standing, after, patience),
        Ok(solver) => prove_some(solver, standing, patience),
        Err(_) => BTreeMap::new(),
    }
}

/// The exact score of every move, or nothing at all: half of them would not tell who is right.
fn score_all(
    mut solver: Box<dyn AnySolver>,
    standing: &Standing,
    after: &[Next],
    mut patience: Patience,
) -> BTreeMap<String, Worth> {
    let side = standing.table.to_move();
    let mut known = BTreeMap::new();
    for next in after {
        let score = match next.outcome {
            Some(outcome) => Some(Score::of_outcome(outcome, side, 1)),
            None => solver
                .solve(&standing.table.line().after(next.mv.as_str()), SolveTask::EXACT, &mut patience)
                .ok()
                .and_then(|proved| Turn::Passed.proved_to_parent(proved).exact()),
        };
        let Some(score) = score else { return BTreeMap::new() };
        known.insert(next.mv.clone(), score.into());
    }
    known
}

/// Wins and losses, if one wins or all lose: then it is known what is best.
fn prove_some(
    solver: Box<dyn AnySolver>,
    standing: &Standing,
    mut patience: Patience,
) -> BTreeMap<String, Worth> {
    let proofs = prove(solver, standing, &mut patience, &mut |_| {});
    let wins = |score: &Score| score.win_distance().is_some();
    if !proofs.iter().any(|(_, score)| score.as_ref().is_some_and(wins))
        && proofs.iter().any(|(_, score)| score.is_none())
    {
        return BTreeMap::new();
    }
    proofs.into_iter().filter_map(|(text, score)| Some((text, score?.into()))).collect()
}
