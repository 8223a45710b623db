use core::time::Duration;

use poda_agent::GameLine;
use poda_catalog::{AnyGame, EngineSpec};
use poda_core::Language;

use crate::{AdmittedPlayer, BotView, Reply, Request, ReviewView, ServiceError, SessionStore, TreeCache};

/// How much one question may take. Generous for a person, small for a flood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ServiceLimits {
    /// The longest line of moves that is followed.
    pub plies: usize,
    /// How long one search may take.
    pub thinking: Duration,
    /// Megabytes of table that a search may use.
    pub table: usize,
    /// Threads that a search may use.
    pub threads: usize,
}

impl Default for ServiceLimits {
    fn default() -> Self {
        Self { plies: 4000, thinking: Duration::from_secs(30), table: 64, threads: 1 }
    }
}

impl ServiceLimits {
    /// Refuses an engine that would take too much.
    ///
    /// # Errors
    /// If it asks for more time, memory or threads than there are.
    pub fn check(&self, player: &str, spec: &EngineSpec) -> Result<(), ServiceError> {
        let player = || player.to_owned();
        if spec.limits().time.is_some_and(|time| time > self.thinking) {
            return Err(ServiceError::TooLong { player: player(), most: self.thinking });
        }
        if spec.megabytes() > self.table {
            return Err(ServiceError::TooMuchMemory {
                player: player(),
                megabytes: spec.megabytes(),
                most: self.table,
            });
        }
        let threads = spec.threads() as usize;
        if threads > self.threads {
            return Err(ServiceError::TooManyThreads { player: player(), threads, most: self.threads });
        }
        Ok(())
    }

    /// Refuses a line that is longer than any game, before anything is read of it.
    ///
    /// # Errors
    /// If it has too many moves, or if one of its texts is too long to be one.
    pub fn check_line(&self, line: &GameLine) -> Result<(), ServiceError> {
        if line.moves.len() > self.plies {
            return Err(ServiceError::LineTooLong { plies: line.moves.len(), most: self.plies });
        }
        let too_long = |text: &&str| text.len() > LONGEST_TEXT;
        let texts =
            line.moves.iter().map(String::as_str).chain(line.start.as_deref()).chain([line.game.as_str()]);
        match texts.clone().find(too_long) {
            Some(text) => Err(ServiceError::TextTooLong { bytes: text.len(), most: LONGEST_TEXT }),
            None => Ok(()),
        }
    }
}

/// Bytes of the longest text of a line: positions are the longest, and those of the largest boards have a few hundred.
const LONGEST_TEXT: usize = 1000;

/// What a transport brings: a clock, an ear for progress, a way to stop, and the players that it offers.
pub trait Host {
    /// The time since some moment that stays the same.
    fn now(&self) -> Duration;

    /// Whether to stop now. Asked many times a second.
    fn should_stop(&self) -> bool {
        false
    }

    /// Told what is known so far, before the answer itself.
    fn progress(&mut self, _so_far: Reply) {}

    /// Programs of the machine that answers, if they may play.
    fn bots(&self) -> Vec<BotView> {
        Vec::new()
    }

    /// A review that was kept under a key.
    fn kept_review(&self, _key: &str) -> Option<ReviewView> {
        None
    }

    /// Keeps a review, if there is a place for it.
    fn keep_review(&self, _key: &str, _review: &ReviewView) {}

    /// The engine behind a spec or a name of the catalog, if it takes no more than the limits allow.
    ///
    /// # Errors
    /// If there is no such engine, or if it would take too much.
    fn engine(
        &self,
        game: &dyn AnyGame,
        player: &str,
        limits: &ServiceLimits,
    ) -> Result<EngineSpec, ServiceError> {
        let spec = poda_catalog::player_spec(game, player)?;
        limits.check(player, &spec)?;
        Ok(spec)
    }

    /// The player that a request names: an engine, or what else the transport offers. Called before the request waits for its turn,
    /// so it must not take time.
    ///
    /// # Errors
    /// If there is no such player, or if it would take more than the limits allow.
    fn player(
        &self,
        game: &dyn AnyGame,
        player: &str,
        limits: &ServiceLimits,
    ) -> Result<AdmittedPlayer, ServiceError> {
        self.engine(game, player, limits).map(AdmittedPlayer::Engine)
    }
}

/// All that a question needs beside itself.
pub struct Context<'a> {
    /// How much it may take.
    pub limits: ServiceLimits,
    /// The language of the answer.
    pub language: Language,
    /// Who asks: what is kept is counted by it.
    pub owner: &'a str,
    /// Games that were asked about before.
    pub sessions: &'a SessionStore,
    /// Trees that were asked for before.
    pub trees: &'a TreeCache,
    /// The transport.
    pub host: &'a mut dyn Host,
}

impl Context<'_> {
    /// Refuses a request that takes time and could not be answered anyway, before it waits for its turn. All others are refused
    /// where they are answered.
    ///
    /// # Errors
    /// If its line is too long, if it names no game, or if its player does not exist or would take too much.
    pub fn check(&self, request: &Request) -> Result<(), ServiceError> {
        let Some(line) = request.line().filter(|_| request.takes_time()) else { return Ok(()) };
        self.limits.check_line(line)?;
        if let Request::Choose { player, .. } = request
            && self.sessions.has_agent(&line.game, player)
        {
            return Ok(());
        }
        let game = self.sessions.game(&line.game)?;
        match request {
            Request::Choose { player, .. } | Request::Analyze { player, .. } => {
                self.host.player(game.as_ref(), player, &self.limits).map(drop)
            }
            Request::Tree { engine, .. } => self.host.engine(game.as_ref(), engine, &self.limits).map(drop),
            _ => Ok(()),
        }
    }
}

/// Progress is told at most this often.
const PACE: Duration = Duration::from_millis(50);

/// Tells progress at a pace that a person can follow, and says when the time is over.
pub(crate) struct Reporter<'a> {
    host: &'a mut dyn Host,
    deadline: Duration,
    told: Option<Duration>,
}

impl<'a> Reporter<'a> {
    pub(crate) fn new(host: &'a mut dyn Host, time: Duration) -> Self {
        let deadline = host.now().saturating_add(time);
        Self { host, deadline, told: None }
    }

    pub(crate) fn is_over(&self) -> bool {
        self.host.should_stop() || self.host.now() >= self.deadline
    }

    pub(crate) fn tell(&mut self, so_far: impl FnOnce() -> Reply) {
        let now = self.host.now();
        if self.told.is_none_or(|told| now.saturating_sub(told) >= PACE) {
            self.told = Some(now);
            self.host.progress(so_far());
        }
    }
}
