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

    /// Term by part.
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
