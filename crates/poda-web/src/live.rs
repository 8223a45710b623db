//! A live connection: questions that take time, their answers as they come, and an end to both.

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
use tokio::{sync::mpsc, time};

use crate::{
    failure::Refusal,
    message::{Ask, Reply},
    shown::Shown,
    state::{Permit, Shared},
    think::{self, Thought},
};

/// Answers that wait for a slow client; while they wait, progress is not worth telling.
const WAITING: usize = 64;
/// What a connection holds in memory while nothing is said; longer messages grow it for themselves.
const BUFFER: usize = 4096;
/// A connection that does not even answer a ping is dead.
const HEARTBEAT: Duration = Duration::from_secs(30);

pub(crate) async fn open(
    State(shared): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    upgrade: WebSocketUpgrade,
) -> Response {
    match shared.welcome(address.ip()) {
        Err(refusal) => refusal.into_response(),
        Ok(guest) => {
            let most = shared.options.limits.message;
            upgrade
                .read_buffer_size(BUFFER)
                .write_buffer_size(BUFFER)
                .max_message_size(most)
                .max_frame_size(most)
                .on_upgrade(|socket| talk(shared, guest, socket))
        }
    }
}

/// Talks until one of both has enough; the guest counts as long.
async fn talk(shared: Shared, guest: Permit, socket: WebSocket) {
    let (mut out, mut incoming) = socket.split();
    let (say, mut to_say) = mpsc::channel::<Reply>(WAITING);
    let mut talk = Talk { shared, say, running: HashMap::new() };
    let mut heartbeat = time::interval_at(time::Instant::now() + HEARTBEAT, HEARTBEAT);
    loop {
        tokio::select! {
            reply = to_say.recv() => {
                let Some(reply) = reply else { break };
                if out.send(Message::text(reply.to_text())).await.is_err() {
                    break;
                }
            }
            message = incoming.next() => match message {
                Some(Ok(Message::Text(text))) => talk.hear(&text),
                Some(Ok(Message::Binary(_))) => talk.refuse(None, &Refusal::bad("messages are text, not bytes")),
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
    for stop in talk.running.values() {
        stop.store(true, Ordering::Relaxed);
    }
    drop(guest);
}

struct Talk {
    shared: Shared,
    say: mpsc::Sender<Reply>,
    /// The questions that are being thought about, and how to end each.
    running: HashMap<u32, Arc<AtomicBool>>,
}

impl Talk {
    fn refuse(&self, id: Option<u32>, refusal: &Refusal) {
        self.reply(Reply::refusal(id, refusal));
    }

    /// A client that asks without listening to answers gets none.
    fn reply(&self, reply: Reply) {
        let _ = self.say.try_send(reply);
    }

    fn hear(&mut self, text: &str) {
        match Ask::read(text) {
            Err(refusal) => self.refuse(None, &refusal),
            Ok(Ask::Stop { id }) => {
                if let Some(stop) = self.running.get(&id) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            Ok(Ask::Show { id, line, lang }) => match line.follow(&self.shared.options.limits) {
                Err(refusal) => self.refuse(Some(id), &refusal),
                Ok(standing) => {
                    let shown = Box::new(Shown::new(&standing, lang.language()));
                    self.reply(Reply::Shown { id, shown });
                }
            },
            Ok(Ask::Choose { id, line, player }) => self.think(id, Thought::Choose { line, player }),
            Ok(Ask::Analyze { id, line, player, time }) => {
                let time = Duration::from_millis(time);
                self.think(id, Thought::Analyze { line, player, time });
            }
        }
    }

    fn think(&mut self, id: u32, thought: Thought) {
        self.running.retain(|_, stop| Arc::strong_count(stop) > 1);
        let most = self.shared.options.limits.thoughts_per_connection;
        if self.running.contains_key(&id) {
            return self
                .refuse(Some(id), &Refusal::bad(format!("question {id} is being thought about already")));
        }
        if self.running.len() >= most {
            let why = format!("{most} questions are being thought about already: stop one first");
            return self.refuse(Some(id), &Refusal::busy(why));
        }
        let stop = Arc::new(AtomicBool::new(false));
        self.running.insert(id, Arc::clone(&stop));
        let (shared, say) = (self.shared.clone(), self.say.clone());
        tokio::spawn(think::think(shared, id, thought, stop, say));
    }
}
