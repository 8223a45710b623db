//! The questions over HTTP.

use axum::{
    Json, Router,
    extract::{FromRequest, Path, Query, Request, State, rejection::JsonRejection},
    routing::{get, post},
};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;
use utoipa::{IntoParams, OpenApi, ToSchema};

use crate::{
    catalog::Catalog,
    failure::{Refusal, RefusalBody},
    line::{LanguageParam, Line},
    live, opinions,
    rules::{self, Block},
    runs,
    saved::{Keep, Kept},
    shown::Shown,
    state::Shared,
    trees,
};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Poda",
        description = "Positions, players, rules and kept games. Thinking goes through the WebSocket at /api/live: \
            JSON messages {\"do\": \"show\" | \"choose\" | \"analyze\" | \"stop\", \"id\": number, ...}."
    ),
    paths(
        catalog,
        rules_of,
        show,
        list_games,
        find_game,
        keep_game,
        forget_game,
        opinions::opinions,
        trees::dissect,
        trees::branches,
        runs::begin,
        runs::list,
        runs::show,
        runs::games,
        runs::resume,
        runs::stop
    )
)]
struct Document;

pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        .route("/api", get(document))
        .route("/api/catalog", get(catalog))
        .route("/api/rules/{family}", get(rules_of))
        .route("/api/show", post(show))
        .route("/api/saved", get(list_games))
        .route("/api/saved/{id}", get(find_game).put(keep_game).delete(forget_game))
        .route("/api/opinions", post(opinions::opinions))
        .route("/api/trees", post(trees::dissect))
        .route("/api/trees/{tree}/{node}", get(trees::branches))
        .route("/api/runs", get(runs::list).post(runs::begin))
        .route("/api/runs/{run}", get(runs::show).post(runs::resume).delete(runs::stop))
        .route("/api/runs/{run}/games", get(runs::games))
        .route("/api/live", get(live::open))
}

/// A JSON body whose faults are told like any other.
pub(crate) struct Body<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refusal> {
        let Json(body) = Json::from_request(request, state).await?;
        Ok(Self(body))
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        Self { status: rejection.status(), why: rejection.body_text() }
    }
}

async fn document() -> Json<Value> {
    Json(serde_json::to_value(Document::openapi()).unwrap_or_default())
}

/// Games, players, engines, heuristics.
#[utoipa::path(get, path = "/api/catalog", responses((status = 200, body = Catalog)))]
async fn catalog(State(shared): State<Shared>) -> Json<Value> {
    Json(shared.catalog.clone())
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Spoken {
    #[serde(default)]
    pub(crate) lang: LanguageParam,
}

/// The rules of a game, for people.
#[utoipa::path(get, path = "/api/rules/{family}", params(("family" = String, Path), Spoken),
    responses((status = 200, body = Vec<Block>), (status = 400, body = RefusalBody)))]
async fn rules_of(
    State(shared): State<Shared>,
    Path(family): Path<String>,
    Query(spoken): Query<Spoken>,
) -> Result<Json<Vec<Block>>, Refusal> {
    rules::page(&family, spoken.lang.language(), &shared.options.limits).map(Json)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Show {
    line: Line,
    #[serde(default)]
    lang: LanguageParam,
}

/// A position: what it looks like and what may be played.
#[utoipa::path(post, path = "/api/show", request_body = Show,
    responses((status = 200, body = Shown), (status = 400, body = RefusalBody)))]
async fn show(State(shared): State<Shared>, Body(asked): Body<Show>) -> Result<Json<Shown>, Refusal> {
    let standing = asked.line.follow(&shared.options.limits)?;
    Ok(Json(Shown::new(&standing, asked.lang.language())))
}

#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Owned {
    /// The secret of the browser that keeps the games.
    owner: String,
}

/// The newest kept games of a browser.
#[utoipa::path(get, path = "/api/saved", params(Owned), responses((status = 200, body = Vec<Kept>)))]
async fn list_games(
    State(shared): State<Shared>,
    Query(by): Query<Owned>,
) -> Result<Json<Vec<Kept>>, Refusal> {
    shared.store.list(&by.owner).map(Json)
}

/// A kept game.
#[utoipa::path(get, path = "/api/saved/{id}", params(("id" = String, Path), Owned),
    responses((status = 200, body = Kept), (status = 404, body = RefusalBody)))]
async fn find_game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(by): Query<Owned>,
) -> Result<Json<Kept>, Refusal> {
    shared.store.find(&by.owner, &id).map(Json)
}

/// Keeps a game under an id that the browser chose.
#[utoipa::path(put, path = "/api/saved/{id}", params(("id" = String, Path)), request_body = Keep,
    responses((status = 200, body = Kept), (status = 400, body = RefusalBody)))]
async fn keep_game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Body(game): Body<Keep>,
) -> Result<Json<Kept>, Refusal> {
    // What is kept can be played on.
    game.line.follow(&shared.options.limits)?;
    shared.store.keep(&id, &game).map(Json)
}

/// Forgets a kept game.
#[utoipa::path(delete, path = "/api/saved/{id}", params(("id" = String, Path), Owned),
    responses((status = 200), (status = 404, body = RefusalBody)))]
async fn forget_game(
    State(shared): State<Shared>,
    Path(id): Path<String>,
    Query(by): Query<Owned>,
) -> Result<(), Refusal> {
    shared.store.forget(&by.owner, &id)
}
