//! Reports: pages for people, tables for course platforms.

use std::{fmt::Write, fs, path::Path};

use askama::Template;
use poda_bots::{CheckFinding, CheckResult};
use poda_catalog::Text;
use poda_core::{Language, Piece, Scene, Score, Translate, message};
use serde_json::{Value, json};

use super::{ClassReport, Count, CountVerdict, GradeError, NodeTask, Rubric, StudentReport, TurningPoint};

/// Writes all reports into a folder: `class.html`, `students/ID.html`, `moodle.csv`, `results/ID.json` for Gradescope, and
/// `junit.xml`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_reports(class: &ClassReport, out: &Path, language: Language) -> Result<(), GradeError> {
    let write = |name: &str, text: &str| -> Result<(), GradeError> {
        let path = out.join(name);
        let failed = |error: std::io::Error| GradeError::File { path: path.clone(), why: error.message() };
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(failed)?;
        fs::write(&path, text).map_err(failed)
    };
    let words = ReportTexts { language };
    let page = |rendered: askama::Result<String>| {
        rendered.map_err(|error| {
            let why = message!(
                "the report cannot be made: {error}",
                "no se puede hacer el informe: {error}",
                error
            );
            GradeError::File { path: out.to_owned(), why }
        })
    };
    for student in &class.students {
        let rows = parts(student, &class.rubric, language);
        let db = class.records.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let html = StudentPage { student, rubric: &class.rubric, words, rows: rows.clone(), db };
        write(&format!("students/{}.html", student.id), &page(html.render())?)?;
        let results = gradescope(student, &rows, language);
        write(&format!("results/{}.json", student.id), &format!("{results:#}\n"))?;
    }
    write("class.html", &page(ClassPage { class, words }.render())?)?;
    write("moodle.csv", &moodle(class, language))?;
    write("junit.xml", &page(JunitPage { class, words }.render())?)
}

/// Sentences in the language of the reports.
#[derive(Clone, Copy)]
struct ReportTexts {
    language: Language,
}

impl ReportTexts {
    fn pick(self, english: &'static str, spanish: &'static str) -> &'static str {
        self.language.pick(english, spanish)
    }

    fn say(self, text: &Text) -> &'static str {
        text.get(self.language)
    }

    fn finding(self, finding: &CheckFinding) -> String {
        finding.say(self.language)
    }

    fn seen(self, seen: &CheckResult) -> String {
        seen.text(self.language)
    }

    fn code(self) -> &'static str {
        self.pick("en", "es")
    }

    fn number(self, value: f64) -> String {
        let text = format!("{value:.2}");
        if self.language == Language::Spanish { text.replace('.', ",") } else { text }
    }

    fn count(self, count: &Count) -> String {
        match &count.verdict {
            CountVerdict::Right => self.pick("right", "correcto").to_owned(),
            CountVerdict::Named(text) | CountVerdict::Untold(text) => text.get(self.language).to_owned(),
            CountVerdict::Wrong => self.pick("wrong", "incorrecto").to_owned(),
            CountVerdict::Missing(why) => why.clone(),
        }
    }

    fn task(self, task: &NodeTask) -> String {
        let NodeTask { algorithm, depth, moves, .. } = task;
        let word = self.pick("depth", "profundidad");
        let after = self.pick("after", "tras");
        let moves = if moves.is_empty() { String::new() } else { format!(", {after} {moves}") };
        format!("{algorithm}, {word} {depth}{moves}")
    }

    fn turn(self, point: &TurningPoint) -> String {
        let [before, after] = point.values.map(|score| self.score(score));
        format!("{before} → {after}")
    }

    fn score(self, score: Score) -> String {
        match (score.win_distance(), score.loss_distance()) {
            (Some(plies), _) => format!("{} {plies}", self.pick("won in", "ganada en")),
            (_, Some(plies)) => format!("{} {plies}", self.pick("lost in", "perdida en")),
            _ => score.to_string(),
        }
    }
}

/// What a picture shows, for those who cannot see it.
fn said(scene: &Scene) -> String {
    scene.facts.iter().map(|fact| fact.text.as_str()).collect::<Vec<_>>().join(", ")
}

/// Whether a piece is the first player's, so that pieces differ by more than their colour.
fn is_first(piece: &Piece) -> bool {
    piece.side == Some(1)
}

/// How much of the possible was reached.
fn percent(reached: f64, possible: f64) -> u32 {
    if possible > 0.0 { (100.0 * reached / possible).round() as u32 } else { 0 }
}

/// The last lines of what a program said.
fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// What is marked, in the order of the marks.
const PARTS: [Text; 5] = [
    Text::new("build", "compilación"),
    Text::new("protocol", "protocolo"),
    Text::new("nodes", "nodos"),
    Text::new("opponents", "rivales"),
    Text::new("league", "liga"),
];

/// One part of the marks: its name, what was reached, what could be, and why.
#[derive(Clone)]
struct PartRow {
    name: &'static str,
    reached: f64,
    possible: f64,
    why: String,
}

fn parts(student: &StudentReport, rubric: &Rubric, language: Language) -> Vec<PartRow> {
    let words = ReportTexts { language };
    let (marks, points) = (student.marks, rubric.points);
    let build = match &student.build {
        None => words.pick("nothing to build", "nada que compilar").to_owned(),
        Some((true, _)) => words.pick("builds", "compila").to_owned(),
        Some((false, said)) => said.lines().last().unwrap_or_default().to_owned(),
    };
    let protocol = student.checkup.as_ref().map_or_else(String::new, |checkup| {
        let failure = checkup.steps.last().and_then(|step| step.failure.as_ref());
        let what = failure.map(|finding| format!(": {}", words.finding(finding))).unwrap_or_default();
        let passed = checkup.steps.iter().filter(|step| step.failure.is_none()).count();
        format!("{passed}/{}{what}", checkup.planned)
    });
    let counts: Vec<String> = student
        .counts
        .iter()
        .map(|count| format!("{}: {}", words.task(&count.task), words.count(count)))
        .collect();
    let opponents: Vec<String> = student
        .opponents
        .iter()
        .map(|encounter| {
            let results = encounter.results;
            format!("{}: +{} -{} ={}", encounter.opponent, results.wins, results.losses, results.draws)
        })
        .collect();
    let league = student.league.map_or_else(String::new, |results| {
        format!("+{} -{} ={}", results.wins, results.losses, results.draws)
    });
    let why =
        [student.broken.clone().unwrap_or(build), protocol, counts.join("; "), opponents.join("; "), league];
    let shares = marks.list().into_iter().zip(points.list());
    let rows = PARTS.iter().zip(shares).zip(why).filter(|((_, (_, possible)), _)| *possible > 0.0);
    rows.map(|((name, (reached, possible)), why)| PartRow { name: words.say(name), reached, possible, why })
        .collect()
}

/// Gradescope's `results.json`.
fn gradescope(student: &StudentReport, rows: &[PartRow], language: Language) -> Value {
    let cents = |value: f64| (value * 100.0).round() / 100.0;
    let tests: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({ "name": row.name, "score": cents(row.reached), "max_score": row.possible, "output": row.why })
        })
        .collect();
    let greeting = language.pick("Report of", "Informe de");
    json!({ "score": student.marks.total(), "output": format!("{greeting} {}", student.name), "tests": tests })
}

/// A CSV file as Moodle imports grades.
fn moodle(class: &ClassReport, language: Language) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\"").replace(['\n', '\r'], " "));
    let header = language.pick(
        ["ID number", "Name", "Grade", "Feedback comments"],
        ["Número de ID", "Nombre", "Calificación", "Comentarios de retroalimentación"],
    );
    let mut text = header.map(quoted).join(",");
    text.push('\n');
    for student in &class.students {
        let rows = parts(student, &class.rubric, language);
        let remarks: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {:.2}/{}: {}", row.name, row.reached, row.possible, row.why))
            .collect();
        let (id, name) = (quoted(&student.id), quoted(&student.name));
        let _ = writeln!(text, "{id},{name},{:.2},{}", student.marks.total(), quoted(&remarks.join(" | ")));
    }
    text
}

#[derive(Template)]
#[template(path = "student.html")]
struct StudentPage<'a> {
    student: &'a StudentReport,
    rubric: &'a Rubric,
    words: ReportTexts,
    rows: Vec<PartRow>,
    db: String,
}

#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage<'a> {
    class: &'a ClassReport,
    words: ReportTexts,
}

impl ClassPage<'_> {
    /// The parts with what each is worth, and the total.
    fn columns(&self) -> Vec<(&'static str, f64)> {
        let points = self.class.rubric.points;
        let total = (self.words.pick("total", "total"), points.total());
        let parts = PARTS.iter().map(|part| self.words.say(part)).zip(points.list());
        parts.filter(|(_, most)| *most > 0.0).chain([total]).collect()
    }

    /// What a student has in each column, with what it is worth.
    fn marks(&self, student: &StudentReport) -> Vec<(f64, f64)> {
        let points = self.class.rubric.points;
        let total = (student.marks.total(), points.total());
        let parts = student.marks.list().into_iter().zip(points.list());
        parts.filter(|(_, most)| *most > 0.0).chain([total]).collect()
    }

    /// The class's mean in each column.
    fn means(&self) -> Vec<f64> {
        let mut sums = vec![0.0; self.columns().len()];
        for student in &self.class.students {
            sums.iter_mut().zip(self.marks(student)).for_each(|(sum, (mark, _))| *sum += mark);
        }
        sums.iter().map(|sum| sum / self.class.students.len().max(1) as f64).collect()
    }
}

#[derive(Template)]
#[template(path = "junit.xml", escape = "html")]
struct JunitPage<'a> {
    class: &'a ClassReport,
    words: ReportTexts,
}

impl JunitPage<'_> {
    fn rows(&self, student: &StudentReport) -> Vec<PartRow> {
        parts(student, &self.class.rubric, self.words.language)
    }
}
