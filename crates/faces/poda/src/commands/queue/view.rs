use std::io::Write;

use poda_agent::GameLine;
use poda_core::{Language, Message, Translate, message, text};
use poda_queue::{LackStatus, QueueView, RunView, WorkerStatus};
use serde::Serialize;

use crate::{
    arguments::{OutputOptions, QueueCommandArgs},
    failure::Failure,
    json, queue,
    table::{Align, TableFormat, TextTable},
    terminal::{clock_text, say, stdout},
};

pub(crate) fn run(args: &QueueCommandArgs, output: OutputOptions) -> Result<(), Failure> {
    let server = queue::server(&args.server, &args.access)?;
    let language = output.language();
    if let Some(run) = &args.forget {
        if poda_queue::forget(&server, run)? {
            say(&text!(language, "run {run} is forgotten", "serie {run} olvidada", run));
            return Ok(());
        }
        let server = server.name();
        return Err(Failure::Failed(message!(
            "{server}: there is no run {run}",
            "{server}: no existe la serie {run}",
            server,
            run
        )));
    }
    let view = poda_queue::look(&server)?;
    if let Some(warning) = &view.warning {
        say(&warning.text(language));
    }
    if output.json {
        return json::print("queue", QueueJson::of(&view));
    }
    print(&view, language)
}

fn print(view: &QueueView, language: Language) -> Result<(), Failure> {
    let out = &mut stdout();
    if view.runs.is_empty() {
        writeln!(out, "{}", language.pick("no runs", "no hay series"))?;
    } else {
        write!(out, "{}", runs(view, language).render(TableFormat::Text))?;
    }
    writeln!(out)?;
    if view.workers.is_empty() {
        writeln!(out, "{}", language.pick("no workers", "no hay máquinas"))?;
    } else {
        write!(out, "{}", workers(view, language).render(TableFormat::Text))?;
    }
    Ok(())
}

fn table<const N: usize>(headings: [&str; N], right: &[usize]) -> TextTable {
    let align = |column| if right.contains(&column) { Align::Right } else { Align::Left };
    TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))))
}

fn runs(view: &QueueView, language: Language) -> TextTable {
    let headings = language.pick(
        ["run", "done", "rate", "left", "jobs waiting", "taken", "twice", "coordinator", "what"],
        [
            "serie",
            "hecho",
            "ritmo",
            "queda",
            "trabajos en espera",
            "en curso",
            "repetidos",
            "coordinador",
            "qué",
        ],
    );
    let mut table = table(headings, &[1, 2, 3, 4, 5, 6]);
    for RunView { key, title, waiting, taken, status, .. } in &view.runs {
        let status = status.as_ref();
        let cell = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
        let left = status.filter(|status| status.rate > 0.0).map(|status| {
            let seconds = status.planned.saturating_sub(status.done) as f64 / status.rate;
            clock_text(std::time::Duration::from_secs_f64(seconds.min(1e9)))
        });
        table.push(vec![
            key.clone(),
            cell(status.map(|status| format!("{}/{}", status.done, status.planned))),
            cell(status.map(|status| format!("{:.1}/s", status.rate))),
            cell(left),
            waiting.to_string(),
            taken.to_string(),
            cell(status.map(|status| status.duplicates.to_string())),
            status.map_or_else(
                || language.pick("gone: resume it, or --forget", "ausente: reanuda, o --forget").to_owned(),
                |status| status.host.clone(),
            ),
            title.replace(['\n', '\r'], " "),
        ]);
    }
    table
}

fn workers(view: &QueueView, language: Language) -> TextTable {
    let headings = language.pick(
        ["worker", "version", "busy", "done", "state"],
        ["máquina", "versión", "ocupados", "hechos", "estado"],
    );
    let mut table = table(headings, &[2, 3]);
    for worker in &view.workers {
        table.push(vec![
            worker.name.clone(),
            worker.by.text(),
            format!("{}/{}", worker.jobs.len(), worker.slots),
            worker.done.to_string(),
            state(worker, view, language),
        ]);
    }
    table
}

/// What a worker is doing, or why it does nothing.
fn state(worker: &WorkerStatus, view: &QueueView, language: Language) -> String {
    let jobs: Vec<String> = worker.jobs.iter().map(|job| format!("{} {}", job.run, job.job)).collect();
    let unable: Vec<String> = worker
        .unable
        .iter()
        .map(|(run, why)| format!("{run}: {}", Message::from(why).text(language)))
        .collect();
    let mut parts = Vec::new();
    if !jobs.is_empty() {
        parts.push(jobs.join(", "));
    } else if unable.is_empty() && view.runs.is_empty() {
        parts.push(language.pick("idle: there are no runs", "parada: no hay series").to_owned());
    } else if unable.is_empty() {
        parts.push(language.pick("idle: no job waits", "parada: no hay trabajos en espera").to_owned());
    }
    if !unable.is_empty() {
        let list = unable.join("; ");
        parts.push(text!(language, "takes no work of {list}", "no acepta trabajo de {list}", list));
    }
    for LackStatus { run, player, why, .. } in &worker.lacks {
        let why = Message::from(why).text(language);
        parts.push(text!(
            language,
            "takes no games of {player} of {run}: {why}",
            "no acepta partidas de {player} de {run}: {why}",
            player,
            run,
            why
        ));
    }
    parts.join("; ")
}

#[derive(Serialize)]
struct QueueJson<'a> {
    server: &'a str,
    runs: Vec<QueueRunJson<'a>>,
    workers: Vec<QueueWorkerJson<'a>>,
}

#[derive(Serialize)]
struct QueueRunJson<'a> {
    run: &'a str,
    title: &'a str,
    version: &'a str,
    signature: &'a str,
    waiting: u64,
    taken: usize,
    done: Option<u64>,
    planned: Option<u64>,
    duplicates: Option<u64>,
    rate: Option<f64>,
    host: Option<&'a str>,
}

#[derive(Serialize)]
struct QueueWorkerJson<'a> {
    name: &'a str,
    version: &'a str,
    signature: &'a str,
    slots: usize,
    done: u64,
    jobs: Vec<QueueJobJson<'a>>,
    unable: Vec<UnableJson<'a>>,
    lacks: Vec<LackJson<'a>>,
}

#[derive(Serialize)]
struct QueueJobJson<'a> {
    run: &'a str,
    job: &'a str,
    seconds: u64,
    moves: Option<&'a [String]>,
}

#[derive(Serialize)]
struct UnableJson<'a> {
    run: &'a str,
    why: String,
}

#[derive(Serialize)]
struct LackJson<'a> {
    run: &'a str,
    player: &'a str,
    why: String,
}

impl<'a> QueueJson<'a> {
    fn of(view: &'a QueueView) -> Self {
        let run = |run: &'a RunView| QueueRunJson {
            run: &run.key,
            title: &run.title,
            version: &run.by.version,
            signature: &run.by.signature,
            waiting: run.waiting,
            taken: run.taken,
            done: run.status.as_ref().map(|status| status.done),
            planned: run.status.as_ref().map(|status| status.planned),
            duplicates: run.status.as_ref().map(|status| status.duplicates),
            rate: run.status.as_ref().map(|status| status.rate),
            host: run.status.as_ref().map(|status| status.host.as_str()),
        };
        let worker = |worker: &'a WorkerStatus| QueueWorkerJson {
            name: &worker.name,
            version: &worker.by.version,
            signature: &worker.by.signature,
            slots: worker.slots,
            done: worker.done,
            jobs: worker
                .jobs
                .iter()
                .map(|job| QueueJobJson {
                    run: &job.run,
                    job: &job.job,
                    seconds: job.seconds,
                    moves: job.board.as_ref().map(|GameLine { moves, .. }| moves.as_slice()),
                })
                .collect(),
            unable: worker
                .unable
                .iter()
                .map(|(run, why)| UnableJson { run, why: Message::from(why).english().to_owned() })
                .collect(),
            lacks: worker
                .lacks
                .iter()
                .map(|LackStatus { run, player, why, .. }| LackJson {
                    run,
                    player,
                    why: Message::from(why).english().to_owned(),
                })
                .collect(),
        };
        Self {
            server: &view.server,
            runs: view.runs.iter().map(run).collect(),
            workers: view.workers.iter().map(worker).collect(),
        }
    }
}
