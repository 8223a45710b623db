use poda_core::{Message, Translate, message, text};
use std::{fs, io, path::PathBuf};

use etcetera::BaseStrategy;
use poda_agent::GameLine;
use serde::{Deserialize, Serialize};

use crate::failure::Failure;

/// The game in progress, as it lies on disk.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ResumableGame {
    pub(super) game: String,
    pub(super) first: String,
    pub(super) second: String,
    /// What varies the machines' games.
    #[serde(default)]
    pub(super) seed: u64,
    pub(super) start: Option<String>,
    pub(super) moves: Vec<String>,
}

impl ResumableGame {
    pub(super) fn line(&self) -> GameLine {
        GameLine { game: self.game.clone(), start: self.start.clone(), moves: self.moves.clone() }
    }

    fn path() -> Result<PathBuf, Failure> {
        let base = etcetera::choose_base_strategy().map_err(|_| {
            Failure::Failed(message!(
                "there is no home folder to keep the game in: set HOME",
                "no hay una carpeta personal donde guardar la partida: define HOME"
            ))
        })?;
        Ok(base.state_dir().unwrap_or_else(|| base.data_dir()).join("poda").join("play.json"))
    }

    /// Writes beside and renames, so that the file is whole whenever the power fails.
    pub(super) fn save(&self) -> Result<(), Failure> {
        let path = Self::path()?;
        let failed = |error: io::Error| {
            Failure::Failed(Message::new(|language| {
                text!(
                    language,
                    "cannot keep the game in {path}: {why}",
                    "no se puede guardar la partida en {path}: {why}",
                    path = path.display(),
                    why = error.text(language),
                )
            }))
        };
        let draft = path.with_extension("draft");
        fs::create_dir_all(path.parent().unwrap_or(&path)).map_err(failed)?;
        fs::write(&draft, serde_json::to_string(self)?).map_err(failed)?;
        fs::rename(&draft, &path).map_err(failed)
    }

    pub(super) fn load() -> Result<Self, Failure> {
        let path = Self::path()?;
        let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Failure::Failed(message!(
                "there is no unfinished game to resume",
                "no hay ninguna partida sin terminar que retomar"
            )),
            _ => Failure::cannot_read(&path, &error),
        })?;
        serde_json::from_str(&text).map_err(|error| {
            let why = Message::quoted(&error);
            Failure::Failed(message!(
                language =>
                "{path} is not a saved game: {why}",
                "{path} no es una partida guardada: {why}",
                path = path.display(),
                why = why.text(language),
            ))
        })
    }

    /// The game is over; a file that stays is no harm.
    pub(super) fn forget() {
        if let Ok(path) = Self::path() {
            let _ = fs::remove_file(path);
        }
    }
}
