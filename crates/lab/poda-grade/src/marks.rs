use poda_contest::statistics::Results;

use super::{BuildResult, Examination, Part, Points, Rubric, StudentReport};

/// The points of a submission.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Marks {
    /// What each part earned.
    pub points: Points,
    /// The penalty for being late.
    pub late: f64,
    /// The total's interval of 95 %: with other openings, 95 of 100 gradings would lie in it.
    pub range: [f64; 2],
}

impl Default for Marks {
    fn default() -> Self {
        Self { points: Points::from_fn(|_| 0.0), late: 0.0, range: [0.0; 2] }
    }
}

impl Marks {
    /// The sum of all parts without the penalty, to two digits.
    pub fn total(&self) -> f64 {
        cents((self.points.total() - self.late).max(0.0))
    }

    /// The marks of a submission.
    pub(super) fn of(student: &StudentReport, rubric: &Rubric) -> Self {
        let Some(examination) = student.examination.as_ref().filter(|_| student.broken.is_none()) else {
            return Self::default();
        };
        if matches!(examination.build, BuildResult::Failed { .. }) {
            return Self::default();
        }
        let points = Points::from_fn(|part| rubric.points.of(part) * share(part, student, examination));
        // The penalty is capped at the points earned.
        let late = student.late.as_ref().map_or(0.0, |late| late.cost).min(points.total());
        Self { points, late, range: range(student, rubric, &points, late) }
    }
}

/// The share of a part's points that a submission that was built has earned.
fn share(part: Part, student: &StudentReport, examination: &Examination) -> f64 {
    let mean = |shares: Vec<f64>| {
        if shares.is_empty() { 0.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
    };
    match part {
        Part::Build => 1.0,
        Part::Protocol => {
            let passed = examination.steps.iter().filter(|step| step.failure.is_none()).count();
            passed as f64 / examination.planned.max(1) as f64
        }
        Part::Nodes => mean(examination.counts.iter().map(|count| f64::from(count.halves) / 2.0).collect()),
        Part::Opponents => {
            mean(student.opponents.iter().map(|encounter| encounter.results.share()).collect())
        }
        Part::League => student.league.as_ref().map_or(0.0, |league| league.share),
    }
}

/// To two digits, and never `-0`.
pub(super) fn cents(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

/// Between which the total probably lies. Parts without games have no spread; those with games are taken as independent.
fn range(student: &StudentReport, rubric: &Rubric, earned: &Points, late: f64) -> [f64; 2] {
    let points = rubric.points;
    let all = student.opponents.iter().fold(Results::default(), |sum, one| sum.plus(one.results));
    let opponents = all.interval().map(|share| points.opponents * share);
    let league = student.league.as_ref().map(|league| league.range.map(|share| points.league * share));
    let league = league.unwrap_or([earned.league; 2]);
    let opponents = if all.games() == 0 { [earned.opponents; 2] } else { opponents };
    let spread = |side: usize| f64::hypot(earned.opponents - opponents[side], earned.league - league[side]);
    let total = earned.total() - late;
    [cents((total - spread(0)).max(0.0)), cents((total + spread(1)).min(points.total()))]
}

#[cfg(test)]
mod tests {
    use poda_core::Message;

    use super::*;
    use crate::{CountResult, Encounter, KeptText, Lateness, LeagueResult};

    fn rubric() -> Rubric {
        toml::from_str("game = \"connect4\"\n[points]\nbuild = 1\nnodes = 3\nopponents = 4\nleague = 2")
            .unwrap()
    }

    fn student(halves: &[u8]) -> StudentReport {
        let count = |halves: &u8| CountResult {
            expected: 8,
            found: None,
            halves: *halves,
            verdict: KeptText(Message::verbatim("")),
        };
        let mut examination = Examination::of_build(BuildResult::Built);
        examination.counts = halves.iter().map(count).collect();
        StudentReport { examination: Some(examination), ..StudentReport::new("ana") }
    }

    #[test]
    fn a_known_slip_is_worth_half_a_right_count() {
        for (halves, nodes) in [(vec![2], 3.0), (vec![1], 1.5), (vec![0], 0.0), (vec![2, 1, 0], 1.5)] {
            let marks = Marks::of(&student(&halves), &rubric());
            assert!((marks.points.nodes - nodes).abs() < 1e-9, "{halves:?}: {}", marks.points.nodes);
        }
    }

    #[test]
    fn totals_are_rounded_to_two_digits() {
        for (parts, total) in
            [([0.336, 0.0], 0.34), ([0.334, 0.0], 0.33), ([1.0 / 3.0, 1.0 / 3.0], 0.67), ([2.999, 0.0], 3.0)]
        {
            let mut marks = Marks::default();
            [marks.points.nodes, marks.points.opponents] = parts;
            assert!((marks.total() - total).abs() < 1e-9, "{parts:?}: {}", marks.total());
        }
    }

    #[test]
    fn games_are_worth_their_share_of_the_points() {
        let results = |wins, losses, draws| Results { wins, losses, draws };
        let encounter = |results| Encounter { opponent: "ninja1".into(), results, faults: Vec::new() };
        let mut student = student(&[]);
        student.opponents = vec![encounter(results(1, 0, 1)), encounter(results(0, 2, 0))];
        student.league = Some(LeagueResult { share: 0.25, range: [0.05, 0.7], ..LeagueResult::default() });
        let marks = Marks::of(&student, &rubric());
        assert_eq!((marks.points.build, marks.points.opponents, marks.points.league), (1.0, 1.5, 0.5));
        assert!((marks.total() - 3.0).abs() < 1e-9);
        assert!(marks.range[0] < 3.0 && marks.range[1] > 3.0, "{:?}", marks.range);
        student.late = Some(Lateness { cost: 1.25, ..Lateness::default() });
        assert!((Marks::of(&student, &rubric()).total() - 1.75).abs() < 1e-9);
        student.late = Some(Lateness { cost: 100.0, ..Lateness::default() });
        let marks = Marks::of(&student, &rubric());
        assert_eq!((marks.total(), marks.late), (0.0, 3.0));
        student.broken = Some(Message::verbatim("bot.toml: missing"));
        assert_eq!(Marks::of(&student, &rubric()), Marks::default());
    }
}
