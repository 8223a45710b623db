//! Tables for course platforms.

use poda_core::Language;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use serde_json::{Value, json};

use super::{
    rows::{PartRow, part_rows},
    words::ReportTexts,
};
use crate::{ClassReport, StudentReport, marks::cents};

/// Gradescope's `results.json`.
pub(super) fn gradescope(student: &StudentReport, rows: &[PartRow], language: Language) -> Value {
    let tests: Vec<Value> = rows
        .iter()
        .map(|row| {
            json!({ "name": row.name, "score": cents(row.reached), "max_score": row.possible, "output": row.why })
        })
        .collect();
    let greeting = language.pick("Report of", "Informe de");
    json!({ "score": student.marks.total(), "output": format!("{greeting} {}", student.name), "tests": tests })
}

/// A CSV file as Moodle imports grades. With Moodle's own folders the participants are named as Moodle names them.
pub(super) fn moodle(class: &ClassReport, language: Language) -> Result<String, csv::Error> {
    let has_numbers = class.students.iter().any(|student| student.participant.is_some());
    let mut writer =
        csv::WriterBuilder::new().quote_style(csv::QuoteStyle::NonNumeric).from_writer(Vec::new());
    let mut header = vec![
        language.pick("ID number", "Número de ID"),
        language.pick("Name", "Nombre"),
        language.pick("Grade", "Calificación"),
        language.pick("Feedback comments", "Comentarios de retroalimentación"),
    ];
    if has_numbers {
        header.insert(0, language.pick("Identifier", "Identificador"));
    }
    writer.write_record(header)?;
    for student in class.students.iter().filter(|student| !student.is_pending) {
        let rows = part_rows(student, class, language);
        let remarks: Vec<String> = rows
            .iter()
            .map(|row| format!("{} {:.2}/{}: {}", row.name, row.reached, row.possible, row.why))
            .collect();
        let total = format!("{:.2}", student.marks.total());
        let mut cells = vec![cell(&student.id), cell(&student.name), total, cell(&remarks.join(" | "))];
        if has_numbers {
            let word = language.pick("Participant", "Participante");
            let number = student.participant.map(|number| format!("{word} {number}"));
            cells.insert(0, number.unwrap_or_default());
        }
        writer.write_record(cells)?;
    }
    let bytes = writer.into_inner().map_err(|error| csv::Error::from(error.into_error()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// A cell that a student had a hand in: on one line, and no formula. Spreadsheets calculate what begins with one of these signs;
/// an apostrophe in front makes it a text.
fn cell(text: &str) -> String {
    let line: String =
        text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect();
    let begins_formula = |text: &str| text.trim_start().starts_with(['=', '+', '-', '@', '|', '%']);
    if begins_formula(text) || text.starts_with(['\t', '\r']) { format!("'{line}") } else { line }
}

/// JUnit's XML. Whatever XML cannot hold is left out.
pub(super) fn junit(class: &ClassReport, language: Language) -> Result<String, quick_junit::SerializeError> {
    let words = ReportTexts { language };
    let mut report = Report::new("poda grade");
    for student in class.students.iter().filter(|student| !student.is_pending) {
        let mut suite = TestSuite::new(student.id.as_str());
        for row in part_rows(student, class, language) {
            let status = if row.lost() > 0.0 {
                let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                status.set_message(format!("{} / {}", words.number(row.reached), words.number(row.possible)));
                status.set_description(row.why.as_str());
                status
            } else {
                TestCaseStatus::success()
            };
            let mut case = TestCase::new(row.name, status);
            case.set_classname(student.id.as_str());
            suite.add_test_case(case);
        }
        report.add_test_suite(suite);
    }
    report.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_cell_is_a_formula() {
        for (text, expected) in [
            ("=HYPERLINK(\"http://x\")", "'=HYPERLINK(\"http://x\")"),
            ("+1", "'+1"),
            ("-1+2", "'-1+2"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=1", "' =1"),
            ("\r\n=1", "'  =1"),
            ("  =1", "'  =1"),
            ("|calc", "'|calc"),
            ("Ana = 1\u{1b}[31m\nx", "Ana = 1 [31m x"),
            ("", ""),
        ] {
            assert_eq!(cell(text), expected, "{text:?}");
        }
    }
}
