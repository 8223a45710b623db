//! Saved games, so that a closed browser loses nothing.

use poda_core::{Message, Translate};
use std::{
    path::Path,
    sync::Mutex,
    time::{SystemTime, UNIX_EPOCH},
};

use axum::{Json, extract::State};
use poda_agent::GameLine;
use poda_service::{OutcomeView, SessionStore};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    ServeError,
    api::{Body, Parameters, PathPart},
    client::Peer,
    failure::{Refusal, RefusalBody},
    state::{Shared, lock},
};

const TABLES: &str = "\
    pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000;
    create table if not exists games (
        id text primary key,
        owner text not null,
        game text not null,
        start text,
        moves text not null,
        first text not null,
        second text not null,
        outcome text,
        updated integer not null
    ) strict;
    create index if not exists games_by_owner on games (owner, updated desc);";

/// The longest name that anything may have.
const LONGEST_NAME: usize = 200;

/// The saved games.
pub(crate) struct SavedGames {
    connection: Mutex<Connection>,
    per_owner: usize,
}

/// A game to save.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SavedGameBody {
    /// A secret of the browser; only who knows it sees and changes the game.
    pub(crate) owner: String,
    pub(crate) line: GameLine,
    /// `human` or a player of the catalog.
    pub(crate) first: String,
    pub(crate) second: String,
    /// Once the game is over.
    pub(crate) outcome: Option<OutcomeView>,
}

/// A saved game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct SavedGame {
    pub(crate) id: String,
    pub(crate) line: GameLine,
    pub(crate) first: String,
    pub(crate) second: String,
    #[schema(required = true)]
    pub(crate) outcome: Option<OutcomeView>,
    /// Milliseconds since 1970.
    pub(crate) updated: i64,
}

impl SavedGames {
    pub(crate) fn open(path: Option<&Path>, per_owner: usize) -> Result<Self, ServeError> {
        let failed = |why: Message| ServeError::Games {
            place: path.map_or_else(|| "memory".into(), |path| path.display().to_string()),
            why,
        };
        let connection = match path {
            None => Connection::open_in_memory(),
            Some(path) => {
                std::fs::create_dir_all(path.parent().unwrap_or(path))
                    .map_err(|error| failed(error.message()))?;
                Connection::open(path)
            }
        };
        let connection = connection.map_err(|error| failed(Message::verbatim(error.to_string())))?;
        connection.execute_batch(TABLES).map_err(|error| failed(Message::verbatim(error.to_string())))?;
        Ok(Self { connection: Mutex::new(connection), per_owner })
    }

    /// Keeps a game under its id, new or known.
    pub(crate) fn keep(&self, id: &str, game: &SavedGameBody) -> Result<SavedGame, Refusal> {
        for name in [id, &game.owner, &game.line.game, &game.first, &game.second] {
            if name.is_empty() || name.len() > LONGEST_NAME {
                return Err(Refusal::bad(
                    format!("{name:?} is not a name of 1 to {LONGEST_NAME} bytes"),
                    format!("{name:?} no es un nombre de 1 a {LONGEST_NAME} bytes"),
                ));
            }
        }
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as i64);
        let moves = serde_json::to_string(&game.line.moves).map_err(unsaved)?;
        let connection = lock(&self.connection);
        let changed = connection.execute(
            "insert into games (id, owner, game, start, moves, first, second, outcome, updated)
             values (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
             on conflict (id) do update set game = ?3, start = ?4, moves = ?5, first = ?6, second = ?7,
                outcome = ?8, updated = ?9 where owner = ?2",
            params![
                id,
                game.owner,
                game.line.game,
                game.line.start,
                moves,
                game.first,
                game.second,
                game.outcome.map(OutcomeView::word),
                now
            ],
        )?;
        if changed == 0 {
            return Err(Refusal::forbidden(
                format!("the game {id:?} belongs to somebody else"),
                format!("la partida {id:?} es de otra persona"),
            ));
        }
        connection.execute(
            "delete from games where owner = ?1 and id not in
                (select id from games where owner = ?1 order by updated desc, rowid desc limit ?2)",
            params![game.owner, self.per_owner as i64],
        )?;
        Ok(SavedGame {
            id: id.to_owned(),
            line: game.line.clone(),
            first: game.first.clone(),
            second: game.second.clone(),
            outcome: game.outcome,
            updated: now,
        })
    }

    /// The newest games of an owner.
    pub(crate) fn list(&self, owner: &str) -> Result<Vec<SavedGame>, Refusal> {
        let connection = lock(&self.connection);
        let mut question = connection.prepare_cached(
            "select id, game, start, moves, first, second, outcome, updated from games
             where owner = ?1 order by updated desc, rowid desc limit 60",
        )?;
        let games = question.query_map([owner], kept)?.collect::<Result<_, _>>()?;
        Ok(games)
    }

    pub(crate) fn find(&self, owner: &str, id: &str) -> Result<SavedGame, Refusal> {
        let connection = lock(&self.connection);
        let mut question = connection.prepare_cached(
            "select id, game, start, moves, first, second, outcome, updated from games
             where owner = ?1 and id = ?2",
        )?;
        let found = question.query_row([owner, id], kept).optional()?;
        found.ok_or_else(|| no_game(id))
    }

    pub(crate) fn forget(&self, owner: &str, id: &str) -> Result<(), Refusal> {
        let gone =
            lock(&self.connection).execute("delete from games where owner = ?1 and id = ?2", [owner, id])?;
        if gone == 0 { Err(no_game(id)) } else { Ok(()) }
    }
}

fn kept(row: &Row<'_>) -> rusqlite::Result<SavedGame> {
    let moves: String = row.get(3)?;
    Ok(SavedGame {
        id: row.get(0)?,
        line: GameLine {
            game: row.get(1)?,
            start: row.get(2)?,
            moves: serde_json::from_str(&moves).unwrap_or_default(),
        },
        first: row.get(4)?,
        second: row.get(5)?,
        outcome: row.get::<_, Option<String>>(6)?.and_then(|word| OutcomeView::read(&word)),
        updated: row.get(7)?,
    })
}

fn no_game(id: &str) -> Refusal {
    Refusal::missing(format!("there is no game {id:?}"), format!("no existe la partida {id:?}"))
}

fn unsaved<E: std::fmt::Display>(error: E) -> Refusal {
    Refusal::broken(
        format!("the saved games cannot be used: {error}"),
        format!("no se pueden usar las partidas guardadas: {error}"),
    )
}

impl From<rusqlite::Error> for Refusal {
    fn from(error: rusqlite::Error) -> Self {
        unsaved(error)
    }
}

/// Whose games.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Owned {
    /// The secret of the browser that saves the games.
    owner: String,
}

/// The newest saved games of a browser.
#[utoipa::path(get, path = "/api/saved", operation_id = "list_saved_games", params(Owned),
    responses((status = 200, body = Vec<SavedGame>)))]
pub(crate) async fn list(
    State(shared): State<Shared>,
    peer: Peer,
    Parameters(by): Parameters<Owned>,
) -> Result<Json<Vec<SavedGame>>, Refusal> {
    aside(&shared, &peer, move |shared| shared.store.list(&by.owner)).await.map(Json)
}

/// A saved game.
#[utoipa::path(get, path = "/api/saved/{id}", params(("id" = String, Path), Owned),
    responses((status = 200, body = SavedGame), (status = 404, body = RefusalBody)))]
pub(crate) async fn find(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    Parameters(by): Parameters<Owned>,
) -> Result<Json<SavedGame>, Refusal> {
    aside(&shared, &peer, move |shared| shared.store.find(&by.owner, &id)).await.map(Json)
}

/// Saves a game under an id that the browser chose.
#[utoipa::path(put, path = "/api/saved/{id}", params(("id" = String, Path)), request_body = SavedGameBody,
    responses((status = 200, body = SavedGame), (status = 400, body = RefusalBody)))]
pub(crate) async fn keep(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    Body(game): Body<SavedGameBody>,
) -> Result<Json<SavedGame>, Refusal> {
    let limits = shared.options.limits.of_service();
    let follow = move || -> Result<SavedGameBody, Refusal> {
        // What is saved can be played on.
        SessionStore::new(0).with(&game.line, &limits, |_| Ok(()))?;
        Ok(game)
    };
    let game = shared.turns.drawing.run(peer.client, follow).await??;
    aside(&shared, &peer, move |shared| shared.store.keep(&id, &game)).await.map(Json)
}

/// Deletes a saved game.
#[utoipa::path(delete, path = "/api/saved/{id}", params(("id" = String, Path), Owned),
    responses((status = 200), (status = 404, body = RefusalBody)))]
pub(crate) async fn forget(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<String>,
    Parameters(by): Parameters<Owned>,
) -> Result<(), Refusal> {
    aside(&shared, &peer, move |shared| shared.store.forget(&by.owner, &id)).await
}

/// The games are on a disk: whoever asks for something else does not wait for it.
async fn aside<T: Send + 'static>(
    shared: &Shared,
    peer: &Peer,
    job: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let own = shared.clone();
    shared.turns.saving.run(peer.client, move || job(&own)).await?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(owner: &str, moves: &[&str]) -> SavedGameBody {
        SavedGameBody {
            owner: owner.into(),
            line: GameLine {
                game: "boom".into(),
                start: None,
                moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            },
            first: "human".into(),
            second: "ninja3".into(),
            outcome: None,
        }
    }

    #[test]
    fn games_are_kept_changed_found_and_forgotten_by_their_owner_only() {
        let store = SavedGames::open(None, 2).unwrap();
        store.keep("a", &game("me", &["4"])).unwrap();
        store.keep("a", &game("me", &["4", "4"])).unwrap();
        assert_eq!(store.find("me", "a").unwrap().line.moves, ["4", "4"]);
        assert!(store.find("you", "a").is_err() && store.keep("a", &game("you", &[])).is_err());
        assert!(store.forget("you", "a").is_err());
        for id in ["b", "c"] {
            store.keep(id, &game("me", &[])).unwrap();
        }
        let ids: Vec<String> = store.list("me").unwrap().into_iter().map(|game| game.id).collect();
        assert_eq!(ids, ["c", "b"], "the oldest went first");
        store.forget("me", "b").unwrap();
        assert_eq!(store.list("me").unwrap().len(), 1);
        assert!(store.keep(&"x".repeat(201), &game("me", &[])).is_err());
    }

    #[test]
    fn games_survive_the_server() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep").join("games.sqlite");
        SavedGames::open(Some(&path), 9).unwrap().keep("a", &game("me", &["1"])).unwrap();
        assert_eq!(SavedGames::open(Some(&path), 9).unwrap().list("me").unwrap().len(), 1);
    }
}
