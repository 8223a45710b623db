//! Games played by threads of this program.

#![expect(clippy::disallowed_methods, reason = "the executor of threads")]

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{
        Condvar, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
    time::Duration,
};

use crate::{
    ContestError, ContestObserver, Executor, GamePlayer, GameProgress, GameRecord, Pairing, ReadyContest,
    RunProgress, Termination,
};

/// Games that may be played before an earlier one has ended or been recorded. Faster threads wait, so that a test, which is decided in
/// the order of its games, ends soon after its decision.
const AHEAD: usize = 32;
/// Interval at which a waiting thread polls its stop flag.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Plays so many games at the same time in this program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Threads(pub usize);

impl Executor for Threads {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        let halt = &AtomicBool::new(false);
        let observer = progress.observer();
        let mut workers: Vec<GameThread<'_>> =
            (0..self.0.max(1)).map(|_| GameThread::new(contest, observer, halt)).collect();
        loop {
            let games = progress.next_games();
            if games.is_empty() || workers[0].stopped() {
                return Ok(());
            }
            let queue = &GameQueue::new(games);
            let flow = thread::scope(|scope| {
                let (sender, receiver) = sync_channel(AHEAD);
                for worker in &mut workers {
                    let sender = sender.clone();
                    scope.spawn(move || worker.work(queue, &sender));
                }
                drop(sender);
                let flow = collect(&receiver, progress);
                halt.store(!matches!(flow, Ok(ControlFlow::Continue(()))), Ordering::Relaxed);
                // Those that are still at it put down what they have.
                receiver.iter().for_each(drop);
                flow
            })?;
            if flow.is_break() {
                return Ok(());
            }
        }
    }
}

type Played = Result<GameRecord, ContestError>;

/// Hands over what the workers have played until they are done, or nothing more is wanted.
fn collect(
    results: &Receiver<Played>,
    progress: &mut RunProgress<'_>,
) -> Result<ControlFlow<()>, ContestError> {
    let mut flow = ControlFlow::Continue(());
    while let Ok(first) = results.recv() {
        // Whatever has come in meanwhile is recorded together.
        let (mut records, mut failure) = (Vec::new(), None);
        for result in std::iter::once(first).chain(results.try_iter()) {
            match result {
                Ok(record) if record.termination == Termination::Interrupted => {
                    flow = ControlFlow::Break(());
                }
                Ok(record) => records.push(record),
                Err(error) => failure = Some(error),
            }
        }
        // What ended before something failed is recorded all the same.
        let delivered = progress.deliver(records)?;
        if let Some(error) = failure {
            return Err(error);
        }
        if delivered.is_break() {
            return Ok(delivered);
        }
    }
    Ok(flow)
}

/// Games in their order, and the places of those that are being played.
struct GameQueue {
    state: Mutex<GameQueueState>,
    changed: Condvar,
}

struct GameQueueState {
    games: VecDeque<Pairing>,
    /// The place of the first of `games`.
    first: usize,
    playing: Vec<usize>,
}

impl GameQueue {
    fn new(games: Vec<Pairing>) -> Self {
        let state = GameQueueState { games: games.into(), first: 0, playing: Vec::new() };
        Self { state: Mutex::new(state), changed: Condvar::new() }
    }

    /// The next game with its place, once it is not too far ahead; `None` if there is none, or if the thread is to stop.
    fn next(&self, is_stopped: &dyn Fn() -> bool) -> Option<(usize, Pairing)> {
        // The lock cannot be poisoned; recover anyway.
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        while !is_stopped() {
            let place = state.first;
            if state.playing.iter().all(|playing| place - playing < AHEAD) {
                let pairing = state.games.pop_front()?;
                state.first += 1;
                state.playing.push(place);
                return Some((place, pairing));
            }
            let waited = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn ended(&self, place: usize) {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        state.playing.retain(|playing| *playing != place);
        self.changed.notify_all();
    }
}

/// One thread with its own players.
struct GameThread<'a> {
    contest: &'a ReadyContest,
    observer: UntilHalt<'a>,
    player: GamePlayer,
}

impl<'a> GameThread<'a> {
    fn new(contest: &'a ReadyContest, observer: &'a dyn ContestObserver, halt: &'a AtomicBool) -> Self {
        Self { contest, observer: UntilHalt { observer, halt }, player: GamePlayer::default() }
    }

    /// Whether nothing more is to be played.
    fn stopped(&self) -> bool {
        self.observer.waiting().is_break()
    }

    fn work(&mut self, queue: &GameQueue, results: &SyncSender<Played>) {
        while let Some((place, pairing)) = queue.next(&|| self.stopped()) {
            self.observer.observer.game_begins(&pairing);
            let opening = self.contest.opening(pairing.opening);
            let played = self.player.play(self.contest.players(), pairing, opening, &self.observer);
            // A closed channel: the run has ended.
            let sent = results.send(played);
            queue.ended(place);
            if sent.is_err() {
                return;
            }
        }
    }
}

/// Passes on what happens in games until nothing more is to be played.
struct UntilHalt<'a> {
    observer: &'a dyn ContestObserver,
    halt: &'a AtomicBool,
}

impl ContestObserver for UntilHalt<'_> {
    fn waiting(&self) -> ControlFlow<()> {
        if self.halt.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { self.observer.waiting() }
    }

    fn position(&self, progress: &GameProgress<'_>) {
        self.observer.position(progress);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_far_ahead_of_one_that_is_still_played_wait() {
        let pairing = |index| Pairing { index, players: [0, 1], opening: 0 };
        let queue = GameQueue::new((0..100).map(pairing).collect());
        let asked = AtomicBool::new(false);
        // Stopped when it would have to wait.
        let next = || queue.next(&|| asked.swap(true, Ordering::Relaxed)).map(|(place, _)| place);
        let take = || {
            asked.store(false, Ordering::Relaxed);
            next()
        };
        let (slow, other) = (take().unwrap(), take().unwrap());
        queue.ended(other);
        for place in 2..AHEAD {
            assert_eq!(take(), Some(place));
            queue.ended(place);
        }
        assert_eq!(take(), None);
        queue.ended(slow);
        assert_eq!(take(), Some(AHEAD));
    }
}
