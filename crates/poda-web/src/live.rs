//! A live connection: questions, their answers as they come, and an end to both.

use std::{
    collections::HashMap,
    net::SocketAddr,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::{
    extract::{
        ConnectInfo, State, WebSocketUpgrade,
        ws::{Message, WebSocket},
    },
    response::{IntoResponse, Response},
};
use futures_util::{SinkExt, StreamExt};
use poda_core::Language;
use poda_service::{Answer, Call, Control, Question, Reply, SessionStore};
use tokio::{sync::mpsc, time};

use crate::{
    ask,
    failure::{Refusal, RefusalBody},
    state::{Permit, Shared},
};

/// Answers that wait for a slow client; while they wait, progress is not worth telling.
const WAITING: usize = 64;
/// What a connection holds in memory while nothing is said; longer messages grow it for themselves.
const BUFFER: usize = 4096;
/// How often a client is asked whether it is still there.
const HEARTBEAT: Duration = Duration::from_secs(30);

/// A WebSocket: clients send `Call` messages, the server sends `Answer` messages, both as JSON text.
#[utoipa::path(get, path = "/api/live",
    responses((status = 101, description = "`Call` and `Answer` messages from here on"), (status = 429, body = RefusalBody)))]
pub(crate) async fn open(
    State(shared): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match shared.admit_connection(address.ip()) {
        Err(refusal) => refusal.into_response(),
        Ok(permit) => {
            let most = shared.options.limits.message;
            upgrade
                .read_buffer_size(BUFFER)
                .write_buffer_size(BUFFER)
                .max_message_size(most)
                .max_frame_size(most)
                .on_upgrade(|socket| talk(shared, permit, socket))
        }
    }
}

/// Talks until one of both has enough; the connection counts as long.
async fn talk(shared: Shared, permit: Permit, socket: WebSocket) {
    let (mut out, mut incoming) = socket.split();
    let (say, mut to_say) = mpsc::channel::<Answer>(WAITING);
    let mut connection = Connection { shared, say, sessions: Arc::default(), running: HashMap::new() };
    let mut heartbeat = time::interval_at(time::Instant::now() + HEARTBEAT, HEARTBEAT);
    loop {
        tokio::select! {
            answer = to_say.recv() => {
                let Some(answer) = answer else { break };
                if out.send(Message::text(answer.to_text())).await.is_err() {
                    break;
                }
            }
            message = incoming.next() => match message {
                Some(Ok(Message::Text(text))) => connection.hear(&text),
                Some(Ok(Message::Binary(_))) => connection.refuse_bytes(),
                Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
            },
            _ = heartbeat.tick() => {
                if out.send(Message::Ping(Vec::new().into())).await.is_err() {
                    break;
                }
            }
        }
    }
    // Nobody listens any more: nobody need think.
    for stop in connection.running.values() {
        stop.store(true, Ordering::Relaxed);
    }
    drop(permit);
}

struct Connection {
    shared: Shared,
    say: mpsc::Sender<Answer>,
    /// The games that this client asks about, so that a move is followed and not the whole game again.
    sessions: Arc<SessionStore>,
    /// The questions that are being thought about, and how to end each.
    running: HashMap<u32, Arc<AtomicBool>>,
}

impl Connection {
    /// A client that asks without listening to answers gets none.
    fn reply(&self, id: Option<u32>, reply: Reply) {
        let _ = self.say.try_send(Answer { id, reply });
    }

    fn refuse_bytes(&self) {
        let refusal = Refusal::bad("messages are text, not bytes", "los mensajes son texto, no bytes");
        self.reply(None, refusal.reply(Language::English));
    }

    fn hear(&mut self, text: &str) {
        match Call::read(text) {
            Err(error) => self.reply(None, Refusal::from(error).reply(Language::English)),
            Ok(Call::Control(Control::Stop { id })) => {
                if let Some(stop) = self.running.get(&id) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(Call::Ask(question)) => {
                let (id, language) = (question.id, question.lang.language());
                if let Err(refusal) = self.ask(question) {
                    self.reply(Some(id), refusal.reply(language));
                }
            }
        }
    }

    fn ask(&mut self, question: Question) -> Result<(), Refusal> {
        let Question { id, lang, request } = &question;
        if !request.takes_time() {
            let reply = ask::at_once(&self.shared, &self.sessions, lang.language(), request)?;
            self.reply(Some(*id), reply);
            return Ok(());
        }
        self.running.retain(|_, stop| Arc::strong_count(stop) > 1);
        let most = self.shared.options.limits.searches_per_connection;
        if self.running.contains_key(id) {
            return Err(Refusal::bad(
                format!("question {id} is being answered already"),
                format!("la pregunta {id} ya se está respondiendo"),
            ));
        }
        if self.running.len() >= most {
            return Err(Refusal::busy(
                format!("{most} questions are being answered already: stop one first"),
                format!("ya se están respondiendo {most} preguntas: detén una antes"),
            ));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(*id, Arc::clone(&stop));
        let (shared, sessions, say) = (self.shared.clone(), Arc::clone(&self.sessions), self.say.clone());
        tokio::spawn(ask::in_turn(shared, sessions, question, stop, say));
        Ok(())
    }
}
