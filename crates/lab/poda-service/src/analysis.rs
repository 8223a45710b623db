//! What a player would play, and what every move is worth.

use core::{ops::ControlFlow, time::Duration};
use std::sync::Arc;

use poda_agent::{AnyState, Choice, GameLine, ThinkingLimits};
use poda_catalog::{AnySolver, SolveTask};
use poda_core::{MoveScore, Progress, Proved, Score, SearchObserver, Turn, break_if, sort_few};
use serde::Serialize;

use crate::{Context, PositionView, Reply, ServiceError, context::Reporter, proof};

/// A player's decision.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChosenMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the side to move; nothing from players without an evaluator.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// The principal variation, starting with the move.
    pub pv: Vec<String>,
    /// The position after the move.
    pub position: Box<PositionView>,
}

impl ChosenMove {
    fn new(choice: Choice, position: PositionView) -> Self {
        Self {
            mv: choice.mv,
            score: choice.score,
            depth: choice.depth,
            nodes: choice.nodes,
            pv: choice.pv,
            position: Box::new(position),
        }
    }
}

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchProgress {
    /// The last completed depth.
    pub depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Positions entered.
    pub nodes: u64,
    /// The principal variation.
    pub pv: Vec<String>,
}

impl From<&Progress<'_>> for SearchProgress {
    fn from(progress: &Progress<'_>) -> Self {
        Self { depth: progress.depth, score: progress.score, nodes: progress.nodes, pv: progress.pv.to_vec() }
    }
}

/// What is known of every legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveAnalyses {
    /// In the order of the rules.
    pub moves: Vec<MoveAnalysis>,
    /// Whether this is the last answer.
    pub done: bool,
}

/// What is known of a legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveAnalysis {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// For the side that makes it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<Score>,
    /// Decisions looked ahead.
    pub depth: u32,
    /// The principal variation, starting with the move.
    pub pv: Vec<String>,
    /// What is certain about it, where the game can be solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exact: Option<ExactBounds>,
}

/// Bounds that a solver proved about a move, for the side that makes it, in stones: `+2` wins with the last stone but one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ExactBounds {
    /// It is at least this.
    pub lower: i32,
    /// It is at most this.
    pub upper: i32,
    /// Plies to the end under perfect play, once the score is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remoteness: Option<u32>,
}

impl ExactBounds {
    /// From what is proved of the position after the move, in which the other side decides.
    fn before(after: &Proved) -> Option<Self> {
        let proved = Turn::Passed.proved_to_parent(*after);
        let stones = proved.stones?;
        Some(Self {
            lower: stones.at_least.number(),
            upper: stones.at_most.number(),
            remoteness: proved.remoteness(),
        })
    }
}

impl From<&MoveScore> for MoveAnalysis {
    fn from(known: &MoveScore) -> Self {
        Self {
            mv: known.mv.clone(),
            score: known.score,
            depth: known.depth,
            pv: known.pv.clone(),
            exact: None,
        }
    }
}

fn analyses(moves: &[MoveAnalysis], done: bool) -> Reply {
    Reply::Analysis(MoveAnalyses { moves: moves.to_vec(), done })
}

impl SearchObserver for Reporter<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.is_over())
    }

    fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.tell(|| Reply::Progress(progress.into()));
        ControlFlow::Continue(())
    }

    fn moves(&mut self, _: u32, moves: &[MoveScore]) {
        self.tell(|| {
            Reply::Analysis(MoveAnalyses {
                moves: moves.iter().map(MoveAnalysis::from).collect(),
                done: false,
            })
        });
    }
}

/// Lets a player choose a move.
pub(crate) fn choose(
    line: &GameLine,
    player: &str,
    context: &mut Context<'_>,
) -> Result<ChosenMove, ServiceError> {
    let (limits, sessions, language) = (context.limits, context.sessions, context.language);
    let (game, session) = sessions
        .with(line, &limits, |followed| Ok((Arc::clone(&followed.game), followed.session.clone())))?;
    let admit = || context.host.player(game.as_ref(), player, &limits);
    let mut seated = sessions.agent((&line.game, game.as_ref()), player, admit)?;
    let mut reporter = Reporter::new(context.host, limits.thinking);
    let choice = seated.agent.choose(&session, ThinkingLimits::default(), &mut reporter)?;
    sessions.keep_agent(seated);
    let after = line.after(choice.mv.as_str());
    let position = sessions.with(&after, &limits, |followed| Ok(PositionView::new(followed, language)))?;
    Ok(ChosenMove::new(choice, position))
}

/// An engine's scores first; then, where the game can be solved, what is certain.
pub(crate) fn analyze(
    line: &GameLine,
    player: &str,
    time: Duration,
    context: &mut Context<'_>,
) -> Result<MoveAnalyses, ServiceError> {
    let limits = context.limits;
    let time = time.min(limits.thinking);
    let (session, game) = context
        .sessions
        .with(line, &limits, |followed| Ok((followed.session.clone(), Arc::clone(&followed.game))))?;
    let mut agent = context.host.player(game.as_ref(), player, &limits)?.agent(game.as_ref())?;
    let mut reporter = Reporter::new(context.host, time);
    let is_solvable = game.solver(1, 1).is_ok();
    let share = if is_solvable { time / 4 } else { time };
    let thinking = ThinkingLimits { time: Some(share), ..ThinkingLimits::default() };
    let known = agent.analyze(&session, thinking, &mut reporter)?;
    // One table after the other, so that a question never has more than one.
    drop(agent);
    let solver = if is_solvable { game.solver(limits.table, 1).ok() } else { None };
    let mut moves: Vec<MoveAnalysis> = known.iter().map(MoveAnalysis::from).collect();
    let state = session.state().as_ref();
    match solver {
        Some(solver) if solver.horizon().is_none() => solve_moves(&mut reporter, solver, state, &mut moves),
        Some(solver) => prove_moves(&mut reporter, solver, state, &mut moves),
        None => {}
    }
    Ok(MoveAnalyses { moves, done: true })
}

/// Solves the position after each move, the most promising ones first.
fn solve_moves(
    reporter: &mut Reporter<'_>,
    mut solver: Box<dyn AnySolver>,
    state: &dyn AnyState,
    moves: &mut [MoveAnalysis],
) {
    let mut order: Vec<usize> = (0..moves.len()).collect();
    sort_few(&mut order, |index| std::cmp::Reverse(moves[*index].score));
    for index in order {
        if reporter.is_over() {
            return;
        }
        let Ok(after) = state.after(&moves[index].mv) else { continue };
        let mut bounds = BoundsReporter { reporter: &mut *reporter, moves: &mut *moves, index };
        // A move that ends the game cannot be solved further, and need not.
        let Ok(proved) = solver.solve(after.as_ref(), SolveTask::EXACT, &mut bounds) else { continue };
        moves[index].exact = ExactBounds::before(&proved);
        reporter.tell(|| analyses(moves, false));
    }
}

/// Proves wins and losses where the game need not end.
fn prove_moves(
    reporter: &mut Reporter<'_>,
    solver: Box<dyn AnySolver>,
    state: &dyn AnyState,
    moves: &mut [MoveAnalysis],
) {
    proof::prove(solver, state, reporter, &mut |reporter, proofs| {
        for known in moves.iter_mut() {
            let proof = proofs.iter().find(|(text, _)| *text == known.mv);
            if let Some((_, Some(score))) = proof {
                known.score = Some(*score);
            }
        }
        reporter.tell(|| analyses(moves, false));
    });
}

/// Tells bounds as they become tighter.
struct BoundsReporter<'a, 'b> {
    reporter: &'a mut Reporter<'b>,
    moves: &'a mut [MoveAnalysis],
    index: usize,
}

impl SearchObserver for BoundsReporter<'_, '_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.reporter.is_over())
    }

    fn proved(&mut self, proved: &Proved) {
        self.moves[self.index].exact = ExactBounds::before(proved);
        let moves = &*self.moves;
        self.reporter.tell(|| analyses(moves, false));
    }
}
