use std::{fmt, net::SocketAddr, path::PathBuf, sync::Arc, time::Duration};

use poda_agent::BotLimits;
use poda_catalog::Catalog;
use poda_contest::Executor;
use poda_service::ServiceLimits;

use crate::{AccessOptions, BotList};

/// How the server is to be run.
#[derive(Clone, Debug)]
pub struct ServerOptions {
    /// The games.
    pub catalog: Catalog,
    /// Where to listen.
    pub address: SocketAddr,
    /// The file in which games are kept; in memory if `None`.
    pub games: Option<PathBuf>,
    /// The file of the arena's runs, which the command line writes too; in memory if `None`.
    pub records: Option<PathBuf>,
    /// Whom it answers.
    pub access: AccessOptions,
    /// The programs that may play.
    pub bots: BotList,
    /// What each of them may take, and what it runs in.
    pub bot_limits: BotLimits,
    /// What a client may demand.
    pub limits: ServerLimits,
    /// Who plays the arena's runs, if not this server.
    pub machines: Option<RunExecutor>,
}

/// Whoever plays runs elsewhere.
#[derive(Clone)]
pub struct RunExecutor(pub Arc<dyn Executor + Send + Sync>);

impl fmt::Debug for RunExecutor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RunExecutor")
    }
}

impl ServerOptions {
    /// A server for this machine alone that keeps nothing.
    pub fn new(address: SocketAddr) -> Self {
        Self {
            catalog: Catalog::default(),
            address,
            games: None,
            records: None,
            access: AccessOptions::default(),
            bots: BotList::default(),
            bot_limits: BotLimits::default(),
            limits: ServerLimits::default(),
            machines: None,
        }
    }
}

/// What a client may demand: an IPv4 address, or a /64 network of IPv6. Generous for a person, small for a flood.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// Bytes of a request body or a message.
    pub message: usize,
    /// Connections of all clients together.
    pub connections: usize,
    /// Live connections of one client.
    pub live_per_client: usize,
    /// Searches of one connection that run or wait.
    pub searches_per_connection: usize,
    /// Searches of one client that wait.
    pub waiting: usize,
    /// How long anything waits for its turn.
    pub patience: Duration,
    /// How long one search may take.
    pub thinking: Duration,
    /// Searches that run at the same time. Half of them are for one client at most; the others wait their turn.
    pub searches: usize,
    /// Megabytes of table that a player may ask for.
    pub table: usize,
    /// Threads that a player may ask for.
    pub threads: usize,
    /// Games kept for one browser; the oldest go first.
    pub games_per_owner: usize,
    /// Bytes of saved games of one browser, of one client, and of all; the oldest of whoever has most go first.
    pub saved_per_owner: u64,
    /// See above.
    pub saved_per_client: u64,
    /// See above.
    pub saved: u64,
    /// Bytes of the reviews that are kept; the oldest of whoever has most go first.
    pub reviews: u64,
    /// Shared games of all clients.
    pub rooms: u16,
    /// Shared games of one client.
    pub rooms_per_client: u16,
    /// Connections of everybody who watches one shared game.
    pub watchers: u16,
    /// Connections of one player of a shared game.
    pub connections_per_seat: u16,
    /// How long a shared game is kept while nobody is there.
    pub room_idle: Duration,
    /// How long one run may be played, all in all.
    pub run_time: Duration,
    /// Bytes that the runs of one client may record, and that a run may have which is shown.
    pub recorded_per_client: u64,
    /// Bytes that all runs of this server may record.
    pub recorded: u64,
    /// The longest line of moves that is followed.
    pub plies: usize,
    /// How long the head of a request may take, counted from the one before, and then its body.
    pub silence: Duration,
    /// How long a client may take to read an answer.
    pub reading: Duration,
    /// How often a live connection is asked whether it is still there. It is dead after two questions without an answer.
    pub heartbeat: Duration,
}

const MEGABYTE: u64 = 1 << 20;

/// As many as the system lets one program have, less those that files and programs need.
fn most_connections() -> usize {
    const MOST: usize = 4096;
    #[cfg(unix)]
    {
        let files = rustix::process::getrlimit(rustix::process::Resource::Nofile).current;
        files.map_or(MOST, |files| (files as usize).saturating_sub(128).clamp(16, MOST))
    }
    #[cfg(not(unix))]
    MOST
}

impl Default for ServerLimits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        Self {
            message: 64 * 1024,
            connections: most_connections(),
            live_per_client: 64,
            searches_per_connection: 4,
            waiting: 32,
            patience: Duration::from_mins(2),
            thinking: Duration::from_secs(30),
            searches: cores.max(4),
            table: 64,
            threads: cores,
            games_per_owner: 500,
            saved_per_owner: 4 * MEGABYTE,
            saved_per_client: 64 * MEGABYTE,
            saved: 512 * MEGABYTE,
            reviews: 64 * MEGABYTE,
            rooms: 500,
            rooms_per_client: 20,
            watchers: 50,
            connections_per_seat: 8,
            room_idle: Duration::from_hours(7 * 24),
            run_time: Duration::from_hours(1),
            recorded_per_client: 32 * MEGABYTE,
            recorded: 1024 * MEGABYTE,
            plies: 4000,
            silence: Duration::from_secs(15),
            reading: Duration::from_secs(20),
            heartbeat: Duration::from_secs(20),
        }
    }
}

impl ServerLimits {
    /// What of it concerns a single question.
    pub(crate) fn of_service(&self) -> ServiceLimits {
        let Self { plies, thinking, table, threads, .. } = *self;
        ServiceLimits { plies, thinking, table, threads }
    }

    /// Connections of one client: beside the live ones, as many as browsers open to fetch the page.
    pub(crate) fn connections_per_client(&self) -> usize {
        2 * self.live_per_client + 64
    }
}
