use std::time::Duration;

use poda_core::{Language, Message, MoveScore, Score, SearchObserver, Statistics, Text, Translate, text};
use thiserror::Error;

use crate::{GameSession, OtherGame};

/// How much an agent may think about one move. Several limits may be given; the first one reached ends the thinking.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingLimits {
    /// Decisions to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// Time to take.
    pub time: Option<Duration>,
}

impl ThinkingLimits {
    /// These limits, or `other` if there are none. Limits that say anything are taken as they are: whoever asks for a
    /// depth does not want a default time to cut it short.
    pub fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }
}

/// An agent's decision.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Choice {
    /// The move to play.
    pub mv: String,
    /// For the side to move; `None` from agents that do not evaluate.
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Those at the end of a branch.
    pub leaves: u64,
    /// The principal variation: the moves both sides are expected to play, starting with the move.
    pub pv: Vec<String>,
    /// The value of each legal move, where the agent knows them.
    pub scores: Vec<(String, Score)>,
    /// How it got there.
    pub statistics: Statistics,
}

/// Why an agent did not decide.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum AgentError {
    /// The game it was asked about is over.
    GameOver,
    /// The position is one of another game.
    OtherGame(#[from] OtherGame),
    /// Its program did not begin to play.
    NoStart(Message),
    /// Its program ended.
    Crash(Message),
    /// Its program took more than it may.
    Overrun(Message),
    /// It did not answer in time.
    Timeout(Message),
    /// It said more than a player can have to say.
    Flood(Message),
    /// What it said is not a legal move.
    Illegal(Message),
    /// It was stopped before it had any move.
    Stopped,
    /// It cannot do what it was asked.
    Unable(Text),
}

impl Translate for AgentError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::GameOver => text!(
                language,
                "there is no move to choose: the game is over",
                "no hay jugada que elegir: la partida ha terminado"
            ),
            Self::OtherGame(why) => text!(
                language,
                "cannot follow the game: {why}",
                "no se puede seguir la partida: {why}",
                why = why.text(language)
            ),
            Self::NoStart(why) => {
                text!(language, "it did not start: {why}", "no arrancó: {why}", why = why.text(language))
            }
            Self::Crash(why) | Self::Overrun(why) | Self::Timeout(why) | Self::Illegal(why) => {
                why.text(language)
            }
            Self::Flood(why) => text!(
                language,
                "it printed too much: {why}",
                "escribió demasiado: {why}",
                why = why.text(language)
            ),
            Self::Stopped => text!(language, "it was stopped", "se detuvo"),
            Self::Unable(why) => why.text(language),
        }
    }
}

/// A player's decisions: those of an engine, a program, a person.
pub trait Agent: Send {
    /// A new game begins: forget the last one. Players that vary their games do so by this seed; 0 is as good as not
    /// asking.
    fn new_game(&mut self, seed: u64);

    /// Decides on a move in the current state of a game.
    ///
    /// # Errors
    /// If it cannot.
    fn choose(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError>;

    /// What it has said aside since this was last asked: the standard error of a program. Engines say nothing.
    fn talk(&mut self) -> String {
        String::new()
    }

    /// The value of every legal move in the current state of a game, in the order of the rules.
    ///
    /// # Errors
    /// If it cannot.
    fn analyze(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError>;
}
