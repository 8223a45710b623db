//! Reports: pages for people, tables for course platforms.

use std::{fmt::Write, fs, path::Path};

use askama::Template;
use poda_catalog::Text;
use poda_core::{Ink, Language, Sketch};
use serde_json::{Value, json};

use super::{ClassReport, Count, CountVerdict, GradeError, Rubric, StudentReport};

/// Writes all reports into a folder: `class.html`, `students/ID.html`, `moodle.csv`, `results/ID.json` for Gradescope, and
/// `junit.xml`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_reports(class: &ClassReport, out: &Path, language: Language) -> Result<(), GradeError> {
    let write = |name: &str, text: &str| -> Result<(), GradeError> {
        let path = out.join(name);
        let failed = |error: std::io::Error| GradeError::File { path: path.clone(), why: error.to_string() };
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(failed)?;
        fs::write(&path, text).map_err(failed)
    };
    let words = Words { language };
    let page = |rendered: askama::Result<String>| {
        rendered.map_err(|error| GradeError::File { path: out.to_owned(), why: error.to_string() })
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
struct Words {
    language: Language,
}

impl Words {
    fn pick(self, english: &'static str, spanish: &'static str) -> &'static str {
        self.language.pick(english, spanish)
    }

    fn say(self, text: &Text) -> &'static str {
        text.get(self.language)
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
            CountVerdict::Named(name) => name.get(self.language).to_owned(),
            CountVerdict::Wrong => self.pick("wrong", "incorrecto").to_owned(),
            CountVerdict::Missing(why) => why.clone(),
        }
    }
}

/// A drawing as runs of text with the style class of each.
fn spans(sketch: &Sketch) -> Vec<(&'static str, String)> {
    let class = |ink: Ink| match ink {
        Ink::First | Ink::Yellow => "first",
        Ink::Second | Ink::Blue => "second",
        Ink::Red => "red",
        Ink::Green => "green",
        Ink::Special => "special",
        Ink::Faint => "faint",
        Ink::Plain | Ink::Strong => "plain",
    };
    let mut spans = Vec::new();
    for line in sketch.lines() {
        spans.extend(line.iter().map(|span| (class(span.ink), span.text.clone())));
        spans.push(("plain", "\n".to_owned()));
    }
    spans
}

/// The last lines of what a program said.
fn tail(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines[lines.len().saturating_sub(20)..].join("\n")
}

/// One part of the marks: its name, what was reached, what could be, and why.
#[derive(Clone)]
struct PartRow {
    name: &'static str,
    reached: f64,
    possible: f64,
    why: String,
}

fn parts(student: &StudentReport, rubric: &Rubric, language: Language) -> Vec<PartRow> {
    let words = Words { language };
    let (marks, points) = (student.marks, rubric.points);
    let build = match &student.build {
        None => words.pick("nothing to build", "nada que compilar").to_owned(),
        Some((true, _)) => words.pick("builds", "compila").to_owned(),
        Some((false, said)) => said.lines().last().unwrap_or_default().to_owned(),
    };
    let protocol = student.checkup.as_ref().map_or_else(String::new, |checkup| {
        let failure = checkup.steps.last().and_then(|step| step.failure.as_ref());
        let what = failure.map(|finding| format!(": {}", finding.what)).unwrap_or_default();
        let passed = checkup.steps.iter().filter(|step| step.failure.is_none()).count();
        format!("{passed}/{}{what}", checkup.planned)
    });
    let counts: Vec<String> =
        student.counts.iter().map(|count| format!("{}: {}", count.task, words.count(count))).collect();
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
    let row = |english, spanish, reached, possible, why| PartRow {
        name: words.pick(english, spanish),
        reached,
        possible,
        why,
    };
    vec![
        row("build", "compilación", marks.build, points.build, student.broken.clone().unwrap_or(build)),
        row("protocol", "protocolo", marks.protocol, points.protocol, protocol),
        row("nodes", "nodos", marks.nodes, points.nodes, counts.join("; ")),
        row("opponents", "rivales", marks.opponents, points.opponents, opponents.join("; ")),
        row("league", "liga", marks.league, points.league, league),
    ]
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
    words: Words,
    rows: Vec<PartRow>,
    db: String,
}

#[derive(Template)]
#[template(path = "class.html")]
struct ClassPage<'a> {
    class: &'a ClassReport,
    words: Words,
}

#[derive(Template)]
#[template(path = "junit.xml", escape = "html")]
struct JunitPage<'a> {
    class: &'a ClassReport,
    words: Words,
}

impl JunitPage<'_> {
    fn rows(&self, student: &StudentReport) -> Vec<PartRow> {
        parts(student, &self.class.rubric, self.words.language)
    }
}
