//! One way to play a run, whatever its games are recorded in and wherever they are played.

use std::{any::Any, ops::ControlFlow, slice};

use crate::{
    ContestError, ContestObserver, ContestState, GamePlayer, GameRecord, Pairing, ReadyContest, StoreError,
    Termination,
};

/// What players without limits of their own think about a move where other machines play: time is another limit on each of them,
/// nodes are the same everywhere.
pub const NODES_ELSEWHERE: u64 = 50_000;

/// Plays the games of a run: threads of this program (`Threads`), other machines through a queue, or the tasks of a cluster
/// (`Shards`).
pub trait Executor {
    /// Takes games from [`RunProgress::next_games`] and hands every result to [`RunProgress::deliver`] until there are no
    /// more, or a delivery breaks, or the observer does. A result may be delivered more than once: the run and the game's
    /// index tell them apart, and the first one counts.
    ///
    /// # Errors
    /// If the games cannot be played or recorded.
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError>;
}

/// Where the games of runs are recorded: an SQLite file (`RunStore`), memory ([`MemoryRecords`]), or the host of this code.
pub trait Records {
    /// Records games of a run. A game that is there already stays as it is.
    ///
    /// # Errors
    /// If they cannot be recorded; then none of them is.
    fn add(&self, run: i64, games: &[GameRecord]) -> Result<(), StoreError>;

    /// Records that all games of a run are played, or a test came to its end.
    ///
    /// # Errors
    /// If that cannot be recorded.
    fn finish(&self, run: i64) -> Result<(), StoreError>;
}

/// Records that end with the run: its [`ContestState`] holds all games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct MemoryRecords;

impl Records for MemoryRecords {
    fn add(&self, _: i64, _: &[GameRecord]) -> Result<(), StoreError> {
        Ok(())
    }

    fn finish(&self, _: i64) -> Result<(), StoreError> {
        Ok(())
    }
}

/// A run that no other program plays meanwhile.
#[derive(Debug, Default)]
pub struct ClaimedRun {
    pub(crate) id: i64,
    pub(crate) identity: String,
    pub(crate) earlier: Vec<GameRecord>,
    /// Keeps other programs from it until it is dropped.
    pub(crate) lock: Option<Box<dyn Any + Send + Sync>>,
}

impl ClaimedRun {
    /// A new run that only this program knows.
    pub fn private() -> Self {
        Self::default()
    }

    /// Its number in the store.
    pub fn id(&self) -> i64 {
        self.id
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
    records: &dyn Records,
    run: ClaimedRun,
    contest: &ReadyContest,
    executor: &dyn Executor,
    observer: &dyn ContestObserver,
) -> Result<PlayedRun, ContestError> {
    let ClaimedRun { id, identity, earlier, lock } = run;
    let mut state = ContestState::new(contest.contest().clone(), earlier);
    observer.begins(&state);
    let mut progress = RunProgress { records, id, identity, state: &mut state, observer };
    executor.execute(contest, &mut progress)?;
    let finished = progress.finish()?;
    drop(lock);
    Ok(PlayedRun { id, state, finished })
}

/// A run that is being played, for the executor that plays it.
pub struct RunProgress<'a> {
    records: &'a dyn Records,
    id: i64,
    identity: String,
    state: &'a mut ContestState,
    observer: &'a dyn ContestObserver,
}

impl<'a> RunProgress<'a> {
    /// A run of that number that only this program knows, as far as its state says: for a caller that plays it game by game.
    pub fn new(
        records: &'a dyn Records,
        id: i64,
        state: &'a mut ContestState,
        observer: &'a dyn ContestObserver,
    ) -> Self {
        Self { records, id, identity: String::new(), state, observer }
    }

    /// Plays the next game in this thread and delivers it. Breaks if there is none, or no more games are wanted.
    ///
    /// # Errors
    /// If a player cannot take part, or the game cannot be recorded.
    pub fn step(
        &mut self,
        contest: &ReadyContest,
        player: &mut GamePlayer,
    ) -> Result<ControlFlow<()>, ContestError> {
        let Some(pairing) = self.next_games().into_iter().next() else { return Ok(ControlFlow::Break(())) };
        self.observer.game_begins(&pairing);
        let opening = contest.opening(pairing.opening);
        let record = player.play(contest.players(), pairing, opening, self.observer)?;
        if record.termination == Termination::Interrupted {
            return Ok(ControlFlow::Break(()));
        }
        self.deliver(vec![record])
    }

    /// Records the end of the run if there is nothing left to play, and returns whether that is so.
    ///
    /// # Errors
    /// If it cannot be recorded.
    pub fn finish(&self) -> Result<bool, ContestError> {
        let finished = self.next_games().is_empty();
        if finished {
            self.records.finish(self.id)?;
        }
        Ok(finished)
    }

    /// The observer of games that are being played.
    pub fn observer(&self) -> &'a dyn ContestObserver {
        self.observer
    }

    /// Names the run among all runs of all stores: the same again when it goes on.
    pub fn identity(&self) -> &str {
        &self.identity
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

    /// Records games, counts them and notifies the observer. Games that are known already are left alone. Breaks if no more
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
        let together = self.records.add(self.id, &fresh);
        let mut flow = ControlFlow::Continue(());
        for record in fresh {
            if together.is_err() {
                self.records.add(self.id, slice::from_ref(&record))?;
            }
            if self.state.add(record.clone()) && self.observer.game_ends(&record, self.state).is_break() {
                flow = ControlFlow::Break(());
            }
        }
        Ok(if self.state.is_decided() { ControlFlow::Break(()) } else { flow })
    }
}
