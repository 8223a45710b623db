//! `eval=threats@FILE`: the weights of an evaluator are in a file.

use std::path::Path;

use poda_catalog::{AnyGame, PlayerError};
use poda_core::Message;

use crate::Protocol;

/// Reads the weights of a game's built-in evaluator from a file.
pub type ReadWeights<'a> = dyn Fn(&Path, &dyn AnyGame) -> Result<Vec<i32>, Message> + 'a;

/// The spec of a player with the weights of `eval=NAME@FILE` in the place of the file's name, so that it means the same on every machine
/// and tomorrow. Everything else stays, and so does the command of a program.
///
/// # Errors
/// If the evaluator takes no weights, or if its file cannot be read.
pub fn spell_out(spec: &str, game: &dyn AnyGame, read: &ReadWeights<'_>) -> Result<String, PlayerError> {
    let Some((engine, options)) = spec.split_once(':').filter(|_| Protocol::of_spec(spec).is_none()) else {
        return Ok(spec.to_owned());
    };
    let mut spelled = Vec::new();
    for option in options.split(',') {
        spelled.push(match option.strip_prefix("eval=") {
            Some(evaluator) => format!("eval={}", spell_out_evaluator(evaluator, game, read)?),
            None => option.to_owned(),
        });
    }
    Ok(format!("{engine}:{}", spelled.join(",")))
}

/// The same for an evaluator alone: `NAME@FILE`.
///
/// # Errors
/// If it takes no weights, or if its file cannot be read.
pub fn spell_out_evaluator(
    text: &str,
    game: &dyn AnyGame,
    read: &ReadWeights<'_>,
) -> Result<String, PlayerError> {
    let Some((name, file)) = text.split_once('@').filter(|(_, file)| !is_spelled_out(file)) else {
        return Ok(text.to_owned());
    };
    let built_in = game.built_in_weights();
    if name != built_in.evaluator {
        return Err(PlayerError::NoWeights {
            text: text.to_owned(),
            game: game.spec().to_owned(),
            evaluator: built_in.evaluator.to_owned(),
        });
    }
    Ok(built_in.with(&read(Path::new(file), game).map_err(PlayerError::Weights)?))
}

/// Whether these are weights rather than the name of a file.
fn is_spelled_out(text: &str) -> bool {
    !text.is_empty() && text.split('/').all(|weight| weight.parse::<i64>().is_ok())
}
