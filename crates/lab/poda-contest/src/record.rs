use std::time::Duration;

use poda_agent::GameLine;
use poda_core::{Message, Outcome, Score, Side};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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

/// A game that was played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRecord {
    /// Its place in the schedule.
    pub index: u64,
    /// What its players' own seeds are made of.
    pub seed: u64,
    /// Who played which side: places in the list of players.
    pub players: [usize; 2],
    /// Where it began.
    pub opening: GameLine,
    /// What was played from there.
    pub plies: Vec<PlyRecord>,
    /// The result; `None` only if it was interrupted.
    pub outcome: Option<Outcome>,
    /// Why it ended.
    pub termination: Termination,
    /// What exactly went wrong; empty for normal ends.
    pub detail: Message,
    /// What the players' programs wrote to their standard error, by side.
    pub talk: [String; 2],
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

    /// The place of the player that lost by fault: an illegal move, time, a crash.
    pub fn at_fault(&self) -> Option<usize> {
        let by_rules = matches!(self.termination, Termination::Normal | Termination::TooLong);
        let winner = self.outcome.and_then(Outcome::winner).filter(|_| !by_rules)?;
        Some(self.players[winner.other().index()])
    }

    /// What exactly went wrong, without the side that it happened to: [`at_fault`](Self::at_fault) names the player.
    pub fn reason(&self) -> Message {
        let bare = |text: &str, player: &str| {
            let rest = text.strip_prefix(player).and_then(|rest| rest.split_once(": "));
            rest.map_or(text, |(_, why)| why).to_owned()
        };
        Message::of_pair(bare(self.detail.english(), "player "), bare(self.detail.spanish(), "jugador "))
    }

    /// All moves from the start of the opening.
    pub fn moves(&self) -> impl Iterator<Item = &str> {
        let opening = self.opening.moves.iter().map(String::as_str);
        opening.chain(self.plies.iter().map(|ply| ply.mv.as_str()))
    }
}
