//! One way to play a run, whoever asks for it and wherever its games are played.

use std::{ops::ControlFlow, slice};

use poda_contest::{Contest, ContestState, GameRecord, Pairing, contest_to_json};

use crate::{ContestError, ContestObserver, ReadyContest, RunLock, RunStore, StoreError};

/// What players without limits of their own think about a move where other machines play: time is another limit on each of them,
/// nodes are the same everywhere.
pub const NODES_ELSEWHERE: u64 = 50_000;

/// Plays the games of a run: threads of this program ([`Threads`](crate::Threads)), other machines through a queue, or the tasks
/// of a cluster ([`Shards`](crate::Shards)).
pub trait Executor {
    /// Takes games from [`RunProgress::next_games`] and hands every result to [`RunProgress::deliver`] until there are no
    /// more, or a delivery breaks, or the observer does. A result may be delivered more than once: the run and the game's
    /// index tell them apart, and the first one counts.
    ///
    /// # Errors
    /// If the games cannot be played or recorded.
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError>;
}

/// A run of a store that nobody else plays meanwhile.
#[derive(Debug)]
pub struct ClaimedRun {
    id: i64,
    earlier: Vec<GameRecord>,
    _lock: RunLock,
}

impl ClaimedRun {
    /// Its number in the store.
    pub fn id(&self) -> i64 {
        self.id
    }
}

impl RunStore {
    /// Begins a new run.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub fn claim_new(&self, contest: &Contest) -> Result<ClaimedRun, StoreError> {
        self.claim(self.begin(contest)?)
    }

    /// Goes on with a run.
    ///
    /// # Errors
    /// If there is none, or somebody else plays it.
    pub fn claim(&self, id: i64) -> Result<ClaimedRun, StoreError> {
        self.run(id)?;
        let lock = self.lock(id)?;
        Ok(ClaimedRun { id, earlier: self.games(id)?, _lock: lock })
    }

    /// Goes on with the run of exactly this contest, or begins it.
    ///
    /// # Errors
    /// If it cannot be recorded, or somebody else plays it.
    pub fn claim_same(&self, contest: &Contest) -> Result<ClaimedRun, StoreError> {
        match self.runs()?.into_iter().find(|run| run.contest == *contest) {
            Some(run) => self.claim(run.id),
            None => self.claim_new(contest),
        }
    }
}

/// A run after it was played, or stopped.
#[derive(Debug)]
pub struct PlayedRun {
    /// Its number in the store.
    pub id: i64,
    /// All games and what they say, earlier ones included.
    pub state: ContestState,
    /// Whether everything was played, or a test came to its end.
    pub finished: bool,
}

/// Plays what is left of a run. Every game is recorded when it ends.
///
/// # Errors
/// If a player cannot take part, or games cannot be recorded. What was recorded before stays.
pub fn play_run(
    store: &RunStore,
    run: ClaimedRun,
    contest: &ReadyContest,
    executor: &dyn Executor,
    observer: &dyn ContestObserver,
) -> Result<PlayedRun, ContestError> {
    let ClaimedRun { id, earlier, _lock } = run;
    let state = ContestState::new(contest.contest().clone(), earlier);
    observer.begins(&state);
    let mut progress = RunProgress { store, id, state, observer };
    executor.execute(contest, &mut progress)?;
    let finished = progress.next_games().is_empty();
    if finished {
        store.finish(id)?;
    }
    Ok(PlayedRun { id, state: progress.state, finished })
}

/// What an executor has to know and to tell while it plays a run.
pub struct RunProgress<'a> {
    store: &'a RunStore,
    id: i64,
    state: ContestState,
    observer: &'a dyn ContestObserver,
}

impl<'a> RunProgress<'a> {
    /// The run's number.
    pub fn run(&self) -> i64 {
        self.id
    }

    /// Whoever is to be told about games that go on.
    pub fn observer(&self) -> &'a dyn ContestObserver {
        self.observer
    }

    /// Names the run among all runs of all stores: the same again when it goes on.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn identity(&self) -> Result<String, ContestError> {
        let run = self.store.run(self.id)?;
        let path = self.store.path();
        // Records in memory are gone with the process, and their numbers begin again.
        let process = if path.is_file() { 0 } else { std::process::id() };
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let contest = contest_to_json(&run.contest);
        Ok(format!("{} {} {} {process} {contest}", path.display(), self.id, run.created))
    }

    /// How many games have been counted.
    pub fn played(&self) -> u64 {
        self.state.played()
    }

    /// Whether the game of that index is counted.
    pub fn has(&self, index: u64) -> bool {
        self.state.has(index)
    }

    /// Whether a game is not counted yet.
    pub fn is_open(&self, game: &GameRecord) -> bool {
        self.state.is_open(game)
    }

    /// The games that can be played now, in any order. Empty once there is nothing left to play.
    pub fn next_games(&self) -> Vec<Pairing> {
        self.state.next_games()
    }

    /// Records games, counts them and tells the observer. Games that are known already are left alone. Breaks if no more
    /// games are wanted.
    ///
    /// # Errors
    /// If they cannot be recorded; those that were are counted.
    pub fn deliver(&mut self, games: Vec<GameRecord>) -> Result<ControlFlow<()>, ContestError> {
        let fresh: Vec<GameRecord> = games.into_iter().filter(|game| self.state.is_open(game)).collect();
        if fresh.is_empty() {
            return Ok(ControlFlow::Continue(()));
        }
        // What does not fit on the disk together may fit in part.
        let together = self.store.add(self.id, &fresh);
        let mut flow = ControlFlow::Continue(());
        for record in fresh {
            if together.is_err() {
                self.store.add(self.id, slice::from_ref(&record))?;
            }
            if self.state.add(record.clone()) && self.observer.game_ends(&record, &self.state).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        Ok(if self.state.is_decided() { ControlFlow::Break(()) } else { flow })
    }
}
