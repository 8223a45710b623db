//! Which players this server offers.

use poda_agent::{Agent, BotLimits};
use poda_bots::PlayerSpec;
use poda_catalog::{AnyGame, EngineSpec};
use poda_contest::Player;
use poda_core::{Translate, message};
use poda_service::{ErrorKind, ServiceError};

use crate::ServerLimits;

/// A player that may play here; programs of the machine and whoever would take too much of it are refused.
pub(crate) fn check(text: &str, limits: &ServerLimits) -> Result<Player, ServiceError> {
    let player = Player::read(text);
    // A broken command is a program too.
    if PlayerSpec::read(&player.spec, None).map_or(true, |spec| spec.is_bot()) {
        return if limits.bots { Ok(player) } else { Err(no_bots(text)) };
    }
    if let Ok(spec) = player.spec.parse::<EngineSpec>() {
        limits.of_service().check(&player.spec, &spec)?;
    }
    Ok(player)
}

/// An agent for one of the catalog's players, or for a program of the machine if its owner allows that.
pub(crate) fn agent(
    game: &dyn AnyGame,
    player: &str,
    limits: &ServerLimits,
) -> Result<Box<dyn Agent>, ServiceError> {
    let player = check(player, limits)?;
    let spec = PlayerSpec::read(&player.spec, None)
        .map_err(|error| ServiceError::new(ErrorKind::Bad, error.message()))?;
    Ok(spec.agent(game, &BotLimits::default())?)
}

/// No program can be started through the page, unless its owner said so.
fn no_bots(player: &str) -> ServiceError {
    ServiceError::new(
        ErrorKind::Forbidden,
        message!(
            "{player:?} is a program, and this server starts none: that takes `poda serve --allow-bots`",
            "{player:?} es un programa y este servidor no arranca ninguno: hace falta `poda serve --allow-bots`",
            player,
        ),
    )
}
