//! Games played by threads of this program.

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

use poda_agent::{Agent, GameLine};
use poda_contest::{GameRecord, Pairing, Termination};
use poda_core::Side;

use crate::{
    ContestError, ContestObserver, Executor, GameProgress, ReadyContest, ReadyPlayers, RunProgress,
    play_game, pulse::Moment,
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
        let mut workers: Vec<Worker<'_>> =
            (0..self.0.max(1)).map(|_| Worker::new(contest, observer, halt)).collect();
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
struct Worker<'a> {
    contest: &'a ReadyContest,
    observer: UntilHalt<'a>,
    player: GamePlayer,
}

impl<'a> Worker<'a> {
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

/// How often a game is played that somebody loses by time while this process stands still.
const MOST_TRIES: u32 = 3;

/// Plays games of one contest, one after the other, with agents of its own.
#[derive(Default)]
pub struct GamePlayer {
    /// Made when first needed; two for each player, because one may play against itself.
    agents: Vec<Option<Box<dyn Agent>>>,
}

impl GamePlayer {
    /// Plays a game from its opening. It is always the same contest that is given.
    ///
    /// # Errors
    /// If a player cannot take part.
    pub fn play(
        &mut self,
        contest: &ReadyPlayers,
        pairing: Pairing,
        opening: &GameLine,
        observer: &dyn ContestObserver,
    ) -> Result<GameRecord, ContestError> {
        self.agents.resize_with(contest.contest().players.len() * 2, || None);
        let mut pair =
            [self.take(contest, pairing, Side::First)?, self.take(contest, pairing, Side::Second)?];
        let mut tries = 0;
        let record = loop {
            let began = Moment::now();
            let record = play_game(contest, &pairing, opening, &mut pair, observer);
            tries += 1;
            let is_late = matches!(record.termination, Termination::Timeout | Termination::NoStart);
            // The time in which this process stood still is nobody's.
            if !is_late || tries == MOST_TRIES || !began.was_followed_by_a_standstill() {
                break record;
            }
        };
        for (side, agent) in Side::BOTH.into_iter().zip(pair) {
            self.agents[Self::place(pairing, side)] = Some(agent);
        }
        Ok(record)
    }

    fn place(pairing: Pairing, side: Side) -> usize {
        let twice = side == Side::Second && pairing.players[0] == pairing.players[1];
        pairing.players[side.index()] * 2 + usize::from(twice)
    }

    /// The player of a side.
    fn take(
        &mut self,
        contest: &ReadyPlayers,
        pairing: Pairing,
        side: Side,
    ) -> Result<Box<dyn Agent>, ContestError> {
        match self.agents[Self::place(pairing, side)].take() {
            Some(agent) => Ok(agent),
            None => contest.agent(pairing.players[side.index()]),
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
