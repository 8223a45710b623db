//! When each submission was handed in, and what that costs.

use std::{collections::BTreeMap, path::Path};

use poda_core::{Language, Message, Translate, message, text};

use super::{GradeError, GradeObserver, LateRule, Moment, Submission, TimesFrom};

/// What coming late costs a submission.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Lateness {
    /// When it was handed in; `None` if nobody knows.
    pub submitted: Option<Moment>,
    /// Days begun after the deadline.
    pub days: u32,
    /// Points that they cost.
    pub cost: f64,
}

impl Translate for Lateness {
    fn text(&self, language: Language) -> String {
        match (self.submitted, self.days) {
            (None, _) => {
                language.pick("nobody knows when it was handed in", "no se sabe cuándo se entregó").to_owned()
            }
            (Some(moment), 0) => {
                text!(language, "handed in {moment}, in time", "entregada el {moment}, a tiempo", moment)
            }
            (Some(moment), 1) => text!(
                language,
                "handed in {moment}, up to one day late",
                "entregada el {moment}, con hasta un día de retraso",
                moment,
            ),
            (Some(moment), days) => text!(
                language,
                "handed in {moment}, {days} days late",
                "entregada el {moment}, con {days} días de retraso",
                moment,
                days,
            ),
        }
    }
}

/// What coming late costs each submission.
pub(super) fn lateness(
    rule: &LateRule,
    submissions: &[Submission],
    observer: &dyn GradeObserver,
) -> Result<Vec<Lateness>, GradeError> {
    let mut times = match (&rule.times, rule.times_from) {
        (Some(path), TimesFrom::Csv) => read_times(path)?,
        _ => BTreeMap::new(),
    };
    let mut list = Vec::new();
    for submission in submissions {
        let submitted = match rule.times_from {
            TimesFrom::Csv => {
                let folder = submission.folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
                times.remove(&submission.id).or_else(|| times.remove(&folder))
            }
            TimesFrom::BotToml => {
                let text = submission.content.as_ref().ok().and_then(|file| file.submitted.as_deref());
                text.and_then(Moment::read)
            }
            TimesFrom::Modified => submission.modified().map(Moment::from),
        };
        let Some(moment) = submitted else {
            list.push(Lateness::default());
            continue;
        };
        let Some((days, cost)) = rule.cost(moment) else {
            let (id, deadline) = (&submission.id, rule.deadline);
            let why = message!(
                "{id}: {moment} and the deadline {deadline} cannot be compared: one has a zone and the other has not",
                "{id}: {moment} y la fecha límite {deadline} no se pueden comparar: una tiene zona horaria y la otra no",
                id,
                moment,
                deadline,
            );
            return Err(GradeError::Times(why));
        };
        list.push(Lateness { submitted, days, cost });
    }
    for id in times.keys() {
        observer.tells(&message!(
            "times: no submission has the id {id:?}",
            "horas de entrega: ninguna entrega tiene el id {id:?}",
            id,
        ));
    }
    Ok(list)
}

/// The moments of a CSV file with the columns `id` and `submitted`.
fn read_times(path: &Path) -> Result<BTreeMap<String, Moment>, GradeError> {
    let failed = |why: Message| GradeError::File { path: path.to_owned(), why };
    let mut reader = csv::ReaderBuilder::new()
        .flexible(true)
        .trim(csv::Trim::All)
        .from_path(path)
        .map_err(|error| failed(Message::verbatim(error.to_string())))?;
    let mut row = csv::StringRecord::new();
    let header = reader.headers().map_err(|error| failed(Message::verbatim(error.to_string())))?.clone();
    let column = |name: &str| {
        header.iter().position(|cell| cell.trim_start_matches('\u{feff}').eq_ignore_ascii_case(name))
    };
    let (Some(id), Some(submitted)) = (column("id"), column("submitted")) else {
        return Err(failed(message!(
            "the first line names the columns: id,submitted",
            "la primera línea nombra las columnas: id,submitted",
        )));
    };
    let mut times = BTreeMap::new();
    loop {
        let read =
            reader.read_record(&mut row).map_err(|error| failed(Message::verbatim(error.to_string())))?;
        if !read {
            return Ok(times);
        }
        let line = row.position().map_or(0, csv::Position::line);
        let (id, cell) = (row.get(id).unwrap_or_default(), row.get(submitted).unwrap_or_default());
        if cell.is_empty() {
            continue;
        }
        let Some(moment) = Moment::read(cell) else {
            return Err(failed(message!(
                "line {line}: {cell:?} is no date and time such as 2026-11-20 23:59",
                "línea {line}: {cell:?} no es una fecha y hora como 2026-11-20 23:59",
                line,
                cell,
            )));
        };
        times.insert(id.to_owned(), moment);
    }
}
