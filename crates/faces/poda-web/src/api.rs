//! The questions over HTTP: one list of routes, which is the description too.

use axum::{
    Json, Router,
    extract::{FromRequest, FromRequestParts, Path, Query, State},
    http::{header::CONTENT_TYPE, request::Parts},
    response::IntoResponse,
    routing::get,
};
use poda_core::Language;
use poda_service::{Answer, Call, CatalogView, LanguageParam, Reply, Request, RulesPage};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::{
    IntoParams, OpenApi,
    openapi::{InfoBuilder, OpenApi as Description},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use tokio::time::timeout;

use crate::{
    ask::ClientSession,
    client::Peer,
    failure::{Refusal, RefusalBody},
    live, run_games, runs, saved, saved_store,
    state::Shared,
    together::{self, RoomAnswer, RoomCall},
    together_live,
};

/// What the live connection says is described beside what HTTP does.
#[derive(OpenApi)]
#[openapi(components(schemas(Call, Answer, RoomCall, RoomAnswer)))]
struct Messages;

fn described_routes() -> OpenApiRouter<Shared> {
    OpenApiRouter::with_openapi(Messages::openapi())
        .routes(routes!(catalog))
        .routes(routes!(stories))
        .routes(routes!(rules))
        .routes(routes!(question))
        .routes(routes!(live::open))
        .routes(routes!(saved::list))
        .routes(routes!(saved::find, saved::keep, saved::forget))
        .routes(routes!(runs::list, runs::begin))
        .routes(routes!(runs::show, runs::resume, runs::stop))
        .routes(routes!(run_games::games))
        .routes(routes!(together::share))
        .routes(routes!(together_live::open))
}

/// All routes below `/api`.
pub(crate) fn routes() -> Router<Shared> {
    let (routes, description) = described_routes().split_for_parts();
    let description = serde_json::to_value(informed(description)).unwrap_or_default();
    routes.route("/api", get(async || Json::<Value>(description)))
}

/// The description of everything that clients may ask.
pub(crate) fn description() -> Description {
    informed(described_routes().into_openapi())
}

fn informed(mut description: Description) -> Description {
    description.info = InfoBuilder::new()
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
#[derive(Clone, PartialEq, Eq, Debug, Default, IntoParams)]
#[into_params(parameter_in = Header)]
pub(crate) struct Owner {
    /// The secret of the browser: a text that it has chosen.
    #[param(rename = "Poda-Owner", required = false)]
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
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Spoken {
    /// English unless said otherwise.
    #[serde(default)]
    #[param(inline)]
    pub(crate) lang: LanguageParam,
}

/// Games, players, engines, heuristics.
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = CatalogView)))]
async fn catalog(State(shared): State<Shared>) -> impl IntoResponse {
    ([(CONTENT_TYPE, "application/json")], shared.catalog.clone())
}

/// The stories of the reports: the stages of their players, and what each was worth.
#[utoipa::path(get, path = "/api/stories", responses((status = 200, body = Reply)))]
async fn stories(State(shared): State<Shared>, peer: Peer) -> Result<Json<Reply>, Refusal> {
    ClientSession::once(&shared, peer.client, Language::default()).over_http(Request::Stories).await.map(Json)
}

/// The rules of a game, for people.
#[utoipa::path(get, path = "/api/rules/{family}", params(("family" = String, Path), Spoken),
    responses((status = 200, body = RulesPage), (status = 400, body = RefusalBody)))]
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
#[utoipa::path(post, path = "/api/ask", params(Spoken), request_body = Request,
    responses((status = 200, body = Reply), (status = 400, body = RefusalBody), (status = 429, body = RefusalBody)))]
async fn question(
    State(shared): State<Shared>,
    peer: Peer,
    Parameters(spoken): Parameters<Spoken>,
    Body(request): Body<Request>,
) -> Result<Json<Reply>, Refusal> {
    ClientSession::once(&shared, peer.client, spoken.lang.language()).over_http(request).await.map(Json)
}
