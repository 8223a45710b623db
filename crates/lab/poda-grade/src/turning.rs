//! The moment at which a lost game turned.

use poda_agent::{Agent, GameSession, ThinkingLimits};
use poda_catalog::AnyGame;
use poda_contest::{GameRecord, PlayedRun, Termination};
use poda_core::{Language, NoObserver, Scene, Score, Side, Turn};

use super::Rubric;

/// Where a lost game turned.
#[derive(Clone, Debug)]
pub struct TurningPoint {
    /// Who won.
    pub opponent: String,
    /// The record's run and number.
    pub game: (i64, u64),
    /// The ply, counted from 1 with the opening's.
    pub ply: usize,
    /// The side that lost.
    pub side: Side,
    /// The position before the move.
    pub board: Scene,
    /// What was played.
    pub played: String,
    /// What the judge would have played.
    pub better: String,
    /// What the position was worth to the student before and after.
    pub values: [Score; 2],
}

/// Games looked at for each opponent.
const MOST_GAMES: usize = 1;

/// Looks at games that were lost by the rules.
pub(super) fn find(
    game: &dyn AnyGame,
    played: &PlayedRun,
    rubric: &Rubric,
    language: Language,
) -> Vec<TurningPoint> {
    let Ok(mut judge) = poda_catalog::agent(game, &rubric.judge) else { return Vec::new() };
    let (run, contest) = (played.id, played.state.contest());
    let mut found = Vec::new();
    for opponent in 1..contest.players.len() {
        let lost = played.state.records().filter(|record| {
            let side = record.side_of(0);
            record.players.contains(&opponent)
                && record.termination == Termination::Normal
                && side.is_some_and(|side| record.half_points(side) == 0)
        });
        for record in lost.take(MOST_GAMES) {
            let name = &contest.players[opponent].name;
            found.extend(turn(game, judge.as_mut(), record, run, name, language));
        }
    }
    found
}

/// The student's move that cost most: the first that lost a game that was not lost, or else the largest drop.
fn turn(
    game: &dyn AnyGame,
    judge: &mut dyn Agent,
    record: &GameRecord,
    run: i64,
    opponent: &str,
    language: Language,
) -> Option<TurningPoint> {
    let student = record.side_of(0)?;
    let mut session = game.follow(&record.opening).ok()?;
    let mut worst: Option<(i64, TurningPoint)> = None;
    for ply in &record.plies {
        if session.to_move() == student {
            let (before, better) = value(judge, &session, student)?;
            let (number, board) = (session.plies() + 1, session.scene(language));
            session.play(&ply.mv).ok()?;
            let after = match session.outcome() {
                Some(outcome) => Score::of_outcome(outcome, student, 1),
                None => value(judge, &session, student)?.0,
            };
            let point = TurningPoint {
                opponent: opponent.to_owned(),
                game: (run, record.index),
                ply: number,
                side: student,
                board,
                played: ply.mv.clone(),
                better,
                values: [before, after],
            };
            if before.loss_distance().is_none() && after.loss_distance().is_some() {
                return Some(point);
            }
            let drop = i64::from(before.value()) - i64::from(after.value());
            if worst.as_ref().is_none_or(|(most, _)| drop > *most) {
                worst = Some((drop, point));
            }
        } else {
            session.play(&ply.mv).ok()?;
        }
    }
    worst.map(|(_, point)| point)
}

/// What a position is worth to `student`, and the move that is worth it.
fn value(judge: &mut dyn Agent, session: &GameSession, student: Side) -> Option<(Score, String)> {
    let choice = judge.choose(session, ThinkingLimits::default(), &mut NoObserver).ok()?;
    let score = choice.score.unwrap_or(Score::EVEN);
    Some((Turn::between(student, session.to_move()).to_parent(score), choice.mv))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use poda_agent::{AgentError, Choice, GameLine};
    use poda_contest::PlyRecord;
    use poda_core::{MoveScore, SearchObserver, Statistics};

    use super::*;

    /// Knows what each position is worth to the first player, by the number of moves.
    struct Oracle([i32; 7]);

    impl Agent for Oracle {
        fn new_game(&mut self, _: u64) {}

        fn choose(
            &mut self,
            session: &GameSession,
            _: ThinkingLimits,
            _: &mut dyn SearchObserver,
        ) -> Result<Choice, AgentError> {
            let first = self.0[session.plies()];
            let to_move = if session.plies().is_multiple_of(2) { first } else { -first };
            Ok(Choice {
                mv: "7".into(),
                score: Some(Score::heuristic(to_move)),
                depth: 1,
                nodes: 1,
                leaves: 1,
                pv: Vec::new(),
                scores: Vec::new(),
                statistics: Statistics::default(),
            })
        }

        fn analyze(
            &mut self,
            _: &GameSession,
            _: ThinkingLimits,
            _: &mut dyn SearchObserver,
        ) -> Result<Vec<MoveScore>, AgentError> {
            Err(AgentError::Unable(poda_core::Text::new("it knows positions only", "solo conoce posiciones")))
        }
    }

    fn record(players: [usize; 2]) -> GameRecord {
        let ply =
            |mv: &str| PlyRecord { mv: mv.to_owned(), score: None, depth: 0, nodes: 0, time: Duration::ZERO };
        GameRecord {
            index: 3,
            seed: 0,
            players,
            opening: GameLine::default(),
            plies: ["1", "2", "3", "4", "5", "6"].map(ply).into(),
            outcome: None,
            termination: Termination::Normal,
            detail: poda_core::Message::default(),
            talk: Default::default(),
        }
    }

    #[test]
    fn the_move_that_cost_most_is_found_for_either_side() {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        // The first player loses 300 by its second move, the second one 250 by its last.
        let values_of_first = [0, 20, 10, -290, -280, -300, -50];
        for (players, ply, values) in [([0, 1], 3, [10, -290]), ([1, 0], 6, [300, 50])] {
            let judge = &mut Oracle(values_of_first);
            let found = turn(game.as_ref(), judge, &record(players), 9, "rival", Language::English).unwrap();
            assert_eq!((found.ply, found.values), (ply, values.map(Score::heuristic)), "{players:?}");
            assert_eq!((found.game, found.better.as_str()), ((9, 3), "7"));
        }
    }
}
