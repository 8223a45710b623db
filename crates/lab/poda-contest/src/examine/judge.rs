use poda_agent::{Agent, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, AnySolver, SolveTask, SpecError};
use poda_core::{Goal, LOGISTIC_POINTS, Proved, Score, SearchObserver, stop_when};

use super::JudgedMove;

/// Who says what moves are worth where nothing is proved.
pub const JUDGE_SEARCH: &str = "pvs:tt=16";
/// How many positions that search enters, for all moves of a position together.
pub const JUDGE_NODES: u64 = 400_000;
/// A move that is found to give away less than this by a search is no mistake, in points.
pub const JUDGE_MARGIN: f64 = 0.1;

/// How many positions a solver enters for one position, at most.
const SOLVER_NODES: u64 = 5_000_000;
/// The same where the game need not end, and only some positions are proved.
const PROOF_NODES: u64 = 1_000_000;
/// How far such a solver looks, step by step.
const PROOF_ACTIONS: [u32; 4] = [4, 8, 12, 16];
/// Megabytes of a solver's table.
const SOLVER_TABLE: usize = 64;
/// Deeper than any search within its nodes.
const DEEPEST: u32 = 60;

/// What a move is worth in points, for the side that makes it: at least and at most.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MoveValue {
    /// It is worth at least this.
    pub at_least: f64,
    /// It is worth at most this.
    pub at_most: f64,
}

impl MoveValue {
    const UNKNOWN: Self = Self { at_least: 0.0, at_most: 1.0 };

    fn of_proved(proved: &Proved) -> Self {
        if proved.at_least.win_distance().is_some() {
            Self::exactly(1.0)
        } else if proved.at_most.loss_distance().is_some() {
            Self::exactly(0.0)
        } else {
            // Zero stands for a draw in what a solver says.
            Self {
                at_least: if proved.at_least >= Score::EVEN { 0.5 } else { 0.0 },
                at_most: if proved.at_most <= Score::EVEN { 0.5 } else { 1.0 },
            }
        }
    }

    /// What a search found, as the share of games that such a lead wins.
    fn of_score(score: Score) -> Self {
        Self::exactly(if score.win_distance().is_some() {
            1.0
        } else if score.loss_distance().is_some() {
            0.0
        } else {
            1.0 / (1.0 + libm::exp(-f64::from(score.value()) / f64::from(LOGISTIC_POINTS)))
        })
    }

    const fn exactly(points: f64) -> Self {
        Self { at_least: points, at_most: points }
    }
}

/// Says what moves are worth: a solver where there is one and it finds the answer, otherwise a fixed search.
pub struct PositionJudge {
    solver: Option<Box<dyn AnySolver>>,
    search: Box<dyn Agent>,
}

impl PositionJudge {
    /// The judge of a game.
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(game: &dyn AnyGame) -> Result<Self, SpecError> {
        Ok(Self {
            solver: game.solver(SOLVER_TABLE, 1).ok(),
            search: poda_catalog::agent(game, JUDGE_SEARCH)?,
        })
    }

    /// Judges a move; `None` if what it is worth cannot be found out.
    pub fn judge(
        &mut self,
        session: &GameSession,
        played: &str,
        observer: &mut dyn SearchObserver,
    ) -> Option<JudgedMove> {
        let proved = self.prove(session, played, observer);
        proved.or_else(|| judged(&self.look(session, observer)?, played, JUDGE_MARGIN, false))
    }

    /// What a solver proves.
    fn prove(
        &mut self,
        session: &GameSession,
        played: &str,
        observer: &mut dyn SearchObserver,
    ) -> Option<JudgedMove> {
        let solver = self.solver.as_mut()?;
        let (horizons, nodes): (&[u32], u64) = match solver.horizon() {
            None => (&[u32::MAX], SOLVER_NODES),
            Some(_) => (&PROOF_ACTIONS, PROOF_NODES),
        };
        for within in horizons {
            let mut is_spent = false;
            let mut budget = stop_when(|entered| {
                is_spent |= entered >= nodes;
                is_spent || observer.nodes(entered).is_break()
            });
            let task = SolveTask { goal: Goal::Weak, within: *within };
            let found = solver.solve_moves(session.state().as_ref(), task, &mut budget).ok()?;
            let value = |(mv, proved): (String, Option<Proved>)| Some((mv, MoveValue::of_proved(&proved?)));
            let values: Vec<(String, MoveValue)> = found.into_iter().filter_map(value).collect();
            let judged = judged(&values, played, 0.0, true);
            if judged.is_some() || is_spent {
                return judged;
            }
        }
        None
    }

    /// What a search finds.
    fn look(
        &mut self,
        session: &GameSession,
        observer: &mut dyn SearchObserver,
    ) -> Option<Vec<(String, MoveValue)>> {
        self.search.new_game(0);
        let limits = ThinkingLimits { depth: Some(DEEPEST), ..ThinkingLimits::default() };
        let mut budget = stop_when(|entered| entered >= JUDGE_NODES || observer.nodes(entered).is_break());
        let known = self.search.analyze(session, limits, &mut budget).ok()?;
        Some(
            known
                .into_iter()
                .map(|known| (known.mv, known.score.map_or(MoveValue::UNKNOWN, MoveValue::of_score)))
                .collect(),
        )
    }
}

/// What a move gives away, if the values of the moves are good enough to know.
fn judged(values: &[(String, MoveValue)], played: &str, margin: f64, is_exact: bool) -> Option<JudgedMove> {
    let (_, own) = values.iter().find(|(mv, _)| mv == played)?;
    // Of moves that are worth the same, the played one is the best.
    let (best, best_value) = values.iter().fold((played, own), |best, (mv, value)| {
        if value.at_least > best.1.at_least { (mv.as_str(), value) } else { best }
    });
    let best_possible = values.iter().map(|(_, value)| value.at_most).fold(0.0, f64::max);
    let loses = |value: &MoveValue| best_value.at_least - value.at_most > margin;
    let is_mistake = loses(own);
    // Either it is certain that something was given away, or that nothing was.
    if !is_mistake && best_possible - own.at_least > margin {
        return None;
    }
    let loss = if is_mistake || margin > 0.0 { best_value.at_least - own.at_most } else { 0.0 };
    Some(JudgedMove {
        played: played.to_owned(),
        best: best.to_owned(),
        loss: loss.max(0.0),
        is_mistake,
        at_stake: values.iter().any(|(_, value)| best_value.at_least - value.at_least > margin),
        is_exact,
    })
}

#[cfg(test)]
mod tests {
    use poda_core::NoObserver;

    use super::*;

    fn values(list: &[(&str, f64, f64)]) -> Vec<(String, MoveValue)> {
        list.iter()
            .map(|(mv, at_least, at_most)| {
                ((*mv).to_owned(), MoveValue { at_least: *at_least, at_most: *at_most })
            })
            .collect()
    }

    #[test]
    fn a_judgement_needs_bounds_that_are_good_enough() {
        let known = values(&[("a", 1.0, 1.0), ("b", 0.0, 0.5), ("c", 0.5, 1.0)]);
        let judged = |played| super::judged(&known, played, 0.0, true);
        let best = judged("a").unwrap();
        assert_eq!((best.is_mistake, best.at_stake, best.loss, best.best.as_str()), (false, true, 0.0, "a"));
        let bad = judged("b").unwrap();
        assert_eq!((bad.is_mistake, bad.loss, bad.best.as_str()), (true, 0.5, "a"));
        assert_eq!(judged("c"), None, "it may be a win too");
        assert_eq!(judged("d"), None, "no such move");
        let even = values(&[("a", 0.0, 0.0), ("b", 0.0, 0.0)]);
        let judged = super::judged(&even, "b", 0.0, true).unwrap();
        assert_eq!((judged.is_mistake, judged.at_stake, judged.best.as_str()), (false, false, "b"));
    }

    #[test]
    fn small_differences_of_a_search_are_no_mistakes() {
        let known = values(&[("a", 0.6, 0.6), ("b", 0.55, 0.55), ("c", 0.3, 0.3)]);
        let small = super::judged(&known, "b", 0.1, false).unwrap();
        assert!(!small.is_mistake && small.at_stake && (small.loss - 0.05).abs() < 1e-9);
        assert!(super::judged(&known, "c", 0.1, false).unwrap().is_mistake);
    }

    /// In each position one move is right, as everybody can see.
    #[test]
    fn wins_and_blocks_are_seen_in_every_game() {
        for (spec, moves, right, wrong) in [
            ("connect4", "112233", "4", "7"),
            ("connect4:6x5", "112233", "4", "6"),
            ("crush", "112233", "4", "7"),
            ("mnk", "a1 a2 b1 b2", "c1", "c3"),
            ("mnk:6x5:4", "a1 a2 b1 b2 c1 c2", "d1", "f5"),
        ] {
            let game = poda_catalog::Catalog::built_in().open(spec).unwrap();
            let mut judge = PositionJudge::new(game.as_ref()).unwrap();
            let session = game.follow(&game.line(None, moves)).unwrap();
            let good = judge.judge(&session, right, &mut NoObserver).unwrap();
            assert!(!good.is_mistake && good.at_stake, "{spec}: {good:?}");
            let bad = judge.judge(&session, wrong, &mut NoObserver).unwrap();
            assert!(bad.is_mistake && bad.best == right && bad.loss > 0.4, "{spec}: {bad:?}");
        }
    }
}
