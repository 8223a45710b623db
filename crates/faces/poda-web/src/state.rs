use std::{
    collections::HashMap,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use axum::body::Bytes;
use poda_service::{AgentStore, CatalogView, Reply, TreeCache};

use crate::{
    ServeError, ServerLimits, ServerOptions,
    access::random_text,
    client::Client,
    failure::Refusal,
    queues::{ClientQueues, QueueLimits},
    review_store::ReviewStore,
    rooms::Rooms,
    run_service::RunService,
    saved_store::SavedGames,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: ServerOptions,
    pub(crate) store: SavedGames,
    pub(crate) queues: WorkQueues,
    /// Connections of any kind.
    connections: PerClientLimit,
    /// Those of them that are live.
    live: PerClientLimit,
    /// The agents of live connections between two moves.
    pub(crate) agents: Arc<AgentStore>,
    pub(crate) trees: TreeCache,
    pub(crate) runs: RunService,
    pub(crate) rooms: Rooms,
    pub(crate) reviews: ReviewStore,
    /// The catalog as JSON: it never changes while the server runs.
    pub(crate) catalog: Bytes,
}

/// Whatever takes a thread waits for its turn. Each kind has queues and threads of its own, so that a disk that does not
/// answer keeps nobody from playing.
pub(crate) struct WorkQueues {
    /// Searches: seconds.
    pub(crate) thinking: ClientQueues,
    /// Messages that are read, lines that are followed, positions that are drawn: milliseconds.
    pub(crate) drawing: ClientQueues,
    /// The saved games.
    pub(crate) saving: ClientQueues,
    /// The records of runs.
    pub(crate) recording: ClientQueues,
}

/// Tables of the largest size that agents keep between two moves.
const KEPT_TABLES: usize = 1;

/// Threads for work that takes milliseconds.
const QUICK: usize = 2;

impl WorkQueues {
    fn new(limits: &ServerLimits) -> Self {
        let queues = |at_once: usize, waiting_per_client: usize| {
            let at_once_per_client = (at_once / 2).max(1);
            let patience = limits.patience;
            ClientQueues::new(QueueLimits { at_once, at_once_per_client, waiting_per_client, patience })
        };
        // Each connection asks for one quick thing at a time.
        let quick = || queues(QUICK, limits.connections_per_client());
        Self {
            thinking: queues(limits.searches.max(2), limits.waiting),
            drawing: quick(),
            saving: quick(),
            recording: quick(),
        }
    }

    /// The threads that they take at most.
    pub(crate) fn threads(limits: &ServerLimits) -> usize {
        limits.searches.max(2) + 3 * QUICK
    }
}

impl Deref for Shared {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Shared {
    pub(crate) fn open(options: ServerOptions) -> Result<Self, ServeError> {
        let store = SavedGames::open(options.games.as_deref(), options.limits)?;
        let runs = RunService::open(&options)?;
        let rooms = Rooms::open(options.catalog.clone(), options.games.as_deref(), options.limits)?;
        let reviews = ReviewStore::open(options.games.as_deref(), options.limits.reviews)?;
        let catalog = Reply::Catalog(CatalogView::new(&options.catalog, options.bots.views()));
        let catalog = serde_json::to_vec(&catalog).unwrap_or_default().into();
        Ok(Self(Arc::new(Inner {
            store,
            queues: WorkQueues::new(&options.limits),
            connections: PerClientLimit::default(),
            live: PerClientLimit::default(),
            agents: Arc::new(AgentStore::new(KEPT_TABLES * options.limits.table)),
            // A tree without a name is read by nobody.
            trees: TreeCache::new(|| random_text().unwrap_or_default()),
            runs,
            rooms,
            reviews,
            catalog,
            options,
        })))
    }

    /// Lets a client connect, unless it has too many connections already or all have.
    pub(crate) fn admit_connection(&self, client: Client) -> Option<Permit> {
        let limits = &self.options.limits;
        self.connections.enter(client, limits.connections_per_client(), limits.connections)
    }

    /// Lets a client keep a connection open for its questions, unless it has too many of those already.
    pub(crate) fn admit_live(&self, client: Client) -> Result<Permit, Refusal> {
        let most = self.options.limits.live_per_client;
        self.live.enter(client, most, usize::MAX).ok_or_else(|| {
            Refusal::busy(
                format!("{most} connections from {client} are open already"),
                format!("ya hay {most} conexiones abiertas desde {client}"),
            )
        })
    }
}

/// How many there are of each client.
#[derive(Clone, Default)]
struct PerClientLimit(Arc<Mutex<HashMap<Client, usize>>>);

impl PerClientLimit {
    fn enter(&self, client: Client, most: usize, most_of_all: usize) -> Option<Permit> {
        let mut counts = lock(&self.0);
        if counts.values().sum::<usize>() >= most_of_all
            || counts.get(&client).is_some_and(|own| *own >= most)
        {
            return None;
        }
        *counts.entry(client).or_default() += 1;
        Some(Permit { limit: self.clone(), client })
    }
}

/// Counts for its client while it exists.
pub(crate) struct Permit {
    limit: PerClientLimit,
    client: Client,
}

impl Permit {
    pub(crate) fn client(&self) -> Client {
        self.client
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        count_down(&mut lock(&self.limit.0), self.client);
    }
}

/// One less; nobody is remembered who has nothing.
pub(crate) fn count_down(counts: &mut HashMap<Client, usize>, client: Client) {
    if let Some(own) = counts.get_mut(&client) {
        *own -= 1;
        if *own == 0 {
            counts.remove(&client);
        }
    }
}

/// What is behind the lock. Nothing that is kept behind one can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
