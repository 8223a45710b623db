use std::{
    collections::HashMap,
    net::IpAddr,
    ops::Deref,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use serde_json::Value;
use tokio::sync::Semaphore;

use crate::{
    Options, ServeError, catalog::Catalog, failure::Refusal, runs::Runs, saved::Store, trees::Forest,
};

/// What all requests share.
#[derive(Clone)]
pub(crate) struct Shared(Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) options: Options,
    pub(crate) store: Store,
    /// Who may think now.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Live connections by address.
    guests: Mutex<HashMap<IpAddr, usize>>,
    pub(crate) trees: Forest,
    pub(crate) runs: Runs,
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
    pub(crate) fn open(options: Options) -> Result<Self, ServeError> {
        let store = Store::open(options.games.as_deref(), options.limits.games_per_owner)?;
        let catalog = serde_json::to_value(Catalog::new()).unwrap_or_default();
        Ok(Self(Arc::new(Inner {
            store,
            thinkers: Arc::new(Semaphore::new(options.limits.thinkers.max(1))),
            guests: Mutex::default(),
            trees: Forest::default(),
            runs: Runs::default(),
            catalog,
            options,
        })))
    }

    /// Lets a client in, unless there are too many already.
    pub(crate) fn welcome(&self, address: IpAddr) -> Result<Guest, Refusal> {
        let limits = &self.options.limits;
        let mut guests = lock(&self.guests);
        if guests.values().sum::<usize>() >= limits.connections {
            return Err(Refusal::busy(format!("{} connections are open already", limits.connections)));
        }
        let own = guests.entry(address).or_default();
        if *own >= limits.connections_per_client {
            return Err(Refusal::busy(format!("{own} connections from {address} are open already")));
        }
        *own += 1;
        Ok(Guest { shared: self.clone(), address })
    }
}

/// One live connection, counted while it exists.
pub(crate) struct Guest {
    pub(crate) shared: Shared,
    address: IpAddr,
}

impl Drop for Guest {
    fn drop(&mut self) {
        let mut guests = lock(&self.shared.guests);
        if let Some(own) = guests.get_mut(&self.address) {
            *own -= 1;
            if *own == 0 {
                guests.remove(&self.address);
            }
        }
    }
}

/// What is behind the lock. Nothing that is kept behind one can be left half done.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
