use std::time::Duration;

use poda_core::{Score, Statistics};
use thiserror::Error;

use crate::GameLine;

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
    /// This allowance, and where it says nothing, what `other` says. An allowance that says anything is taken as it
    /// is: whoever asks for a depth does not want a default time to cut it short.
    pub fn or(self, other: Self) -> Self {
        if self == Self::default() { other } else { self }
    }
}

/// What an agent has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchReport {
    /// The last completed depth.
    pub depth: u32,
    /// For the side to move.
    pub score: Score,
    /// Positions entered so far.
    pub nodes: u64,
    /// The line that both sides are expected to play.
    pub line: Vec<String>,
}

/// Looks on while an agent thinks, and may ask it to stop.
pub trait Observer {
    /// Whether to stop now. Asked many times a second.
    fn stop(&mut self) -> bool {
        false
    }

    /// Told after every completed depth.
    fn report(&mut self, _report: &SearchReport) {}

    /// Told, while moves are being compared, what is known of all of them after every completed depth.
    fn compared(&mut self, _depth: u32, _moves: &[MoveScore]) {}
}

/// Looks at nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unobserved;

impl Observer for Unobserved {}

/// An agent's decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The move to play.
    pub mv: String,
    /// For the side to move; `None` from agents without an opinion.
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered.
    pub nodes: u64,
    /// Those at the end of a branch.
    pub leaves: u64,
    /// The line that both sides are expected to play, starting with the move.
    pub line: Vec<String>,
    /// The value of each legal move, where the agent knows them.
    pub scores: Vec<(String, Score)>,
    /// How it got there.
    pub statistics: Statistics,
}

/// What a legal move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveScore {
    /// The move.
    pub mv: String,
    /// For the side that makes it; `None` from agents without an opinion.
    pub score: Option<Score>,
    /// What is proved where the score is not known: at least the first, at most the second.
    pub bounds: Option<[Score; 2]>,
    /// How many decisions were looked ahead, the move included.
    pub depth: u32,
    /// The line that both sides are expected to play, starting with the move.
    pub line: Vec<String>,
}

/// Why an agent did not decide.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AgentError {
    /// The game it was asked about is over.
    #[error("there is no move to choose: the game is over")]
    GameOver,
    /// The line it was given is not a game of its rules.
    #[error("cannot follow the game: {0}")]
    BrokenLine(String),
    /// Its program did not begin to play.
    #[error("it did not start: {0}")]
    NoStart(String),
    /// Its program ended.
    #[error("{0}")]
    Crash(String),
    /// Its program took more than it may.
    #[error("{0}")]
    Overrun(String),
    /// It did not answer in time.
    #[error("{0}")]
    Timeout(String),
    /// It said more than a player can have to say.
    #[error("it said too much: {0}")]
    Flood(String),
    /// What it said is not a legal move.
    #[error("{0}")]
    Illegal(String),
    /// It was stopped before it had any move.
    #[error("it was stopped")]
    Stopped,
    /// It cannot do what it was asked.
    #[error("{0}")]
    Unable(&'static str),
}

/// Whoever decides on moves: an engine, a program, a person.
pub trait Agent: Send {
    /// A new game begins: forget the last one. Players that vary their games do so by this seed; 0 is as good as not
    /// asking.
    fn new_game(&mut self, seed: u64);

    /// Decides on a move at the end of `line`.
    ///
    /// # Errors
    /// If it cannot.
    fn choose(
        &mut self,
        line: &GameLine,
        allowance: ThinkingLimits,
        observer: &mut dyn Observer,
    ) -> Result<Choice, AgentError>;

    /// What it has said aside since this was last asked: the standard error of a program. Engines say nothing.
    fn talk(&mut self) -> String {
        String::new()
    }

    /// Says what every legal move at the end of `line` is worth, in the order of the rules.
    ///
    /// # Errors
    /// If it cannot.
    fn analyze(
        &mut self,
        line: &GameLine,
        allowance: ThinkingLimits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<MoveScore>, AgentError>;
}
