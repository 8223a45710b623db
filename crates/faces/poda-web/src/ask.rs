//! Questions to the service: each waits for its turn, and what takes seconds can be stopped.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use poda_catalog::AnyGame;
use poda_core::Language;
use poda_service::{
    AdmittedPlayer, BotView, Context, Host, Reply, Request, ReviewView, ServiceError, ServiceLimits,
    SessionStore, handle,
};
use tokio::sync::Notify;

use crate::{ServerOptions, client::Client, failure::Refusal, outbox::Outbox, players, state::Shared};

/// Ends a question, whether it waits or is being thought about.
#[derive(Default)]
pub(crate) struct Stop {
    stopped: AtomicBool,
    waiting: Notify,
}

impl Stop {
    pub(crate) fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.waiting.notify_one();
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    /// Comes when it is stopped.
    async fn stopped(&self) {
        while !self.is_stopped() {
            self.waiting.notified().await;
        }
    }
}

/// What this transport brings to the service.
struct ServerHost<'a> {
    shared: &'a Shared,
    options: &'a ServerOptions,
    client: Client,
    origin: Instant,
    stop: Arc<Stop>,
    /// Who hears of progress, and the question's number.
    listener: Option<(u32, Arc<Outbox>)>,
}

impl Host for ServerHost<'_> {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    fn should_stop(&self) -> bool {
        self.stop.is_stopped()
    }

    fn progress(&mut self, reply: Reply) {
        if let Some((id, outbox)) = &self.listener {
            outbox.progress(*id, reply);
        }
    }

    fn bots(&self) -> Vec<BotView> {
        self.options.bots.views()
    }

    fn kept_review(&self, key: &str) -> Option<ReviewView> {
        self.shared.reviews.find(key)
    }

    fn keep_review(&self, key: &str, review: &ReviewView) {
        self.shared.reviews.keep(key, review, self.client);
    }

    fn player(
        &self,
        game: &dyn AnyGame,
        player: &str,
        limits: &ServiceLimits,
    ) -> Result<AdmittedPlayer, ServiceError> {
        players::admit(game, player, self.options, limits)
    }
}

/// A question that somebody has, in his language.
#[derive(Clone)]
pub(crate) struct ClientSession {
    pub(crate) shared: Shared,
    pub(crate) client: Client,
    pub(crate) language: Language,
    /// The games that this client asks about.
    pub(crate) sessions: Arc<SessionStore>,
}

impl ClientSession {
    /// Over HTTP every question stands alone.
    pub(crate) fn once(shared: &Shared, client: Client, language: Language) -> Self {
        Self {
            shared: shared.clone(),
            client,
            language,
            sessions: Arc::new(SessionStore::new(shared.options.catalog.clone(), 0)),
        }
    }

    fn with<T>(
        &self,
        stop: Arc<Stop>,
        listener: Option<(u32, Arc<Outbox>)>,
        job: impl FnOnce(&mut Context<'_>) -> Result<T, ServiceError>,
    ) -> Result<T, Refusal> {
        let options = &self.shared.options;
        let (shared, client) = (&self.shared, self.client);
        let mut host = ServerHost { shared, options, client, origin: Instant::now(), stop, listener };
        let mut context = Context {
            limits: options.limits.of_service(),
            language: self.language,
            owner: &self.client.to_string(),
            sessions: &self.sessions,
            trees: &self.shared.trees,
            host: &mut host,
        };
        Ok(job(&mut context)?)
    }

    /// Refuses what could not be answered anyway, before it waits for a thinker.
    pub(crate) fn check(&self, request: &Request) -> Result<(), Refusal> {
        self.with(Arc::default(), None, |context| context.check(request))
    }

    /// Answers in this thread what takes no time.
    pub(crate) fn answer(&self, request: &Request) -> Result<Reply, Refusal> {
        self.with(Arc::default(), None, |context| handle(request, context))
    }

    /// Thinks, when the client's turn has come.
    pub(crate) async fn think(
        self,
        request: Request,
        stop: Arc<Stop>,
        listener: Option<(u32, Arc<Outbox>)>,
    ) -> Result<Reply, Refusal> {
        let queues = self.shared.queues.thinking.clone();
        let (client, stopped) = (self.client, Arc::clone(&stop));
        let begun = Arc::new(AtomicBool::new(false));
        let begins = Arc::clone(&begun);
        let thinking = queues.run(client, move || {
            begins.store(true, Ordering::Relaxed);
            self.with(stopped, listener, |context| handle(&request, context))
        });
        tokio::pin!(thinking);
        tokio::select! {
            reply = &mut thinking => reply?,
            () = stop.stopped() => {
                // What has begun says what it has found so far.
                if begun.load(Ordering::Relaxed) { thinking.await? } else { Err(Refusal::stopped()) }
            }
        }
    }

    /// Answers a question over HTTP. Whoever hangs up stops it.
    pub(crate) async fn over_http(self, request: Request) -> Result<Reply, Refusal> {
        let queues = self.shared.queues.drawing.clone();
        let asked = self.clone();
        let drawn = queues.run(self.client, move || {
            asked.check(&request)?;
            if request.takes_time() { Ok(Err(request)) } else { asked.answer(&request).map(Ok) }
        });
        match drawn.await?? {
            Ok(reply) => Ok(reply),
            Err(request) => {
                let stop = StopOnDrop::default();
                self.think(request, Arc::clone(&stop.0), None).await
            }
        }
    }
}

/// Ends a question when nobody waits for its answer any more.
#[derive(Default)]
struct StopOnDrop(Arc<Stop>);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}
