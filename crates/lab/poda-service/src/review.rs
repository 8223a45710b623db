//! A whole game looked at again, position by position. It is decided by nodes, never by the clock: the same game has the same
//! review on every machine, however busy it is.

use core::time::Duration;
use std::sync::Arc;

use poda_agent::{Agent, AgentError, GameLine, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, AnySolver, EngineSpec, SolveTask};
use poda_core::{Score, Side, Turn, stop_when};
use serde::{Deserialize, Serialize};

use crate::{Context, CostlyMove, Reply, ServiceError, context::Reporter, costly::most_costly};

/// Who reviews where nothing is proved.
const ENGINE: &str = "pvs:tt=8";
/// What the engine may enter for one position, and for a whole game: a long game has less for each.
const ENGINE_NODES: Share = Share { position: 60_000, game: 12_000_000 };
/// The same for a solver.
const SOLVER_NODES: Share = Share { position: 3_000_000, game: 90_000_000 };
/// A review may take so many times as long as a search. Only a machine that is far too busy gets there, and then it says so.
const PATIENCE: u32 = 10;

/// Part of the name under which a review is kept. Raise it whenever the same game gets another review, or the review
/// another form: what was kept before is computed again.
const VERSION: u32 = 2;

/// Moves of a better line that a solver's player is asked for.
const EXPECTED: usize = 8;

/// A number of nodes that depends on nothing but the length of the game.
struct Share {
    position: u64,
    game: u64,
}

impl Share {
    fn of(&self, positions: usize) -> u64 {
        self.position.min(self.game / positions.max(1) as u64)
    }
}

/// The positions of a game with their scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewView {
    /// One for the start and one after each move.
    pub positions: Vec<ReviewedPosition>,
    /// The move of each player that cost it most, in the order of the game; none before the last answer.
    pub costly: Vec<CostlyMove>,
    /// Whether this is the last answer.
    pub done: bool,
    /// Whether every position was looked at. A review that was stopped has gaps.
    pub complete: bool,
}

/// A position of a reviewed game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedPosition {
    /// Its score for player 1; nothing while it is not known.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<Score>,
    /// Whether a solver proved it, or the game is over.
    pub exact: bool,
    /// The move that the engine prefers; nothing where a solver was enough, or the game is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub best: Option<String>,
}

/// Who finds scores.
pub(crate) struct Reviewer<'a> {
    game: Arc<dyn AnyGame>,
    agent: Box<dyn Agent>,
    solver: Option<Box<dyn AnySolver>>,
    reporter: Reporter<'a>,
    /// Nodes for one position: the engine's and the solver's.
    nodes: [u64; 2],
    /// Megabytes of the solver's table.
    table: usize,
}

/// Reviews a game, from its end to its start: what comes later is found sooner, and helps with what comes before.
///
/// The first `opening` moves were chosen by nobody: they are not among the costly ones.
pub(crate) fn review(
    line: &GameLine,
    opening: usize,
    only_kept: bool,
    context: &mut Context<'_>,
) -> Result<ReviewView, ServiceError> {
    let limits = context.limits;
    let (game, session) = context
        .sessions
        .with(line, &limits, |followed| Ok((Arc::clone(&followed.game), followed.session.clone())))?;
    let agent = context.host.player(game.as_ref(), ENGINE, &limits)?.agent(game.as_ref())?;
    let solver = game.solver(limits.table, 1).ok().filter(|solver| solver.horizon().is_none());
    let (sides, outcome): (Vec<Side>, _) =
        (session.states().iter().map(|state| state.to_move()).collect(), session.outcome());
    let key = key(session.line(), opening, limits.table);
    let kept = context.host.kept_review(&key).filter(|kept| kept.positions.len() == sides.len());
    if let Some(kept) = kept {
        return Ok(kept);
    }
    if only_kept {
        return Ok(ReviewView { positions: Vec::new(), costly: Vec::new(), done: true, complete: false });
    }
    let mut positions = vec![ReviewedPosition::default(); sides.len()];
    let patience = limits.thinking.checked_mul(PATIENCE).unwrap_or(Duration::MAX);
    let nodes = [&ENGINE_NODES, &SOLVER_NODES].map(|share| share.of(sides.len()));
    let reporter = Reporter::new(context.host, patience);
    let mut reviewer = Reviewer { game, agent, solver, reporter, nodes, table: limits.table };
    for (ply, side) in sides.iter().enumerate().rev() {
        let found = match outcome {
            Some(outcome) if ply == session.plies() => {
                let score = Score::of_outcome(outcome, Side::First, 0);
                ReviewedPosition { score: Some(score), exact: true, best: None }
            }
            _ => reviewer.look(&session.at(ply), *side)?,
        };
        // What was cut short says something else every time.
        if reviewer.reporter.is_over() {
            break;
        }
        positions[ply] = found;
        let known = &positions;
        let so_far =
            || ReviewView { positions: known.clone(), costly: Vec::new(), done: false, complete: false };
        reviewer.reporter.tell(|| Reply::Review(so_far()));
    }
    let complete = positions.iter().all(|position| position.score.is_some());
    let costly = most_costly(&session, &sides, &positions, opening, &mut reviewer)?;
    let is_whole = complete && !reviewer.reporter.is_over();
    let view = ReviewView { positions, costly, done: true, complete };
    drop(reviewer);
    // What was cut short is found again, and whole then.
    if is_whole {
        context.host.keep_review(&key, &view);
    }
    Ok(view)
}

/// All that a review depends on.
fn key(line: &GameLine, opening: usize, table: usize) -> String {
    let GameLine { game, start, moves } = line;
    let start = start.as_deref().unwrap_or_default();
    format!("{VERSION}|{table}|{opening}|{game}|{start}|{}", moves.join(" "))
}

impl Reviewer<'_> {
    fn look(&mut self, session: &GameSession, side: Side) -> Result<ReviewedPosition, ServiceError> {
        let for_first = |score: Score| Turn::between(Side::First, side).to_parent(score);
        let [engine, solver] = self.nodes;
        let mut stop = stop_when(|entered| entered >= solver || self.reporter.is_over());
        let solver = self.solver.as_mut();
        let proved = solver
            .and_then(|solver| solver.solve(session.state().as_ref(), SolveTask::EXACT, &mut stop).ok());
        if let Some(score) = proved.and_then(|proved| proved.exact()) {
            return Ok(ReviewedPosition { score: Some(for_first(score)), exact: true, best: None });
        }
        let mut stop = stop_when(|_| self.reporter.is_over());
        let limits = ThinkingLimits { nodes: Some(engine), ..ThinkingLimits::default() };
        let choice = self.agent.choose(session, limits, &mut stop)?;
        Ok(ReviewedPosition {
            score: choice.score.map(for_first),
            exact: choice.score.is_some_and(Score::is_proven),
            best: Some(choice.mv),
        })
    }

    /// The move that should have been played, and what is expected after it; nothing if there was no time to find it. A solver knows what a position is worth;
    /// the player made of it knows which move is worth it.
    pub(crate) fn prefer(
        &mut self,
        session: &GameSession,
        is_proved: bool,
    ) -> Result<Option<Vec<String>>, ServiceError> {
        let mut stop = stop_when(|_| self.reporter.is_over());
        let line = if is_proved && self.solver.is_some() {
            let spec: EngineSpec = format!("exact:tt={}", self.table).parse()?;
            let mut exact = self.game.agent(&spec, None)?;
            let mut here = session.clone();
            // It names one move at a time; the end of the game ends the line too.
            while here.plies() < session.plies() + EXPECTED {
                match exact.choose(&here, ThinkingLimits::default(), &mut stop) {
                    Ok(choice) => here.follow(&here.line().after(choice.mv))?,
                    Err(AgentError::GameOver) => break,
                    Err(error) => return Err(error.into()),
                };
            }
            here.line().moves[session.plies()..].to_vec()
        } else {
            let limits = ThinkingLimits { nodes: Some(self.nodes[0]), ..ThinkingLimits::default() };
            let choice = self.agent.choose(session, limits, &mut stop)?;
            if choice.pv.first() == Some(&choice.mv) { choice.pv } else { vec![choice.mv] }
        };
        Ok(if self.reporter.is_over() { None } else { Some(line) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reviews are stored on disk. If their form changes, raise `VERSION`, so that old ones are made again.
    #[test]
    fn reviews_are_kept_in_the_form_of_this_version() {
        let costly = CostlyMove {
            player: 2,
            ply: 1,
            played: "3".into(),
            better: vec!["4".into()],
            before: Score::heuristic(-7),
            after: Score::loss_at(4),
            exact: false,
            cost: 999_989,
        };
        let known = |score, best: Option<&str>| ReviewedPosition {
            score: Some(score),
            exact: best.is_none(),
            best: best.map(str::to_owned),
        };
        let review = ReviewView {
            positions: vec![
                known(Score::EVEN, Some("4")),
                known(Score::win_at(5), None),
                ReviewedPosition::default(),
            ],
            costly: vec![costly],
            done: true,
            complete: false,
        };
        let text = concat!(
            r#"{"positions":[{"score":{"kind":"heuristic","points":0},"exact":false,"best":"4"},"#,
            r#"{"score":{"kind":"win","plies":5},"exact":true,"best":null},"#,
            r#"{"score":null,"exact":false,"best":null}],"#,
            r#""costly":[{"player":2,"ply":1,"played":"3","better":["4"],"#,
            r#""before":{"kind":"heuristic","points":-7},"after":{"kind":"loss","plies":4},"#,
            r#""exact":false,"cost":999989}],"done":true,"complete":false}"#,
        );
        assert_eq!((VERSION, serde_json::to_string(&review).unwrap().as_str()), (2, text));
        assert_eq!(serde_json::from_str::<ReviewView>(text).unwrap(), review);
    }
}
