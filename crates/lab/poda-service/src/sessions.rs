use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use poda_agent::{GameLine, GameSession};
use poda_catalog::{AnyGame, Catalog};

use crate::{AdmittedPlayer, AgentStore, ServiceError, ServiceLimits, agents::KeptAgent};

/// A game that stands where a line leads.
pub struct FollowedLine {
    /// The spec as it was asked for; the session's own is the full one.
    spec: String,
    /// The rules.
    pub game: Arc<dyn AnyGame>,
    /// The game in progress.
    pub session: GameSession,
}

impl FollowedLine {
    fn open(catalog: &Catalog, spec: &str) -> Result<Self, ServiceError> {
        let game = catalog.open(spec)?;
        Ok(Self { spec: spec.to_owned(), session: game.session(), game })
    }

    /// The number of moves that this game and a line have in common; `None` if they begin differently.
    fn shared(&self, line: &GameLine) -> Option<usize> {
        if self.spec == line.game { self.session.line().shared_with(line) } else { None }
    }
}

/// The games that a client has asked about last, and the agents that play them. A line that is one move longer than the one before
/// is read from there on, and the agent that answers it is the one of the move before.
pub struct SessionStore {
    catalog: Catalog,
    /// The one that was used last is the last one.
    kept: Mutex<VecDeque<FollowedLine>>,
    most: usize,
    moves_read: AtomicU64,
    agents: Arc<AgentStore>,
    /// Its number in the store of agents.
    number: u64,
}

/// Games that one client keeps: enough to go back and forth in one and to look at some others.
const MOST: usize = 6;

impl Default for SessionStore {
    fn default() -> Self {
        Self::new(Catalog::default(), MOST)
    }
}

impl Drop for SessionStore {
    fn drop(&mut self) {
        self.agents.end(self.number);
    }
}

impl SessionStore {
    /// A store that keeps at most so many games of a catalog; together they never have more moves than a single line may have.
    pub fn new(catalog: Catalog, most: usize) -> Self {
        Self::with_agents(catalog, most, Arc::default())
    }

    /// A store whose agents are kept among those of others.
    pub fn sharing(catalog: Catalog, agents: Arc<AgentStore>) -> Self {
        Self::with_agents(catalog, MOST, agents)
    }

    fn with_agents(catalog: Catalog, most: usize, agents: Arc<AgentStore>) -> Self {
        let number = agents.session();
        Self { catalog, kept: Mutex::default(), most, moves_read: AtomicU64::new(0), agents, number }
    }

    /// The games that can be asked about.
    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// The moves that were read so far.
    pub fn moves_read(&self) -> u64 {
        self.moves_read.load(Ordering::Relaxed)
    }

    /// Follows a line and does something with the game where it leads.
    ///
    /// # Errors
    /// If the line is too long, if it names no game, position or move, or if `job` fails.
    pub fn with<T>(
        &self,
        line: &GameLine,
        limits: &ServiceLimits,
        job: impl FnOnce(&mut FollowedLine) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        limits.check_line(line)?;
        let mut followed = match self.take(line) {
            Some(followed) => followed,
            None => FollowedLine::open(&self.catalog, &line.game)?,
        };
        let done = followed.session.follow(line).map_err(ServiceError::from).and_then(|read| {
            self.moves_read.fetch_add(read as u64, Ordering::Relaxed);
            job(&mut followed)
        });
        self.keep(followed, limits.plies);
        done
    }

    /// The rules of a game, which need not be opened if one was asked about.
    pub(crate) fn game(&self, spec: &str) -> Result<Arc<dyn AnyGame>, ServiceError> {
        let kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        match kept.iter().find(|followed| followed.spec == spec) {
            Some(followed) => Ok(Arc::clone(&followed.game)),
            None => Ok(self.catalog.open(spec)?),
        }
    }

    /// Whether an agent of that player stands ready in that game.
    pub(crate) fn has_agent(&self, game: &str, player: &str) -> bool {
        self.agents.has(self.number, game, player)
    }

    /// The agent of a player in a game, to be given back with [`Self::keep_agent`].
    pub(crate) fn agent(
        &self,
        (game, rules): (&str, &dyn AnyGame),
        player: &str,
        admit: impl FnOnce() -> Result<AdmittedPlayer, ServiceError>,
    ) -> Result<KeptAgent, ServiceError> {
        self.agents.take((self.number, game, player), rules, admit)
    }

    pub(crate) fn keep_agent(&self, agent: KeptAgent) {
        self.agents.keep(agent);
    }

    /// A game from which the line is near: what has to be taken back is less than what is saved.
    fn take(&self, line: &GameLine) -> Option<FollowedLine> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let near = |followed: &FollowedLine| {
            let shared = followed.shared(line)?;
            (followed.session.plies() - shared <= shared).then_some(shared)
        };
        let shared: Vec<Option<usize>> = kept.iter().map(near).collect();
        let (index, _) = shared
            .iter()
            .enumerate()
            .filter(|(_, shared)| shared.is_some())
            .max_by_key(|(_, shared)| **shared)?;
        kept.remove(index)
    }

    fn keep(&self, followed: FollowedLine, plies: usize) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back(followed);
        let moves = |kept: &VecDeque<FollowedLine>| -> usize {
            kept.iter().map(|followed| followed.session.plies()).sum()
        };
        while kept.len() > self.most || moves(&kept) > plies {
            kept.pop_front();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(game: &str, moves: &str) -> GameLine {
        GameLine::parse(game, None, moves, poda_core::MoveTokens::Characters)
    }

    fn position(store: &SessionStore, line: &GameLine) -> Result<String, ServiceError> {
        store.with(line, &ServiceLimits::default(), |followed| Ok(followed.session.position()))
    }

    #[test]
    fn playing_on_reads_one_move_and_going_back_none() {
        let store = SessionStore::default();
        let moves = "44444433333355";
        for plies in 1..=moves.len() {
            let there = position(&store, &line("connect4", &moves[..plies])).unwrap();
            let fresh = position(&SessionStore::default(), &line("connect4", &moves[..plies])).unwrap();
            assert_eq!(there, fresh);
            assert_eq!(store.moves_read(), plies as u64);
        }
        let read = store.moves_read();
        for plies in (8..moves.len()).rev() {
            position(&store, &line("connect4", &moves[..plies])).unwrap();
        }
        assert_eq!(store.moves_read(), read, "taking back is not reading");
        // Another way from there.
        position(&store, &line("connect4", "4444443311")).unwrap();
        assert_eq!(store.moves_read(), read + 2);
    }

    #[test]
    fn games_side_by_side_are_kept_apart_and_few() {
        let store = SessionStore::new(Catalog::default(), 2);
        let (one, other) = (line("boom", "4455"), line("boom", "1122"));
        for _ in 0..3 {
            position(&store, &one).unwrap();
            position(&store, &other).unwrap();
        }
        assert_eq!(store.moves_read(), 8, "each was read once");
        position(&store, &line("crush", "1")).unwrap();
        position(&store, &one).unwrap();
        assert_eq!(store.moves_read(), 13, "the oldest had to go");
        // All together they are no longer than one line may be.
        let limits = ServiceLimits { plies: 5, ..ServiceLimits::default() };
        store.with(&other, &limits, |_| Ok(())).unwrap();
        assert_eq!(store.kept.lock().unwrap().len(), 1);
    }

    #[test]
    fn a_broken_line_is_named_and_the_game_before_it_kept() {
        let store = SessionStore::default();
        let error = position(&store, &line("boom", "449")).unwrap_err();
        assert_eq!(error.to_string(), "ply 3: illegal move \"9\": legal here: 1 2 3 4 5 6 7");
        position(&store, &line("boom", "445")).unwrap();
        assert_eq!(store.moves_read(), 3);
        let limits = ServiceLimits { plies: 2, ..ServiceLimits::default() };
        let error = store.with(&line("boom", "445"), &limits, |_| Ok(())).unwrap_err();
        assert_eq!(error.to_string(), "a line of 3 moves is too long: at most 2");
    }
}
