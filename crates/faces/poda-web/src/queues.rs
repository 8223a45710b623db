//! Work that takes a thread: a few pieces at a time, the clients in turn.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use tokio::sync::oneshot;

use crate::{
    client::Client,
    failure::Refusal,
    state::{count_down, lock},
};

/// How much is done at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct QueueLimits {
    /// Pieces of work of all clients.
    pub(crate) at_once: usize,
    /// Pieces of work of one client. Less than all, so that nobody has to wait for the longest work of another.
    pub(crate) at_once_per_client: usize,
    /// Those of one client that wait; more are refused.
    pub(crate) waiting_per_client: usize,
    /// How long each waits.
    pub(crate) patience: Duration,
}

/// A queue for each client. Whenever there is room, the next client that has something waiting gets a turn.
#[derive(Clone)]
pub(crate) struct ClientQueues {
    limits: QueueLimits,
    queues: Arc<Mutex<QueueState>>,
}

#[derive(Default)]
struct QueueState {
    running: HashMap<Client, usize>,
    /// Those who have something waiting, the next one first.
    waiting: VecDeque<(Client, VecDeque<Waiter>)>,
    /// The number of the last waiter.
    last: u64,
}

struct Waiter {
    number: u64,
    call: oneshot::Sender<WorkPermit>,
}

/// A piece of work may run as long as this is there.
pub(crate) struct WorkPermit {
    clients: ClientQueues,
    client: Client,
}

impl Drop for WorkPermit {
    fn drop(&mut self) {
        count_down(&mut lock(&self.clients.queues).running, self.client);
        self.clients.call_next();
    }
}

/// A place in the queue, which is free again when nobody waits there any more.
struct QueuePlace {
    clients: ClientQueues,
    client: Client,
    number: u64,
}

impl Drop for QueuePlace {
    fn drop(&mut self) {
        let mut queues = lock(&self.clients.queues);
        if let Some((_, own)) = queues.waiting.iter_mut().find(|(client, _)| *client == self.client) {
            own.retain(|waiter| waiter.number != self.number);
        }
        queues.waiting.retain(|(_, own)| !own.is_empty());
    }
}

impl QueueState {
    /// Gives the next turn, if there is room for one that somebody may have.
    fn next(&mut self, limits: &QueueLimits) -> Option<(Client, Waiter)> {
        if self.running.values().sum::<usize>() >= limits.at_once {
            return None;
        }
        let running = |client: &Client| self.running.get(client).copied().unwrap_or(0);
        let may = |(client, _): &(Client, VecDeque<Waiter>)| running(client) < limits.at_once_per_client;
        let (client, mut own) = self.waiting.remove(self.waiting.iter().position(may)?)?;
        let waiter = own.pop_front();
        if !own.is_empty() {
            self.waiting.push_back((client, own));
        }
        *self.running.entry(client).or_default() += 1;
        waiter.map(|waiter| (client, waiter))
    }
}

impl ClientQueues {
    pub(crate) fn new(limits: QueueLimits) -> Self {
        Self { limits, queues: Arc::default() }
    }

    /// Works in a thread of its own when the client's turn has come. Whoever stops waiting before leaves the queue; what
    /// has begun goes on.
    ///
    /// # Errors
    /// If the client has too much waiting already, or has waited too long.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let turn = self.wait(client).await?;
        let working = tokio::task::spawn_blocking(move || {
            let _turn = turn;
            work()
        });
        working.await.map_err(|_| Refusal::broken_off())
    }

    async fn wait(&self, client: Client) -> Result<WorkPermit, Refusal> {
        let (call, called) = oneshot::channel();
        let place = self.queue(client, call)?;
        self.call_next();
        let turn = tokio::time::timeout(self.limits.patience, called).await;
        drop(place);
        match turn {
            Ok(Ok(turn)) => Ok(turn),
            Ok(Err(_)) => Err(Refusal::broken_off()),
            Err(_) => {
                let seconds = self.limits.patience.as_secs();
                Err(Refusal::busy(
                    format!("too much is being asked: nobody had time for {seconds} s"),
                    format!("hay demasiadas preguntas: nadie tuvo tiempo en {seconds} s"),
                ))
            }
        }
    }

    fn queue(&self, client: Client, call: oneshot::Sender<WorkPermit>) -> Result<QueuePlace, Refusal> {
        let mut queues = lock(&self.queues);
        queues.last += 1;
        let number = queues.last;
        let waiter = Waiter { number, call };
        match queues.waiting.iter_mut().find(|(other, _)| *other == client) {
            Some((_, own)) if own.len() >= self.limits.waiting_per_client => {
                let most = self.limits.waiting_per_client;
                return Err(Refusal::busy(
                    format!("{most} questions from {client} are waiting already"),
                    format!("ya hay {most} preguntas de {client} en espera"),
                ));
            }
            Some((_, own)) => own.push_back(waiter),
            None => queues.waiting.push_back((client, VecDeque::from([waiter]))),
        }
        Ok(QueuePlace { clients: self.clone(), client, number })
    }

    /// Calls those for whom there is room. A turn that nobody takes any more ends at once, outside the lock.
    fn call_next(&self) {
        loop {
            let Some((client, waiter)) = lock(&self.queues).next(&self.limits) else { return };
            drop(waiter.call.send(WorkPermit { clients: self.clone(), client }));
        }
    }

    /// What runs and what waits.
    #[cfg(test)]
    fn size(&self) -> (usize, usize) {
        let queues = lock(&self.queues);
        (queues.running.values().sum(), queues.waiting.iter().map(|(_, own)| own.len()).sum())
    }
}

#[cfg(test)]
mod tests {
    use std::{future::Future, pin::Pin, task::Poll};

    use super::*;

    const LIMITS: QueueLimits = QueueLimits {
        at_once: 2,
        at_once_per_client: 1,
        waiting_per_client: 3,
        patience: Duration::from_hours(1),
    };

    fn client(last: u8) -> Client {
        Client::of([192, 0, 2, last].into())
    }

    type Waiting<'a> = Pin<Box<dyn Future<Output = Result<WorkPermit, Refusal>> + 'a>>;

    /// A turn that is asked for, as far as it gets at once.
    async fn ask(
        clients: &ClientQueues,
        client: Client,
    ) -> (Waiting<'_>, Option<Result<WorkPermit, Refusal>>) {
        let mut waiting: Waiting<'_> = Box::pin(clients.wait(client));
        let now = look(&mut waiting).await;
        (waiting, now)
    }

    async fn look(waiting: &mut Waiting<'_>) -> Option<Result<WorkPermit, Refusal>> {
        std::future::poll_fn(|context| match waiting.as_mut().poll(context) {
            Poll::Ready(turn) => Poll::Ready(Some(turn)),
            Poll::Pending => Poll::Ready(None),
        })
        .await
    }

    #[tokio::test]
    async fn a_flood_of_one_client_delays_nobody_else() {
        let clients = ClientQueues::new(LIMITS);
        let (_, first) = ask(&clients, client(1)).await;
        let first = first.unwrap().ok().unwrap();
        // One of it runs, three wait, the fifth is refused by name.
        let mut own = Vec::new();
        for _ in 0..3 {
            let (waiting, now) = ask(&clients, client(1)).await;
            assert!(now.is_none());
            own.push(waiting);
        }
        let (_, refused) = ask(&clients, client(1)).await;
        let why = refused.unwrap().err().unwrap();
        assert!(why.text(poda_core::Language::English).contains("192.0.2.1"), "{why:?}");
        // Another one is served at once, although four came before it.
        let (_, other) = ask(&clients, client(2)).await;
        let other = other.unwrap().ok().unwrap();
        // Two more clients wait: the place that the second one leaves is for them, one after the other.
        let (mut third, now) = ask(&clients, client(3)).await;
        assert!(now.is_none());
        let (mut fourth, now) = ask(&clients, client(4)).await;
        assert!(now.is_none());
        drop(other);
        let third = look(&mut third).await.unwrap().ok().unwrap();
        assert!(look(&mut fourth).await.is_none());
        // What the first one leaves goes to whoever waits longest, and that is the first one again only after the fourth.
        drop(third);
        let fourth = look(&mut fourth).await.unwrap().ok().unwrap();
        assert!(look(&mut own[0]).await.is_none(), "it has one already");
        drop(first);
        let again = look(&mut own[0]).await.unwrap().ok().unwrap();
        assert!(look(&mut own[1]).await.is_none());
        drop((fourth, again));
        assert_eq!(clients.size(), (1, 1));
    }

    #[tokio::test]
    async fn whoever_leaves_makes_room() {
        let clients = ClientQueues::new(LIMITS);
        let (_, first) = ask(&clients, client(1)).await;
        let waiting = [ask(&clients, client(1)).await, ask(&clients, client(1)).await];
        assert_eq!(clients.size(), (1, 2));
        drop(waiting);
        assert_eq!(clients.size(), (1, 0));
        // A turn that is given to somebody who has just left is given on.
        let (leaving, _) = ask(&clients, client(1)).await;
        let (mut staying, _) = ask(&clients, client(1)).await;
        drop(first);
        drop(leaving);
        let stays = look(&mut staying).await.unwrap().ok().unwrap();
        assert_eq!(clients.size(), (1, 0));
        drop(stays);
        assert_eq!(clients.size(), (0, 0));
    }

    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let clients = ClientQueues::new(LIMITS);
        let (_, first) = ask(&clients, client(1)).await;
        let refused = clients.wait(client(1)).await.err().unwrap();
        assert!(refused.text(poda_core::Language::Spanish).contains("3600 s"), "{refused:?}");
        drop(first);
        assert_eq!(clients.size(), (0, 0));
    }

    #[tokio::test]
    async fn work_that_panics_gives_its_turn_back() {
        let clients = ClientQueues::new(LIMITS);
        let broken = clients.run(client(1), || -> u32 { panic!("on purpose") }).await;
        assert!(broken.is_err());
        assert_eq!(clients.run(client(1), || 7).await.ok(), Some(7));
        assert_eq!(clients.size(), (0, 0));
    }
}
