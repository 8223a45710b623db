use std::io::Write;

use poda_core::{Language, Message, Translate, message, text};
use poda_queue::{JobStatus, LackStatus, QueueView, RunView, WorkerStatus};
use serde_json::{Value, json};

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
        return json::print("queue", to_json(&view));
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
    let unable: Vec<String> =
        worker.unable.iter().map(|(run, why)| format!("{run}: {}", why.text(language))).collect();
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
        let why = why.text(language);
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

/// The queue with a row for each run, one for each worker, and reasons in English.
fn to_json(view: &QueueView) -> Value {
    let run = |RunView { key, title, by, waiting, taken, status }: &RunView| {
        let status = status.as_ref();
        json!({
            "run": key,
            "title": title,
            "version": by.version,
            "signature": by.signature,
            "waiting": waiting,
            "taken": taken,
            "done": status.map(|status| status.done),
            "planned": status.map(|status| status.planned),
            "duplicates": status.map(|status| status.duplicates),
            "rate": status.map(|status| status.rate),
            "host": status.map(|status| &status.host),
        })
    };
    let job = |JobStatus { run, job, seconds, board, .. }: &JobStatus| json!({ "run": run, "job": job, "seconds": seconds, "moves": board.as_ref().map(|line| &line.moves) });
    let unable = |(run, why): &(String, Message)| json!({ "run": run, "why": why.english() });
    let lack =
        |lack: &LackStatus| json!({ "run": lack.run, "player": lack.player, "why": lack.why.english() });
    let worker = |WorkerStatus { name, by, slots, jobs, done, unable: runs, lacks }: &WorkerStatus| {
        json!({
            "name": name,
            "version": by.version,
            "signature": by.signature,
            "slots": slots,
            "done": done,
            "jobs": jobs.iter().map(job).collect::<Vec<_>>(),
            "unable": runs.iter().map(unable).collect::<Vec<_>>(),
            "lacks": lacks.iter().map(lack).collect::<Vec<_>>(),
        })
    };
    json!({
        "server": view.server,
        "runs": view.runs.iter().map(run).collect::<Vec<_>>(),
        "workers": view.workers.iter().map(worker).collect::<Vec<_>>(),
    })
}
