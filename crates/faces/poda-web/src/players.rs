//! Which players this server offers.

use std::sync::Arc;

use poda_bots::{Bot, Protocol, read_player};
use poda_catalog::{AnyGame, PlayerError, PlayerSpec};
use poda_contest::Player;
use poda_core::{Translate, message};
use poda_service::{AdmittedPlayer, ErrorKind, ServiceError, ServiceLimits};

use crate::ServerOptions;

/// A player that may play here.
pub(crate) struct Admitted {
    /// As a run records it.
    pub(crate) player: Player,
    /// What its text names.
    pub(crate) spec: PlayerSpec,
}

impl Admitted {
    fn program(player: Player, bot: Bot) -> Self {
        Self { player, spec: PlayerSpec::Program(Arc::new(bot)) }
    }

    /// Megabytes of the table of an engine.
    pub(crate) fn megabytes(&self) -> usize {
        match &self.spec {
            PlayerSpec::Engine { spec, .. } => spec.megabytes(),
            PlayerSpec::Program(_) | PlayerSpec::Guest(_) => 0,
        }
    }
}

/// A player that may play here: one of the catalog that does not take too much, or a program of the list by its name.
pub(crate) fn check(
    game: &dyn AnyGame,
    text: &str,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<Admitted, ServiceError> {
    let player = Player::read(text);
    if let Some((listed, bot)) = options.bots.player(&player.spec, game.spec()) {
        return Ok(Admitted::program(Player { name: player.name, ..listed }, bot));
    }
    if Protocol::of_spec(&player.spec).is_some() {
        return Err(no_command(text));
    }
    let spec = read_player(&player.spec, game, None).map_err(|error| refused(&error))?;
    if let PlayerSpec::Engine { spec, .. } = &spec {
        limits.check(&player.spec, spec)?;
    }
    Ok(Admitted { player, spec })
}

/// The same for a player of a run that is on disk: programs stand there with their commands.
pub(crate) fn check_recorded(
    game: &dyn AnyGame,
    player: &Player,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<Admitted, ServiceError> {
    if let Some(bot) = options.bots.recorded(player, game.spec()) {
        return Ok(Admitted::program(player.clone(), bot));
    }
    // A name of the list would be another player than the recorded one.
    let Admitted { spec, .. } = check(game, &player.spec, options, limits)?;
    Ok(Admitted { player: player.clone(), spec })
}

/// One of the catalog's players, or the agent of a program of the list.
pub(crate) fn admit(
    game: &dyn AnyGame,
    player: &str,
    options: &ServerOptions,
    limits: &ServiceLimits,
) -> Result<AdmittedPlayer, ServiceError> {
    Ok(match check(game, player, options, limits)?.spec {
        PlayerSpec::Engine { spec, .. } => AdmittedPlayer::Engine(spec),
        player @ (PlayerSpec::Program(_) | PlayerSpec::Guest(_)) => {
            AdmittedPlayer::Program(player.agent(game, &options.bot_limits)?)
        }
    })
}

fn refused(error: &PlayerError) -> ServiceError {
    match error {
        PlayerError::Spec(error) => error.clone().into(),
        error => ServiceError::new(ErrorKind::Bad, error.message()),
    }
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
