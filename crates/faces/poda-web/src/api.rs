//! The questions over HTTP: one list of routes, from which the description is made too.

use axum::{
    Json, Router,
    extract::{FromRequest, FromRequestParts, Path, Query, State},
    http::{header::CONTENT_TYPE, request::Parts},
    response::IntoResponse,
    routing::{MethodRouter, get},
};
use poda_core::Language;
use poda_service::{LanguageParam, Reply, Request};
use serde::{Deserialize, de::DeserializeOwned};
use tokio::time::timeout;

use crate::{
    ask::ClientSession, client::Peer, failure::Refusal, live, page, run_games, runs, saved, saved_store,
    state::Shared, together, together_live,
};

/// The list of routes: as a router, and as the description of the same.
macro_rules! api {
    ($($path:literal { $($method:ident: $($handler:ident)::+),+ })+) => {
        /// All routes below `/api`.
        pub(crate) fn routes() -> Router<Shared> {
            Router::new()
                $(.route($path, MethodRouter::new()$(.$method($($handler)::+))+))+
                .route("/api", get(page::description))
        }

        /// The messages of the live connections are described beside what HTTP does.
        #[cfg(feature = "schema")]
        #[derive(utoipa::OpenApi)]
        #[openapi(
            paths($($($($handler)::+),+),+),
            components(schemas(
                poda_service::Call,
                poda_service::Answer,
                crate::together::RoomCall,
                crate::together::RoomAnswer
            ))
        )]
        struct Described;
    };
}

api! {
    "/api/catalog" { get: catalog }
    "/api/stories" { get: stories }
    "/api/rules/{family}" { get: rules }
    "/api/ask" { post: question }
    "/api/live" { get: live::open }
    "/api/saved" { get: saved::list }
    "/api/saved/{id}" { get: saved::find, put: saved::keep, delete: saved::forget }
    "/api/runs" { get: runs::list, post: runs::begin }
    "/api/runs/{run}" { get: runs::show, post: runs::resume, delete: runs::stop }
    "/api/runs/{run}/games" { get: run_games::games }
    "/api/together" { post: together::share }
    "/api/together/live" { get: together_live::open }
}

/// The description of everything that clients may ask.
#[cfg(feature = "schema")]
pub(crate) fn description() -> utoipa::openapi::OpenApi {
    let mut description = <Described as utoipa::OpenApi>::openapi();
    description.info = utoipa::openapi::InfoBuilder::new()
        .title("Poda")
        .version(env!("CARGO_PKG_VERSION"))
        .description(Some(
            "Positions, players, searches, rules, saved games and tournaments. Questions go to `/api/ask`, or through \
             the WebSocket at `/api/live`: clients send `Call` messages, the server sends `Answer` messages. The \
             WebSocket tells progress, can stop a search, and follows a game move by move. A game that two people play \
             on two devices has a WebSocket of its own at `/api/together/live`. Texts are in the language \
             of `lang`, or else of `Accept-Language`.",
        ))
        .build();
    // The names of our modules are no business of clients.
    for path in description.paths.paths.values_mut() {
        let operations = [&mut path.get, &mut path.put, &mut path.post, &mut path.delete];
        operations.into_iter().flatten().for_each(|operation| operation.tags = None);
    }
    description
}

/// A JSON body whose faults are told like any other.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: axum::extract::Request, state: &S) -> Result<Self, Refusal> {
        let patience = request.extensions().get::<Peer>().map(|peer| peer.patience).unwrap_or_default();
        // The whole body, and not only its next byte, has to come in time.
        match timeout(patience, Json::from_request(request, state)).await {
            Ok(body) => Ok(Self(body?.0)),
            Err(_) => Err(Refusal::too_slow()),
        }
    }
}

/// Parameters of the address, likewise.
pub(crate) struct Parameters<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Query(parameters) = Query::from_request_parts(parts, state).await?;
        Ok(Self(parameters))
    }
}

/// A part of the address, likewise.
pub(crate) struct PathPart<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for PathPart<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refusal> {
        let Path(place) = Path::from_request_parts(parts, state).await?;
        Ok(Self(place))
    }
}

/// The secret of a browser: in a header, because addresses are logged.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Header))]
pub(crate) struct Owner {
    /// The secret of the browser: a text that it has chosen.
    #[cfg_attr(feature = "schema", param(rename = "Poda-Owner", required = false))]
    pub(crate) secret: String,
}

impl Owner {
    /// The secret, where there has to be one.
    pub(crate) fn named(self) -> Result<String, Refusal> {
        saved_store::check_name(&self.secret).map(|()| self.secret)
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Owner {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Refusal> {
        let secret = parts.headers.get("poda-owner").and_then(|value| value.to_str().ok());
        Ok(Self { secret: secret.unwrap_or_default().to_owned() })
    }
}

/// The language to answer in.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(crate) struct Spoken {
    /// English unless said otherwise.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(inline))]
    pub(crate) lang: LanguageParam,
}

/// Games, players, engines, heuristics.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/catalog", responses((status = 200, body = poda_service::CatalogView))))]
async fn catalog(State(shared): State<Shared>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], shared.catalog.clone())
}

/// The stories of the reports: the stages of their players, and what each was worth.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/stories", responses((status = 200, body = Reply))))]
async fn stories(State(shared): State<Shared>, peer: Peer) -> Result<Json<Reply>, Refusal> {
    ClientSession::once(&shared, peer.client, Language::default()).over_http(Request::Stories).await.map(Json)
}

/// The rules of a game, for people.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/rules/{family}", params(("family" = String, Path), Spoken),
    responses((status = 200, body = poda_service::RulesPage), (status = 400, body = crate::failure::RefusalBody))))]
async fn rules(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(family): PathPart<String>,
    Parameters(spoken): Parameters<Spoken>,
) -> Result<Json<Reply>, Refusal> {
    let asked = ClientSession::once(&shared, peer.client, spoken.lang.language());
    asked.over_http(Request::Rules { family }).await.map(Json)
}

/// Any question that is also asked over the live connection.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/ask", params(Spoken), request_body = Request,
    responses((status = 200, body = Reply), (status = 400, body = crate::failure::RefusalBody), (status = 429, body = crate::failure::RefusalBody))))]
async fn question(
    State(shared): State<Shared>,
    peer: Peer,
    Parameters(spoken): Parameters<Spoken>,
    Body(request): Body<Request>,
) -> Result<Json<Reply>, Refusal> {
    ClientSession::once(&shared, peer.client, spoken.lang.language()).over_http(request).await.map(Json)
}
