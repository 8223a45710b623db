use std::fs;

use poda_agent::{Agent, GameLine, ThinkingLimits};
use poda_bots::{PlayerError, PlayerSpec};
use poda_catalog::{AnyGame, SpecError};
use poda_contest::{Contest, GameRecord, OpeningError, PlanError, check_game};
use poda_core::{Language, Message, SearchObserver, Translate, text};
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

/// A contest whose game is open and whose players are known. Its games can be played wherever their openings come from.
pub struct ReadyPlayers {
    contest: Contest,
    game: Box<dyn AnyGame>,
    players: Vec<PlayerSpec>,
}

impl ReadyPlayers {
    /// Opens the game and finds the players. Whether programs are there is not asked: one that is not there loses its own
    /// games only.
    ///
    /// # Errors
    /// If it cannot be played, naming what is in the way.
    pub fn new(mut contest: Contest) -> Result<Self, ContestError> {
        let game = poda_catalog::open(&contest.game)?;
        // In full, as lines and records name it.
        game.spec().clone_into(&mut contest.game);
        contest.check_plan()?;
        let mut players = Vec::new();
        for player in &contest.players {
            let spec = PlayerSpec::read(&player.spec, player.folder.as_deref())
                .map_err(PlayerError::from)
                .and_then(|spec| {
                    spec.agent(game.as_ref(), &contest.conditions.bots)?;
                    Ok(spec)
                });
            players.push(spec.map_err(|error| ContestError::Player { name: player.name.clone(), error })?);
        }
        Ok(Self { contest, game, players })
    }

    /// Sees that the players' programs are there, can be started and offer the game. The observer may end it.
    ///
    /// # Errors
    /// If one is not, or it was ended.
    pub fn check_programs(&self, observer: &mut dyn SearchObserver) -> Result<(), ContestError> {
        for (player, spec) in self.contest.players.iter().zip(&self.players) {
            let failed = |error| ContestError::Player { name: player.name.clone(), error };
            spec.check_executable().map_err(|error| failed(error.into()))?;
            let checked = spec.check_game(self.game(), &self.contest.conditions.bots, observer);
            checked.map_err(|error| failed(error.into()))?;
        }
        Ok(())
    }

    /// How far the player at that place of the list may think about a move.
    pub fn thinking(&self, place: usize) -> ThinkingLimits {
        self.players[place].thinking(self.contest.conditions.thinking)
    }

    /// Whether a program of the machine takes part.
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_bot)
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
        let players = ReadyPlayers::new(contest)?;
        let openings = players.contest.opening_list(players.game(), &|path| fs::read_to_string(path))?;
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
