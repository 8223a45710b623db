//! Thinking: in threads of its own, a few at a time, each with a limit.

use std::{
    net::SocketAddr,
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use poda_agent::ThinkingLimits;
use poda_catalog::{AnySolver, SolveTask};
use poda_core::{MoveScore, Progress, Proved, SearchObserver, break_if};
use tokio::sync::mpsc;

use crate::{
    ServerLimits,
    failure::Refusal,
    line::{Line, Standing},
    message::Reply,
    prove::{Proofs, prove},
    scores::{Exact, Judged},
    state::Shared,
};

/// Progress is told at most this often.
const PACE: Duration = Duration::from_millis(50);

/// Something to think about.
#[derive(Clone, Debug)]
pub(crate) enum Thought {
    Choose { line: Line, player: String },
    Analyze { line: Line, player: String, time: Duration },
}

/// Waits for a turn, thinks, and tells.
pub(crate) async fn think(
    shared: Shared,
    id: u32,
    thought: Thought,
    stop: Arc<AtomicBool>,
    say: mpsc::Sender<Reply>,
) {
    let Ok(turn) = Arc::clone(&shared.thinkers).acquire_owned().await else { return };
    let limits = shared.options.limits;
    let (tell, stopped) = (say.clone(), Arc::clone(&stop));
    let answer = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let deadline = Instant::now() + limits.thinking;
        let listener = Listener { id, say: tell, stop: stopped, deadline, told: None };
        match thought {
            Thought::Choose { line, player } => choose(listener, &line, &player, &limits),
            Thought::Analyze { line, player, time } => analyze(listener, &line, &player, time, &limits),
        }
    })
    .await;
    // The question is answered: its number may be used again as soon as the answer is read.
    drop(stop);
    let reply = match answer {
        Ok(Ok(reply)) => reply,
        Ok(Err(refusal)) => Reply::refusal(Some(id), &refusal),
        Err(_) => Reply::refusal(Some(id), &Refusal::broken("the search broke off")),
    };
    let _ = say.send(reply).await;
}

/// Does something that takes time when its turn has come, for questions over HTTP.
pub(crate) async fn in_turn<T: Send + 'static>(
    shared: &Shared,
    address: SocketAddr,
    job: impl FnOnce(ServerLimits) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let broken = || Refusal::broken("the search broke off");
    let asker = shared.patience(address.ip())?;
    let turn = Arc::clone(&shared.thinkers).acquire_owned().await.map_err(|_| broken())?;
    let limits = shared.options.limits;
    let done = tokio::task::spawn_blocking(move || {
        let _counted = (turn, asker);
        job(limits)
    });
    done.await.map_err(|_| broken())?
}

/// Tells a client what a search has so far, and the search when to stop.
struct Listener {
    id: u32,
    say: mpsc::Sender<Reply>,
    stop: Arc<AtomicBool>,
    deadline: Instant,
    told: Option<Instant>,
}

impl Listener {
    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.say.is_closed() || Instant::now() >= self.deadline
    }

    fn tell(&mut self, reply: impl FnOnce(u32) -> Reply) {
        if self.told.is_none_or(|told| told.elapsed() >= PACE) {
            self.told = Some(Instant::now());
            // A client that cannot follow misses some progress, never an answer.
            let _ = self.say.try_send(reply(self.id));
        }
    }
}

impl SearchObserver for Listener {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.is_over())
    }

    fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        self.tell(|id| Reply::Thinking { id, so_far: progress.into() });
        ControlFlow::Continue(())
    }

    fn moves(&mut self, _: u32, moves: &[MoveScore]) {
        self.tell(|id| Reply::Judged { id, moves: moves.iter().map(Judged::from).collect(), done: false });
    }
}

fn choose(
    mut listener: Listener,
    line: &Line,
    player: &str,
    limits: &ServerLimits,
) -> Result<Reply, Refusal> {
    let standing = line.follow(limits)?;
    let mut agent = standing.seat(player, limits)?;
    let choice = agent.choose(standing.table.line(), ThinkingLimits::default(), &mut listener)?;
    Ok(Reply::Chosen {
        id: listener.id,
        mv: choice.mv,
        worth: choice.score.map(Into::into),
        depth: choice.depth,
        nodes: choice.nodes,
        line: choice.pv,
    })
}

/// An engine's opinion first; then, where the game can be solved, what is certain.
fn analyze(
    mut listener: Listener,
    line: &Line,
    player: &str,
    time: Duration,
    limits: &ServerLimits,
) -> Result<Reply, Refusal> {
    let standing = line.follow(limits)?;
    let end = Instant::now() + time.min(limits.thinking);
    listener.deadline = end;
    let solver = standing.game.solver(limits.table, 1).ok();
    let time = if solver.is_some() { time / 4 } else { time };
    let allowance = ThinkingLimits { time: Some(time.min(limits.thinking)), ..ThinkingLimits::default() };
    let mut agent = standing.seat(player, limits)?;
    let judged = agent.analyze(standing.table.line(), allowance, &mut listener)?;
    let mut moves: Vec<Judged> = judged.iter().map(Judged::from).collect();
    match solver {
        Some(solver) if solver.horizon().is_none() => {
            solve_moves(&mut listener, solver, &standing, &mut moves)
        }
        Some(solver) => prove_moves(&mut listener, solver, &standing, &mut moves),
        None => {}
    }
    Ok(Reply::Judged { id: listener.id, moves, done: true })
}

/// Solves the position after each move, the most promising ones first.
fn solve_moves(
    listener: &mut Listener,
    mut solver: Box<dyn AnySolver>,
    standing: &Standing,
    moves: &mut [Judged],
) {
    let line = standing.table.line().clone();
    let mut order: Vec<usize> = (0..moves.len()).collect();
    order.sort_by_key(|index| std::cmp::Reverse(moves[*index].worth.as_ref().map(|worth| worth.value)));
    for index in order {
        if listener.is_over() {
            return;
        }
        let after = line.after(moves[index].mv.as_str());
        let found = {
            let mut observer = Bounds { listener: &mut *listener, moves: &mut *moves, index };
            solver.solve(&after, SolveTask::EXACT, &mut observer)
        };
        // A move that ends the game cannot be solved further, and need not.
        let Ok(found) = found else { continue };
        moves[index].exact = Exact::before(&found);
        let known = moves.to_vec();
        listener.tell(|id| Reply::Judged { id, moves: known, done: false });
    }
}

/// Proves wins and losses where the game need not end.
fn prove_moves(
    listener: &mut Listener,
    solver: Box<dyn AnySolver>,
    standing: &Standing,
    moves: &mut [Judged],
) {
    let id = listener.id;
    let say = listener.say.clone();
    let mut note = |proofs: &Proofs| {
        for judged in moves.iter_mut() {
            let proof = proofs.iter().find(|(text, _)| *text == judged.mv);
            if let Some((_, Some(score))) = proof {
                judged.worth = Some((*score).into());
            }
        }
        // A client that cannot follow misses some progress, never an answer.
        let _ = say.try_send(Reply::Judged { id, moves: moves.to_vec(), done: false });
    };
    prove(solver, standing, &mut Deadline(listener), &mut note);
}

/// Only the end of the time counts.
struct Deadline<'a>(&'a Listener);

impl SearchObserver for Deadline<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.0.is_over())
    }
}

/// Tells bounds as they become tighter.
struct Bounds<'a> {
    listener: &'a mut Listener,
    moves: &'a mut [Judged],
    index: usize,
}

impl SearchObserver for Bounds<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.listener.is_over())
    }

    fn proved(&mut self, proved: &Proved) {
        self.moves[self.index].exact = Exact::before(proved);
        let known = self.moves.to_vec();
        self.listener.tell(|id| Reply::Judged { id, moves: known, done: false });
    }
}
