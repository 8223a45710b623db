use super::{CountVerdict, Rubric, StudentReport};

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
}

impl Marks {
    /// All parts together, to two digits.
    pub fn total(&self) -> f64 {
        (self.list().iter().sum::<f64>() * 100.0).round() / 100.0
    }

    /// Part by part.
    pub(super) fn list(&self) -> [f64; 5] {
        [self.build, self.protocol, self.nodes, self.opponents, self.league]
    }

    /// The marks of a submission.
    pub(super) fn of(student: &StudentReport, rubric: &Rubric) -> Self {
        if student.broken.is_some() || student.build.as_ref().is_some_and(|(built, _)| !built) {
            return Self::default();
        }
        let points = rubric.points;
        let steps = student.checkup.as_ref().map_or(0.0, |checkup| {
            let passed = checkup.steps.iter().filter(|step| step.failure.is_none()).count();
            passed as f64 / checkup.planned as f64
        });
        let mean = |shares: Vec<f64>| {
            if shares.is_empty() { 0.0 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
        };
        let counted = student.counts.iter().map(|count| match count.verdict {
            CountVerdict::Right => 1.0,
            // Whoever counts consistently otherwise has understood the search.
            CountVerdict::Named(_) => 0.5,
            CountVerdict::Wrong | CountVerdict::Untold(_) | CountVerdict::Missing(_) => 0.0,
        });
        let shares = student.opponents.iter().map(|encounter| encounter.results.share());
        Self {
            build: points.build,
            protocol: points.protocol * steps,
            nodes: points.nodes * mean(counted.collect()),
            opponents: points.opponents * mean(shares.collect()),
            league: points.league * student.league.map_or(0.0, poda_contest::statistics::Results::share),
        }
    }
}

#[cfg(test)]
mod tests {
    use poda_catalog::Text;
    use poda_contest::statistics::Results;

    use super::*;
    use crate::{Count, Encounter, NodeTask};

    fn rubric() -> Rubric {
        toml::from_str("game = \"connect4\"\n[points]\nbuild = 1\nnodes = 3\nopponents = 4\nleague = 2")
            .unwrap()
    }

    fn student(verdicts: Vec<CountVerdict>) -> StudentReport {
        let task = NodeTask { algorithm: "minimax".into(), depth: 2, moves: String::new(), eval: None };
        let count = |verdict| Count { task: task.clone(), expected: 8, found: None, verdict };
        StudentReport { counts: verdicts.into_iter().map(count).collect(), ..StudentReport::new("ana") }
    }

    #[test]
    fn a_known_slip_is_worth_half_a_right_count() {
        let slip = CountVerdict::Named(Text::new("slip", "desliz"));
        for (verdicts, nodes) in [
            (vec![CountVerdict::Right], 3.0),
            (vec![slip.clone()], 1.5),
            (vec![CountVerdict::Wrong], 0.0),
            (vec![CountVerdict::Missing("it ended".into())], 0.0),
            (vec![CountVerdict::Right, slip, CountVerdict::Wrong], 1.5),
        ] {
            let marks = Marks::of(&student(verdicts.clone()), &rubric());
            assert!((marks.nodes - nodes).abs() < 1e-9, "{verdicts:?}: {}", marks.nodes);
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
        let mut student = student(Vec::new());
        student.opponents = vec![encounter(results(1, 0, 1)), encounter(results(0, 2, 0))];
        student.league = Some(results(1, 3, 0));
        let marks = Marks::of(&student, &rubric());
        assert_eq!((marks.build, marks.opponents, marks.league), (1.0, 1.5, 0.5));
        student.broken = Some("bot.toml: missing".into());
        assert_eq!(Marks::of(&student, &rubric()), Marks::default());
    }
}
