//! What was recorded.

use std::{io::Write, path::Path};

use poda_contest::{
    ContestState, OutcomeCount, Player, Run, RunStore, Shard, game_to_pgn, statistics::Results,
};
use poda_core::{Outcome, Side, Translate, message, text};
use serde::Serialize;
use serde_json::{Value, json};

use super::{RunName, resume::consent};
use crate::{
    arguments::{MergeArgs, OutputOptions, RunsArgs, RunsCommand, TableArgs, is_default},
    catalog::catalog,
    commands::stdout,
    failure::Failure,
    json::{self, GameJson},
    table::{Align, TableFormat, TextTable},
    terminal::say,
};

pub(crate) fn runs(args: &RunsArgs, output: OutputOptions) -> Result<(), Failure> {
    match &args.command {
        None => list(&args.records.read()?, output),
        Some(RunsCommand::Show { id, records, report }) => {
            report.tables.format(output)?;
            let store = records.read()?;
            let run = store.run(*id)?;
            let name = RunName { id: *id, db: store.path(), records };
            super::print(name, &ContestState::new(run.contest, store.games(*id)?), report, output)
        }
        Some(RunsCommand::Games { id, lost, records }) => {
            games(&records.read()?, *id, lost.as_deref(), output)
        }
        Some(RunsCommand::Compare { ids, records, tables }) => compare(&records.read()?, ids, tables, output),
        Some(RunsCommand::Note { id, note, records }) => Ok(records.open_existing()?.annotate(*id, note)?),
        Some(RunsCommand::Delete { ids, records }) => {
            let store = records.open_existing()?;
            // All of them are there, or none is deleted.
            for id in ids {
                store.run(*id)?;
            }
            for id in ids {
                store.delete(*id)?;
                say(&text!(output.language(), "run {id} is deleted", "serie {id} borrada", id));
            }
            Ok(())
        }
        Some(RunsCommand::Export { id, pgn, records }) => export(&records.read()?, *id, *pgn),
    }
}

fn list(store: &RunStore, output: OutputOptions) -> Result<(), Failure> {
    let runs = store.runs()?;
    if output.json {
        let runs: Vec<Value> = runs.iter().map(json::run).collect();
        return json::print("runs", json!({ "db": store.path().to_string_lossy(), "runs": runs }));
    }
    let language = output.language();
    if runs.is_empty() {
        let path = store.path().display();
        say(&text!(language, "{path}: there are no runs in it", "{path}: no contiene series", path));
        return Ok(());
    }
    let headings = language.pick(
        ["run", "date (UTC)", "game", "kind", "games", "state", "result", "players", "note"],
        ["serie", "fecha (UTC)", "juego", "tipo", "partidas", "estado", "resultado", "jugadores", "nota"],
    );
    let align = |column: usize| if column == 0 || column == 4 { Align::Right } else { Align::Left };
    let mut table =
        TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for run in &runs {
        let Run { id, contest, planned, played, finished, date, note, .. } = run;
        let names: Vec<&str> = contest.players.iter().map(|player| player.name.as_str()).collect();
        let state = match (finished, contest.sprt.is_some() && played < planned) {
            (true, false) => language.pick("complete", "completa"),
            (true, true) => language.pick("decided early", "decidida antes"),
            _ => language.pick("can be resumed", "se puede reanudar"),
        };
        let shard = contest.shard.map(|shard| format!(" {shard}")).unwrap_or_default();
        table.push(vec![
            id.to_string(),
            date.clone(),
            format!("{}{shard}", contest.game),
            contest.kind().to_owned(),
            format!("{played}/{planned}"),
            state.to_owned(),
            result(store, run)?,
            names.join(", "),
            note.clone(),
        ]);
    }
    write!(stdout(), "{}", table.render(TableFormat::Text))?;
    Ok(())
}

/// `12 - 3 - 1` from the first player's point of view in a match; who leads, with its points, in a tournament.
fn result(store: &RunStore, run: &Run) -> Result<String, Failure> {
    let players = &run.contest.players;
    let mut results = vec![Results::default(); players.len()];
    for OutcomeCount { players, outcome, count } in store.outcomes(run.id)? {
        for (side, place) in Side::BOTH.into_iter().zip(players) {
            let Some(mine) = results.get_mut(place) else { continue };
            match outcome.and_then(Outcome::winner) {
                Some(winner) if winner == side => mine.wins += count,
                Some(_) => mine.losses += count,
                None => mine.draws += count,
            }
        }
    }
    if run.played == 0 {
        return Ok("-".to_owned());
    }
    if run.contest.is_match() {
        let Results { wins, losses, draws } = results[0];
        return Ok(format!("{wins} - {losses} - {draws}"));
    }
    // Of equals the first one is named.
    let best = (0..players.len()).rev().max_by(|a, b| results[*a].points().total_cmp(&results[*b].points()));
    Ok(best.map_or_else(String::new, |place| {
        format!("{} {}/{}", players[place].name, results[place].points(), results[place].games())
    }))
}

/// The games of a run, or those that a player lost.
fn games(store: &RunStore, id: i64, lost: Option<&str>, output: OutputOptions) -> Result<(), Failure> {
    let run = store.run(id)?;
    let players = &run.contest.players;
    let loser = lost.map(|name| place_of(players, name)).transpose()?;
    let language = output.language();
    let headings = language.pick(
        ["game", "player 1", "player 2", "outcome", "end", "moves", "reason"],
        ["partida", "jugador 1", "jugador 2", "resultado", "final", "jugadas", "motivo"],
    );
    let align = |column: usize| if column == 0 || column == 5 { Align::Right } else { Align::Left };
    let mut table =
        TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for record in store.games(id)? {
        let is_lost = |place: usize| {
            let winner = record.outcome.and_then(Outcome::winner);
            winner.is_some_and(|winner| record.players[winner.other().index()] == place)
        };
        if loser.is_some_and(|place| !is_lost(place)) {
            continue;
        }
        if output.json {
            json::print("game", GameJson::of_record(id, &run.contest, &record))?;
            continue;
        }
        let [first, second] =
            record.players.map(|place| players.get(place).map_or("?", |player| player.name.as_str()));
        table.push(vec![
            record.index.to_string(),
            first.to_owned(),
            second.to_owned(),
            record.outcome.map_or("-", Outcome::word).to_owned(),
            record.termination.word().to_owned(),
            record.moves().count().to_string(),
            record.detail.text(language),
        ]);
    }
    if !output.json {
        write!(stdout(), "{}", table.render(TableFormat::Text))?;
    }
    Ok(())
}

/// The place of the player with that name.
pub(crate) fn place_of(players: &[Player], name: &str) -> Result<usize, Failure> {
    players.iter().position(|player| player.name == name).ok_or_else(|| {
        let known = players.iter().map(|player| player.name.as_str()).collect::<Vec<_>>().join(", ");
        Failure::Usage(message!(
            "no player is called {name:?}: there are {known}",
            "ningún jugador se llama {name:?}: están {known}",
            name,
            known
        ))
    })
}

/// A player of several runs.
#[derive(Serialize)]
struct ComparedPlayer {
    name: String,
    /// One for each run; nothing where it did not play.
    ratings: Vec<Option<RunRating>>,
}

/// A player's rating in one of the runs.
#[derive(Serialize)]
struct RunRating {
    elo: f64,
    error: f64,
    points: f64,
    games: u64,
}

/// Puts the ratings of several runs side by side.
fn compare(store: &RunStore, ids: &[i64], tables: &TableArgs, output: OutputOptions) -> Result<(), Failure> {
    let (format, language) = (tables.format(output)?, output.language());
    let mut runs = Vec::new();
    let mut players: Vec<ComparedPlayer> = Vec::new();
    for (column, id) in ids.iter().enumerate() {
        let run = store.run(*id)?;
        let state = ContestState::new(run.contest.clone(), store.games(*id)?);
        for row in state.standings().rows {
            let name = &run.contest.players[row.player].name;
            let place = players.iter().position(|player| player.name == *name).unwrap_or_else(|| {
                players.push(ComparedPlayer { name: name.clone(), ratings: Vec::new() });
                players.len() - 1
            });
            let ratings = &mut players[place].ratings;
            ratings.resize_with(column, || None);
            ratings.push(Some(RunRating {
                elo: row.rating.elo,
                error: row.rating.error,
                points: row.results.points(),
                games: row.results.games(),
            }));
        }
        runs.push(run);
    }
    for player in &mut players {
        player.ratings.resize_with(ids.len(), || None);
    }
    if output.json {
        let runs: Vec<Value> = runs.iter().map(json::run).collect();
        return json::print("comparison", json!({ "runs": runs, "players": players }));
    }
    let first = (language.pick("player", "jugador").to_owned(), Align::Left);
    let columns = runs.iter().flat_map(|run| {
        let (id, game) = (run.id, &run.contest.game);
        let elo = text!(language, "run {id} ({game}): Elo", "serie {id} ({game}): Elo", id, game);
        let points = language.pick("points", "puntos").to_owned();
        [(elo, Align::Right), ("± 95 %".to_owned(), Align::Right), (points, Align::Right)]
    });
    let mut table = TextTable::new(std::iter::once(first).chain(columns));
    for player in &players {
        let mut row = vec![player.name.clone()];
        for rating in &player.ratings {
            row.extend(match rating {
                Some(rated) => [
                    format!("{:+.0}", rated.elo.round() + 0.0),
                    format!("{:.0}", rated.error),
                    format!("{}/{}", rated.points, rated.games),
                ],
                None => ["-"; 3].map(str::to_owned),
            });
        }
        table.push(row);
    }
    write!(stdout(), "{}", table.render(format))?;
    Ok(())
}

fn export(store: &RunStore, id: i64, pgn: bool) -> Result<(), Failure> {
    let run = store.run(id)?;
    let game = catalog().open(&run.contest.game)?;
    for record in store.games(id)? {
        if pgn {
            write!(std::io::stdout(), "{}", game_to_pgn(game.as_ref(), &run.contest, &record, &run.date))?;
        } else {
            json::print("game", GameJson::of_record(id, &run.contest, &record))?;
        }
    }
    Ok(())
}

pub(crate) fn merge(args: &MergeArgs, output: OutputOptions) -> Result<(), Failure> {
    args.report.tables.format(output)?;
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
        let contest = store.run(id)?.contest;
        // What is in the user's own file is resumed without being asked for.
        if args.records.is_own() && !is_default(Path::new(path)) {
            consent(&contest, store.path(), args.programs)?;
        }
        parts.push((contest, store.games(id)?));
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
    super::print(name, &ContestState::new(store.run(id)?.contest, store.games(id)?), &args.report, output)
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
