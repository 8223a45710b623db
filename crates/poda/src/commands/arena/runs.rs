//! What was recorded.

use poda_core::{message, text};
use std::{io::Write, path::Path};

use poda_arena::{Run, RunStore};
use poda_contest::{ContestState, Shard, game_to_pgn};
use serde::Serialize;

use super::{Playing, RunName, ready, tell_sandbox};
use crate::{
    arguments::{MergeArgs, OutputOptions, ResumeArgs, RunsArgs, RunsCommand},
    commands::stdout,
    failure::Failure,
    json::{self, GameJson, RunJson},
    terminal::say,
};

pub(crate) fn runs(args: &RunsArgs, output: OutputOptions) -> Result<(), Failure> {
    match &args.command {
        None => list(&args.records.read()?, output),
        Some(RunsCommand::Show { id, records }) => {
            let store = records.read()?;
            let run = store.run(*id)?;
            let name = RunName { id: *id, db: store.path(), records };
            super::print(name, &ContestState::new(run.contest, store.games(*id)?), output)
        }
        Some(RunsCommand::Export { id, pgn, records }) => export(&records.read()?, *id, *pgn),
    }
}

fn list(store: &RunStore, output: OutputOptions) -> Result<(), Failure> {
    let runs = store.runs()?;
    if output.json {
        let runs: Vec<RunJson> = runs.iter().map(RunJson::from).collect();
        return json::print("runs", RunsJson { db: store.path(), runs });
    }
    let language = output.language();
    let out = &mut stdout();
    for run in &runs {
        let Run { id, contest, planned, played, finished, .. } = run;
        let names: Vec<&str> = contest.players.iter().map(|player| player.name.as_str()).collect();
        let state = match (finished, contest.sprt.is_some() && played < planned) {
            (true, false) => language.pick("complete", "completa"),
            (true, true) => language.pick("decided early", "decidida antes"),
            _ => language.pick("can be resumed", "se puede reanudar"),
        };
        let shard = contest.shard.map(|shard| format!(" {shard}")).unwrap_or_default();
        let games = language.pick("games", "partidas");
        writeln!(
            out,
            "{id:>4}  {}{shard}  {}  {played}/{planned} {games}, {state}: {}",
            contest.game,
            contest.kind(),
            names.join(", ")
        )?;
    }
    Ok(())
}

#[derive(Serialize)]
struct RunsJson<'a> {
    db: &'a Path,
    runs: Vec<RunJson>,
}

fn export(store: &RunStore, id: i64, pgn: bool) -> Result<(), Failure> {
    let run = store.run(id)?;
    for record in store.games(id)? {
        if pgn {
            write!(std::io::stdout(), "{}", game_to_pgn(&run.contest, &record))?;
        } else {
            json::print("game", GameJson::of_record(id, &run.contest, &record))?;
        }
    }
    Ok(())
}

pub(crate) fn resume(args: &ResumeArgs, output: OutputOptions) -> Result<(), Failure> {
    let store = args.records.open_existing()?;
    let run = store.run(args.id)?;
    // Programs may be elsewhere by now, and would lose all that is left.
    let contest = ready(run.contest)?;
    tell_sandbox(&contest, args.quiet, output)?;
    let playing = Playing { records: &args.records, concurrency: args.concurrency, quiet: args.quiet };
    playing.play(&store, store.claim(args.id)?, &contest, output)
}

pub(crate) fn merge(args: &MergeArgs, output: OutputOptions) -> Result<(), Failure> {
    let mut parts = Vec::new();
    for text in &args.parts {
        let (path, id) = match text.rsplit_once(':') {
            Some((path, number))
                if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) =>
            {
                (path, number.parse::<i64>().ok())
            }
            _ => (text.as_str(), None),
        };
        if !Path::new(path).is_file() {
            return Err(Failure::Failed(message!(
                "{path}: there are no records",
                "{path}: no hay partidas guardadas",
                path
            )));
        }
        let store = RunStore::read(Path::new(path))?;
        let last = store.runs()?.last().map(|run| run.id);
        let Some(id) = id.or(last) else {
            return Err(Failure::Failed(message!(
                "{path}: it holds no run",
                "{path}: no contiene ninguna serie",
                path
            )));
        };
        parts.push((store.run(id)?.contest, store.games(id)?));
    }
    let store = args.records.open()?;
    let id = store.merge(&parts)?;
    let (name, language) = (RunName { id, db: store.path(), records: &args.records }, output.language());
    name.say(language);
    let missing = missing_parts(parts.iter().map(|(contest, _)| contest.shard));
    if !missing.is_empty() {
        let mut list: Vec<String> = missing.iter().take(MOST_PARTS).map(Shard::to_string).collect();
        if missing.len() > MOST_PARTS {
            list.push("...".into());
        }
        let list = list.join(", ");
        say(&text!(language, "missing parts: {list}", "partes que faltan: {list}", list));
    }
    super::print(name, &ContestState::new(store.run(id)?.contest, store.games(id)?), output)
}

/// So many missing parts are listed.
const MOST_PARTS: usize = 8;

/// The parts of the same division that are not there; nothing where a whole run is among them, or divisions differ.
fn missing_parts(parts: impl Iterator<Item = Option<Shard>>) -> Vec<Shard> {
    let Some(shards) = parts.collect::<Option<Vec<Shard>>>() else { return Vec::new() };
    let Some(of) = shards.first().map(|shard| shard.of) else { return Vec::new() };
    if shards.iter().any(|shard| shard.of != of) {
        return Vec::new();
    }
    let parts = (1..=of).map(|number| Shard { number, of });
    // A division may have more parts than anybody wants to read.
    parts.filter(|shard| !shards.contains(shard)).take(MOST_PARTS + 1).collect()
}
