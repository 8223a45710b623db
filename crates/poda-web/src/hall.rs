//! Where runs are played: in threads of their own, recorded in the same file as those of the command line, with every
//! board open to whoever watches.

use std::{
    collections::{BTreeMap, HashMap},
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use poda_agent::GameLine;
use poda_arena::{Listener, Moment, Run, RunLock, RunStore, StoreError, Watcher, play_contest};
use poda_contest::{Contest, GameRecord};

use crate::{
    ServeError,
    failure::Refusal,
    state::{Shared, lock},
};

/// Runs that this server plays at the same time.
const AT_ONCE: usize = 2;

/// The records, and the runs that go on.
pub(crate) struct RunService {
    store: Mutex<RunStore>,
    /// A file has a lock for each run, so that nobody else goes on with it.
    is_file: bool,
    going: Mutex<HashMap<i64, Arc<Going>>>,
    /// Why runs ended that should not have.
    failures: Mutex<HashMap<i64, String>>,
}

/// A run that this server plays.
#[derive(Default)]
pub(crate) struct Going {
    stop: AtomicBool,
    boards: Mutex<BTreeMap<u64, LiveBoard>>,
}

/// A game that goes on.
#[derive(Clone)]
pub(crate) struct LiveBoard {
    pub(crate) players: [usize; 2],
    pub(crate) line: GameLine,
}

/// How it stands with a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    /// This server plays it.
    Here,
    /// Another program plays it.
    Elsewhere,
    /// It was stopped, and can go on.
    Stopped,
    Over,
}

impl Watcher for Going {
    fn stands(&self, moment: &Moment<'_>) {
        let board = LiveBoard { players: moment.pairing.players, line: moment.table.line().clone() };
        lock(&self.boards).insert(moment.pairing.index, board);
    }
}

impl RunService {
    pub(crate) fn open(path: Option<&Path>) -> Result<Self, ServeError> {
        let store = RunStore::open(path.unwrap_or(Path::new(":memory:"))).map_err(|error| {
            let place = path.map_or_else(|| "memory".into(), |path| path.display().to_string());
            ServeError::Games { place, why: error.to_string() }
        })?;
        Ok(Self {
            store: Mutex::new(store),
            is_file: path.is_some(),
            going: Mutex::default(),
            failures: Mutex::default(),
        })
    }

    /// All runs, the oldest first.
    pub(crate) fn runs(&self) -> Result<Vec<Run>, StoreError> {
        lock(&self.store).runs()
    }

    pub(crate) fn run(&self, id: i64) -> Result<Run, StoreError> {
        lock(&self.store).run(id)
    }

    pub(crate) fn games(&self, id: i64) -> Result<Vec<GameRecord>, StoreError> {
        lock(&self.store).games(id)
    }

    pub(crate) fn stage(&self, run: &Run) -> Stage {
        if lock(&self.going).contains_key(&run.id) {
            Stage::Here
        } else if run.finished {
            Stage::Over
        } else if matches!(self.take(run.id), Err(StoreError::Busy { .. })) {
            Stage::Elsewhere
        } else {
            Stage::Stopped
        }
    }

    pub(crate) fn failure(&self, id: i64) -> Option<String> {
        lock(&self.failures).get(&id).cloned()
    }

    /// The games that go on in a run of this server.
    pub(crate) fn boards(&self, id: i64) -> Vec<(u64, LiveBoard)> {
        let Some(going) = lock(&self.going).get(&id).cloned() else { return Vec::new() };
        let boards = lock(&going.boards);
        boards.iter().map(|(index, board)| (*index, board.clone())).collect()
    }

    pub(crate) fn stop(&self, id: i64) -> Result<(), Refusal> {
        match lock(&self.going).get(&id) {
            Some(going) => going.stop.store(true, Ordering::Relaxed),
            None => return Err(Refusal::missing(format!("run {id} is not being played here"))),
        }
        Ok(())
    }

    fn take(&self, id: i64) -> Result<Option<RunLock>, StoreError> {
        if self.is_file { lock(&self.store).lock(id).map(Some) } else { Ok(None) }
    }
}

/// Plays a new run, or goes on with an old one.
pub(crate) fn play(shared: &Shared, contest: Contest, run: Option<i64>) -> Result<i64, Refusal> {
    let hall = &shared.hall;
    let mut going = lock(&hall.going);
    if going.len() >= AT_ONCE {
        return Err(Refusal::busy(format!("{AT_ONCE} runs go on already: wait for one or stop it")));
    }
    if run.is_some_and(|id| going.contains_key(&id)) {
        return Err(Refusal::bad("the run goes on already"));
    }
    let begun = run.map_or_else(|| lock(&hall.store).begin(&contest), Ok);
    let id = begun?;
    let taken = hall.take(id)?;
    let earlier = hall.games(id)?;
    let this = Arc::new(Going::default());
    going.insert(id, Arc::clone(&this));
    drop(going);
    lock(&hall.failures).remove(&id);
    let threads = (shared.options.limits.thinkers / 2).max(1);
    let shared = shared.clone();
    std::thread::spawn(move || {
        let stop = || this.stop.load(Ordering::Relaxed);
        let mut recorder =
            Recorder { shared: &shared, run: id, going: Arc::clone(&this), waiting: Vec::new() };
        let result = play_contest(&contest, earlier, threads, &mut recorder, &stop);
        let hall = &shared.hall;
        let ended = match result {
            Ok(_) if stop() => Ok(()),
            Ok(_) => lock(&hall.store).finish(id).map_err(|error| error.to_string()),
            Err(error) => Err(error.to_string()),
        };
        if let Err(why) = ended {
            lock(&hall.failures).insert(id, why);
        }
        drop(taken);
        lock(&hall.going).remove(&id);
    });
    Ok(id)
}

/// Writes games down when they end.
struct Recorder<'a> {
    shared: &'a Shared,
    run: i64,
    going: Arc<Going>,
    waiting: Vec<GameRecord>,
}

impl Listener for Recorder<'_> {
    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        self.waiting.push(record.clone());
        lock(&self.going.boards).remove(&record.index);
        Ok(())
    }

    fn pause(&mut self) -> Result<(), String> {
        if self.waiting.is_empty() {
            return Ok(());
        }
        let written = lock(&self.shared.hall.store).add(self.run, &self.waiting);
        written.map_err(|error| error.to_string())?;
        self.waiting.clear();
        Ok(())
    }

    fn watcher(&self) -> Option<Arc<dyn Watcher>> {
        Some(Arc::clone(&self.going) as Arc<dyn Watcher>)
    }
}
