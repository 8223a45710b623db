//! Playing a whole schedule, with as many games at once as there are threads.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{Sender, channel},
    },
    thread,
};

use poda_agent::{Agent, GameLine, GameSession};
use poda_catalog::{AnyGame, SpecError};
use poda_core::{Side, fold, mix};
use thiserror::Error;

use crate::{
    Conditions, GameRecord, MatchTally, Moment, OpeningError, Openings, Pairing, Plan, Player, PlayerError,
    PlyRecord, Shard, Termination, Watcher,
    play::{Tell, play_game, seat_seed},
    schedule::{Finished, Format},
    statistics::Sprt,
};

/// Everything that was decided before the first game.
#[derive(Clone, PartialEq, Debug)]
pub struct Contest {
    /// The game's spec.
    pub game: String,
    /// Who takes part.
    pub players: Vec<Player>,
    /// Who plays whom.
    pub plan: Plan,
    /// Where games begin.
    pub openings: Openings,
    /// Under what conditions.
    pub conditions: Conditions,
    /// What everything random is made of.
    pub seed: u64,
    /// A test that may end a match early.
    pub sprt: Option<Sprt>,
    /// Which part of the schedule to play.
    pub shard: Option<Shard>,
}

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
    #[error("{0}")]
    Plan(String),
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

/// The seed of a game of a run.
fn game_seed(seed: u64, index: u64) -> u64 {
    // Records and other languages keep signed numbers of 64 bits: 63 are enough.
    fold(mix(seed), index) >> 1
}

impl Contest {
    /// Sees that everything is there and everybody can take part. Worth doing before anything is recorded.
    ///
    /// # Errors
    /// If not, naming what is in the way.
    pub fn check(&self) -> Result<(), ContestError> {
        self.open()?;
        self.players.iter().try_for_each(|player| player.look().map_err(|error| player.failed(error)))
    }

    /// Opens the game and sees that the plan and the players make sense. Whether programs are there is another matter:
    /// one that disappears during a run loses its own games only.
    fn open(&self) -> Result<Box<dyn AnyGame>, ContestError> {
        let game = poda_catalog::open(&self.game)?;
        if self.players.len() < 2 {
            return Err(ContestError::Plan(format!("{} players are not enough", self.players.len())));
        }
        if let (Some(shard), true) = (self.shard, self.plan.format.looks_at_results()) {
            let format = self.plan.format;
            return Err(ContestError::Plan(format!(
                "a {format} cannot be played in parts such as {shard}: its pairings depend on all results"
            )));
        }
        for player in &self.players {
            player.seat(game.as_ref(), &self.conditions.limits).map_err(|error| player.failed(error))?;
        }
        Ok(game)
    }

    /// How many games there will be at most.
    pub fn most_games(&self) -> u64 {
        let all = self.plan.most_games();
        self.shard.map_or(all, |shard| (0..all).filter(|index| shard.has(*index)).count() as u64)
    }

    /// Whether this is a match of two, which has a verdict.
    pub fn is_match(&self) -> bool {
        self.players.len() == 2 && self.plan.format == Format::RoundRobin
    }

    /// What it is called: a match, or a tournament by its format.
    pub fn kind(&self) -> &'static str {
        if self.is_match() { "match" } else { self.plan.format.word() }
    }

    /// The openings, by number.
    ///
    /// # Errors
    /// If there is none.
    pub fn opening_list(&self, game: &dyn AnyGame) -> Result<Vec<GameLine>, OpeningError> {
        self.openings.list(game, self.seed, self.plan.pairs() as usize)
    }
}

impl Player {
    fn failed(&self, error: PlayerError) -> ContestError {
        ContestError::Player { name: self.name.clone(), error }
    }
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
    let game = contest.open()?;
    let openings = contest.opening_list(game.as_ref())?;
    let mut state = ContestState::new(contest, earlier);
    listener.begins(contest.most_games());
    let halt = AtomicBool::new(false);
    let stop = &|| halt.load(Ordering::Relaxed) || stop();
    let watcher = listener.watcher();
    let mut workers: Vec<Worker> = (0..threads.max(1))
        .map(|_| Worker::new(contest, &openings, game.as_ref(), watcher.as_deref()))
        .collect();
    while let Some(round) = contest.plan.next_round(&state.finished) {
        if stop() || state.decided() {
            break;
        }
        let queue = state.to_play(round);
        if queue.is_empty() {
            // What is missing belongs to other parts.
            break;
        }
        let queue = &Mutex::new(queue);
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
                    let told = heard.into_iter().try_for_each(|news| state.hear(news, listener));
                    // What ended before something failed is written all the same.
                    let written = listener.pause().map_err(ContestError::Listener);
                    result = told.and(written);
                    if result.is_err() || state.decided() {
                        halt.store(true, Ordering::Relaxed);
                    }
                }
            }
            result
        });
        all_played?;
        if contest.shard.is_some() {
            break;
        }
    }
    Ok(state.records.into_values().collect())
}

/// Plays one game of a contest again, alone.
///
/// # Errors
/// If a player cannot take part.
pub fn replay_game(contest: &Contest, pairing: Pairing) -> Result<GameRecord, ContestError> {
    let game = contest.open()?;
    let openings = contest.opening_list(game.as_ref())?;
    let mut worker = Worker::new(contest, &openings, game.as_ref(), None);
    worker.play(pairing, &|| false)
}

/// What a worker tells.
enum News {
    Begun(Pairing),
    Ended(Box<GameRecord>),
    Failed(ContestError),
}

/// What is known while a contest goes on.
struct ContestState<'a> {
    contest: &'a Contest,
    records: BTreeMap<u64, GameRecord>,
    finished: Finished,
    test: Option<MatchTally>,
}

impl<'a> ContestState<'a> {
    fn new(contest: &'a Contest, earlier: Vec<GameRecord>) -> Self {
        let test = contest.sprt.filter(|_| contest.is_match()).map(|_| MatchTally::of_contest(contest));
        let mut state = Self { contest, records: BTreeMap::new(), finished: Finished::new(), test };
        for record in earlier {
            state.note(record);
        }
        state
    }

    fn note(&mut self, record: GameRecord) {
        self.finished.insert(record.index, (record.players, record.half_points(Side::First)));
        if let Some(test) = &mut self.test {
            test.add(&record);
        }
        self.records.insert(record.index, record);
    }

    fn decided(&self) -> bool {
        self.test.as_ref().is_some_and(MatchTally::is_decided)
    }

    fn to_play(&self, round: Vec<Pairing>) -> VecDeque<Pairing> {
        let ours = |pairing: &Pairing| self.contest.shard.is_none_or(|shard| shard.has(pairing.index));
        let open = |pairing: &Pairing| !self.finished.contains_key(&pairing.index);
        round.into_iter().filter(|pairing| ours(pairing) && open(pairing)).collect()
    }

    fn hear(&mut self, news: News, listener: &mut dyn Listener) -> Result<(), ContestError> {
        match news {
            News::Begun(pairing) => listener.game_begins(&pairing),
            News::Failed(error) => return Err(error),
            News::Ended(record) if record.termination == Termination::Interrupted => {}
            News::Ended(record) => {
                listener.game_ends(&record).map_err(ContestError::Listener)?;
                self.note(*record);
            }
        }
        Ok(())
    }
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
            agent.new_game(seat_seed(seed, side));
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
        let player = &self.contest.players[pairing.players[side.index()]];
        match self.seats[place].take() {
            Some(agent) => Ok(agent),
            None => {
                player.seat(self.game, &self.contest.conditions.limits).map_err(|error| player.failed(error))
            }
        }
    }
}
