use std::{path::Path, sync::Arc};

use poda_agent::{Agent, GameLine, ThinkingLimits};
use poda_catalog::{AnyGame, Catalog, PlayerError, PlayerSpec, SpecError};
use poda_core::{Language, Message, NoObserver, SearchObserver, Translate, text};
use thiserror::Error;

use crate::{
    Conditions, Contest, ContestObserver, GameRecord, GameToPlay, OpeningError, Pairing, PlanError,
    StoreError, check_game, openings_file::read_openings, play_game,
};

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
    /// The executor cannot play them.
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

/// Reads the text of a player, whose program runs in a folder: `poda_bots::read_player`, or a reader that knows guests.
pub type ReadPlayer<'a> = dyn Fn(&str, &dyn AnyGame, Option<&Path>) -> Result<PlayerSpec, PlayerError> + 'a;

/// A contest whose game is open and whose players are read. Its games can be played wherever their openings come from.
pub struct ReadyPlayers {
    contest: Contest,
    game: Arc<dyn AnyGame>,
    players: Vec<PlayerSpec>,
}

impl ReadyPlayers {
    /// Opens the game and reads the players. Whether programs are there is not checked: a program that is missing loses its own
    /// games only.
    ///
    /// # Errors
    /// If it cannot be played, with the reason.
    pub fn new(mut contest: Contest, catalog: &Catalog, read: &ReadPlayer<'_>) -> Result<Self, ContestError> {
        let game = catalog.open(&contest.game)?;
        // In full, as lines and records name it.
        game.spec().clone_into(&mut contest.game);
        contest.check_plan()?;
        let mut players = Vec::new();
        for player in &contest.players {
            let ready = read(&player.spec, game.as_ref(), player.folder.as_deref()).and_then(|spec| {
                spec.agent(game.as_ref(), &contest.conditions.bots)?;
                Ok(spec)
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
        let spec = &self.players[place];
        spec.check_executable()?;
        Ok(spec.check_game(self.game(), &self.contest.conditions.bots, observer)?)
    }

    /// Whether the player at that place is a program of the machine.
    pub fn is_program(&self, place: usize) -> bool {
        self.players[place].is_program()
    }

    /// How far the player at that place of the list may think about a move. Guests have limits of their own.
    pub fn thinking(&self, place: usize) -> ThinkingLimits {
        self.players[place].thinking(self.contest.conditions.thinking)
    }

    /// Whether a program of the machine takes part.
    pub fn has_programs(&self) -> bool {
        self.players.iter().any(PlayerSpec::is_program)
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

    /// Plays one game from its opening. It is `Interrupted` if the observer stops it.
    pub fn play(
        &self,
        pairing: &Pairing,
        opening: &GameLine,
        agents: &mut [Box<dyn Agent>; 2],
        observer: &dyn ContestObserver,
    ) -> GameRecord {
        // The limits of each side, and the conditions that hold for both.
        let conditions = pairing
            .players
            .map(|place| Conditions { thinking: self.thinking(place), ..self.contest.conditions });
        let seed = self.contest.seed;
        let to_play = GameToPlay { game: self.game(), seed, pairing, opening, conditions };
        play_game(&to_play, agents, observer)
    }

    /// Sees that a game could have been played like this, and has the result that it says.
    ///
    /// # Errors
    /// If not, with the reason.
    pub fn check_record(&self, record: &GameRecord) -> Result<(), Message> {
        check_game(&self.contest, record, &mut self.game.session())
    }
}

/// A contest that can be played: besides its game and players, its openings are made. Worth having before anything is
/// recorded.
pub struct ReadyContest {
    players: ReadyPlayers,
    openings: Vec<GameLine>,
}

impl ReadyContest {
    /// Prepares a contest; see [`ReadyPlayers::new`].
    ///
    /// # Errors
    /// If it cannot be played, with the reason.
    pub fn new(contest: Contest, catalog: &Catalog, read: &ReadPlayer<'_>) -> Result<Self, ContestError> {
        Self::observed(contest, catalog, read, &mut NoObserver)
    }

    /// Prepares a contest. The observer may end it: then openings are missing, and no game is to be played.
    ///
    /// # Errors
    /// If it cannot be played, with the reason.
    pub fn observed(
        contest: Contest,
        catalog: &Catalog,
        read: &ReadPlayer<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Self, ContestError> {
        let players = ReadyPlayers::new(contest, catalog, read)?;
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
