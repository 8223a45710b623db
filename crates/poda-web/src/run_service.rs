//! Runs played by this server: in threads of their own, recorded in the same file as those of the command line, with every
//! game in progress open to whoever watches.

use poda_core::Translate;
use std::{
    collections::{BTreeMap, HashMap},
    ops::ControlFlow,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use poda_agent::GameLine;
use poda_arena::{ContestObserver, GameProgress, ReadyContest, Run, RunStore, StoreError, Threads, play_run};
use poda_contest::{ContestState, GameRecord};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ServeError,
    failure::Refusal,
    state::{Shared, lock},
};

/// Runs that this server plays at the same time.
const AT_ONCE: usize = 2;

/// The records, and the runs that go on.
pub(crate) struct RunService {
    store: RunStore,
    active: Mutex<HashMap<i64, Arc<ActiveRun>>>,
    /// Why runs ended that should not have.
    failures: Mutex<HashMap<i64, String>>,
}

/// A run that this server plays.
#[derive(Default)]
pub(crate) struct ActiveRun {
    stop: AtomicBool,
    boards: Mutex<BTreeMap<u64, LiveBoard>>,
}

/// A game that goes on.
#[derive(Clone)]
pub(crate) struct LiveBoard {
    pub(crate) players: [usize; 2],
    pub(crate) line: GameLine,
}

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunStage {
    /// This server plays it.
    Here,
    /// Another program plays it.
    Elsewhere,
    /// It was stopped, and can go on.
    Stopped,
    /// All its games are played.
    Finished,
}

impl ContestObserver for ActiveRun {
    fn waiting(&self) -> ControlFlow<()> {
        if self.stop.load(Ordering::Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn position(&self, progress: &GameProgress<'_>) {
        let board = LiveBoard { players: progress.pairing.players, line: progress.session.line().clone() };
        lock(&self.boards).insert(progress.pairing.index, board);
    }

    fn game_ends(&self, record: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        lock(&self.boards).remove(&record.index);
        ControlFlow::Continue(())
    }
}

impl RunService {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, ServeError> {
        let store = path.map_or_else(RunStore::in_memory, RunStore::open).map_err(|error| {
            let place = path.map_or_else(|| "memory".into(), |path| path.display().to_string());
            ServeError::Games { place, why: error.message() }
        })?;
        Ok(Self { store, active: Mutex::default(), failures: Mutex::default() })
    }

    /// All runs, the oldest first.
    pub(crate) fn runs(&self) -> Result<Vec<Run>, StoreError> {
        self.store.runs()
    }

    pub(crate) fn run(&self, id: i64) -> Result<Run, StoreError> {
        self.store.run(id)
    }

    pub(crate) fn games(&self, id: i64) -> Result<Vec<GameRecord>, StoreError> {
        self.store.games(id)
    }

    pub(crate) fn stage(&self, run: &Run) -> RunStage {
        if lock(&self.active).contains_key(&run.id) {
            RunStage::Here
        } else if run.finished {
            RunStage::Finished
        } else if matches!(self.store.lock(run.id), Err(StoreError::Busy { .. })) {
            RunStage::Elsewhere
        } else {
            RunStage::Stopped
        }
    }

    pub(crate) fn failure(&self, id: i64) -> Option<String> {
        lock(&self.failures).get(&id).cloned()
    }

    /// The games that go on in a run of this server.
    pub(crate) fn boards(&self, id: i64) -> Vec<(u64, LiveBoard)> {
        let Some(run) = lock(&self.active).get(&id).cloned() else { return Vec::new() };
        let boards = lock(&run.boards);
        boards.iter().map(|(index, board)| (*index, board.clone())).collect()
    }

    pub(crate) fn stop(&self, id: i64) -> Result<(), Refusal> {
        match lock(&self.active).get(&id) {
            Some(run) => run.stop.store(true, Ordering::Relaxed),
            None => {
                return Err(Refusal::missing(
                    format!("run {id} is not being played here"),
                    format!("la serie {id} no se está jugando aquí"),
                ));
            }
        }
        Ok(())
    }
}

/// Plays a new run, or goes on with an old one.
pub(crate) fn play(shared: &Shared, contest: ReadyContest, run: Option<i64>) -> Result<i64, Refusal> {
    let service = &shared.runs;
    let mut active = lock(&service.active);
    if active.len() >= AT_ONCE {
        return Err(Refusal::busy(
            format!("{AT_ONCE} runs are being played already: wait for one or stop it"),
            format!("ya se están jugando {AT_ONCE} torneos: espera a que acabe uno o detenlo"),
        ));
    }
    if run.is_some_and(|id| active.contains_key(&id)) {
        return Err(Refusal::bad("the run is being played already", "la serie ya se está jugando"));
    }
    let claimed = match run {
        Some(id) => service.store.claim(id)?,
        None => service.store.claim_new(contest.contest())?,
    };
    let id = claimed.id();
    let this = Arc::new(ActiveRun::default());
    active.insert(id, Arc::clone(&this));
    drop(active);
    lock(&service.failures).remove(&id);
    let threads = Threads((shared.options.limits.threads / 2).max(1));
    let shared = shared.clone();
    std::thread::spawn(move || {
        let service = &shared.runs;
        if let Err(error) = play_run(&service.store, claimed, &contest, &threads, this.as_ref()) {
            lock(&service.failures).insert(id, error.to_string());
        }
        lock(&service.active).remove(&id);
    });
    Ok(id)
}
