//! How often a player gives something away: positions are sampled by phase of the game, the player chooses a move in each,
//! and a judge says what every legal move is worth.
//!
//! Nothing here starts threads or looks at a clock: who has several processors makes several [`Examiner`]s and shares the
//! positions among them. The same seed gives the same positions, and limits of depth or nodes the same findings.

mod judge;
mod report;
mod sample;

use poda_agent::{Agent, AgentError, GameLine, ThinkingLimits};
use poda_catalog::{AnyGame, SpecError};
use poda_core::{SearchObserver, Text, fold, mix};

pub use self::{
    judge::{JUDGE_MARGIN, JUDGE_NODES, JUDGE_SEARCH, MoveValue, PositionJudge},
    report::{ExamCount, ExamReport, ExamRow},
    sample::{read_positions, sample_positions},
};

/// A position that is asked about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExamPosition {
    /// How it was reached.
    pub line: GameLine,
    /// To which row of the report it belongs.
    pub group: usize,
}

/// The phases of a game: thirds of the games from which positions are taken.
pub const EXAM_PHASES: [Text; 3] =
    [Text::new("opening", "apertura"), Text::new("middle", "medio juego"), Text::new("end", "final")];

/// What came out of one position.
#[derive(Clone, PartialEq, Debug)]
pub struct ExamFinding {
    /// To which row of the report it belongs.
    pub group: usize,
    /// How the position was reached.
    pub line: GameLine,
    /// What the player did.
    pub result: ExamResult,
}

/// What a player did in a position.
#[derive(Clone, PartialEq, Debug)]
pub enum ExamResult {
    /// It chose a move that could be judged.
    Judged(JudgedMove),
    /// It chose a move, but what the moves are worth could not be found out.
    Undecided,
    /// It did not choose a move.
    Fault(AgentError),
}

/// A move and what it gave away.
#[derive(Clone, PartialEq, Debug)]
pub struct JudgedMove {
    /// The move.
    pub played: String,
    /// A move that keeps what there is; the played one if it does.
    pub best: String,
    /// What the move gives away, in points: a win is one, a draw one half.
    pub loss: f64,
    /// Whether that counts as a mistake.
    pub is_mistake: bool,
    /// Whether some legal move would have been a mistake.
    pub at_stake: bool,
    /// Whether it is proved.
    pub is_exact: bool,
}

/// Asks a player about positions, and judges what it does.
pub struct Examiner {
    agent: Box<dyn Agent>,
    judge: PositionJudge,
    limits: ThinkingLimits,
    seed: u64,
}

impl Examiner {
    /// Asks that player; `limits` are given with every question.
    ///
    /// # Errors
    /// If the game's judge cannot be opened.
    pub fn new(
        game: &dyn AnyGame,
        agent: Box<dyn Agent>,
        limits: ThinkingLimits,
        seed: u64,
    ) -> Result<Self, SpecError> {
        Ok(Self { agent, judge: PositionJudge::new(game)?, limits, seed })
    }

    /// Asks about one position, the one numbered `number`; `None` if the observer ended it.
    ///
    /// A player that varies its games does so by the number. One that fails is heard again at the next position.
    pub fn examine(
        &mut self,
        number: usize,
        position: &ExamPosition,
        observer: &mut dyn SearchObserver,
    ) -> Option<ExamFinding> {
        let ExamPosition { line, group } = position;
        let found = |result| Some(ExamFinding { group: *group, line: line.clone(), result });
        self.agent.new_game(fold(mix(self.seed), number as u64).max(1));
        let choice = self.agent.choose(line, self.limits, observer);
        // What was chosen in haste says nothing about the player.
        if observer.nodes(0).is_break() {
            return None;
        }
        let played = match choice {
            Ok(choice) => choice.mv,
            Err(error) => return found(ExamResult::Fault(error)),
        };
        let judged = self.judge.judge(line, &played, observer);
        if observer.nodes(0).is_break() {
            return None;
        }
        found(judged.map_or(ExamResult::Undecided, ExamResult::Judged))
    }
}
