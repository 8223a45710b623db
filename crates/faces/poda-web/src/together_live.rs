//! The live connection of a shared game. It opens one room, for one token, and nothing else.

use std::{future::Future, pin::Pin};

use axum::{
    extract::{
        State, WebSocketUpgrade,
        ws::{Message, Utf8Bytes, WebSocket},
    },
    http::HeaderMap,
    response::{IntoResponse, Response},
};
use futures_util::{StreamExt, stream::SplitStream};
use poda_core::Language;
use poda_service::{Answer, FamilyView, LanguageParam, Reply, Request, ServiceError};
use tokio::time;

use crate::{
    ask::ClientSession,
    client::Peer,
    failure::Refusal,
    link::{self, LinkView},
    live::{BUFFER, MISSED, send},
    rooms::{Entrance, Present, Role, RoomRecord},
    state::{Permit, Shared},
    together::{RoomAnswer, RoomCall, RoomNews, WelcomeView, keep},
};

/// A WebSocket for one shared game: clients send `RoomCall` messages, `enter` first, and the server sends `RoomAnswer` messages, both as JSON text.
/// It asks for the token of a seat, an invitation or a spectator, and for no other.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/together/live", operation_id = "open_shared_game",
    responses((status = 101, description = "`RoomCall` and `RoomAnswer` messages from here on"), (status = 429, body = crate::failure::RefusalBody))))]
pub(crate) async fn open(
    State(shared): State<Shared>,
    peer: Peer,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let may_ask = shared.options.access.knows_token(shared.options.address.port(), &headers);
    match shared.admit_live(peer.client) {
        Err(refusal) => refusal.into_response(),
        Ok(permit) => {
            let most = shared.options.limits.message;
            upgrade
                .read_buffer_size(BUFFER)
                .write_buffer_size(BUFFER)
                .max_message_size(most)
                .max_frame_size(most)
                .on_upgrade(move |socket| talk(shared, peer, permit, may_ask, socket))
        }
    }
}

/// The first message, which has to come soon.
async fn first(incoming: &mut SplitStream<WebSocket>) -> Option<Utf8Bytes> {
    loop {
        match incoming.next().await? {
            Ok(Message::Text(text)) => return Some(text),
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}

async fn talk(shared: Shared, peer: Peer, permit: Permit, may_ask: bool, socket: WebSocket) {
    let limits = shared.options.limits;
    let (mut out, mut incoming) = socket.split();
    let Ok(Some(text)) = time::timeout(limits.silence, first(&mut incoming)).await else { return };
    let guest = match enter(&shared, &peer, may_ask, text).await {
        Ok((guest, welcome)) => {
            if send(&mut out, Message::text(welcome), &limits).await.is_err() {
                return;
            }
            guest
        }
        Err(refused) => {
            let _ = send(&mut out, Message::text(refused), &limits).await;
            let _ = send(&mut out, Message::Close(None), &limits).await;
            return;
        }
    };
    let Guest { present, mut language } = guest;
    let (mut news, mut presence) = (present.room.news.subscribe(), present.room.presence.subscribe());
    news.mark_changed();
    presence.mark_changed();
    let mut heartbeat = time::interval_at(time::Instant::now() + limits.heartbeat, limits.heartbeat);
    let mut unanswered = 0;
    // One message after the other, as for questions.
    let mut reading: Option<RoomFuture> = None;
    loop {
        let sent = tokio::select! {
            heard = async { reading.as_mut().expect("guarded").await }, if reading.is_some() => {
                reading = None;
                match heard {
                    RoomMessage::Nothing => Ok(()),
                    RoomMessage::Answer(answer) => send(&mut out, Message::text(answer), &limits).await,
                    RoomMessage::Language(other) => {
                        language = other;
                        news.mark_changed();
                        Ok(())
                    }
                }
            }
            changed = news.changed() => {
                let latest = news.borrow_and_update().clone();
                match latest {
                    Some(latest) if changed.is_ok() => send(&mut out, Message::text(latest.text(language)), &limits).await,
                    _ => Ok(()),
                }
            }
            _ = presence.changed() => {
                let latest = *presence.borrow_and_update();
                send(&mut out, Message::text(written(RoomNews::Presence(latest))), &limits).await
            }
            message = incoming.next(), if reading.is_none() => {
                unanswered = 0;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        reading = Some(read(&shared, &peer, &present, language, text));
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
                Ok(())
            }
            _ = heartbeat.tick() => {
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
    drop((present, permit));
}

/// Somebody who has come in.
struct Guest {
    present: Present,
    language: Language,
}

fn written(news: RoomNews) -> String {
    RoomAnswer::News(news).to_text()
}

fn refused(refusal: &Refusal, language: Language) -> String {
    let gone = refusal.status == axum::http::StatusCode::NOT_FOUND;
    written(RoomNews::Refused { error: refusal.text(language), gone })
}

async fn enter(
    shared: &Shared,
    peer: &Peer,
    may_ask: bool,
    text: Utf8Bytes,
) -> Result<(Guest, String), String> {
    let call: Result<RoomCall, _> = serde_json::from_str(&text);
    let Ok(RoomCall::Enter { token, lang, origin }) = call else {
        let why = Refusal::bad(
            "the first message is `enter`, with a token",
            "el primer mensaje es `enter`, con una clave",
        );
        return Err(refused(&why, Language::English));
    };
    let language = lang.language();
    let own = shared.clone();
    let entering = shared.queues.drawing.run(peer.client, move || -> Result<_, Refusal> {
        let entrance = own.rooms.enter(&token)?;
        entrance.present.room.show(&own.options.limits)?;
        Ok(entrance)
    });
    let entered = entering.await.and_then(|entered| entered).map_err(|why| refused(&why, language))?;
    let Entrance { present, token, is_late, record, gone } = entered;
    if record.is_some() || !gone.is_empty() {
        keep(shared, peer, record, gone).await.map_err(|why| refused(&why, language))?;
    }
    let (origin, only_here) = link::base(origin.as_deref(), shared.options.address);
    let [invitation, watching] = present.room.links();
    let family = FamilyView::of(&shared.options.catalog, &present.room.line(0).game);
    let (title, goal, legend) =
        family.map(|family| (family.title, family.goal, family.legend)).unwrap_or_default();
    let welcome = WelcomeView {
        seat: match present.role {
            Role::Plays(seat) => Some(seat),
            Role::Watches => None,
        },
        token,
        late: is_late,
        invitation: matches!(present.role, Role::Plays(poda_service::Seat::Host))
            .then(|| LinkView::new(&origin, &invitation)),
        watching: LinkView::new(&origin, &watching),
        only_here,
        may_ask,
        title,
        goal,
        legend,
    };
    Ok((Guest { present, language }, written(RoomNews::Welcome(Box::new(welcome)))))
}

type RoomFuture = Pin<Box<dyn Future<Output = RoomMessage> + Send>>;

/// What became of a message.
enum RoomMessage {
    /// Everybody is told, and so is who said it.
    Nothing,
    Answer(String),
    Language(Language),
}

/// Reads a message when the client's turn has come.
fn read(shared: &Shared, peer: &Peer, present: &Present, language: Language, text: Utf8Bytes) -> RoomFuture {
    let (shared, peer) = (shared.clone(), peer.clone());
    let (room, role) = (std::sync::Arc::clone(&present.room), present.role);
    Box::pin(async move {
        let own = shared.clone();
        let client = peer.client;
        let done = shared.queues.drawing.run(client, move || -> Result<Done, Refusal> {
            let call: RoomCall =
                serde_json::from_str(&text).map_err(|error| ServiceError::Message(error.to_string()))?;
            let call = match call.action() {
                Ok((revision, action)) => {
                    return room
                        .act(role, revision, action, &own.options.limits)
                        .map(Box::new)
                        .map(Done::Acted);
                }
                Err(other) => other,
            };
            let (id, request) = match call {
                RoomCall::Speak { lang } => return Ok(Done::Language(lang)),
                RoomCall::Look { id, ply } => (id, Request::Show { line: room.line(ply) }),
                RoomCall::Tell { id } => (id, Request::Tell { line: room.line(usize::MAX) }),
                RoomCall::Rules { id } => {
                    let spec = room.line(0).game;
                    (id, Request::Rules { family: spec.split(':').next().unwrap_or_default().to_owned() })
                }
                _ => {
                    return Err(Refusal::bad("you are in already", "ya estás dentro"));
                }
            };
            let reply = ClientSession::once(&own, client, language).answer(&request);
            Ok(Done::Answered(id, reply.unwrap_or_else(|refusal| refusal.reply(language))))
        });
        match done.await.and_then(|done| done) {
            Ok(Done::Acted(record)) => {
                // The game goes on, whether the disk answers or not.
                tokio::spawn(async move { keep(&shared, &peer, Some(*record), Vec::new()).await.ok() });
                RoomMessage::Nothing
            }
            Ok(Done::Answered(id, reply)) => {
                RoomMessage::Answer(RoomAnswer::Answer(Answer { id: Some(id), reply }).to_text())
            }
            Ok(Done::Language(lang)) => RoomMessage::Language(lang.language()),
            Err(refusal) => RoomMessage::Answer(refused(&refusal, language)),
        }
    })
}

enum Done {
    Acted(Box<RoomRecord>),
    Answered(u32, Reply),
    Language(LanguageParam),
}
