//! How often a player gives something away: positions are sampled by phase of the game, the player chooses a move in each,
//! and a judge says what every legal move is worth.
//!
//! Nothing here starts threads or looks at a clock: who has several processors makes several [`Examiner`]s and shares the
//! positions among them. The same seed gives the same positions, and limits of depth or nodes the same findings.

mod judge;
mod report;
mod sample;

use poda_agent::{Agent, AgentError, GameLine, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, SpecError};
use poda_core::{SearchObserver, Text, Translate, fold, mix};

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
    /// Whether there was something to give away: not every legal move is known to be as good.
    pub at_stake: bool,
    /// Whether it is proved.
    pub is_exact: bool,
}

/// Asks a player about positions, and judges what it does.
pub struct Examiner {
    /// The game, at the position that was asked about last.
    session: GameSession,
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
        Ok(Self { session: game.session(), agent, judge: PositionJudge::new(game)?, limits, seed })
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
        if let Err(error) = self.session.follow(line) {
            return found(ExamResult::Fault(AgentError::Illegal(error.message())));
        }
        self.agent.new_game(fold(mix(self.seed), number as u64).max(1));
        let choice = self.agent.choose(&self.session, self.limits, observer);
        // What was chosen in haste says nothing about the player.
        if observer.nodes(0).is_break() {
            return None;
        }
        let played = match choice {
            Ok(choice) => choice.mv,
            Err(error) => return found(ExamResult::Fault(error)),
        };
        let judged = self.judge.judge(&self.session, &played, observer);
        if observer.nodes(0).is_break() {
            return None;
        }
        found(judged.map_or(ExamResult::Undecided, ExamResult::Judged))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use poda_core::NoObserver;

    use super::*;
    use crate::ReadText;

    fn sample(spec: &str, seed: u64, count: usize) -> Vec<ExamPosition> {
        let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
        sample_positions(game.as_ref(), seed, count, &mut |_| ControlFlow::Continue(())).unwrap()
    }

    #[test]
    fn samples_are_distinct_positions_of_all_phases_and_a_function_of_the_seed() {
        for spec in ["connect4", "boom", "parchis:2024", "nraya", "mnk"] {
            let list = sample(spec, 3, 9);
            assert_eq!(
                list.iter().map(|position| position.group).collect::<Vec<_>>(),
                [0, 0, 0, 1, 1, 1, 2, 2, 2]
            );
            assert_eq!(sample(spec, 3, 9), list, "{spec}");
            assert_ne!(sample(spec, 4, 9), list, "{spec}");
            let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
            let mut session = game.session();
            for position in &list {
                session.follow(&position.line).unwrap();
                assert!(session.legal().len() > 1);
            }
        }
        // There are not so many: it ends all the same.
        assert!(sample("mnk:1x1:1", 1, 9).is_empty());
        assert!(sample("connect4:2x1", 1, 9).len() < 3);
    }

    #[test]
    fn files_are_read_and_refused() {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let text = "# a test set\n44 -2\n\n4455\nposition 7/7/7/7/7/3x3 2\n112233 18\n";
        let read: &ReadText<'_> = &|_| Ok(text.to_owned());
        let list = read_positions(game.as_ref(), "set.txt", 2, read).unwrap();
        let moves: Vec<usize> = list.iter().map(|position| position.line.moves.len()).collect();
        assert_eq!((moves, list[0].group), (vec![2, 4, 0, 6], 2));
        let broken = |text: &'static str| {
            read_positions(game.as_ref(), "set.txt", 0, &|_| Ok(text.to_owned())).unwrap_err().to_string()
        };
        assert!(broken("44\n4x").starts_with("opening 2 of set.txt: "), "{}", broken("44\n4x"));
        assert_eq!(broken("# nothing"), "set.txt: it has no position with a choice");
    }

    #[test]
    fn a_perfect_player_makes_no_mistake_and_a_random_one_many() {
        let game = poda_catalog::Catalog::built_in().open("connect4:5x4").unwrap();
        let positions = sample("connect4:5x4", 1, 60);
        let count = |spec: &str| {
            let agent = poda_catalog::agent(game.as_ref(), spec).unwrap();
            let mut examiner = Examiner::new(game.as_ref(), agent, ThinkingLimits::default(), 1).unwrap();
            let mut examine = |(number, position)| examiner.examine(number, position, &mut NoObserver);
            let findings: Vec<ExamFinding> =
                positions.iter().enumerate().map(|numbered| examine(numbered).unwrap()).collect();
            ExamReport::new(EXAM_PHASES.to_vec(), &findings)
        };
        let perfect = count("exact");
        assert_eq!((perfect.all.positions, perfect.all.exact, perfect.all.mistakes), (60, 60, 0));
        assert_eq!(perfect.rows.iter().map(|row| row.count.positions).collect::<Vec<_>>(), [20, 20, 20]);
        let random = count("random");
        assert!(random.all.mistakes > 5 && random.all.mistakes <= random.all.at_stake, "{random:?}");
        assert_eq!(random.all.at_stake, perfect.all.at_stake, "the positions are the same");
        let [low, high] = random.all.interval();
        let share = random.all.share().unwrap();
        assert!(low < share && share < high && random.all.loss_in_hundred().unwrap() > 1.0);
    }
}
