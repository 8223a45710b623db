//! The games of a run: all of them, those of one player, or those that it lost.

use axum::{Json, extract::State};
use poda_service::{GamesWanted, RunGame};

use crate::{
    api::{Parameters, PathPart},
    client::Peer,
    failure::Refusal,
    runs::aside,
    state::{Shared, lock},
};

/// Games of a run, newest first.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/runs/{run}/games", params(("run" = i64, Path), GamesWanted),
    responses((status = 200, body = Vec<RunGame>), (status = 404, body = crate::failure::RefusalBody))))]
pub(crate) async fn games(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    Parameters(which): Parameters<GamesWanted>,
) -> Result<Json<Vec<RunGame>>, Refusal> {
    aside(&shared, &peer, move |shared| {
        let run = shared.runs.run(id)?;
        let state = shared.runs.state(&run, &shared.options.limits)?;
        Ok(which.of(&lock(&state)))
    })
    .await
}
