use std::time::Duration;

use poda_agent::{BotLimits, GameLine, ThinkingLimits};
use poda_catalog::AnyGame;
use poda_core::{Language, SearchObserver, Side, Translate, fold, mix, text};
use thiserror::Error;

use crate::{Format, OpeningError, Openings, Plan, Player, ReadText, Shard, statistics::Sprt};

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
    /// The seed for all randomness.
    pub seed: u64,
    /// A test that may end a match early.
    pub sprt: Option<Sprt>,
    /// Which part of the schedule to play.
    pub shard: Option<Shard>,
}

/// Under what conditions games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// How much each player may think about a move; what its own spec says if empty.
    pub thinking: ThinkingLimits,
    /// How far beyond its time a player may be late before it loses.
    pub margin: Duration,
    /// A game that lasts longer is a draw.
    pub max_plies: usize,
    /// What programs may use.
    pub bots: BotLimits,
}

impl Default for Conditions {
    fn default() -> Self {
        Self {
            thinking: ThinkingLimits::default(),
            margin: BotLimits::default().margin,
            max_plies: 2000,
            bots: BotLimits::default(),
        }
    }
}

/// Why a plan cannot be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum PlanError {
    /// Nobody to play against.
    TooFewPlayers(usize),
    /// More than a table has room for.
    TooManyPlayers(usize),
    /// More than anything waits for.
    TooManyGames(u64),
    /// Parts of a schedule that depends on results.
    Shard {
        /// The format.
        format: Format,
        /// The part that was asked for.
        shard: Shard,
    },
}

impl Translate for PlanError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::TooFewPlayers(why) => {
                text!(language, "{why} players are not enough", "{why} jugadores no bastan", why)
            }
            Self::TooManyPlayers(count) => text!(
                language,
                "{count} players are too many: at most {most}",
                "{count} jugadores son demasiados: como mucho {most}",
                count,
                most = Contest::MOST_PLAYERS
            ),
            Self::TooManyGames(count) => text!(
                language,
                "{count} games are too many: at most {most}",
                "{count} partidas son demasiadas: como mucho {most}",
                count,
                most = Contest::MOST_GAMES
            ),
            Self::Shard { format, shard } => text!(
                language,
                "a {format} cannot be played in parts such as {shard}: its pairings depend on all results",
                "un torneo {format} no se puede jugar por partes como {shard}: sus emparejamientos dependen de todos los resultados",
                format,
                shard
            ),
        }
    }
}

impl Contest {
    /// The most games of a contest.
    pub const MOST_GAMES: u64 = 10_000_000;
    /// The most players: a table compares each two of them.
    pub const MOST_PLAYERS: usize = 2000;

    /// Sees that the schedule and the table fit into memory.
    ///
    /// # Errors
    /// If they do not.
    pub fn check_size(&self) -> Result<(), PlanError> {
        if self.players.len() > Self::MOST_PLAYERS {
            return Err(PlanError::TooManyPlayers(self.players.len()));
        }
        match self.plan.most_games() {
            games if games > Self::MOST_GAMES => Err(PlanError::TooManyGames(games)),
            _ => Ok(()),
        }
    }

    /// Sees that the plan makes sense.
    ///
    /// # Errors
    /// If it does not.
    pub fn check_plan(&self) -> Result<(), PlanError> {
        if self.players.len() < 2 {
            return Err(PlanError::TooFewPlayers(self.players.len()));
        }
        self.check_size()?;
        match self.shard {
            Some(shard) if self.plan.format.looks_at_results() => {
                Err(PlanError::Shard { format: self.plan.format, shard })
            }
            _ => Ok(()),
        }
    }

    /// How many games there will be at most.
    pub fn most_games(&self) -> u64 {
        let all = self.plan.most_games();
        self.shard.map_or(all, |shard| (all / 2).saturating_sub(shard.number - 1).div_ceil(shard.of) * 2)
    }

    /// Whether this is a match of two, which has a verdict.
    pub fn is_match(&self) -> bool {
        self.players.len() == 2 && self.plan.format == Format::RoundRobin
    }

    /// What it is called: a match, or a tournament by its format.
    pub fn kind(&self) -> &'static str {
        if self.is_match() { "match" } else { self.plan.format.word() }
    }

    /// The openings, by number; fewer if the observer ends it. `read` gives the text of a file, for openings that are in one.
    ///
    /// # Errors
    /// If there is none.
    pub fn opening_list(
        &self,
        game: &dyn AnyGame,
        read: &ReadText<'_>,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<GameLine>, OpeningError> {
        self.openings.list(game, self.seed, self.plan.pairs() as usize, read, observer)
    }
}

/// The seed of a game of a contest.
pub fn game_seed(seed: u64, index: u64) -> u64 {
    // Records and other languages keep signed numbers of 64 bits: 63 are enough.
    fold(mix(seed), index) >> 1
}

/// The seed of one side's player in a game.
pub fn agent_seed(game_seed: u64, side: Side) -> u64 {
    // 0 would mean that there is no seed.
    fold(mix(game_seed), u64::from(side.number())).max(1)
}
