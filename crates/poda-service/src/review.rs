//! A whole game looked at again, position by position.

use core::ops::ControlFlow;

use poda_agent::{Agent, GameLine, ThinkingLimits};
use poda_catalog::{AnySolver, SolveTask};
use poda_core::{Score, SearchObserver, Side, Turn, break_if};
use serde::Serialize;

use crate::{Context, Reply, ScoreView, ServiceError, context::Reporter};

/// Who reviews where nothing is proved. A number of nodes, and not a time, so that the same game has the same review.
const ENGINE: &str = "pvs:nodes=60000,tt=8";
/// What a solver may enter for one position.
const SOLVER_NODES: u64 = 3_000_000;

/// The positions of a game with their scores.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewView {
    /// One for the start and one after each move.
    pub positions: Vec<ReviewedPosition>,
    /// Whether this is the last answer.
    pub done: bool,
}

/// A position of a reviewed game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReviewedPosition {
    /// Its score for player 1; nothing while it is not known.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<ScoreView>,
    /// Whether a solver proved it, or the game is over.
    pub exact: bool,
    /// The move that the engine prefers; nothing where a solver was enough, or the game is over.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub best: Option<String>,
}

/// Who finds scores.
struct Reviewer<'a> {
    agent: Box<dyn Agent>,
    solver: Option<Box<dyn AnySolver>>,
    reporter: Reporter<'a>,
}

/// Reviews a game, from its end to its start: what comes later is found sooner, and helps with what comes before.
pub(crate) fn review(line: &GameLine, context: &mut Context<'_>) -> Result<ReviewView, ServiceError> {
    let limits = context.limits;
    let (line, sides, outcome, agent, solver) = context.sessions.with(line, &limits, |followed| {
        let session = followed.session.as_ref();
        let sides: Vec<Side> = session.movers().into_iter().chain([session.to_move()]).collect();
        let agent = context.host.agent(followed.game.as_ref(), ENGINE, &limits)?;
        let solver = followed.game.solver(limits.table, 1).ok().filter(|solver| solver.horizon().is_none());
        Ok((session.line().clone(), sides, session.outcome(), agent, solver))
    })?;
    let mut positions = vec![ReviewedPosition::default(); sides.len()];
    let mut reviewer = Reviewer { agent, solver, reporter: Reporter::new(context.host, limits.thinking) };
    for (ply, side) in sides.into_iter().enumerate().rev() {
        if reviewer.reporter.is_over() {
            break;
        }
        let here = GameLine { moves: line.moves[..ply].to_vec(), ..line.clone() };
        positions[ply] = match outcome {
            Some(outcome) if ply == line.moves.len() => {
                let score = Score::of_outcome(outcome, Side::First, 0);
                ReviewedPosition { score: Some(score.into()), exact: true, best: None }
            }
            _ => reviewer.look(&here, side)?,
        };
        let known = &positions;
        reviewer.reporter.tell(|| Reply::Review(ReviewView { positions: known.clone(), done: false }));
    }
    Ok(ReviewView { positions, done: true })
}

impl Reviewer<'_> {
    fn look(&mut self, line: &GameLine, side: Side) -> Result<ReviewedPosition, ServiceError> {
        let for_first = |score: Score| ScoreView::from(Turn::between(Side::First, side).to_parent(score));
        let mut watch = Watch { reporter: &self.reporter, nodes: Some(SOLVER_NODES) };
        let solver = self.solver.as_mut();
        let proved = solver.and_then(|solver| solver.solve(line, SolveTask::EXACT, &mut watch).ok());
        if let Some(score) = proved.and_then(|proved| proved.exact()) {
            return Ok(ReviewedPosition { score: Some(for_first(score)), exact: true, best: None });
        }
        let mut watch = Watch { reporter: &self.reporter, nodes: None };
        let choice = self.agent.choose(line, ThinkingLimits::default(), &mut watch)?;
        Ok(ReviewedPosition {
            score: choice.score.map(for_first),
            exact: choice.score.is_some_and(Score::is_proven),
            best: Some(choice.mv),
        })
    }
}

/// Ends a look after so many nodes, or when the time is over.
struct Watch<'a, 'b> {
    reporter: &'a Reporter<'b>,
    nodes: Option<u64>,
}

impl SearchObserver for Watch<'_, '_> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        break_if(self.nodes.is_some_and(|most| entered >= most) || self.reporter.is_over())
    }
}
