//! Which players this server offers.

use poda_bots::PlayerSpec;
use poda_catalog::{AnyGame, EngineSpec};
use poda_contest::Player;
use poda_core::{Translate, message};
use poda_service::{AdmittedPlayer, ErrorKind, ServiceError, ServiceLimits};

use crate::ServerOptions;

/// Whoever may play here.
pub(crate) struct Admitted {
    pub(crate) player: Player,
    /// The engine; `None` for a program.
    pub(crate) engine: Option<EngineSpec>,
}

/// A player that may play here: one of the catalog that does not take too much, or a program of the list by its name.
pub(crate) fn check(
    game: &dyn AnyGame,
    text: &str,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<Admitted, ServiceError> {
    let player = Player::read(text);
    if let Some(bot) = options.bots.player(&player.spec, game.spec()) {
        return Ok(Admitted { player: Player { name: player.name, ..bot }, engine: None });
    }
    // A broken command is a program too.
    if PlayerSpec::read(&player.spec, None).map_or(true, |spec| spec.is_bot()) {
        return Err(no_command(text));
    }
    let engine = poda_catalog::player_spec(game, &player.spec)?;
    limits.check(&player.spec, &engine)?;
    Ok(Admitted { player, engine: Some(engine) })
}

/// The same for a player of a run that is on disk: programs stand there with their commands.
pub(crate) fn check_recorded(
    game: &dyn AnyGame,
    player: &Player,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<Admitted, ServiceError> {
    if options.bots.allows(player, game.spec()) {
        return Ok(Admitted { player: player.clone(), engine: None });
    }
    // A name of the list would be another player than the recorded one.
    let Admitted { engine, .. } = check(game, &player.spec, options, limits)?;
    Ok(Admitted { player: player.clone(), engine })
}

/// One of the catalog's players, or the agent of a program of the list.
pub(crate) fn admit(
    game: &dyn AnyGame,
    player: &str,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<AdmittedPlayer, ServiceError> {
    let Admitted { player, engine } = check(game, player, options, limits)?;
    if let Some(engine) = engine {
        return Ok(AdmittedPlayer::Engine(engine));
    }
    let spec = PlayerSpec::read(&player.spec, player.folder.as_deref())
        .map_err(|error| ServiceError::new(ErrorKind::Bad, error.message()))?;
    Ok(AdmittedPlayer::Program(spec.agent(game, &options.bot_limits)?))
}

/// Nobody may name a command.
fn no_command(player: &str) -> ServiceError {
    ServiceError::new(
        ErrorKind::Forbidden,
        message!(
            "{player:?} is a command: programs play here by their names in a list (`poda serve --bots FILE`)",
            "{player:?} es un comando: aquí los programas juegan por su nombre en una lista (`poda serve --bots FICHERO`)",
            player,
        ),
    )
}
