//! Pages for people: self-contained, dark and light, for screens of any width and for paper.

use askama::Template;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use poda_contest::Format;
use poda_core::{Language, Piece, Scene, Translate};

use super::{
    chart::{ErrorBar, Histogram},
    rows::{LATE, PartRow, part_rows},
    words::{Number, ReportTexts},
};
use crate::{BuildResult, ClassReport, LeagueNames, LeagueResult, Part, Rubric, StudentReport, copying};

/// The colours of stones and boards, as the page has them.
const PALETTE: &str = include_str!("../../../../../web/src/palette.css");

/// What a picture shows, for those who cannot see it.
fn said(scene: &Scene) -> String {
    scene.facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a piece is the first player's, so that pieces differ by more than their colour.
fn is_first(piece: &Piece) -> bool {
    piece.side == Some(1)
}

/// How much of the possible was reached.
fn percent(reached: impl Number, possible: impl Number) -> u32 {
    let (reached, possible) = (reached.value(), possible.value());
    if possible > 0.0 { (100.0 * reached / possible).round().clamp(0.0, 100.0) as u32 } else { 0 }
}

/// An Elo difference with its sign.
fn elo(value: impl Number) -> String {
    // No sign for what rounds to nothing.
    let value = value.value().round() + 0.0;
    if value == 0.0 { "0".to_owned() } else { format!("{value:+.0}").replace('-', "−") }
}

/// The error of an Elo difference.
fn elo_error(value: impl Number) -> String {
    format!("{:.0}", value.value())
}

/// The last lines of what a program wrote to its standard error, each marked.
fn marked(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let last = &lines[lines.len().saturating_sub(20)..];
    last.iter().map(|line| ["! ", line, "\n"].concat()).collect()
}

/// Nothing for a column of somebody who has no marks.
fn blank(_: &(&'static str, f64)) -> &'static str {
    ""
}

/// Whether nobody knows when it was handed in.
fn time_unknown(student: &StudentReport) -> bool {
    student.late.as_ref().is_some_and(|late| late.submitted.is_none())
}

/// Where a student's page is, from the class's.
fn link(id: &str) -> String {
    format!("students/{}.html", utf8_percent_encode(id, NON_ALPHANUMERIC))
}

#[derive(Template)]
#[template(path = "student.html")]
pub(super) struct StudentPage<'a> {
    student: &'a StudentReport,
    rubric: &'a Rubric,
    words: ReportTexts,
    rows: &'a [PartRow],
    db: String,
    is_anonymous: bool,
}

impl<'a> StudentPage<'a> {
    pub(super) fn new(
        student: &'a StudentReport,
        class: &'a ClassReport,
        rows: &'a [PartRow],
        language: Language,
    ) -> Self {
        Self {
            student,
            rubric: &class.rubric,
            words: ReportTexts { language },
            rows,
            db: class.records.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            is_anonymous: class.rubric.league_names == LeagueNames::Anonymous,
        }
    }

    /// What a failed build printed.
    fn log(&self) -> Option<&str> {
        match self.student.examination.as_ref().map(|examination| &examination.build) {
            Some(BuildResult::Failed { log, .. }) => Some(log),
            _ => None,
        }
    }
}

#[derive(Template)]
#[template(path = "class.html")]
pub(super) struct ClassPage<'a> {
    class: &'a ClassReport,
    words: ReportTexts,
    rows: Vec<ClassRow<'a>>,
    histogram: Histogram,
}

/// One student in the class's table.
struct ClassRow<'a> {
    student: &'a StudentReport,
    parts: Vec<PartRow>,
    total_bar: ErrorBar,
}

impl ClassRow<'_> {
    /// The parts of which something is missing.
    fn lost(&self) -> impl Iterator<Item = &PartRow> {
        self.parts.iter().filter(|part| part.lost() > 0.0)
    }

    /// All that is missing.
    fn all_lost(&self) -> f64 {
        self.lost().map(PartRow::lost).sum()
    }

    /// The parts of the table's columns, without what being late costs.
    fn columns(&self) -> impl Iterator<Item = &PartRow> {
        self.parts.iter().filter(|part| part.possible > 0.0)
    }
}

impl<'a> ClassPage<'a> {
    pub(super) fn new(class: &'a ClassReport, language: Language) -> Self {
        let most = class.rubric.points.total();
        let row = |student: &'a StudentReport| ClassRow {
            student,
            parts: if student.is_pending { Vec::new() } else { part_rows(student, class, language) },
            total_bar: ErrorBar::new(student.marks.total(), student.marks.range, [0.0, most]),
        };
        let rows: Vec<ClassRow<'a>> = class.students.iter().map(row).collect();
        let totals: Vec<f64> = graded(class).map(|student| student.marks.total()).collect();
        Self { class, words: ReportTexts { language }, rows, histogram: Histogram::new(&totals, most) }
    }

    /// The parts with what each is worth.
    fn columns(&self) -> Vec<(&'static str, f64)> {
        self.parts().map(|part| (self.words.say(&part.name()), self.class.rubric.points.of(part))).collect()
    }

    /// The parts that the rubric gives points for.
    fn parts(&self) -> impl Iterator<Item = Part> {
        Part::ALL.iter().copied().filter(|part| self.class.rubric.points.of(*part) > 0.0)
    }

    fn has_league(&self) -> bool {
        self.class.students.iter().any(|student| student.league.is_some())
    }

    fn has_deadline(&self) -> bool {
        self.class.rubric.late.is_some()
    }

    /// The class's mean in each column.
    fn means(&self) -> Vec<f64> {
        let count = graded(self.class).count().max(1) as f64;
        let sum = |part| graded(self.class).map(|student| student.marks.points.of(part)).sum::<f64>();
        self.parts().map(|part| sum(part) / count).collect()
    }

    fn mean(&self) -> f64 {
        let totals: Vec<f64> = graded(self.class).map(|student| student.marks.total()).collect();
        totals.iter().sum::<f64>() / totals.len().max(1) as f64
    }

    fn median(&self) -> f64 {
        let mut totals: Vec<f64> = graded(self.class).map(|student| student.marks.total()).collect();
        totals.sort_by(f64::total_cmp);
        match totals.len() {
            0 => 0.0,
            count if count % 2 == 1 => totals[count / 2],
            count => f64::midpoint(totals[count / 2 - 1], totals[count / 2]),
        }
    }

    fn count(&self, wanted: impl Fn(&StudentReport) -> bool) -> usize {
        self.class.students.iter().filter(|student| wanted(student)).count()
    }

    fn can_play(&self) -> usize {
        self.count(|student| {
            student.examination.as_ref().is_some_and(crate::Examination::can_play) && !student.is_pending
        })
    }

    fn pending(&self) -> usize {
        self.count(|student| student.is_pending)
    }

    fn hints(&self) -> usize {
        self.class.hints.sources.len() + self.class.hints.games.len()
    }

    fn late(&self) -> &'static str {
        self.words.say(&LATE)
    }
}

fn graded(class: &ClassReport) -> impl Iterator<Item = &StudentReport> {
    class.students.iter().filter(|student| !student.is_pending)
}

#[derive(Template)]
#[template(path = "league.html")]
pub(super) struct LeaguePage<'a> {
    rubric: &'a Rubric,
    words: ReportTexts,
    rows: Vec<LeagueRow>,
}

/// One player in the league's table.
struct LeagueRow {
    name: String,
    result: LeagueResult,
    bar: ErrorBar,
}

impl<'a> LeaguePage<'a> {
    pub(super) fn new(class: &'a ClassReport, language: Language) -> Self {
        let players = || class.students.iter().filter_map(|student| Some((student, student.league?)));
        let ends = players().flat_map(|(_, result)| [result.elo - result.error, result.elo + result.error]);
        let scale = ends.fold([0.0_f64, 0.0], |[least, most], elo| [least.min(elo), most.max(elo)]);
        let name = |student: &StudentReport| match class.rubric.league_names {
            LeagueNames::Real => student.name.clone(),
            LeagueNames::Anonymous => student.pseudonym.text(language),
        };
        let row = |(student, result): (&StudentReport, LeagueResult)| LeagueRow {
            name: name(student),
            bar: ErrorBar::new(result.elo, [result.elo - result.error, result.elo + result.error], scale),
            result,
        };
        let mut rows: Vec<LeagueRow> = players().map(row).collect();
        rows.sort_by_key(|row| row.result.place);
        Self { rubric: &class.rubric, words: ReportTexts { language }, rows }
    }

    /// How the league goes.
    fn format(&self) -> &'static str {
        if self.rubric.league == Format::Swiss {
            self.words.pick("Swiss rounds", "rondas suizas")
        } else {
            self.words.pick("everybody against everybody", "todos contra todos")
        }
    }
}

#[derive(Template)]
#[template(path = "copying.html")]
pub(super) struct CopyingPage<'a> {
    class: &'a ClassReport,
    words: ReportTexts,
    /// From which similarity on sources are shown, in per cent.
    threshold: u32,
    /// From which share of equal moves on games are shown, in per cent.
    alike: u32,
}

impl<'a> CopyingPage<'a> {
    pub(super) fn new(class: &'a ClassReport, language: Language) -> Self {
        let (threshold, alike) = (percent(copying::SIMILAR, 1.0), percent(copying::ALIKE, 1.0));
        Self { class, words: ReportTexts { language }, threshold, alike }
    }

    fn student(&self, place: usize) -> &StudentReport {
        &self.class.students[place]
    }
}
