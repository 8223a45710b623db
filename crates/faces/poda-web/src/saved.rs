//! Saved games, so that a closed browser loses nothing.

use axum::{Json, extract::State};
use poda_agent::GameLine;
use poda_core::Outcome;
use poda_service::SessionStore;
use serde::{Deserialize, Serialize};

use crate::{
    ServerOptions,
    api::{Body, Owner, PathPart},
    client::Peer,
    failure::Refusal,
    state::Shared,
};

/// A game to save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedGameBody {
    /// A secret of the browser; only who knows it sees and changes the game.
    pub(crate) owner: String,
    pub(crate) line: GameLine,
    /// `human` or a player of the catalog.
    pub(crate) first: String,
    pub(crate) second: String,
    /// Once the game is over.
    pub(crate) outcome: Option<Outcome>,
    /// Grows with every save of a game: one that is overtaken on its way changes nothing.
    #[serde(default)]
    pub(crate) stamp: i64,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct SavedGame {
    pub(crate) id: String,
    pub(crate) line: GameLine,
    pub(crate) first: String,
    pub(crate) second: String,
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub(crate) outcome: Option<Outcome>,
    /// Milliseconds since 1970.
    pub(crate) updated: i64,
    /// That of the save that holds.
    pub(crate) stamp: i64,
}

/// The newest saved games of a browser.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/saved", operation_id = "list_saved_games", params(Owner),
    responses((status = 200, body = Vec<SavedGame>))))]
pub(crate) async fn list(
    State(shared): State<Shared>,
    peer: Peer,
    by: Owner,
) -> Result<Json<Vec<SavedGame>>, Refusal> {
    let owner = by.named()?;
    aside(&shared, &peer, move |shared| shared.store.list(&owner)).await.map(Json)
}

/// A saved game.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/saved/{id}", params(("id" = String, Path), Owner),
    responses((status = 200, body = SavedGame), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn find(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    by: Owner,
) -> Result<Json<SavedGame>, Refusal> {
    let owner = by.named()?;
    aside(&shared, &peer, move |shared| shared.store.find(&owner, &id)).await.map(Json)
}

/// Saves a game under an id that the browser chose.
#[cfg_attr(feature = "schema", utoipa::path(put, path = "/api/saved/{id}", params(("id" = String, Path)), request_body = SavedGameBody,
    responses((status = 200, body = SavedGame), (status = 400, body = crate::failure::RefusalBody))))]
pub(crate) async fn keep(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    Body(game): Body<SavedGameBody>,
) -> Result<Json<SavedGame>, Refusal> {
    let (own, client) = (shared.clone(), peer.client);
    let checked = shared.queues.drawing.run(client, move || check(game, &own.options)).await??;
    aside(&shared, &peer, move |shared| shared.store.keep(&id, &checked, client)).await.map(Json)
}

/// What is saved can be played on, and ended as it says. Who plays is only a name here: whether there is such a player is
/// asked when it is to move.
fn check(mut game: SavedGameBody, options: &ServerOptions) -> Result<SavedGameBody, Refusal> {
    let limits = options.limits.of_service();
    let outcome = SessionStore::new(options.catalog.clone(), 0)
        .with(&game.line, &limits, |followed| Ok(followed.session.outcome()))?;
    if game.outcome.is_some() && game.outcome != outcome {
        let said = game.outcome.map_or("", Outcome::word);
        return Err(Refusal::bad(
            format!("the game did not end with {said:?}"),
            format!("la partida no terminó con {said:?}"),
        ));
    }
    game.outcome = outcome;
    Ok(game)
}

/// Deletes a saved game.
#[cfg_attr(feature = "schema", utoipa::path(delete, path = "/api/saved/{id}", params(("id" = String, Path), Owner),
    responses((status = 200), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn forget(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    by: Owner,
) -> Result<(), Refusal> {
    let owner = by.named()?;
    aside(&shared, &peer, move |shared| shared.store.forget(&owner, &id)).await
}

/// The games are on a disk: whoever asks for something else does not wait for it.
async fn aside<T: Send + 'static>(
    shared: &Shared,
    peer: &Peer,
    job: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let own = shared.clone();
    shared.queues.saving.run(peer.client, move || job(&own)).await?
}
