use std::time::Duration;

use poda_agent::GameLine;
use poda_core::{Message, Outcome, Score, Side, Translate, text};
use serde::{Deserialize, Serialize};

use crate::ply_columns;

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    /// By the rules.
    Normal,
    /// A move that the rules do not know, or no move at all where one was due.
    Illegal,
    /// No answer in time.
    Timeout,
    /// The player's program ended.
    Crash,
    /// The player's program never began to play.
    NoStart,
    /// More plies than allowed: a draw.
    TooLong,
    /// The whole run was stopped; the game does not count.
    Interrupted,
}

impl Termination {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Normal,
        Self::Illegal,
        Self::Timeout,
        Self::Crash,
        Self::NoStart,
        Self::TooLong,
        Self::Interrupted,
    ];

    /// Its name in records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Normal => "normal",
            Self::Illegal => "illegal",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::NoStart => "no-start",
            Self::TooLong => "too-long",
            Self::Interrupted => "interrupted",
        }
    }

    /// The reverse of [`Termination::word`].
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|termination| termination.word() == word)
    }
}

/// One decision of a game, and what its player said about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlyRecord {
    /// The move.
    pub mv: String,
    /// For the side that made it.
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

/// A side that lost by an illegal move, time, or the end of its program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault<'a> {
    /// The side at fault.
    pub side: Side,
    /// What exactly went wrong.
    pub why: &'a Message,
}

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// Its place in the schedule.
    pub index: u64,
    /// The seed of its players' own seeds. Most readers of JSON keep 53 bits of a number: it is written as a text.
    #[serde(with = "number_text")]
    pub seed: u64,
    /// The players of the two sides: places in the list of players.
    pub players: [usize; 2],
    /// Where it began.
    pub opening: GameLine,
    /// The decisions from there.
    #[serde(with = "ply_columns")]
    pub plies: Vec<PlyRecord>,
    /// The result; `None` only if it was interrupted.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub termination: Termination,
    /// What exactly went wrong; empty for normal ends.
    pub detail: Message,
    /// What the players' programs wrote to their standard error, by side.
    #[serde(default, skip_serializing_if = "is_silent")]
    pub talk: [String; 2],
}

fn is_silent(talk: &[String; 2]) -> bool {
    talk.iter().all(String::is_empty)
}

impl GameRecord {
    /// The doubled points of the player on that side.
    pub fn half_points(&self, side: Side) -> u8 {
        match self.outcome {
            Some(Outcome::Win(winner)) => 2 * u8::from(winner == side),
            _ => 1,
        }
    }

    /// The side of a player; the first if it played both.
    pub fn side_of(&self, player: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.players[side.index()] == player)
    }

    /// The fault by which the game was lost, if it was: an illegal move, time, a crash.
    pub fn fault(&self) -> Option<Fault<'_>> {
        let by_rules = matches!(self.termination, Termination::Normal | Termination::TooLong);
        let winner = self.outcome.and_then(Outcome::winner).filter(|_| !by_rules)?;
        Some(Fault { side: winner.other(), why: &self.detail })
    }

    /// The place of the player at fault.
    pub fn at_fault(&self) -> Option<usize> {
        self.fault().map(|fault| self.players[fault.side.index()])
    }

    /// Why it ended so, with the side at fault, if there is one.
    pub fn explanation(&self) -> Message {
        let Some(Fault { side, why }) = self.fault() else { return self.detail.clone() };
        Message::new(|language| {
            let why = why.text(language);
            text!(language, "player {side}: {why}", "jugador {side}: {why}", side, why)
        })
    }

    /// All moves from the start of the opening.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let opening = self.opening.moves.iter().map(String::as_str);
        opening.chain(self.plies.iter().map(|ply| ply.mv.as_str()))
    }
}

/// A number as a text.
mod number_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    pub(super) fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}
