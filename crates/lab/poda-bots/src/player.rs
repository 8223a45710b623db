use std::path::Path;

use poda_agent::{Agent, AgentError, BotLimits, ThinkingLimits};
use poda_catalog::{AnyGame, ENGINES, EngineSpec, SpecError};
use poda_core::SearchObserver;

use crate::{Bot, PlayerError, Protocol, ReadWeights, agent::Dialogue, spell_out, ugi::Ugi};

/// A player, once its spec is read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlayerSpec {
    /// An engine with its options, or a built-in player: `pvs:depth=8`, `ninja2`.
    Engine {
        /// The engine.
        spec: EngineSpec,
        /// Whether its text sets a limit of its search, or is the name of a player that has its own.
        is_limited: bool,
    },
    /// A program: `cmd:./bot`, `json:python3 bot.py`, `course:./P3`.
    Program(Bot),
}

impl PlayerSpec {
    /// The player that a text names in a game. A program runs in `folder`, or here if there is none.
    ///
    /// # Errors
    /// If there is no such player, or if the command of a program is broken.
    pub fn read(text: &str, game: &dyn AnyGame, folder: Option<&Path>) -> Result<Self, PlayerError> {
        if let Some(bot) = Bot::read(text, folder) {
            return bot.map(Self::Program);
        }
        let (name, options) = text.split_once(':').unwrap_or((text, ""));
        let limits =
            |option: &str| ["depth=", "nodes=", "time="].iter().any(|name| option.trim().starts_with(name));
        // What an engine takes where nothing limits it does not count.
        let is_limited = ENGINES.iter().all(|engine| engine.name != name) || options.split(',').any(limits);
        Ok(Self::Engine { spec: poda_catalog::player_spec(game, text)?, is_limited })
    }

    /// The same where files of weights may be named.
    ///
    /// # Errors
    /// If there is no such player, or if its file cannot be read.
    pub fn read_with(text: &str, game: &dyn AnyGame, weights: &ReadWeights<'_>) -> Result<Self, PlayerError> {
        Self::read(&spell_out(text, game, weights)?, game, None)
    }

    /// Whether this is a program of the machine.
    pub fn is_program(&self) -> bool {
        matches!(self, Self::Program(_))
    }

    /// Sees whether a program is there and may be started. Players of the catalog always are.
    ///
    /// # Errors
    /// If it is not.
    pub fn check_executable(&self) -> Result<(), PlayerError> {
        match self {
            Self::Engine { .. } => Ok(()),
            Self::Program(bot) => bot.check_executable(),
        }
    }

    /// How far this player thinks where everybody is given the same limits: programs as they say, and engines that have no
    /// limits of their own. Built-in players keep theirs, which make them what they are.
    pub fn thinking(&self, given: ThinkingLimits) -> ThinkingLimits {
        match self {
            Self::Engine { is_limited: true, .. } => ThinkingLimits::default(),
            Self::Engine { is_limited: false, .. } | Self::Program(_) => given,
        }
    }

    /// Sees whether a program offers this game; one that does not say is taken to. The player of a course is built. Players of the
    /// catalog play them all.
    ///
    /// # Errors
    /// If it does not, or cannot be started.
    pub fn check_game(
        &self,
        game: &dyn AnyGame,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError> {
        match self {
            Self::Program(bot) if bot.protocol == Protocol::Ugi => {
                let mut process = bot.start(game.spec(), limits, &mut || observer.nodes(0).is_break())?;
                let mut dialogue = Ugi::new(game.spec(), &[]);
                match dialogue.introduce(&mut process, limits, observer) {
                    // Whoever does not get as far as saying it loses its games, with the reason in their records.
                    Err(error @ (AgentError::NoStart(_) | AgentError::Stopped)) => Err(error),
                    _ => Ok(()),
                }
            }
            Self::Program(bot) => {
                bot.build(game.spec(), limits, &mut || observer.nodes(0).is_break()).map(|_| ())
            }
            Self::Engine { .. } => Ok(()),
        }
    }

    /// The agent that plays. A program is started later, when it is first asked for a move.
    ///
    /// # Errors
    /// If there is no such player in this game.
    pub fn agent(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, SpecError> {
        match self {
            Self::Engine { spec, .. } => game.agent(spec),
            Self::Program(bot) => Ok(bot.agent(game, limits, &[])),
        }
    }

    /// The same for a player that is to play at once: its program has to be there, and is built.
    ///
    /// # Errors
    /// If it cannot play this game.
    pub fn seat(&self, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
        if let Self::Program(bot) = self {
            bot.check_executable()?;
            bot.build(game.spec(), limits, &mut || false)?;
        }
        Ok(self.agent(game, limits)?)
    }
}

/// The agent that a spec names: read and seated.
///
/// # Errors
/// If there is no such player in this game, or its program is not there.
pub fn resolve(spec: &str, game: &dyn AnyGame, limits: &BotLimits) -> Result<Box<dyn Agent>, PlayerError> {
    PlayerSpec::read(spec, game, None)?.seat(game, limits)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_common_limit_is_for_whoever_has_none() {
        let game = poda_catalog::open("connect4").unwrap();
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
            let thinking = PlayerSpec::read(spec, game.as_ref(), None).unwrap().thinking(given);
            assert_eq!(thinking, if takes { given } else { ThinkingLimits::default() }, "{spec}");
        }
    }

    #[test]
    fn engines_built_in_players_and_programs_are_resolved_in_one_place() {
        let game = poda_catalog::open("connect4").unwrap();
        let agent = |spec: &str| resolve(spec, game.as_ref(), &BotLimits::default()).map(|_| ());
        for spec in ["ninja1", "pvs:depth=3", "json:sh bot.sh", "cmd:sh bot.sh", "ugi:sh bot.sh"] {
            assert_eq!(agent(spec), Ok(()), "{spec}");
            let player = PlayerSpec::read(spec, game.as_ref(), None).unwrap();
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

    /// A command may look like anything: its options are its own, whatever the protocol.
    #[test]
    fn files_of_weights_are_read_for_engines_only() {
        let game = poda_catalog::open("boom").unwrap();
        let read = |path: &Path, game: &dyn AnyGame| {
            assert_eq!(path, Path::new("f.toml"));
            Ok(game.built_in_weights().guess)
        };
        let guess = game.built_in_weights().with(&game.built_in_weights().guess);
        for protocol in ["cmd", "ugi", "uci", "json", "course"] {
            let spec = format!("{protocol}:./bot a,eval=x@f");
            let bot = Bot::read(&spec, None).unwrap();
            let player = PlayerSpec::read_with(&spec, game.as_ref(), &read);
            assert_eq!(player, bot.map(PlayerSpec::Program), "{spec}");
        }
        let spelled = PlayerSpec::read(&format!("pvs:eval={guess},tt=1"), game.as_ref(), None);
        assert_eq!(PlayerSpec::read_with("pvs:eval=threats@f.toml,tt=1", game.as_ref(), &read), spelled);
        assert_eq!(PlayerSpec::read_with(&format!("pvs:eval={guess},tt=1"), game.as_ref(), &read), spelled);
        for (spec, why) in
            [("pvs:eval=runs@f.toml", "in boom only \"threats\" takes weights"), ("pvs:eval=x", "\"x\"")]
        {
            let error = PlayerSpec::read_with(spec, game.as_ref(), &read)
                .and_then(|player| Ok(player.agent(game.as_ref(), &BotLimits::default())?));
            assert!(error.map(drop).unwrap_err().to_string().contains(why), "{spec}");
        }
        let missing = |_: &Path, _: &dyn AnyGame| Err(poda_core::message!("no file", "no hay fichero"));
        let refused = PlayerSpec::read_with("pvs:eval=threats@f.toml", game.as_ref(), &missing);
        assert!(matches!(refused, Err(PlayerError::Weights(_))), "{refused:?}");
    }
}
