use poda_contest::statistics::Results;

use super::{BuildResult, Rubric, StudentReport};

/// What a submission is worth, part by part.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Marks {
    /// It builds.
    pub build: f64,
    /// It keeps to the protocol.
    pub protocol: f64,
    /// It counts nodes.
    pub nodes: f64,
    /// It holds its own against the opponents.
    pub opponents: f64,
    /// And in the league.
    pub league: f64,
    /// What it loses for being late.
    pub late: f64,
    /// Between which the total would lie in 95 of 100 gradings with other openings: games are few, and chance has its part.
    pub range: [f64; 2],
}

impl Marks {
    /// All parts together, to two digits.
    pub fn total(&self) -> f64 {
        cents((self.list().iter().sum::<f64>() - self.late).max(0.0))
    }

    /// Part by part.
    pub(super) fn list(&self) -> [f64; 5] {
        [self.build, self.protocol, self.nodes, self.opponents, self.league]
    }

    /// The marks of a submission.
    pub(super) fn of(student: &StudentReport, rubric: &Rubric) -> Self {
        let Some(examination) = student.examination.as_ref().filter(|_| student.broken.is_none()) else {
            return Self::default();
        };
        if matches!(examination.build, BuildResult::Failed { .. }) {
            return Self::default();
        }
        let points = rubric.points;
        let passed = examination.steps.iter().filter(|step| step.failure.is_none()).count();
        let steps = passed as f64 / examination.planned.max(1) as f64;
        let mean = |shares: Vec<f64>| {
            if shares.is_empty() { 0.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
        };
        let counted = examination.counts.iter().map(|count| f64::from(count.halves) / 2.0);
        let shares = student.opponents.iter().map(|encounter| encounter.results.share());
        let mut marks = Self {
            build: points.build,
            protocol: points.protocol * steps,
            nodes: points.nodes * mean(counted.collect()),
            opponents: points.opponents * mean(shares.collect()),
            league: points.league * student.league.as_ref().map_or(0.0, |league| league.share),
            late: 0.0,
            range: [0.0; 2],
        };
        // Nobody loses more than there is.
        let earned = marks.list().iter().sum::<f64>();
        marks.late = student.late.as_ref().map_or(0.0, |late| late.cost).min(earned);
        marks.range = range(student, rubric, &marks);
        marks
    }
}

/// To two digits, and never `-0`.
pub(super) fn cents(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

/// Between which the total probably lies. Parts without games have no spread; those with games are taken as independent.
fn range(student: &StudentReport, rubric: &Rubric, marks: &Marks) -> [f64; 2] {
    let points = rubric.points;
    let all = student.opponents.iter().fold(Results::default(), |sum, one| sum.plus(one.results));
    let opponents = all.interval().map(|share| points.opponents * share);
    let league = student.league.as_ref().map(|league| league.range.map(|share| points.league * share));
    let league = league.unwrap_or([marks.league; 2]);
    let opponents = if all.games() == 0 { [marks.opponents; 2] } else { opponents };
    let spread = |side: usize| f64::hypot(marks.opponents - opponents[side], marks.league - league[side]);
    let total = marks.list().iter().sum::<f64>() - marks.late;
    [cents((total - spread(0)).max(0.0)), cents((total + spread(1)).min(points.total()))]
}

#[cfg(test)]
mod tests {
    use poda_core::Message;

    use super::*;
    use crate::{CountResult, Encounter, Examination, KeptText, Lateness, LeagueResult};

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
            assert!((marks.nodes - nodes).abs() < 1e-9, "{halves:?}: {}", marks.nodes);
        }
    }

    #[test]
    fn totals_are_rounded_to_two_digits() {
        for (parts, total) in
            [([0.336, 0.0], 0.34), ([0.334, 0.0], 0.33), ([1.0 / 3.0, 1.0 / 3.0], 0.67), ([2.999, 0.0], 3.0)]
        {
            let marks = Marks { nodes: parts[0], opponents: parts[1], ..Marks::default() };
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
        assert_eq!((marks.build, marks.opponents, marks.league), (1.0, 1.5, 0.5));
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
