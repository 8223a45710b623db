//! Shared games: who may sit where, who is there, and how long a game waits for anybody.
//!
//! A room is a game that two people play on two devices. Everybody comes with a token of that room, which says what they may
//! do there and opens nothing else. The token that is handed on is an invitation: whoever comes with it first gets a seat
//! and a token that only they know, so that not even the host can move for them.

use std::{
    collections::HashMap,
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicI64, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use poda_agent::GameLine;
use poda_catalog::Catalog;
use poda_core::{Language, Side};
use poda_service::{Seat, SeatAction, SessionStore, SharedGame};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use crate::{
    ServeError, ServerLimits,
    access::random_text,
    client::Client,
    failure::Refusal,
    room_store::RoomStore,
    state::lock,
    together::{PresenceView, RoomNews},
};

/// What somebody may do in a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Plays(Seat),
    Watches,
}

/// What a token is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Ticket {
    Seat(Seat),
    /// The guest's seat, as long as nobody has it.
    Invitation,
    Watching,
}

/// The tokens of a room.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Tokens {
    pub(crate) host: String,
    pub(crate) guest: Option<String>,
    pub(crate) invitation: String,
    pub(crate) watching: String,
}

/// A room as it is kept on disk.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct RoomRecord {
    pub(crate) id: String,
    /// Who made it, for the limits.
    pub(crate) client: String,
    pub(crate) tokens: Tokens,
    pub(crate) game: SharedGame,
    /// When somebody was last there: milliseconds since 1970.
    pub(crate) used: i64,
    /// Counts the records, so that an older one never replaces a newer one.
    pub(crate) count: i64,
}

/// What everybody in a room is told when something happens, in each language.
#[derive(Debug)]
pub(crate) struct News([String; 2]);

impl News {
    pub(crate) fn text(&self, language: Language) -> &str {
        &self.0[usize::from(language == Language::Spanish)]
    }
}

/// A shared game and everybody who is there.
pub(crate) struct Room {
    record: Mutex<RoomRecord>,
    /// The positions that were asked for last.
    sessions: SessionStore,
    /// The latest news only: whoever is slow misses some, never the last.
    pub(crate) news: watch::Sender<Option<Arc<News>>>,
    pub(crate) presence: watch::Sender<PresenceView>,
    present: Mutex<ConnectionCounts>,
    /// When somebody was last there: milliseconds since 1970.
    used: AtomicI64,
}

/// Connections by what they are for.
#[derive(Clone, Copy, Default)]
struct ConnectionCounts {
    host: usize,
    guest: usize,
    watching: usize,
}

impl ConnectionCounts {
    fn of(&mut self, role: Role) -> &mut usize {
        match role {
            Role::Plays(Seat::Host) => &mut self.host,
            Role::Plays(Seat::Guest) => &mut self.guest,
            Role::Watches => &mut self.watching,
        }
    }

    fn is_empty(self) -> bool {
        self.host + self.guest + self.watching == 0
    }
}

impl Room {
    fn new(record: RoomRecord, catalog: &Catalog) -> Self {
        let presence = PresenceView { taken: record.tokens.guest.is_some(), ..PresenceView::default() };
        let used = AtomicI64::new(record.used);
        Self {
            record: Mutex::new(record),
            sessions: SessionStore::new(catalog.clone(), 3),
            news: watch::channel(None).0,
            presence: watch::channel(presence).0,
            present: Mutex::default(),
            used,
        }
    }

    /// The tokens that stand in the links: the invitation and the one for watching.
    pub(crate) fn links(&self) -> [String; 2] {
        let record = lock(&self.record);
        [record.tokens.invitation.clone(), record.tokens.watching.clone()]
    }

    /// Its moves so far, or as many of them as somebody looks at.
    pub(crate) fn line(&self, plies: usize) -> GameLine {
        let record = lock(&self.record);
        let mut line = record.game.line().clone();
        line.moves.truncate(plies);
        line
    }

    /// Does what a seat wants and tells everybody. Gives what is to be kept.
    pub(crate) fn act(
        &self,
        role: Role,
        revision: u64,
        action: SeatAction,
        limits: &ServerLimits,
    ) -> Result<RoomRecord, Refusal> {
        let Role::Plays(seat) = role else {
            return Err(Refusal::forbidden(
                "who watches cannot play: the link was for spectators",
                "quien mira no puede jugar: el enlace era para espectadores",
            ));
        };
        // News are told in their order: nobody else acts meanwhile.
        let mut record = lock(&self.record);
        record.game.act(seat, revision, action, &self.sessions, &limits.of_service())?;
        self.tell(&record, limits)?;
        self.used.store(now(), Ordering::Relaxed);
        Ok(next(&mut record))
    }

    /// Makes sure that there is something to tell whoever comes.
    pub(crate) fn show(&self, limits: &ServerLimits) -> Result<(), Refusal> {
        let record = lock(&self.record);
        if self.news.borrow().is_some() { Ok(()) } else { self.tell(&record, limits) }
    }

    fn tell(&self, record: &RoomRecord, limits: &ServerLimits) -> Result<(), Refusal> {
        let in_language = |language| -> Result<String, Refusal> {
            let view = record.game.view(language, &self.sessions, &limits.of_service())?;
            Ok(serde_json::to_string(&RoomNews::SharedGame(Box::new(view))).unwrap_or_default())
        };
        let texts = [in_language(Language::English)?, in_language(Language::Spanish)?];
        self.news.send_replace(Some(Arc::new(News(texts))));
        Ok(())
    }

    fn come(self: &Arc<Self>, role: Role, limits: &ServerLimits) -> Result<Present, Refusal> {
        let mut counts = lock(&self.present);
        let (own, most) = match role {
            Role::Plays(_) => (counts.of(role), usize::from(limits.connections_per_seat)),
            Role::Watches => (counts.of(role), usize::from(limits.watchers)),
        };
        if *own >= most {
            return Err(Refusal::busy(
                format!("{most} connections are in this place already"),
                format!("ya hay {most} conexiones en este sitio"),
            ));
        }
        *own += 1;
        self.announce(*counts);
        Ok(Present { room: Arc::clone(self), role })
    }

    fn announce(&self, counts: ConnectionCounts) {
        self.presence.send_modify(|view| {
            let ConnectionCounts { host, guest, watching } = counts;
            *view = PresenceView { host: host > 0, guest: guest > 0, watching, taken: view.taken };
        });
    }

    fn is_empty(&self) -> bool {
        lock(&self.present).is_empty()
    }
}

/// The record with a new number.
fn next(record: &mut RoomRecord) -> RoomRecord {
    record.used = now();
    record.count += 1;
    record.clone()
}

/// Somebody who is in a room, until this is dropped.
pub(crate) struct Present {
    pub(crate) room: Arc<Room>,
    pub(crate) role: Role,
}

impl Drop for Present {
    fn drop(&mut self) {
        self.room.used.store(now(), Ordering::Relaxed);
        let mut counts = lock(&self.room.present);
        *counts.of(self.role) -= 1;
        self.room.announce(*counts);
    }
}

/// What becomes of somebody who comes with a token.
pub(crate) struct Entrance {
    pub(crate) present: Present,
    /// The token that they have from now on, if it is another one.
    pub(crate) token: Option<String>,
    /// Whether they came with an invitation that somebody else has accepted.
    pub(crate) is_late: bool,
    /// What is to be kept, if something changed.
    pub(crate) record: Option<RoomRecord>,
    /// The names of rooms that were left too long ago.
    pub(crate) gone: Vec<String>,
}

/// All rooms.
pub(crate) struct Rooms {
    catalog: Catalog,
    by_token: Mutex<HashMap<String, (Arc<Room>, Ticket)>>,
    limits: ServerLimits,
    pub(crate) store: RoomStore,
}

impl Rooms {
    /// Opens the rooms that are kept.
    pub(crate) fn open(
        catalog: Catalog,
        path: Option<&Path>,
        limits: ServerLimits,
    ) -> Result<Self, ServeError> {
        let store = RoomStore::open(path, limits.rooms)?;
        let mut by_token = HashMap::new();
        for record in store.all().map_err(|why| ServeError::Games {
            place: path.map_or_else(|| "memory".into(), |path| path.display().to_string()),
            why: poda_core::Message::verbatim(why.to_string()),
        })? {
            insert(&mut by_token, &Arc::new(Room::new(record, &catalog)));
        }
        Ok(Self { catalog, by_token: Mutex::new(by_token), limits, store })
    }

    /// A new room for a game, in which the client is the host. Gives what is to be kept, which has the host's token, and
    /// the names of rooms that had to go.
    pub(crate) fn make(
        &self,
        line: GameLine,
        host: Side,
        client: Client,
    ) -> Result<(RoomRecord, Vec<String>), Refusal> {
        let random = || {
            random_text().map_err(|why| {
                Refusal::broken(format!("no randomness: {why}"), format!("no hay azar: {why}"))
            })
        };
        let sessions = SessionStore::new(self.catalog.clone(), 1);
        let game = SharedGame::new(line, host, &sessions, &self.limits.of_service())?;
        let record = RoomRecord {
            id: random()?,
            client: client.to_string(),
            tokens: Tokens { host: random()?, guest: None, invitation: random()?, watching: random()? },
            game,
            used: now(),
            count: 1,
        };
        let mut rooms = lock(&self.by_token);
        let mut gone = self.leave_idle(&mut rooms);
        gone.extend(self.make_room(&mut rooms, &record.client)?);
        insert(&mut rooms, &Arc::new(Room::new(record.clone(), &self.catalog)));
        Ok((record, gone))
    }

    /// Lets somebody in. A token of 128 random bits is looked up, not compared: how long that takes says nothing about it.
    pub(crate) fn enter(&self, token: &str) -> Result<Entrance, Refusal> {
        let mut rooms = lock(&self.by_token);
        let gone = self.leave_idle(&mut rooms);
        let Some((room, ticket)) = rooms.get(token).cloned() else {
            return Err(Refusal::missing(
                "this link leads to no game: it is incomplete, or the game was left too long ago",
                "este enlace no lleva a ninguna partida: está incompleto o la partida se abandonó hace demasiado",
            ));
        };
        let enter = |role| room.come(role, &self.limits);
        let (present, is_late) = match ticket {
            Ticket::Seat(seat) => (enter(Role::Plays(seat))?, false),
            Ticket::Watching => (enter(Role::Watches)?, false),
            Ticket::Invitation if lock(&room.record).tokens.guest.is_some() => (enter(Role::Watches)?, true),
            Ticket::Invitation => {
                let own = random_text().map_err(|why| {
                    Refusal::broken(format!("no randomness: {why}"), format!("no hay azar: {why}"))
                })?;
                let record = {
                    let mut record = lock(&room.record);
                    record.tokens.guest = Some(own.clone());
                    next(&mut record)
                };
                room.presence.send_modify(|view| view.taken = true);
                let present = enter(Role::Plays(Seat::Guest))?;
                rooms.insert(own.clone(), (room, Ticket::Seat(Seat::Guest)));
                return Ok(Entrance {
                    present,
                    token: Some(own),
                    is_late: false,
                    record: Some(record),
                    gone,
                });
            }
        };
        Ok(Entrance { present, token: None, is_late, record: None, gone })
    }

    /// Forgets rooms in which nobody was for too long; gives their names.
    fn leave_idle(&self, rooms: &mut HashMap<String, (Arc<Room>, Ticket)>) -> Vec<String> {
        let oldest = now() - i64::try_from(self.limits.room_idle.as_millis()).unwrap_or(i64::MAX);
        let is_left = |room: &Room| room.is_empty() && room.used.load(Ordering::Relaxed) <= oldest;
        forget(rooms, is_left)
    }

    /// Sees that there is room for one more: a client's oldest room without anybody makes place.
    fn make_room(
        &self,
        rooms: &mut HashMap<String, (Arc<Room>, Ticket)>,
        client: &str,
    ) -> Result<Vec<String>, Refusal> {
        let all = rooms.values().filter(|(_, ticket)| *ticket == Ticket::Seat(Seat::Host));
        let own: Vec<&Arc<Room>> =
            all.clone().map(|(room, _)| room).filter(|room| lock(&room.record).client == client).collect();
        let (own_count, all_count) = (own.len(), all.count());
        if own_count < self.limits.rooms_per_client.into() && all_count < self.limits.rooms.into() {
            return Ok(Vec::new());
        }
        let empty = own.into_iter().filter(|room| room.is_empty());
        let oldest = empty.min_by_key(|room| room.used.load(Ordering::Relaxed)).cloned();
        let Some(oldest) = oldest else {
            return Err(Refusal::busy(
                format!(
                    "{own_count} shared games of {client} and {all_count} in all are being played already"
                ),
                format!(
                    "ya se están jugando {own_count} partidas compartidas de {client} y {all_count} en total"
                ),
            ));
        };
        Ok(forget(rooms, |room| std::ptr::eq(room, Arc::as_ptr(&oldest))))
    }
}

fn insert(rooms: &mut HashMap<String, (Arc<Room>, Ticket)>, room: &Arc<Room>) {
    let tokens = lock(&room.record).tokens.clone();
    let mut add = |token, ticket| rooms.insert(token, (Arc::clone(room), ticket));
    add(tokens.host, Ticket::Seat(Seat::Host));
    add(tokens.invitation, Ticket::Invitation);
    add(tokens.watching, Ticket::Watching);
    if let Some(guest) = tokens.guest {
        add(guest, Ticket::Seat(Seat::Guest));
    }
}

/// Forgets rooms with all their tokens; gives their names.
fn forget(rooms: &mut HashMap<String, (Arc<Room>, Ticket)>, is_left: impl Fn(&Room) -> bool) -> Vec<String> {
    let mut gone = Vec::new();
    rooms.retain(|_, (room, ticket)| {
        let stays = !is_left(room);
        if !stays && *ticket == Ticket::Seat(Seat::Host) {
            gone.push(lock(&room.record).id.clone());
        }
        stays
    });
    gone
}

fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}
