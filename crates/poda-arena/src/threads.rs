//! Playing a whole schedule, with as many games at once as there are threads.

use std::{
    collections::VecDeque,
    fs,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

use poda_agent::{Agent, BotLimits, GameLine, GameSession};
use poda_bots::{PlayerError, PlayerSpec};
use poda_catalog::{AnyGame, SpecError};
use poda_contest::{
    Contest, ContestState, GameRecord, OpeningError, Pairing, PlanError, Player, PlyRecord, Termination,
    agent_seed, game_seed,
};
use poda_core::Side;
use thiserror::Error;

use crate::{
    Moment, Watcher,
    play::{Tell, play_game},
};

/// Why a contest did not go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ContestError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A player cannot take part.
    #[error("{name}: {error}")]
    Player {
        /// Who.
        name: String,
        /// Why.
        error: PlayerError,
    },
    /// There are no such openings.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The plan cannot be played.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// Whoever listens cannot go on, for example because a record could not be written.
    #[error("{0}")]
    Listener(String),
}

/// Is told what happens. All calls come from the thread that plays the contest.
pub trait Listener {
    /// Before the first game: how many there will be at most, those already played included.
    fn begins(&mut self, _games: u64) {}

    /// A game begins.
    fn game_begins(&mut self, _pairing: &Pairing) {}

    /// Nothing else has happened for the moment: time to write what has been told.
    ///
    /// # Errors
    /// If the contest cannot go on.
    fn pause(&mut self) -> Result<(), String> {
        Ok(())
    }

    /// A game has ended.
    ///
    /// # Errors
    /// If the contest cannot go on.
    fn game_ends(&mut self, _record: &GameRecord) -> Result<(), String> {
        Ok(())
    }

    /// Who wants to see every single move. Asked once, before the first game.
    fn watcher(&self) -> Option<Arc<dyn Watcher>> {
        None
    }
}

/// Nobody listens.
impl Listener for () {}

/// Sees that everything is there and everybody can take part. Worth doing before anything is recorded.
///
/// # Errors
/// If not, naming what is in the way.
pub fn check_contest(contest: &Contest) -> Result<(), ContestError> {
    open(contest)?;
    contest.players.iter().try_for_each(|player| {
        let found = spec_of(player).and_then(|spec| Ok(spec.check_executable()?));
        found.map_err(|error| failed(player, error))
    })
}

/// Opens the game and sees that the plan and the players make sense. Whether programs are there is another matter:
/// one that disappears during a run loses its own games only.
fn open(contest: &Contest) -> Result<Box<dyn AnyGame>, ContestError> {
    let game = poda_catalog::open(&contest.game)?;
    contest.check_plan()?;
    for player in &contest.players {
        agent_of(player, game.as_ref(), &contest.conditions.bots)?;
    }
    Ok(game)
}

fn spec_of(player: &Player) -> Result<PlayerSpec, PlayerError> {
    Ok(PlayerSpec::read(&player.spec, player.folder.as_deref())?)
}

fn agent_of(player: &Player, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, ContestError> {
    let agent = spec_of(player).and_then(|spec| Ok(spec.agent(game, limits)?));
    agent.map_err(|error| failed(player, error))
}

fn failed(player: &Player, error: PlayerError) -> ContestError {
    ContestError::Player { name: player.name.clone(), error }
}

/// The openings of a contest, from its file if they are in one.
fn openings_of(contest: &Contest, game: &dyn AnyGame) -> Result<Vec<GameLine>, OpeningError> {
    contest.opening_list(game, &|path| fs::read_to_string(path))
}

/// Plays what is not among `earlier` of a contest that was checked, with `threads` games at once. Gives back all games in the order of the schedule,
/// the earlier ones included; they are fewer than planned if `stop` said so or a test was decided.
///
/// # Errors
/// If a player cannot take part, or the listener cannot go on. Games that ended before were told.
pub fn play_contest(
    contest: &Contest,
    earlier: Vec<GameRecord>,
    threads: usize,
    listener: &mut dyn Listener,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Vec<GameRecord>, ContestError> {
    let game = open(contest)?;
    let openings = openings_of(contest, game.as_ref())?;
    let mut state = ContestState::new(contest, earlier);
    listener.begins(contest.most_games());
    let halt = AtomicBool::new(false);
    let stop = &|| halt.load(Ordering::Relaxed) || stop();
    let watcher = listener.watcher();
    let mut workers: Vec<Worker> = (0..threads.max(1))
        .map(|_| Worker::new(contest, &openings, game.as_ref(), watcher.as_deref()))
        .collect();
    loop {
        let games = state.next_games();
        if stop() || games.is_empty() {
            break;
        }
        let queue = &Mutex::new(VecDeque::from(games));
        let all_played = thread::scope(|scope| {
            let (sender, receiver) = channel();
            for worker in &mut workers {
                let sender = sender.clone();
                scope.spawn(move || worker.work(queue, stop, &sender));
            }
            drop(sender);
            let mut result = Ok(());
            while let Ok(first) = receiver.recv() {
                // Whatever has come in meanwhile is heard together, so that it can be written together.
                let heard: Vec<News> = std::iter::once(first).chain(receiver.try_iter()).collect();
                // After the first failure the rest is only waited for.
                if result.is_ok() {
                    let told = heard.into_iter().try_for_each(|news| hear(news, &mut state, listener));
                    // What ended before something failed is written all the same.
                    let written = listener.pause().map_err(ContestError::Listener);
                    result = told.and(written);
                    if result.is_err() || state.is_decided() {
                        halt.store(true, Ordering::Relaxed);
                    }
                }
            }
            result
        });
        all_played?;
    }
    Ok(state.into_records())
}

/// Plays one game of a contest again, alone.
///
/// # Errors
/// If a player cannot take part.
pub fn replay_game(contest: &Contest, pairing: Pairing) -> Result<GameRecord, ContestError> {
    let game = open(contest)?;
    let openings = openings_of(contest, game.as_ref())?;
    let mut worker = Worker::new(contest, &openings, game.as_ref(), None);
    worker.play(pairing, &|| false)
}

/// What a worker tells.
enum News {
    Begun(Pairing),
    Ended(Box<GameRecord>),
    Failed(ContestError),
}

/// Passes on what a worker tells.
fn hear(news: News, state: &mut ContestState<'_>, listener: &mut dyn Listener) -> Result<(), ContestError> {
    match news {
        News::Begun(pairing) => listener.game_begins(&pairing),
        News::Failed(error) => return Err(error),
        News::Ended(record) if record.termination == Termination::Interrupted => {}
        News::Ended(record) => {
            listener.game_ends(&record).map_err(ContestError::Listener)?;
            state.add(*record);
        }
    }
    Ok(())
}

/// One thread with its own players.
struct Worker<'a> {
    contest: &'a Contest,
    openings: &'a [GameLine],
    game: &'a dyn AnyGame,
    watcher: Option<&'a dyn Watcher>,
    /// Seated when first needed; two for each player, because somebody may play against itself.
    seats: Vec<Option<Box<dyn Agent>>>,
}

impl<'a> Worker<'a> {
    fn new(
        contest: &'a Contest,
        openings: &'a [GameLine],
        game: &'a dyn AnyGame,
        watcher: Option<&'a dyn Watcher>,
    ) -> Self {
        Self { contest, openings, game, watcher, seats: Vec::new() }
    }

    fn work(&mut self, queue: &Mutex<VecDeque<Pairing>>, stop: &dyn Fn() -> bool, news: &Sender<News>) {
        while !stop() {
            // Nobody panics with the queue in hand; and if somebody did, the queue would still be one.
            let next = queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
            let Some(pairing) = next else { return };
            // A closed channel means that nobody wants to know any more.
            let _ = news.send(News::Begun(pairing));
            let told = match self.play(pairing, stop) {
                Ok(record) => news.send(News::Ended(Box::new(record))),
                Err(error) => news.send(News::Failed(error)),
            };
            if told.is_err() {
                return;
            }
        }
    }

    fn play(&mut self, pairing: Pairing, stop: &dyn Fn() -> bool) -> Result<GameRecord, ContestError> {
        let seed = game_seed(self.contest.seed, pairing.index);
        let opening = &self.openings[pairing.opening % self.openings.len()];
        let mut pair = [self.take(pairing, Side::First)?, self.take(pairing, Side::Second)?];
        for (side, agent) in Side::BOTH.into_iter().zip(&mut pair) {
            agent.new_game(agent_seed(seed, side));
        }
        let mut table = self.game.table();
        let tell = self.watcher.map(|watcher| {
            move |table: &dyn GameSession, ply: Option<&PlyRecord>| {
                watcher.stands(&Moment { pairing: &pairing, table, ply });
            }
        });
        let tell = tell.as_ref().map(|tell| tell as &Tell);
        let record = play_game(table.as_mut(), &mut pair, opening, &self.contest.conditions, stop, tell);
        for (side, seated) in Side::BOTH.into_iter().zip(pair) {
            let place = Self::place(pairing, side);
            self.seats[place] = Some(seated);
        }
        Ok(GameRecord { index: pairing.index, seed, players: pairing.players, ..record })
    }

    fn place(pairing: Pairing, side: Side) -> usize {
        let twice = side == Side::Second && pairing.players[0] == pairing.players[1];
        pairing.players[side.index()] * 2 + usize::from(twice)
    }

    /// The player of a side, seated.
    fn take(&mut self, pairing: Pairing, side: Side) -> Result<Box<dyn Agent>, ContestError> {
        let place = Self::place(pairing, side);
        if self.seats.len() <= place {
            self.seats.resize_with(self.contest.players.len() * 2, || None);
        }
        match self.seats[place].take() {
            Some(agent) => Ok(agent),
            None => {
                let player = &self.contest.players[pairing.players[side.index()]];
                agent_of(player, self.game, &self.contest.conditions.bots)
            }
        }
    }
}
