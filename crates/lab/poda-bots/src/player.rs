//! The one reader of players.

use std::{path::Path, sync::Arc};

use poda_agent::{Agent, AgentError, BotLimits};
use poda_catalog::{AnyGame, PlayerError, PlayerProgram, PlayerSpec};
use poda_core::SearchObserver;

use crate::{Bot, Protocol, ReadWeights, agent::Dialogue, spell_out, ugi::Ugi};

/// The player that a text names in a game. A program runs in `folder`, or here if there is none.
///
/// # Errors
/// If there is no such player, or if the command of a program is broken.
pub fn read_player(text: &str, game: &dyn AnyGame, folder: Option<&Path>) -> Result<PlayerSpec, PlayerError> {
    match Bot::read(text, folder) {
        Some(bot) => Ok(PlayerSpec::Program(Arc::new(bot?))),
        None => Ok(PlayerSpec::engine(text, game)?),
    }
}

/// The same where files of weights may be named.
///
/// # Errors
/// If there is no such player, or if its file cannot be read.
pub fn read_player_with(
    text: &str,
    game: &dyn AnyGame,
    weights: &ReadWeights<'_>,
) -> Result<PlayerSpec, PlayerError> {
    read_player(&spell_out(text, game, weights)?, game, None)
}

/// The agent that a text names: read and seated.
///
/// # Errors
/// If there is no such player in this game, or its program is not there.
pub fn resolve(text: &str, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
    read_player(text, game, None)?.seat(game, limits)
}

impl PlayerProgram for Bot {
    fn check_executable(&self) -> Result<(), PlayerError> {
        Self::check_executable(self)
    }

    fn check_game(
        &self,
        game: &dyn AnyGame,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError> {
        if self.protocol != Protocol::Ugi {
            return self.build(game.spec(), limits, &mut || observer.nodes(0).is_break()).map(|_| ());
        }
        let mut process = self.start(game.spec(), limits, &mut || observer.nodes(0).is_break())?;
        let mut dialogue = Ugi::new(game.spec(), &[]);
        match dialogue.introduce(&mut process, limits, observer) {
            // A program that does not get that far loses its games, with the reason in their records.
            Err(error @ (AgentError::NoStart(_) | AgentError::Stopped)) => Err(error),
            _ => Ok(()),
        }
    }

    fn prepare(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<(), AgentError> {
        self.build(game.spec(), limits, &mut || false).map(|_| ())
    }

    fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Box<dyn Agent> {
        Self::agent(self, game, limits, &[])
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use poda_agent::ThinkingLimits;

    use super::*;

    #[test]
    fn a_common_limit_is_for_whoever_has_none() {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let given = ThinkingLimits { time: Some(Duration::from_secs(1)), ..ThinkingLimits::default() };
        for (spec, takes) in [
            ("json:./bot", true),
            ("cmd:./bot", true),
            ("course:./P3?fresh=move", true),
            ("pvs", true),
            ("alphabeta", true),
            ("random", true),
            ("pvs:eval=windows", true),
            ("pvs:depth=3", false),
            ("pvs:nodes=100", false),
            ("mcts:time=20", false),
            ("ninja1", false),
            ("ninja2", false),
            ("ninja3", false),
            ("sensei", false),
            ("sparring", false),
            ("neighbours", false),
        ] {
            let thinking = read_player(spec, game.as_ref(), None).unwrap().thinking(given);
            assert_eq!(thinking, if takes { given } else { ThinkingLimits::default() }, "{spec}");
        }
    }

    #[test]
    fn engines_built_in_players_and_programs_are_resolved_in_one_place() {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let agent = |spec: &str| resolve(spec, game.as_ref(), &BotLimits::default()).map(|_| ());
        for spec in ["ninja1", "pvs:depth=3", "json:sh bot.sh", "cmd:sh bot.sh", "ugi:sh bot.sh"] {
            assert_eq!(agent(spec), Ok(()), "{spec}");
            let player = read_player(spec, game.as_ref(), None).unwrap();
            assert_eq!(player.is_program(), spec.contains("bot"), "{spec}");
        }
        for (spec, why) in [
            ("nobody", "\"nobody\""),
            ("pvs:depth=x", "\"x\""),
            ("json:", "it names no program"),
            ("cmd:'half", "\"'half\""),
            ("cmd:no-such-program", "there is no program \"no-such-program\""),
        ] {
            let error = agent(spec).unwrap_err().to_string();
            assert!(error.contains(why), "{spec}: {error}");
        }
    }

    fn debug(player: PlayerSpec) -> String {
        format!("{player:?}")
    }

    /// A command may look like anything: its options are its own, whatever the protocol.
    #[test]
    fn files_of_weights_are_read_for_engines_only() {
        let game = poda_catalog::Catalog::built_in().open("boom").unwrap();
        let read = |path: &Path, game: &dyn AnyGame| {
            assert_eq!(path, Path::new("f.toml"));
            Ok(game.built_in_weights().guess)
        };
        let guess = game.built_in_weights().with(&game.built_in_weights().guess);
        for protocol in ["cmd", "ugi", "uci", "json", "course"] {
            let spec = format!("{protocol}:./bot a,eval=x@f");
            let bot = Bot::read(&spec, None).unwrap();
            let player = read_player_with(&spec, game.as_ref(), &read).map(debug);
            assert_eq!(player, bot.map(|bot| debug(PlayerSpec::Program(Arc::new(bot)))), "{spec}");
        }
        let spelled = read_player(&format!("pvs:eval={guess},tt=1"), game.as_ref(), None).map(debug);
        for spec in ["pvs:eval=threats@f.toml,tt=1", &format!("pvs:eval={guess},tt=1")] {
            assert_eq!(read_player_with(spec, game.as_ref(), &read).map(debug), spelled, "{spec}");
        }
        for (spec, why) in
            [("pvs:eval=runs@f.toml", "in boom only \"threats\" takes weights"), ("pvs:eval=x", "\"x\"")]
        {
            let error = read_player_with(spec, game.as_ref(), &read)
                .and_then(|player| Ok(player.agent(game.as_ref(), &BotLimits::default())?));
            assert!(error.map(drop).unwrap_err().to_string().contains(why), "{spec}");
        }
        let missing = |_: &Path, _: &dyn AnyGame| Err(poda_core::message!("no file", "no hay fichero"));
        let refused = read_player_with("pvs:eval=threats@f.toml", game.as_ref(), &missing);
        assert!(matches!(refused, Err(PlayerError::Weights(_))), "{refused:?}");
    }
}
