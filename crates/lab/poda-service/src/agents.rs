use std::{
    collections::VecDeque,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use poda_agent::Agent;
use poda_catalog::{AnyGame, EngineSpec};

use crate::ServiceError;

/// A player that a request may ask.
pub enum AdmittedPlayer {
    /// An engine. Its agent is kept between the moves of a game.
    Engine(EngineSpec),
    /// The agent of a program, which is started for each decision and ends after it.
    Program(Box<dyn Agent>),
}

impl AdmittedPlayer {
    /// The agent that plays a game, and the megabytes of its table if it is kept between moves.
    fn seat(self, game: &dyn AnyGame) -> Result<(Box<dyn Agent>, Option<usize>), ServiceError> {
        match self {
            Self::Engine(spec) => Ok((game.agent(&spec, None)?, Some(spec.megabytes()))),
            Self::Program(agent) => Ok((agent, None)),
        }
    }

    /// The agent that plays a game.
    ///
    /// # Errors
    /// If it does not play it.
    pub(crate) fn agent(self, game: &dyn AnyGame) -> Result<Box<dyn Agent>, ServiceError> {
        self.seat(game).map(|(agent, _)| agent)
    }
}

/// Agents of engines between two decisions, of all sessions that share the store: they keep the line that they have followed and
/// the memory of their tables. The oldest go first when a session has too many, or when all tables together are too large.
pub struct AgentStore {
    /// Megabytes of all tables.
    most: usize,
    /// The one that was used last is the last one.
    kept: Mutex<VecDeque<KeptAgent>>,
    sessions: AtomicU64,
}

/// Agents of one session: two for a game that engines play, and those of another game.
const PER_SESSION: usize = 4;

/// An agent and the session, game and player by which it is found again.
pub(crate) struct KeptAgent {
    session: u64,
    game: String,
    player: String,
    /// Megabytes of its table; `None` if it is not kept.
    megabytes: Option<usize>,
    pub(crate) agent: Box<dyn Agent>,
}

impl Default for AgentStore {
    fn default() -> Self {
        Self::new(128)
    }
}

impl AgentStore {
    /// A store whose agents have at most that many megabytes of tables.
    pub fn new(megabytes: usize) -> Self {
        Self { most: megabytes, kept: Mutex::default(), sessions: AtomicU64::new(0) }
    }

    /// The number of a new session.
    pub(crate) fn session(&self) -> u64 {
        self.sessions.fetch_add(1, Ordering::Relaxed)
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<KeptAgent>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the agent of a player is there.
    pub(crate) fn has(&self, session: u64, game: &str, player: &str) -> bool {
        self.lock().iter().any(|kept| kept.is(session, game, player))
    }

    /// The agent of a player as if it were new, or a new one.
    pub(crate) fn take(
        &self,
        (session, game, player): (u64, &str, &str),
        rules: &dyn AnyGame,
        admit: impl FnOnce() -> Result<AdmittedPlayer, ServiceError>,
    ) -> Result<KeptAgent, ServiceError> {
        let mut kept = self.lock();
        let place = kept.iter().position(|kept| kept.is(session, game, player));
        if let Some(mut found) = place.and_then(|place| kept.remove(place)) {
            drop(kept);
            // A decision depends on the position alone: what a table holds of other searches would change it.
            found.agent.new_game(0);
            return Ok(found);
        }
        drop(kept);
        let (agent, megabytes) = admit()?.seat(rules)?;
        Ok(KeptAgent { session, game: game.to_owned(), player: player.to_owned(), megabytes, agent })
    }

    /// Keeps an agent for the next decision.
    pub(crate) fn keep(&self, agent: KeptAgent) {
        if agent.megabytes.is_none_or(|megabytes| megabytes > self.most) {
            return;
        }
        let mut kept = self.lock();
        let session = agent.session;
        let own = |kept: &VecDeque<KeptAgent>| kept.iter().filter(|kept| kept.session == session).count();
        kept.push_back(agent);
        if own(&kept) > PER_SESSION
            && let Some(oldest) = kept.iter().position(|kept| kept.session == session)
        {
            kept.remove(oldest);
        }
        while kept.iter().map(KeptAgent::weight).sum::<usize>() > self.most {
            kept.pop_front();
        }
    }

    /// Drops the agents of a session that has ended.
    pub(crate) fn end(&self, session: u64) {
        self.lock().retain(|kept| kept.session != session);
    }
}

impl KeptAgent {
    fn is(&self, session: u64, game: &str, player: &str) -> bool {
        (self.session, self.game.as_str(), self.player.as_str()) == (session, game, player)
    }

    /// Megabytes as they count: an agent without a table is not free.
    fn weight(&self) -> usize {
        self.megabytes.unwrap_or_default().max(1)
    }
}

#[cfg(test)]
mod tests {
    use core::cell::Cell;

    use super::*;

    /// Takes the agent of a player in a session and gives it back; whether it was a new one.
    fn is_new(store: &AgentStore, session: u64, player: &str) -> bool {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let admitted = Cell::new(false);
        let admit = || {
            admitted.set(true);
            Ok(AdmittedPlayer::Engine(poda_catalog::player_spec(game.as_ref(), player)?))
        };
        let agent = store.take((session, "connect4", player), game.as_ref(), admit).unwrap();
        store.keep(agent);
        admitted.get()
    }

    #[test]
    fn agents_stay_with_their_session_until_it_ends() {
        let store = AgentStore::default();
        let (one, other) = (store.session(), store.session());
        assert_eq!(
            [one, one, other, other].map(|session| is_new(&store, session, "pvs")),
            [true, false, true, false]
        );
        store.end(one);
        assert_eq!([one, other].map(|session| is_new(&store, session, "pvs")), [true, false]);
    }

    #[test]
    fn the_oldest_go_first() {
        // By the number of agents of a session.
        let store = AgentStore::default();
        let players = ["random", "random:seed=1", "random:seed=2", "random:seed=3", "random:seed=4"];
        let other = store.session();
        let session = store.session();
        is_new(&store, other, "random");
        assert_eq!(players.map(|player| is_new(&store, session, player)), [true; 5]);
        assert!(!is_new(&store, session, "random:seed=1"));
        assert!(is_new(&store, session, "random"));
        assert!(!is_new(&store, other, "random"), "another session keeps what it has");
        // By the size of all tables.
        let store = AgentStore::new(40);
        let sessions = [(); 3].map(|()| store.session());
        assert_eq!(sessions.map(|session| is_new(&store, session, "pvs:tt=16")), [true; 3]);
        assert_eq!([2, 1, 0].map(|index| is_new(&store, sessions[index], "pvs:tt=16")), [false, false, true]);
        assert!(
            is_new(&store, sessions[0], "pvs:tt=41") && is_new(&store, sessions[0], "pvs:tt=41"),
            "too large"
        );
    }
}
