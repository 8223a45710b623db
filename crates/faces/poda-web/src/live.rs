//! A live connection: questions, their answers as they come, and an end to both.

use std::{collections::HashMap, future::Future, pin::Pin, sync::Arc};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    response::{IntoResponse, Response},
};
use futures_util::{SinkExt, StreamExt, stream::SplitSink};
use poda_core::Language;
use poda_service::{Answer, Call, Control, Question, Reply, SessionStore};
use tokio::{task::JoinSet, time};

use crate::{
    ServerLimits,
    ask::{ClientSession, Stop},
    client::Peer,
    failure::Refusal,
    outbox::Outbox,
    state::{Permit, Shared},
};

/// What a connection holds in memory while nothing is said; longer messages grow it for themselves.
pub(crate) const BUFFER: usize = 4096;
/// Pings that a client may leave unanswered; the next one finds nobody.
pub(crate) const MISSED: u32 = 2;

/// A WebSocket: clients send `Call` messages, the server sends `Answer` messages, both as JSON text.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/live",
    responses((status = 101, description = "`Call` and `Answer` messages from here on"), (status = 429, body = crate::failure::RefusalBody))))]
pub(crate) async fn open(State(shared): State<Shared>, peer: Peer, upgrade: WebSocketUpgrade) -> Response {
    match shared.admit_live(peer.client) {
        Err(refusal) => refusal.into_response(),
        Ok(permit) => {
            let most = shared.options.limits.message;
            upgrade
                .read_buffer_size(BUFFER)
                .write_buffer_size(BUFFER)
                .max_message_size(most)
                .max_frame_size(most)
                .on_upgrade(move |socket| talk(shared, peer, permit, socket))
        }
    }
}

/// Talks until one of both has enough; the connection counts as long.
async fn talk(shared: Shared, peer: Peer, permit: Permit, socket: WebSocket) {
    let limits = shared.options.limits;
    let (mut out, mut incoming) = socket.split();
    let mut connection = LiveConnection::new(shared, &peer);
    let mut heartbeat = time::interval_at(time::Instant::now() + limits.heartbeat, limits.heartbeat);
    let mut unanswered = 0;
    // One message after the other: whoever sends faster than we read waits in the network, not in our memory.
    let mut reading: Option<HandledFuture> = None;
    let outbox = Arc::clone(&connection.outbox);
    loop {
        let sent = tokio::select! {
            heard = async { reading.as_mut().expect("guarded").await }, if reading.is_some() => {
                reading = None;
                match connection.hear(heard) {
                    Some(answer) => send(&mut out, Message::text(answer), &limits).await,
                    None => Ok(()),
                }
            }
            answer = outbox.next() => send(&mut out, Message::text(answer.to_text()), &limits).await,
            message = incoming.next(), if reading.is_none() => {
                // Whatever a client says, it is there.
                unanswered = 0;
                match message {
                    Some(Ok(Message::Text(text))) => reading = Some(connection.read(text)),
                    Some(Ok(Message::Binary(_))) => outbox.answer(None, no_bytes()),
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                }
                Ok(())
            }
            _ = heartbeat.tick() => {
                // While a message of the client is being read, its pongs are not.
                if reading.is_some() {
                    continue;
                }
                if unanswered >= MISSED {
                    break;
                }
                unanswered += 1;
                send(&mut out, Message::Ping(Vec::new().into()), &limits).await
            }
        };
        if sent.is_err() {
            break;
        }
    }
    // Nobody listens any more: nobody need think, and nobody waits. The connection's tasks end with it.
    for stop in connection.running.values() {
        stop.stop();
    }
    drop(permit);
}

fn no_bytes() -> Reply {
    Refusal::bad("messages are text, not bytes", "los mensajes son texto, no bytes").reply(Language::English)
}

/// A client that does not read is not waited for.
pub(crate) async fn send(
    out: &mut SplitSink<WebSocket, Message>,
    message: Message,
    limits: &ServerLimits,
) -> Result<(), ()> {
    match time::timeout(limits.reading, out.send(message)).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(()),
    }
}

/// A message that is being read, and answered if that takes no time.
type HandledFuture = Pin<Box<dyn Future<Output = HandledMessage> + Send>>;

/// What became of a message.
enum HandledMessage {
    /// It is answered, and the answer is written.
    Answer(String),
    /// It takes time.
    Think(Question),
    Stop(u32),
}

struct LiveConnection {
    asked: ClientSession,
    outbox: Arc<Outbox>,
    /// The questions that are being thought about, and how to end each.
    running: HashMap<u32, Arc<Stop>>,
    /// Those that wait end with the connection.
    tasks: JoinSet<()>,
}

impl LiveConnection {
    fn new(shared: Shared, peer: &Peer) -> Self {
        // A move is followed and not the whole game again.
        let sessions =
            Arc::new(SessionStore::sharing(shared.options.catalog.clone(), Arc::clone(&shared.agents)));
        let asked = ClientSession { shared, client: peer.client, language: Language::English, sessions };
        Self { asked, outbox: Arc::default(), running: HashMap::new(), tasks: JoinSet::new() }
    }

    /// Reads a message when the client's turn has come.
    fn read(&self, text: Utf8Bytes) -> HandledFuture {
        let asked = self.asked.clone();
        let (queues, client) = (asked.shared.queues.drawing.clone(), asked.client);
        Box::pin(async move {
            let heard = queues.run(client, move || read(asked, &text)).await;
            heard.unwrap_or_else(|refusal| HandledMessage::Answer(refused(None, &refusal, Language::English)))
        })
    }

    /// Does what a message asks for; gives the answer if there is one already.
    fn hear(&mut self, heard: HandledMessage) -> Option<String> {
        match heard {
            HandledMessage::Answer(answer) => Some(answer),
            HandledMessage::Stop(id) => {
                if let Some(stop) = self.running.get(&id) {
                    stop.stop();
                }
                None
            }
            HandledMessage::Think(question) => {
                let (id, language) = (question.id, question.lang.language());
                let refusal = self.think(question).err()?;
                Some(refused(Some(id), &refusal, language))
            }
        }
    }

    fn think(&mut self, question: Question) -> Result<(), Refusal> {
        let Question { id, lang, request } = question;
        while self.tasks.try_join_next().is_some() {}
        self.running.retain(|_, stop| Arc::strong_count(stop) > 1);
        let most = self.asked.shared.options.limits.searches_per_connection;
        if self.running.contains_key(&id) {
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
        let stop = Arc::<Stop>::default();
        self.running.insert(id, Arc::clone(&stop));
        let asked = ClientSession { language: lang.language(), ..self.asked.clone() };
        let outbox = Arc::clone(&self.outbox);
        self.tasks.spawn(async move {
            let language = asked.language;
            let listener = Some((id, Arc::clone(&outbox)));
            let reply = asked.think(request, Arc::clone(&stop), listener).await;
            // The question is answered: its number may be used again as soon as the answer is read.
            drop(stop);
            outbox.answer(Some(id), reply.unwrap_or_else(|refusal| refusal.reply(language)));
        });
        Ok(())
    }
}

fn refused(id: Option<u32>, refusal: &Refusal, language: Language) -> String {
    Answer { id, reply: refusal.reply(language) }.to_text()
}

/// Reads a message in this thread.
fn read(asked: ClientSession, text: &str) -> HandledMessage {
    match Call::read(text) {
        Err(error) => HandledMessage::Answer(refused(None, &error.into(), Language::English)),
        Ok(Call::Control(Control::Stop { id })) => HandledMessage::Stop(id),
        Ok(Call::Ask(question)) => {
            let asked = ClientSession { language: question.lang.language(), ..asked };
            let reply = match asked.check(&question.request) {
                Ok(()) if question.request.takes_time() => return HandledMessage::Think(question),
                Ok(()) => asked.answer(&question.request),
                Err(refusal) => Err(refusal),
            };
            let reply = reply.unwrap_or_else(|refusal| refusal.reply(asked.language));
            HandledMessage::Answer(Answer { id: Some(question.id), reply }.to_text())
        }
    }
}
