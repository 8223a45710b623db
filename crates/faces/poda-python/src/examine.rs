//! How often a player gives something away.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    thread,
};

use poda_agent::ThinkingLimits;
use poda_catalog::{AnyGame, SpecError as CatalogError};
use poda_contest::{
    EXAM_PHASES, ExamCount, ExamFinding, ExamPosition, ExamReport, ExamResult, ExamRow, Examiner,
    JUDGE_MARGIN, JUDGE_NODES, JUDGE_SEARCH, JudgedMove, sample_positions,
};
use poda_core::{break_if, stop_when, text};
use pyo3::prelude::*;

use crate::{
    error::{PodaError, SpecError, bad_spec},
    evaluator::game_of,
    game::restore_state,
    player::{Errors, PyBot},
    speak::chosen,
    state::PyState,
    watch::{Trouble, in_background},
};

/// Asks a player about positions that are sampled by phase of the game, and judges its moves.
#[pyfunction]
#[pyo3(signature = (player, game, positions, seed, threads, errors))]
pub(crate) fn examine(
    py: Python<'_>,
    player: &Bound<'_, PyAny>,
    game: &Bound<'_, PyAny>,
    positions: usize,
    seed: u64,
    threads: usize,
    errors: &str,
) -> PyResult<PyExamination> {
    let game = game_of(game)?;
    let bot = PyBot::of(player)?;
    let errors = Errors::read(errors)?;
    if !(1..=1_000_000).contains(&positions) {
        return Err(SpecError::new_err(text!(
            chosen(),
            "an examination has 1 to 1000000 positions, not {positions}",
            "un examen tiene de 1 a 1000000 posiciones, no {positions}",
            positions
        )));
    }
    let trouble = Trouble::default();
    let exam = Exam { bot: bot.get(), game: &game, seed, errors, trouble: &trouble };
    let findings = py.detach(|| in_background(&trouble, || exam.all(positions, threads.clamp(1, 256))));
    if let Some(error) = trouble.take() {
        return Err(error);
    }
    py.check_signals()?;
    let findings = findings
        .ok_or_else(|| {
            PodaError::new_err(text!(chosen(), "the examination broke off", "el examen se interrumpió"))
        })?
        .map_err(|error| bad_spec(&error))?;
    let report = ExamReport::new(EXAM_PHASES.map(|phase| phase.get(chosen())).to_vec(), &findings);
    Ok(PyExamination { report, findings, name: bot.get().name().to_owned() })
}

/// What the threads of an examination share.
struct Exam<'a> {
    bot: &'a PyBot,
    game: &'a Arc<dyn AnyGame>,
    seed: u64,
    errors: Errors,
    trouble: &'a Trouble,
}

impl Exam<'_> {
    /// All findings, in the order of the positions.
    fn all(&self, count: usize, threads: usize) -> Result<Vec<ExamFinding>, CatalogError> {
        let stop = || break_if(self.trouble.is_there());
        let positions = sample_positions(self.game.as_ref(), self.seed, count, &mut |_| stop())?;
        let mut examiners = Vec::new();
        for _ in 0..threads.min(positions.len()) {
            let agent = self.bot.agent(self.game, self.trouble, self.errors)?;
            examiners.push(Examiner::new(self.game.as_ref(), agent, ThinkingLimits::default(), self.seed)?);
        }
        let next = AtomicUsize::new(0);
        let findings: Mutex<Vec<(usize, ExamFinding)>> = Mutex::default();
        thread::scope(|scope| {
            for examiner in examiners {
                let (next, findings, positions) = (&next, &findings, &positions);
                scope.spawn(move || self.work(examiner, next, positions, findings));
            }
        });
        let mut findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
        findings.sort_by_key(|(number, _)| *number);
        Ok(findings.into_iter().map(|(_, found)| found).collect())
    }

    fn work(
        &self,
        mut examiner: Examiner,
        next: &AtomicUsize,
        positions: &[ExamPosition],
        findings: &Mutex<Vec<(usize, ExamFinding)>>,
    ) {
        loop {
            let number = next.fetch_add(1, SeqCst);
            let Some(position) = positions.get(number) else { return };
            let found = examiner.examine(number, position, &mut stop_when(|_| self.trouble.is_there()));
            let Some(found) = found else { return };
            findings.lock().unwrap_or_else(PoisonError::into_inner).push((number, found));
        }
    }
}

/// How often a player gives something away, by phase of the game.
#[pyclass(frozen, name = "Examination", module = "poda")]
pub(crate) struct PyExamination {
    report: ExamReport<&'static str>,
    findings: Vec<ExamFinding>,
    name: String,
}

/// A row of the report: a phase of the game, or all of them.
#[pyclass(frozen, name = "ExaminedPhase", module = "poda")]
pub(crate) struct PyExaminedPhase {
    name: &'static str,
    count: ExamCount,
}

/// A move that gave something away.
#[pyclass(frozen, name = "Mistake", module = "poda")]
pub(crate) struct PyMistake {
    finding: ExamFinding,
    judged: JudgedMove,
}

fn all_phases() -> &'static str {
    chosen().pick("all", "todo")
}

#[pymethods]
impl PyExamination {
    /// Phase by phase.
    #[getter]
    fn phases(&self) -> Vec<PyExaminedPhase> {
        let row = |row: &ExamRow<&'static str>| PyExaminedPhase { name: row.name, count: row.count };
        self.report.rows.iter().map(row).collect()
    }

    /// All phases together.
    #[getter]
    fn all(&self) -> PyExaminedPhase {
        PyExaminedPhase { name: all_phases(), count: self.report.all }
    }

    /// The share of moves that gave something away; None where none was judged.
    #[getter]
    fn share(&self) -> Option<f64> {
        self.report.all.share()
    }

    /// Between which that share lies with 95 %.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        let [low, high] = self.report.all.interval();
        (low, high)
    }

    /// The moves that gave something away, the costliest first.
    #[getter]
    fn mistakes(&self) -> Vec<PyMistake> {
        let mistake = |finding: &ExamFinding| match &finding.result {
            ExamResult::Judged(judged) if judged.is_mistake => {
                Some(PyMistake { finding: finding.clone(), judged: judged.clone() })
            }
            _ => None,
        };
        let mut mistakes: Vec<PyMistake> = self.findings.iter().filter_map(mistake).collect();
        mistakes.sort_by(|one, other| other.judged.loss.total_cmp(&one.judged.loss));
        mistakes
    }

    /// Who judged where nothing was proved: the engine, its nodes for a position, and the points below which nothing counts. None
    /// if everything was proved.
    #[getter]
    fn judge(&self) -> Option<(&'static str, u64, f64)> {
        (self.report.all.searched() > 0).then_some((JUDGE_SEARCH, JUDGE_NODES, JUDGE_MARGIN))
    }

    fn __str__(&self) -> String {
        let mut lines = vec![self.name.clone()];
        lines.extend(self.phases().iter().map(PyExaminedPhase::line));
        lines.push(self.all().line());
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        let count = &self.report.all;
        format!("<poda.Examination {} {} of {}>", self.name, count.mistakes, count.positions)
    }
}

impl PyExaminedPhase {
    fn line(&self) -> String {
        let [low, high] = self.count.interval().map(|end| format!("{:.1}", 100.0 * end));
        let share =
            self.count.share().map_or_else(|| "-".to_owned(), |share| format!("{:.1}", 100.0 * share));
        text!(
            chosen(),
            "{name}: {mistakes} mistakes in {positions} positions, {share} % [{low}, {high}]",
            "{name}: {mistakes} errores en {positions} posiciones, {share} % [{low}, {high}]",
            name = self.name,
            mistakes = self.count.mistakes,
            positions = self.count.positions,
            share,
            low,
            high
        )
    }
}

#[pymethods]
impl PyExaminedPhase {
    /// What it is called.
    #[getter]
    fn name(&self) -> &'static str {
        self.name
    }

    /// Positions in which the move was judged.
    #[getter]
    fn positions(&self) -> u64 {
        self.count.positions
    }

    /// Those in which some legal move would have been a mistake.
    #[getter]
    fn at_stake(&self) -> u64 {
        self.count.at_stake
    }

    /// The mistakes.
    #[getter]
    fn mistakes(&self) -> u64 {
        self.count.mistakes
    }

    /// The share of moves that gave something away; None where none was judged.
    #[getter]
    fn share(&self) -> Option<f64> {
        self.count.share()
    }

    /// Between which that share lies with 95 %.
    #[getter]
    fn interval(&self) -> (f64, f64) {
        let [low, high] = self.count.interval();
        (low, high)
    }

    /// The points given away in a hundred moves: a win is one, a draw one half.
    #[getter]
    fn loss(&self) -> Option<f64> {
        self.count.loss_in_hundred()
    }

    /// Judgements that are proved.
    #[getter]
    fn exact(&self) -> u64 {
        self.count.exact
    }

    /// Positions in which the player chose no move.
    #[getter]
    fn faults(&self) -> u64 {
        self.count.faults
    }

    /// Positions that could not be judged.
    #[getter]
    fn undecided(&self) -> u64 {
        self.count.undecided
    }

    fn __repr__(&self) -> String {
        format!("<poda.ExaminedPhase {}>", self.line())
    }
}

#[pymethods]
impl PyMistake {
    /// Where it was made.
    #[getter]
    fn state(&self) -> PyResult<PyState> {
        let line = self.finding.line.clone();
        restore_state(line.game, line.start, line.moves)
    }

    /// The move.
    #[getter]
    fn played(&self) -> &str {
        &self.judged.played
    }

    /// A move that keeps what there is.
    #[getter]
    fn best(&self) -> &str {
        &self.judged.best
    }

    /// What it gave away, in points: a win is one, a draw one half.
    #[getter]
    fn loss(&self) -> f64 {
        self.judged.loss
    }

    /// Whether that is proved.
    #[getter]
    fn exact(&self) -> bool {
        self.judged.is_exact
    }

    fn __repr__(&self) -> String {
        format!(
            "<poda.Mistake {:?} best={:?} loss={}>",
            self.judged.played, self.judged.best, self.judged.loss
        )
    }
}
