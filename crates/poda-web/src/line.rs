use poda_agent::{Agent, BotLimits, GameSession};
use poda_bots::{PlayerError, PlayerSpec};
use poda_catalog::{AnyGame, EngineSpec};
use poda_contest::Player;
use poda_core::Language;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{ServerLimits, failure::Refusal};

/// A game as it is played: everything the server has to know about it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Line {
    /// The game's spec.
    #[schema(example = "connect4:7x6")]
    pub(crate) game: String,
    /// The position line it began with; nothing for the game's own start.
    #[serde(default)]
    pub(crate) start: Option<String>,
    /// The moves since, oldest first.
    #[serde(default)]
    pub(crate) moves: Vec<String>,
}

/// The language to answer in.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum LanguageParam {
    #[default]
    En,
    Es,
}

impl LanguageParam {
    pub(crate) fn language(self) -> Language {
        match self {
            Self::En => Language::English,
            Self::Es => Language::Spanish,
        }
    }
}

/// A game, and a table on which it stands where a line leads.
pub(crate) struct Standing {
    pub(crate) game: Box<dyn AnyGame>,
    pub(crate) table: Box<dyn GameSession>,
    /// Who made each move: 1 or 2.
    pub(crate) movers: Vec<u8>,
}

impl Line {
    /// Plays the line.
    pub(crate) fn follow(&self, limits: &ServerLimits) -> Result<Standing, Refusal> {
        if self.moves.len() > limits.plies {
            let (plies, most) = (self.moves.len(), limits.plies);
            return Err(Refusal::bad(format!("a line of {plies} moves is too long: at most {most}")));
        }
        let game = poda_catalog::open(&self.game)?;
        let mut table = game.table();
        if let Some(start) = &self.start {
            table.set_up(start)?;
        }
        let mut movers = Vec::with_capacity(self.moves.len());
        for (index, text) in self.moves.iter().enumerate() {
            let mover = table.to_move().number();
            table.play(text).map_err(|error| Refusal::bad(format!("ply {}: {error}", index + 1)))?;
            movers.push(mover);
        }
        Ok(Standing { game, table, movers })
    }
}

impl Standing {
    /// Seats one of the catalog's players, or a program of the machine if its owner allows that.
    pub(crate) fn seat(&self, player: &str, limits: &ServerLimits) -> Result<Box<dyn Agent>, Refusal> {
        let player = limits.player(player)?;
        let agent = PlayerSpec::read(&player.spec, None)
            .map_err(PlayerError::from)
            .and_then(|spec| Ok(spec.agent(self.game.as_ref(), &BotLimits::default())?));
        agent.map_err(|error| Refusal::bad(error.to_string()))
    }
}

impl ServerLimits {
    /// A player of the catalog; programs of the machine and whoever would take too much of it are refused.
    pub(crate) fn player(&self, text: &str) -> Result<Player, Refusal> {
        let player = Player::read(text);
        // A broken command is a program too.
        if PlayerSpec::read(&player.spec, None).map_or(true, |spec| spec.is_bot()) {
            return if self.bots { Ok(player) } else { Err(Refusal::bot(text)) };
        }
        if let Ok(spec) = player.spec.parse::<EngineSpec>() {
            self.check_spec(&player.spec, &spec)?;
        }
        Ok(player)
    }

    /// Refuses a player that would take too much of the machine.
    pub(crate) fn check_spec(&self, player: &str, spec: &EngineSpec) -> Result<(), Refusal> {
        let (table, threads) = (spec.table, spec.threads as usize);
        if spec.allowance.time.is_some_and(|time| time > self.thinking) {
            let most = self.thinking.as_millis();
            return Err(Refusal::bad(format!("{player:?} thinks too long: at most {most} ms here")));
        }
        if table > self.table {
            let most = self.table;
            return Err(Refusal::bad(format!(
                "{player:?} asks for a table of {table} MB: at most {most} here"
            )));
        }
        if threads > self.thinkers {
            let most = self.thinkers;
            return Err(Refusal::bad(format!("{player:?} asks for {threads} threads: at most {most} here")));
        }
        Ok(())
    }
}
