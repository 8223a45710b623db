//! What is said in a room: the messages of a shared game.

use axum::{Json, extract::State};
use poda_agent::GameLine;
use poda_catalog::LegendEntry;
use poda_core::{Message, Side};
use poda_service::{Answer, LanguageParam, OfferKind, Seat, SeatAction, SharedGameView};
use serde::{Deserialize, Serialize};

use crate::{api::Body, client::Peer, failure::Refusal, link::LinkView, rooms::RoomRecord, state::Shared};

/// A game to share.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ShareRequest {
    line: GameLine,
    /// Who shares it plays as player 1 or 2.
    player: u8,
}

/// A game that is shared.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct SharedGameToken {
    /// The token of the host's seat: `enter` takes it.
    token: String,
}

/// What a client of a shared game says.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) enum RoomCall {
    /// Comes in. It is the first message, and only the first.
    Enter {
        /// Of a seat, an invitation or a spectator.
        token: String,
        /// The language of everything that follows.
        #[serde(default)]
        lang: LanguageParam,
        /// Where the page was found, for links.
        #[serde(default)]
        origin: Option<String>,
    },
    /// Speaks another language from now on.
    Speak {
        /// Which.
        lang: LanguageParam,
    },
    /// Plays a move.
    Play {
        /// Its text.
        #[serde(rename = "move")]
        mv: String,
        /// The revision that the player sees.
        revision: u64,
    },
    /// Wants something that the other player has to agree to.
    Offer {
        /// What.
        kind: OfferKind,
        /// The revision that the player sees.
        revision: u64,
    },
    /// Answers what the other player wants, or takes its own wish back.
    Answer {
        /// What.
        kind: OfferKind,
        /// Yes or no.
        accept: bool,
        /// The revision that the player sees.
        revision: u64,
    },
    /// Gives the game up.
    Resign {
        /// The revision that the player sees.
        revision: u64,
    },
    /// Asks for an earlier position of the game.
    Look {
        /// The answer repeats it.
        id: u32,
        /// After so many moves.
        ply: usize,
    },
    /// Asks for every move in words.
    Tell {
        /// The answer repeats it.
        id: u32,
    },
    /// Asks for the rules of the game.
    Rules {
        /// The answer repeats it.
        id: u32,
    },
}

impl RoomCall {
    /// What a seat does, and in which revision; the message itself if it is something else.
    pub(crate) fn action(self) -> Result<(u64, SeatAction), Self> {
        Ok(match self {
            Self::Play { mv, revision } => (revision, SeatAction::Play(mv)),
            Self::Offer { kind, revision } => (revision, SeatAction::Offer(kind)),
            Self::Answer { kind, accept, revision } => (revision, SeatAction::Answer { kind, accept }),
            Self::Resign { revision } => (revision, SeatAction::Resign),
            other => return Err(other),
        })
    }
}

/// What the server says to a client of a shared game: news, or the answer to a question.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub(crate) enum RoomAnswer {
    News(RoomNews),
    Answer(Answer),
}

impl RoomAnswer {
    pub(crate) fn to_text(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// What happens in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum RoomNews {
    /// You are in.
    Welcome(Box<WelcomeView>),
    /// The game changed.
    SharedGame(Box<SharedGameView>),
    /// Somebody came or went.
    Presence(PresenceView),
    /// Something cannot be done.
    Refused {
        /// Why not.
        error: String,
        /// Whether the token opens nothing, so that coming again is in vain.
        gone: bool,
    },
}

/// What somebody is told who comes in.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct WelcomeView {
    /// Where they sit; nothing if they watch.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub(crate) seat: Option<Seat>,
    /// The token to come with from now on, if it is another one: an invitation is accepted once.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub(crate) token: Option<String>,
    /// Whether somebody else had accepted the invitation.
    pub(crate) late: bool,
    /// The link for the other player; only the host has it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub(crate) invitation: Option<LinkView>,
    /// The link for spectators.
    pub(crate) watching: LinkView,
    /// Whether the links work on this machine only.
    pub(crate) only_here: bool,
    /// Whether the rest of the server is open to this browser, too.
    pub(crate) may_ask: bool,
    /// The game's name for people.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = poda_core::Text))]
    pub(crate) title: Message,
    /// What a player wants.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = poda_core::Text))]
    pub(crate) goal: Message,
    /// What has a picture on its board.
    pub(crate) legend: Vec<LegendEntry>,
}

/// Who is there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct PresenceView {
    /// Whether the host is connected.
    pub(crate) host: bool,
    /// Whether the guest is connected.
    pub(crate) guest: bool,
    /// Whether the invitation was accepted.
    pub(crate) taken: bool,
    /// Spectators.
    pub(crate) watching: usize,
}

/// Shares a game: the two seats, and everybody who watches, then meet at `/api/together/live`.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/together", operation_id = "share_game", request_body = ShareRequest,
    responses((status = 200, body = SharedGameToken), (status = 400, body = crate::failure::RefusalBody), (status = 429, body = crate::failure::RefusalBody))))]
pub(crate) async fn share(
    State(shared): State<Shared>,
    peer: Peer,
    Body(ShareRequest { line, player }): Body<ShareRequest>,
) -> Result<Json<SharedGameToken>, Refusal> {
    let Some(side) = Side::from_number(player) else {
        return Err(Refusal::bad(
            format!("there is no player {player}: 1 or 2"),
            format!("no hay jugador {player}: 1 o 2"),
        ));
    };
    let (own, client) = (shared.clone(), peer.client);
    let made = shared.queues.drawing.run(client, move || own.rooms.make(line, side, client)).await?;
    let (record, gone) = made?;
    let token = record.tokens.host.clone();
    keep(&shared, &peer, Some(record), gone).await?;
    Ok(Json(SharedGameToken { token }))
}

/// Keeps what has changed on disk.
pub(crate) async fn keep(
    shared: &Shared,
    peer: &Peer,
    record: Option<RoomRecord>,
    gone: Vec<String>,
) -> Result<(), Refusal> {
    let own = shared.clone();
    let keeping = shared.queues.saving.run(peer.client, move || {
        record.as_ref().map_or(Ok(()), |record| own.rooms.store.keep(record))?;
        own.rooms.store.forget(&gone)
    });
    keeping.await?
}
