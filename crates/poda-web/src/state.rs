use std::{
    collections::HashMap,
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use poda_service::{CatalogView, Reply, TreeCache};
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::{
    ServeError, ServerLimits, ServerOptions, failure::Refusal, run_service::RunService, saved::SavedGames,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: ServerOptions,
    pub(crate) store: SavedGames,
    /// Who may think now.
    pub(crate) search_permits: Arc<Semaphore>,
    /// Live connections by address.
    connections: PerAddressLimit,
    /// Questions over HTTP that take time, by address.
    searches: PerAddressLimit,
    pub(crate) trees: TreeCache,
    pub(crate) runs: RunService,
    /// The catalog never changes while the server runs.
    pub(crate) catalog: Value,
}

impl Deref for Shared {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

impl Shared {
    pub(crate) fn open(options: ServerOptions) -> Result<Self, ServeError> {
        let store = SavedGames::open(options.games.as_deref(), options.limits.games_per_owner)?;
        let runs = RunService::open(options.records.as_deref())?;
        let catalog = Reply::Catalog(CatalogView::new(options.limits.bots));
        let catalog = serde_json::to_value(catalog).unwrap_or_default();
        Ok(Self(Arc::new(Inner {
            store,
            search_permits: Arc::new(Semaphore::new(options.limits.searches.max(1))),
            connections: PerAddressLimit::default(),
            searches: PerAddressLimit::default(),
            trees: TreeCache::default(),
            runs,
            catalog,
            options,
        })))
    }

    /// Lets a client connect, unless there are too many connections already.
    pub(crate) fn admit_connection(&self, address: IpAddr) -> Result<Permit, Refusal> {
        let ServerLimits { connections: all, connections_per_client: own, .. } = self.options.limits;
        if self.connections.size() >= all {
            return Err(Refusal::busy(
                format!("{all} connections are open already"),
                format!("ya hay {all} conexiones abiertas"),
            ));
        }
        self.connections.enter(address, own).ok_or_else(|| {
            Refusal::busy(
                format!("{own} connections from {address} are open already"),
                format!("ya hay {own} conexiones abiertas desde {address}"),
            )
        })
    }

    /// Lets a client ask something that takes time, unless it has asked for too much already.
    pub(crate) fn admit_search(&self, address: IpAddr) -> Result<Permit, Refusal> {
        let most = self.options.limits.searches_per_client;
        self.searches.enter(address, most).ok_or_else(|| {
            Refusal::busy(
                format!("{most} questions from {address} are being answered already"),
                format!("ya se están respondiendo {most} preguntas de {address}"),
            )
        })
    }
}

/// How many there are of each address.
#[derive(Clone, Default)]
struct PerAddressLimit(Arc<Mutex<HashMap<IpAddr, usize>>>);

impl PerAddressLimit {
    fn size(&self) -> usize {
        lock(&self.0).values().sum()
    }

    fn enter(&self, address: IpAddr, most: usize) -> Option<Permit> {
        let mut counts = lock(&self.0);
        let own = counts.entry(address).or_default();
        if *own >= most {
            return None;
        }
        *own += 1;
        Some(Permit { limit: self.clone(), address })
    }
}

/// Counts for its address while it exists.
pub(crate) struct Permit {
    limit: PerAddressLimit,
    address: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut counts = lock(&self.limit.0);
        if let Some(own) = counts.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

/// What is behind the lock. Nothing that is kept behind one can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
