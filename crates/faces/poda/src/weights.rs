//! Files of weights: `poda tune --out` writes them, `eval=threats@FILE` plays with them.
//!
//! Only the command line reads such files. What it passes on, and what is recorded with a run, is the spec with the
//! weights spelled out: it means the same on every machine and tomorrow.

use std::{collections::BTreeMap, fs, path::Path};

use poda_catalog::{AnyGame, BuiltInWeights, MAX_WEIGHT, PlayerSpec};
use poda_core::{Message, Translate, message};
use serde::{Deserialize, Serialize};

use crate::failure::{Failure, unreadable};

/// A file of weights.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WeightsFile {
    /// The game they were tuned for. Another one with the same evaluator may use them.
    game: String,
    evaluator: String,
    /// By the English names of the features.
    weights: BTreeMap<String, i32>,
}

/// The largest file that is read: a list of weights has a kilobyte.
const LARGEST: u64 = 1 << 20;

/// Reads the weights of a game's built-in evaluator.
pub(crate) fn read(path: &Path, game: &dyn AnyGame) -> Result<Vec<i32>, Message> {
    let size = fs::metadata(path).map_err(|error| unreadable(path, &error))?.len();
    if size > LARGEST {
        return Err(wrong(path, message!("it has {size} bytes", "tiene {size} bytes", size)));
    }
    let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
    let file: WeightsFile = toml::from_str(&text).map_err(|error| {
        let why = Message::quoted(&error.message());
        wrong(
            path,
            message!(
                language =>
                "it is no file of weights: {why}",
                "no es un fichero de pesos: {why}",
                why = why.text(language),
            ),
        )
    })?;
    let BuiltInWeights { evaluator, names, .. } = game.built_in_weights();
    if file.evaluator != evaluator {
        let (theirs, game) = (file.evaluator, game.spec());
        return Err(wrong(
            path,
            message!(
                "its weights are those of {theirs:?}, and {game} has {evaluator:?}",
                "sus pesos son los de {theirs:?}, y {game} tiene {evaluator:?}",
                theirs,
                game,
                evaluator
            ),
        ));
    }
    if let Some(name) = file.weights.keys().find(|name| names.iter().all(|known| known.english != *name)) {
        return Err(wrong(
            path,
            message!(
                "{evaluator} does not count {name:?}",
                "{evaluator} no cuenta {name:?}",
                evaluator,
                name
            ),
        ));
    }
    let weight = |name: &str| match file.weights.get(name) {
        None => Err(wrong(path, message!("{name:?} is missing", "falta {name:?}", name))),
        Some(weight) if weight.abs() > MAX_WEIGHT => {
            let most = MAX_WEIGHT;
            Err(wrong(
                path,
                message!(
                    "{name:?} is {weight}, which is not from -{most} to {most}",
                    "{name:?} vale {weight}, que no está entre -{most} y {most}",
                    name,
                    weight,
                    most
                ),
            ))
        }
        Some(weight) => Ok(*weight),
    };
    names.iter().map(|name| weight(name.english)).collect()
}

/// Writes weights, with the command that gave them above.
pub(crate) fn write(path: &Path, game: &dyn AnyGame, weights: &[i32], command: &str) -> Result<(), Failure> {
    let BuiltInWeights { evaluator, names, .. } = game.built_in_weights();
    let file = WeightsFile {
        game: game.spec().to_owned(),
        evaluator: evaluator.to_owned(),
        weights: names.iter().map(|name| name.english.to_owned()).zip(weights.iter().copied()).collect(),
    };
    let text = toml::to_string(&file)
        .map_err(|error| Failure::Failed(wrong(path, Message::verbatim(error.to_string()))))?;
    // Beside it first: a full disk must not cost the weights that were there.
    let partial = path.with_extension("partial");
    fs::write(&partial, format!("# {command}\n{text}"))
        .and_then(|()| fs::rename(&partial, path))
        .map_err(|error| Failure::cannot_write(path, &error))
}

/// The player of a game that a spec names, perhaps with a file of weights.
pub(crate) fn player(spec: &str, game: &dyn AnyGame) -> Result<PlayerSpec, Failure> {
    Ok(poda_bots::read_player_with(spec, game, &read)?)
}

/// See [`poda_bots::spell_out`].
pub(crate) fn spell_out(spec: &str, game: &dyn AnyGame) -> Result<String, Failure> {
    Ok(poda_bots::spell_out(spec, game, &read)?)
}

/// See [`poda_bots::spell_out_evaluator`].
pub(crate) fn spell_out_evaluator(text: &str, game: &dyn AnyGame) -> Result<String, Failure> {
    Ok(poda_bots::spell_out_evaluator(text, game, &read)?)
}

/// What is wrong with a file.
fn wrong(path: &Path, why: Message) -> Message {
    Message::new(|language| format!("{}: {}", path.display(), why.text(language)))
}
