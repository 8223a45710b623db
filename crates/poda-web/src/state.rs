use std::{
    collections::HashMap,
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use tokio::sync::Semaphore;

use crate::{
    ServeError, ServerOptions, catalog::Catalog, failure::Refusal, hall::RunService, saved::SavedGames,
    trees::TreeCache,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: ServerOptions,
    pub(crate) store: SavedGames,
    /// Who may think now.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Live connections by address.
    guests: PerAddressLimit,
    /// Questions that take time by address.
    askers: PerAddressLimit,
    pub(crate) trees: TreeCache,
    pub(crate) hall: RunService,
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
        let hall = RunService::open(options.records.as_deref())?;
        let catalog = serde_json::to_value(Catalog::new(options.limits.bots)).unwrap_or_default();
        Ok(Self(Arc::new(Inner {
            store,
            thinkers: Arc::new(Semaphore::new(options.limits.thinkers.max(1))),
            guests: PerAddressLimit::default(),
            askers: PerAddressLimit::default(),
            trees: TreeCache::default(),
            hall,
            catalog,
            options,
        })))
    }

    /// Lets a client in, unless there are too many already.
    pub(crate) fn welcome(&self, address: IpAddr) -> Result<Permit, Refusal> {
        let limits = &self.options.limits;
        if self.guests.size() >= limits.connections {
            return Err(Refusal::busy(format!("{} connections are open already", limits.connections)));
        }
        self.guests.enter(address, limits.connections_per_client).ok_or_else(|| {
            let most = limits.connections_per_client;
            Refusal::busy(format!("{most} connections from {address} are open already"))
        })
    }

    /// Lets a client ask something that takes time, unless it has asked for too much already.
    pub(crate) fn patience(&self, address: IpAddr) -> Result<Permit, Refusal> {
        let most = self.options.limits.thoughts_per_client;
        self.askers.enter(address, most).ok_or_else(|| {
            Refusal::busy(format!("{most} questions from {address} are being thought about already"))
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
        let mut crowd = lock(&self.0);
        let own = crowd.entry(address).or_default();
        if *own >= most {
            return None;
        }
        *own += 1;
        Some(Permit { crowd: self.clone(), address })
    }
}

/// One of a crowd, counted while it exists.
pub(crate) struct Permit {
    crowd: PerAddressLimit,
    address: IpAddr,
}

impl Drop for Permit {
    fn drop(&mut self) {
        let mut crowd = lock(&self.crowd.0);
        if let Some(own) = crowd.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                crowd.remove(&self.address);
            }
        }
    }
}

/// What is behind the lock. Nothing that is kept behind one can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
