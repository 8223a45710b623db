//! Questions to the service: those that take time wait for their turn, a few at a time, in threads of their own.

use std::{
    net::IpAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use poda_agent::Agent;
use poda_catalog::AnyGame;
use poda_core::Language;
use poda_service::{
    Answer, Context, Host, Question, Reply, Request, ServiceError, ServiceLimits, SessionStore, handle,
};
use tokio::sync::mpsc;

use crate::{ServerLimits, failure::Refusal, players, state::Shared};

/// What this transport brings to the service.
struct ServerHost {
    limits: ServerLimits,
    origin: Instant,
    stop: Arc<AtomicBool>,
    /// Who hears of progress, and the question's number.
    listener: Option<(u32, mpsc::Sender<Answer>)>,
}

impl ServerHost {
    fn new(limits: ServerLimits) -> Self {
        Self { limits, origin: Instant::now(), stop: Arc::default(), listener: None }
    }
}

impl Host for ServerHost {
    fn now(&self) -> Duration {
        self.origin.elapsed()
    }

    fn should_stop(&self) -> bool {
        let nobody_listens = self.listener.as_ref().is_some_and(|(_, say)| say.is_closed());
        nobody_listens || self.stop.load(Ordering::Relaxed)
    }

    fn progress(&mut self, reply: Reply) {
        if let Some((id, say)) = &self.listener {
            // A client that cannot follow misses some progress, never an answer.
            let _ = say.try_send(Answer { id: Some(*id), reply });
        }
    }

    fn has_bots(&self) -> bool {
        self.limits.bots
    }

    fn agent(
        &self,
        game: &dyn AnyGame,
        player: &str,
        _: &ServiceLimits,
    ) -> Result<Box<dyn Agent>, ServiceError> {
        players::agent(game, player, &self.limits)
    }
}

/// Answers in this thread.
fn answer(
    shared: &Shared,
    sessions: &SessionStore,
    language: Language,
    request: &Request,
    host: &mut ServerHost,
) -> Result<Reply, Refusal> {
    let limits = shared.options.limits.of_service();
    let mut context = Context { limits, language, sessions, trees: &shared.trees, host };
    Ok(handle(request, &mut context)?)
}

/// Answers at once what takes no time.
pub(crate) fn at_once(
    shared: &Shared,
    sessions: &SessionStore,
    language: Language,
    request: &Request,
) -> Result<Reply, Refusal> {
    let mut host = ServerHost::new(shared.options.limits);
    answer(shared, sessions, language, request, &mut host)
}

/// Answers a question over HTTP, when its turn has come.
pub(crate) async fn over_http(
    shared: &Shared,
    address: IpAddr,
    language: Language,
    request: Request,
) -> Result<Reply, Refusal> {
    if !request.takes_time() {
        return at_once(shared, &SessionStore::new(0), language, &request);
    }
    let counted = shared.admit_search(address)?;
    let turn = Arc::clone(&shared.search_permits).acquire_owned().await.map_err(|_| Refusal::broken_off())?;
    let shared = shared.clone();
    let done = tokio::task::spawn_blocking(move || {
        let _counted = (turn, counted);
        at_once(&shared, &SessionStore::new(0), language, &request)
    });
    done.await.map_err(|_| Refusal::broken_off())?
}

/// Waits for a turn, thinks, and tells: for questions over a live connection that take time.
pub(crate) async fn in_turn(
    shared: Shared,
    sessions: Arc<SessionStore>,
    question: Question,
    stop: Arc<AtomicBool>,
    say: mpsc::Sender<Answer>,
) {
    let Ok(turn) = Arc::clone(&shared.search_permits).acquire_owned().await else { return };
    let (id, language) = (question.id, question.lang.language());
    let listener = Some((id, say.clone()));
    let stopped = Arc::clone(&stop);
    let done = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let limits = shared.options.limits;
        let mut host = ServerHost { stop: stopped, listener, ..ServerHost::new(limits) };
        answer(&shared, &sessions, language, &question.request, &mut host)
    })
    .await;
    // The question is answered: its number may be used again as soon as the answer is read.
    drop(stop);
    let reply = done.unwrap_or_else(|_| Err(Refusal::broken_off()));
    let reply = reply.unwrap_or_else(|refusal| refusal.reply(language));
    let _ = say.send(Answer { id: Some(id), reply }).await;
}
