use std::{net::SocketAddr, path::PathBuf, time::Duration};

use poda_service::ServiceLimits;

/// How the server is to be run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// Where to listen.
    pub address: SocketAddr,
    /// The file in which games are kept; in memory if `None`.
    pub games: Option<PathBuf>,
    /// The file of the arena's runs, which the command line writes too; in memory if `None`.
    pub records: Option<PathBuf>,
    /// What a client may demand.
    pub limits: ServerLimits,
}

/// What a client may demand. Generous for a person, small for a flood.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Bytes of a request body or a message.
    pub message: usize,
    /// Whether players may be programs of this machine. Whoever can open the page can then start any of them.
    pub bots: bool,
    /// Live connections of all clients together.
    pub connections: usize,
    /// Live connections of one address.
    pub connections_per_client: usize,
    /// Searches of one connection that run or wait.
    pub searches_per_connection: usize,
    /// Searches that one address has asked for over HTTP and that run or wait.
    pub searches_per_client: usize,
    /// How long one search may take.
    pub thinking: Duration,
    /// Searches that run at the same time; the others wait their turn.
    pub searches: usize,
    /// Megabytes of table that a player may ask for.
    pub table: usize,
    /// Games kept for one browser; the oldest go first.
    pub games_per_owner: usize,
    /// The longest line of moves that is followed.
    pub plies: usize,
}

impl Default for ServerLimits {
    fn default() -> Self {
        Self {
            message: 64 * 1024,
            bots: false,
            connections: 4096,
            connections_per_client: 64,
            searches_per_connection: 4,
            searches_per_client: 8,
            thinking: Duration::from_secs(30),
            searches: std::thread::available_parallelism().map_or(2, usize::from),
            table: 64,
            games_per_owner: 500,
            plies: 4000,
        }
    }
}

impl ServerLimits {
    /// What of it concerns a single question.
    pub(crate) fn of_service(&self) -> ServiceLimits {
        let Self { plies, thinking, table, searches: threads, .. } = *self;
        ServiceLimits { plies, thinking, table, threads }
    }
}
