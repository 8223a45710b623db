use super::{ExamFinding, ExamResult};
use crate::statistics::Results;

/// What a player did in some positions.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ExamCount {
    /// Positions in which its move was judged.
    pub positions: u64,
    /// Those in which there was something to give away: not every legal move is known to be as good.
    pub at_stake: u64,
    /// Its mistakes.
    pub mistakes: u64,
    /// The points that it gave away, all together.
    pub loss: f64,
    /// Judgements that are proved.
    pub exact: u64,
    /// Positions in which it chose no move.
    pub faults: u64,
    /// Positions that could not be judged.
    pub undecided: u64,
}

impl ExamCount {
    fn note(&mut self, result: &ExamResult) {
        match result {
            ExamResult::Judged(judged) => {
                self.positions += 1;
                self.at_stake += u64::from(judged.at_stake);
                self.mistakes += u64::from(judged.is_mistake);
                self.loss += judged.loss;
                self.exact += u64::from(judged.is_exact);
            }
            ExamResult::Undecided => self.undecided += 1,
            ExamResult::Fault(_) => self.faults += 1,
        }
    }

    /// The share of moves that gave something away; nothing where none was judged.
    pub fn share(&self) -> Option<f64> {
        (self.positions > 0).then(|| self.mistakes as f64 / self.positions as f64)
    }

    /// Between which that share lies with 95 %: Wilson's interval.
    pub fn interval(&self) -> [f64; 2] {
        let right = self.positions - self.mistakes;
        Results { wins: self.mistakes, losses: right, draws: 0 }.interval()
    }

    /// The points given away in a hundred moves.
    pub fn loss_in_hundred(&self) -> Option<f64> {
        (self.positions > 0).then(|| 100.0 * self.loss / self.positions as f64)
    }

    /// The judgements that a search had to make.
    pub fn searched(&self) -> u64 {
        self.positions - self.exact
    }
}

/// A row of the report: a phase of the game, or a file.
#[derive(Clone, PartialEq, Debug)]
pub struct ExamRow<N> {
    /// What it is called.
    pub name: N,
    /// What happened.
    pub count: ExamCount,
}

/// All that came out.
#[derive(Clone, PartialEq, Debug)]
pub struct ExamReport<N> {
    /// Phase by phase, or file by file.
    pub rows: Vec<ExamRow<N>>,
    /// All together.
    pub all: ExamCount,
}

impl<N> ExamReport<N> {
    /// Counts findings; `names` are those of the groups.
    pub fn new(names: Vec<N>, findings: &[ExamFinding]) -> Self {
        let mut rows: Vec<ExamRow<N>> =
            names.into_iter().map(|name| ExamRow { name, count: ExamCount::default() }).collect();
        let mut all = ExamCount::default();
        for finding in findings {
            all.note(&finding.result);
            if let Some(row) = rows.get_mut(finding.group) {
                row.count.note(&finding.result);
            }
        }
        Self { rows, all }
    }
}
