use poda_agent::Agent;

use crate::{AnyGame, ENGINES, EngineSpec, SpecError, error::closest};

/// The engine behind a player: that of a built-in player or of a stage by its name, or the one that the spec describes.
///
/// # Errors
/// If there is no such player.
pub fn player_spec(game: &dyn AnyGame, spec: &str) -> Result<EngineSpec, SpecError> {
    let family = game.family();
    if let Some(spec) = family.named(spec) {
        return spec.parse();
    }
    spec.parse().map_err(|error| match error {
        SpecError::UnknownPlayer { name, .. } => {
            let mut known: Vec<String> = family.built_in.iter().map(|player| player.name.clone()).collect();
            known.extend(family.stages().map(|stage| stage.name.to_owned()));
            known.extend(ENGINES.iter().map(|info| info.name.to_owned()));
            SpecError::UnknownPlayer { suggestion: closest(&name, &known), name, known }
        }
        other => other,
    })
}

/// The agent of a player in a game: a built-in player or a stage by its name, or an engine by its spec.
///
/// # Errors
/// If there is no such player.
pub fn agent(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn Agent>, SpecError> {
    game.agent(&player_spec(game, spec)?, None)
}
