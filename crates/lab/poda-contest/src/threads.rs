//! Games played by threads of this program.

#![expect(clippy::disallowed_methods, reason = "the executor of threads")]

use std::{
    collections::VecDeque,
    ops::ControlFlow,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, SyncSender, sync_channel},
    },
    thread,
};

use crate::{
    ContestError, ContestObserver, Executor, GamePlayer, GameProgress, GameRecord, Pairing, ReadyContest,
    RunProgress, Termination,
};

/// So many games may be played that nobody has recorded yet. Whoever is faster waits, so that a test that is decided ends soon after.
const AHEAD: usize = 32;

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
            let queue = &Mutex::new(VecDeque::from(games));
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

    fn work(&mut self, queue: &Mutex<VecDeque<Pairing>>, results: &SyncSender<Played>) {
        while !self.stopped() {
            // Nobody panics with the queue in hand; and if somebody did, the queue would still be one.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(pairing) = next else { return };
            self.observer.observer.game_begins(&pairing);
            let opening = self.contest.opening(pairing.opening);
            let played = self.player.play(self.contest.players(), pairing, opening, &self.observer);
            // A closed channel means that nobody wants to know any more.
            if results.send(played).is_err() {
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
