//! One job: begun, done, reported, acknowledged. The order matters: what is acknowledged has been reported, and what is
//! reported is kept by the server until the coordinator has it on disk.

use std::{
    ops::ControlFlow,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use async_nats::jetstream::{self, AckKind};
use poda_agent::GameLine;
use poda_catalog::{AnyGame, Solution, SolveTask};
use poda_contest::{ContestObserver, GameProgress, Termination};
use poda_core::{Goal, Message, Outcome as Winner, Translate, break_if, stop_when};

use super::{JobInHand, Prepared, ReadyRun, WorkerShared, lock, prepare};
use crate::wire::{self, Items, Job, LONGEST, Report, Said, SolveSettings, SolvedPosition};

/// How long to try to get rid of a result. Meanwhile the job may be somebody else's, and the result one too many.
const REPORTING: Duration = Duration::from_mins(10);

/// What came of a job.
enum JobOutcome {
    /// What can be done of it here, in parts that fit into messages.
    Done(Vec<Said>, u64),
    /// The worker stops.
    Stopped,
    /// Nobody wants it any more.
    Over,
    /// This worker cannot do it.
    Unable(Message),
    /// Nobody can: it makes no sense.
    Broken,
}

/// Does a job.
pub(super) async fn work(shared: &Arc<WorkerShared>, run: &Arc<ReadyRun>, message: jetstream::Message) {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let Some(job) = wire::read::<Job>(&message.payload).filter(|job| job.run == run.key) else {
        let _ = message.ack_with(AckKind::Term).await;
        return;
    };
    let name = job.name.clone();
    if run.is_beyond_us(&job) || job.avoid.contains(&shared.name) {
        // Another worker may have what it takes. Not at once, so that it does not come back at once.
        let _ = message.ack_with(AckKind::Nak(Some(run.lease / 8))).await;
        return;
    }
    // Before the first move: if this job ends us, the coordinator knows whom it has ended.
    if !report(shared, run, &name, Said::Begun, run.lease).await {
        let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(1)))).await;
        return;
    }
    let message = Arc::new(message);
    let beat = tokio::spawn(beat(Arc::clone(&message), run.lease / 3));
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let board = Arc::new(Mutex::new(None));
    let in_hand = JobInHand {
        run: run.key.clone(),
        job: name.clone(),
        since: Instant::now(),
        board: Arc::clone(&board),
    };
    lock(&shared.jobs).insert(number, in_hand);
    let (here, its_run) = (Arc::clone(shared), Arc::clone(run));
    let done = tokio::task::spawn_blocking(move || {
        JobObserver { shared: &here, run: &its_run, board: &board }.run(job)
    });
    let outcome = done.await;
    lock(&shared.jobs).remove(&number);
    match outcome {
        Ok(JobOutcome::Done(parts, count)) => {
            let mut is_reported = true;
            for said in parts {
                is_reported = is_reported && report(shared, run, &name, said, REPORTING).await;
            }
            if is_reported {
                shared.done.fetch_add(count, Ordering::Relaxed);
                // If that gets lost, somebody does it again, and is refused.
                let _ = message.ack().await;
            }
        }
        Ok(JobOutcome::Stopped) => {
            report(shared, run, &name, Said::Returned, Duration::from_secs(5)).await;
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
        Ok(JobOutcome::Over) => {
            let _ = message.ack().await;
        }
        Ok(JobOutcome::Broken) => {
            let _ = message.ack_with(AckKind::Term).await;
        }
        Ok(JobOutcome::Unable(why)) => {
            shared.is_unable(&run.key, &why, false);
            report(shared, run, &name, Said::Unable(wire::bounded(&why)), run.lease).await;
            let _ = message.ack_with(AckKind::Nak(None)).await;
        }
        // It panicked: the next one may have more luck, and the coordinator counts.
        Err(_) => {
            let _ = message.ack_with(AckKind::Nak(Some(Duration::from_secs(1)))).await;
        }
    }
    beat.abort();
}

impl ReadyRun {
    /// Whether every game of a job has a player whose program does not run here.
    fn is_beyond_us(&self, job: &Job) -> bool {
        match (&self.prepared, &job.items) {
            (Prepared::Games { lacks, .. }, Items::Games { games, .. }) => {
                let lacks = lock(lacks);
                !lacks.is_empty()
                    && games.iter().all(|game| game.players.iter().any(|place| lacks.contains_key(place)))
            }
            _ => false,
        }
    }
}

/// Says again and again that the job is being done. Without it, the job is somebody else's after the lease.
async fn beat(message: Arc<jetstream::Message>, every: Duration) {
    loop {
        tokio::time::sleep(every).await;
        let _ = message.ack_with(AckKind::Progress).await;
    }
}

/// Publishes a report until the server has it, or too much time has passed, or nobody wants it.
async fn report(shared: &WorkerShared, run: &ReadyRun, job: &str, what: Said, patience: Duration) -> bool {
    let subject = format!("poda.result.{}.{job}", run.key);
    let payload: Vec<u8> = wire::write(&Report { job: job.to_owned(), worker: shared.name.clone(), what });
    let began = Instant::now();
    while began.elapsed() < patience && !run.over.load(Ordering::Relaxed) {
        let sent = shared.connection.context.publish(subject.clone(), payload.clone().into()).await;
        if let Ok(answer) = sent
            && answer.await.is_ok()
        {
            return true;
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
    }
    false
}

/// Watches a job: it ends when the run or the worker does.
struct JobObserver<'a> {
    shared: &'a WorkerShared,
    run: &'a ReadyRun,
    board: &'a Mutex<Option<(u64, GameLine)>>,
}

impl ContestObserver for JobObserver<'_> {
    fn waiting(&self) -> ControlFlow<()> {
        break_if(self.shared.stops() || self.run.over.load(Ordering::Relaxed))
    }

    fn position(&self, progress: &GameProgress<'_>) {
        *lock(self.board) = Some((progress.pairing.index, progress.session.line().clone()));
    }
}

impl JobObserver<'_> {
    fn run(&self, job: Job) -> JobOutcome {
        let began = Instant::now();
        match (&self.run.prepared, job.items) {
            (Prepared::Games { contest, players, lacks }, Items::Games { games, openings }) => {
                let count = contest.contest().players.len();
                let is_whole = games.iter().all(|game| {
                    game.opening < openings.len() && game.players.iter().all(|player| *player < count)
                });
                if !is_whole {
                    return JobOutcome::Broken;
                }
                let mut player = lock(players).pop().unwrap_or_default();
                let mut records = Vec::new();
                for order in games {
                    if order.players.iter().any(|place| lock(lacks).contains_key(place)) {
                        continue;
                    }
                    let opening = &openings[order.opening];
                    let record = match player.play(contest, order.pairing(), opening, self) {
                        Ok(record) => record,
                        Err(error) => return JobOutcome::Unable(error.message()),
                    };
                    match (record.termination, record.outcome) {
                        (Termination::Interrupted, _) => return self.interrupted(),
                        // It started when it was tried: that is not the player's fault. A guest is never started.
                        (Termination::NoStart, Some(Winner::Win(side)))
                            if contest.is_program(order.players[side.other().index()]) =>
                        {
                            let place = order.players[side.other().index()];
                            lock(lacks).insert(place, record.detail);
                            let why = prepare::nothing_left(contest, &lock(lacks));
                            if let Some(why) = why {
                                return JobOutcome::Unable(why);
                            }
                            for lack in self.run.lacks().iter().filter(|lack| lack.place == place) {
                                self.shared.says_lack(lack);
                            }
                        }
                        (Termination::NoStart, None | Some(Winner::Draw)) => {
                            return JobOutcome::Unable(record.detail);
                        }
                        _ => records.push(wire::bounded_record(record)),
                    }
                }
                lock(players).push(player);
                let count = records.len() as u64;
                let ms = began.elapsed().as_millis() as u64;
                let lacks: Vec<usize> = lock(lacks).keys().copied().collect();
                let say = |records, last| Said::Games { records, last, ms, lacks: lacks.clone() };
                JobOutcome::Done(parts(records, say), count)
            }
            (Prepared::Positions { game, settings, solvers }, Items::Positions(positions)) => {
                let solver = lock(solvers).pop().map_or_else(|| prepare::solver(game.as_ref(), settings), Ok);
                let mut solver = match solver {
                    Ok(solver) => solver,
                    Err(why) => return JobOutcome::Unable(why),
                };
                let mut solved = Vec::new();
                for (number, moves) in &positions {
                    solved.push(self.solve(game.as_ref(), solver.as_mut(), settings, *number, moves));
                    if self.waiting().is_break() {
                        return self.interrupted();
                    }
                }
                lock(solvers).push(solver);
                let count = solved.len() as u64;
                let ms = began.elapsed().as_millis() as u64;
                JobOutcome::Done(parts(solved, |solved, last| Said::Positions { solved, last, ms }), count)
            }
            _ => JobOutcome::Broken,
        }
    }

    fn interrupted(&self) -> JobOutcome {
        if self.run.over.load(Ordering::Relaxed) && !self.shared.stops() {
            JobOutcome::Over
        } else {
            JobOutcome::Stopped
        }
    }

    fn solve(
        &self,
        game: &dyn AnyGame,
        solver: &mut dyn poda_catalog::AnySolver,
        settings: &SolveSettings,
        number: u64,
        moves: &str,
    ) -> SolvedPosition {
        let line = game.line(None, moves);
        *lock(self.board) = Some((number, line.clone()));
        let goal = if settings.weak { Goal::Weak } else { Goal::Exact };
        let task = SolveTask { goal, within: settings.within };
        let began = Instant::now();
        let mut until = stop_when(|entered| {
            let is_late = settings.time_ms.is_some_and(|ms| began.elapsed() > Duration::from_millis(ms));
            let is_far = settings.nodes.is_some_and(|most| entered >= most);
            is_late || is_far || self.waiting().is_break()
        });
        let found = game.follow(&line).map_err(|error| error.message()).and_then(|session| {
            let state = session.state().as_ref();
            let found = if settings.all {
                solver.solve_moves(state, task, &mut until).map(Solution::Moves)
            } else {
                solver.solve(state, task, &mut until).map(Solution::Position)
            };
            found.map_err(|error| error.message())
        });
        let found = found.map_err(|why| wire::bounded(&why));
        SolvedPosition { number, us: began.elapsed().as_micros() as u64, found }
    }
}

/// Cuts results into messages that are not too long.
fn parts<T: serde::Serialize>(results: Vec<T>, say: impl Fn(Vec<T>, bool) -> Said) -> Vec<Said> {
    let (mut said, mut part, mut bytes) = (Vec::new(), Vec::new(), 0);
    for result in results {
        let size = wire::write(&result).len() + 1;
        if bytes + size > LONGEST - 1024 && !part.is_empty() {
            said.push(say(std::mem::take(&mut part), false));
            bytes = 0;
        }
        bytes += size;
        part.push(result);
    }
    said.push(say(part, true));
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_results_come_in_parts() {
        let result =
            |number| SolvedPosition { number, us: 1, found: Err(Message::verbatim("x".repeat(1990))) };
        let said =
            parts((0..1000).map(result).collect(), |solved, last| Said::Positions { solved, last, ms: 0 });
        let mut numbers = Vec::new();
        for (place, part) in said.iter().enumerate() {
            assert!(wire::write(part).len() < LONGEST);
            let Said::Positions { solved, last, .. } = part else { panic!("{part:?}") };
            assert_eq!(*last, place + 1 == said.len());
            numbers.extend(solved.iter().map(|one| one.number));
        }
        assert!(said.len() > 1);
        assert_eq!(numbers, (0..1000).collect::<Vec<u64>>());
        // Nothing at all is said, too.
        let nothing =
            parts(Vec::<SolvedPosition>::new(), |solved, last| Said::Positions { solved, last, ms: 0 });
        assert_eq!(nothing, [Said::Positions { solved: Vec::new(), last: true, ms: 0 }]);
    }
}
