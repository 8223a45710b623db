use std::{
    fs::File,
    io::{self, Read},
    sync::Arc,
};

use poda_agent::{Agent, BotLimits, GameLine, ThinkingLimits};
use poda_bots::{PlayerError, PlayerSpec};
use poda_catalog::{AnyGame, SpecError};
use poda_contest::{Contest, GameRecord, OpeningError, PlanError, check_game};
use poda_core::{Language, Message, NoObserver, SearchObserver, Translate, text};
use thiserror::Error;

use crate::StoreError;

/// Why a contest did not go on.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum ContestError {
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// A player cannot take part.
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
    /// The games cannot be recorded.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Whoever was to play them cannot.
    Executor(Message),
}

impl Translate for ContestError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Game(error) => error.text(language),
            Self::Player { name, error } => {
                text!(language, "{name}: {error}", "{name}: {error}", name, error = error.text(language))
            }
            Self::Openings(error) => error.text(language),
            Self::Plan(error) => error.text(language),
            Self::Store(error) => error.text(language),
            Self::Executor(why) => why.text(language),
        }
    }
}

/// Makes the agent of a player that no spec names: one that lives in the program that plays the contest.
pub type MakeAgent = Arc<dyn Fn(&dyn AnyGame) -> Result<Box<dyn Agent>, SpecError> + Send + Sync>;

/// A contest whose game is open and whose players are known. Its games can be played wherever their openings come from.
pub struct ReadyPlayers {
    contest: Contest,
    game: Box<dyn AnyGame>,
    players: Vec<ReadyPlayer>,
}

/// Whoever plays: somebody that a spec names, or a guest.
enum ReadyPlayer {
    Spec(PlayerSpec),
    Guest(MakeAgent),
}

impl ReadyPlayer {
    fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, SpecError> {
        match self {
            Self::Spec(spec) => spec.agent(game, limits),
            Self::Guest(make) => make(game),
        }
    }

    fn spec(&self) -> Option<&PlayerSpec> {
        match self {
            Self::Spec(spec) => Some(spec),
            Self::Guest(_) => None,
        }
    }
}

impl ReadyPlayers {
    /// Opens the game and finds the players. Whether programs are there is not asked: one that is not there loses its own
    /// games only.
    ///
    /// # Errors
    /// If it cannot be played, naming what is in the way.
    pub fn new(contest: Contest) -> Result<Self, ContestError> {
        Self::with_guests(contest, &[])
    }

    /// The same with guests, by the places of the list: they are made here, and their specs are only shown.
    ///
    /// # Errors
    /// If it cannot be played, naming what is in the way.
    pub fn with_guests(mut contest: Contest, guests: &[Option<MakeAgent>]) -> Result<Self, ContestError> {
        let game = poda_catalog::open(&contest.game)?;
        // In full, as lines and records name it.
        game.spec().clone_into(&mut contest.game);
        contest.check_plan()?;
        let mut players = Vec::new();
        for (place, player) in contest.players.iter().enumerate() {
            let ready = match guests.get(place).cloned().flatten() {
                Some(make) => Ok(ReadyPlayer::Guest(make)),
                None => PlayerSpec::read(&player.spec, game.as_ref(), player.folder.as_deref())
                    .map(ReadyPlayer::Spec),
            };
            let ready = ready.and_then(|ready| {
                ready.agent(game.as_ref(), &contest.conditions.bots)?;
                Ok(ready)
            });
            players.push(ready.map_err(|error| ContestError::Player { name: player.name.clone(), error })?);
        }
        Ok(Self { contest, game, players })
    }

    /// Sees that the players' programs are there, can be started and offer the game. The observer may end it.
    ///
    /// # Errors
    /// If one is not, or it was ended.
    pub fn check_programs(&self, observer: &mut dyn SearchObserver) -> Result<(), ContestError> {
        for place in 0..self.players.len() {
            let failed =
                |error| ContestError::Player { name: self.contest.players[place].name.clone(), error };
            self.check_program(place, observer).map_err(failed)?;
        }
        Ok(())
    }

    /// The same for the player at that place of the list. Guests are always ready.
    ///
    /// # Errors
    /// If its program is not there, or it was ended.
    pub fn check_program(&self, place: usize, observer: &mut dyn SearchObserver) -> Result<(), PlayerError> {
        let Some(spec) = self.players[place].spec() else { return Ok(()) };
        spec.check_executable()?;
        Ok(spec.check_game(self.game(), &self.contest.conditions.bots, observer)?)
    }

    /// Whether the player at that place is a program of the machine.
    pub fn is_program(&self, place: usize) -> bool {
        self.players[place].spec().is_some_and(PlayerSpec::is_program)
    }

    /// How far the player at that place of the list may think about a move. Guests have limits of their own.
    pub fn thinking(&self, place: usize) -> ThinkingLimits {
        let given = self.contest.conditions.thinking;
        self.players[place].spec().map_or_else(ThinkingLimits::default, |spec| spec.thinking(given))
    }

    /// Whether a program of the machine takes part.
    pub fn has_programs(&self) -> bool {
        self.players.iter().filter_map(ReadyPlayer::spec).any(PlayerSpec::is_program)
    }

    /// What is to be played.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// Its game.
    pub fn game(&self) -> &dyn AnyGame {
        self.game.as_ref()
    }

    /// The player at that place of the list, ready to play.
    ///
    /// # Errors
    /// If it cannot take part.
    pub fn agent(&self, place: usize) -> Result<Box<dyn Agent>, ContestError> {
        let agent = self.players[place].agent(self.game(), &self.contest.conditions.bots);
        let name = || self.contest.players[place].name.clone();
        agent.map_err(|error| ContestError::Player { name: name(), error: error.into() })
    }

    /// Sees that a game could have been played like this, and has the result that it says.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check_record(&self, record: &GameRecord) -> Result<(), Message> {
        check_game(&self.contest, record, self.game.session().as_mut())
    }
}

/// The largest file of openings: ten million games need less.
const MOST_OPENINGS: u64 = 64 << 20;

/// The text of a file that a contest names, which may be a device.
fn read_openings(path: &str) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_OPENINGS + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_OPENINGS { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}

/// A contest that can be played: besides its game and players, its openings are made. Worth having before anything is
/// recorded.
pub struct ReadyContest {
    players: ReadyPlayers,
    openings: Vec<GameLine>,
}

impl ReadyContest {
    /// Prepares a contest. Whether programs are there is not asked: one that is not there loses its own games only.
    ///
    /// # Errors
    /// If it cannot be played, naming what is in the way.
    pub fn new(contest: Contest) -> Result<Self, ContestError> {
        Self::with_guests(contest, &[], &mut NoObserver)
    }

    /// The same with guests, by the places of the list of players. The observer may end it: then openings are missing, and
    /// whoever ended it plays no game.
    ///
    /// # Errors
    /// If it cannot be played, naming what is in the way.
    pub fn with_guests(
        contest: Contest,
        guests: &[Option<MakeAgent>],
        observer: &mut dyn SearchObserver,
    ) -> Result<Self, ContestError> {
        let players = ReadyPlayers::with_guests(contest, guests)?;
        let openings = players.contest.opening_list(players.game(), &read_openings, observer)?;
        Ok(Self { players, openings })
    }

    /// Its game and players.
    pub fn players(&self) -> &ReadyPlayers {
        &self.players
    }

    /// See [`ReadyPlayers::check_programs`].
    ///
    /// # Errors
    /// If a program is not there, or it was ended.
    pub fn check_programs(&self, observer: &mut dyn SearchObserver) -> Result<(), ContestError> {
        self.players.check_programs(observer)
    }

    /// Whether a program of the machine takes part.
    pub fn has_programs(&self) -> bool {
        self.players.has_programs()
    }

    /// What is to be played.
    pub fn contest(&self) -> &Contest {
        self.players.contest()
    }

    /// Its game.
    pub fn game(&self) -> &dyn AnyGame {
        self.players.game()
    }

    /// The opening of that number; there may be fewer than pairs of games.
    pub fn opening(&self, number: usize) -> &GameLine {
        &self.openings[number % self.openings.len()]
    }

    /// The player at that place of the list, ready to play.
    ///
    /// # Errors
    /// If it cannot take part.
    pub fn agent(&self, place: usize) -> Result<Box<dyn Agent>, ContestError> {
        self.players.agent(place)
    }
}
