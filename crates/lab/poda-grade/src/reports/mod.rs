//! Reports: pages for people, tables for course platforms. Whatever a student wrote or printed is escaped where it is written.

mod chart;
mod pages;
mod rows;
mod tables;
mod words;

use std::{fs, path::Path};

use askama::Template;
use poda_core::{Language, Message};

use self::{
    pages::{ClassPage, CopyingPage, LeaguePage, StudentPage},
    rows::part_rows,
};
use super::{ClassReport, GradeError};

/// Writes all reports into a folder: `class.html`, `copying.html`, `league.html`, `students/ID.html`, `moodle.csv`,
/// `results/ID.json` for Gradescope, and `junit.xml`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_reports(class: &ClassReport, out: &Path, language: Language) -> Result<(), GradeError> {
    let write = |name: &str, text: &str| -> Result<(), GradeError> {
        let path = out.join(name);
        let failed = |error: std::io::Error| GradeError::file(&path, &error);
        fs::create_dir_all(path.parent().unwrap_or(out)).map_err(failed)?;
        fs::write(&path, text).map_err(failed)
    };
    let page = |rendered: askama::Result<String>| {
        rendered.map_err(|error| GradeError::File {
            path: out.to_owned(),
            why: Message::verbatim(error.to_string()),
        })
    };
    for student in class.students.iter().filter(|student| !student.is_pending) {
        let rows = part_rows(student, class, language);
        let html = StudentPage::new(student, class, &rows, language);
        write(&format!("students/{}.html", student.id), &page(html.render())?)?;
        let results = tables::gradescope(student, &rows, language);
        write(&format!("results/{}.json", student.id), &format!("{results:#}\n"))?;
    }
    write("class.html", &page(ClassPage::new(class, language).render())?)?;
    write("copying.html", &page(CopyingPage::new(class, language).render())?)?;
    write("league.html", &page(LeaguePage::new(class, language).render())?)?;
    let broken = |why: String| GradeError::File { path: out.to_owned(), why: Message::verbatim(why) };
    write("moodle.csv", &tables::moodle(class, language).map_err(|error| broken(error.to_string()))?)?;
    write("junit.xml", &tables::junit(class, language).map_err(|error| broken(error.to_string()))?)
}
