//! A tournament on paper.

use std::io::Write;

use poda_contest::{Contest, Standings, StandingsRow, statistics::Results};
use serde_json::{Value, json};

use super::texts::ContestTexts;
use crate::{
    arguments::OutputOptions,
    commands::{print_json, stdout},
    failure::Failure,
};

/// Prints ratings with errors, points, results by side, and the cross table.
pub(crate) fn print(contest: &Contest, standings: &Standings, output: OutputOptions) -> Result<(), Failure> {
    let texts = ContestTexts(output.language());
    if output.json {
        return print_json(&to_json(contest, standings));
    }
    let out = &mut stdout();
    let name = |row: &StandingsRow| contest.players[row.player].name.as_str();
    let [title, elo, points, first, second] = texts.headings();
    let width = standings.rows.iter().map(|row| name(row).chars().count()).max().unwrap_or(0);
    let width = width.max(title.chars().count());
    let places: Vec<String> = (1..=standings.rows.len()).map(|place| format!("{place:>6}")).collect();
    let places = places.concat();
    writeln!(
        out,
        "{:>3} {title:<width$}  {elo:>15}  {points:>14}  {first:>13}  {second:>13}  {places}",
        "#"
    )?;
    for (place, row) in standings.rows.iter().enumerate() {
        // Without the sign of a number that rounds to nothing.
        let elo = row.rating.elo.round() + 0.0;
        let rating = format!("{elo:+.0} +/- {:.0}", row.rating.error);
        let points = format!("{} / {}", row.results.points(), row.results.games());
        let [first, second] = row.by_side.map(short);
        let cross: String = standings.rows.iter().map(|other| cross_cell(standings, row, other)).collect();
        let faults =
            if row.faults > 0 { format!("  {}", texts.faults_in_table(row.faults)) } else { String::new() };
        let place = place + 1;
        let line = format!(
            "{place:>3} {:<width$}  {rating:>15}  {points:>14}  {first:>13}  {second:>13}  {cross}{faults}",
            name(row)
        );
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", texts.contest(contest))?;
    Ok(())
}

/// `+3 -1 =2`.
fn short(results: Results) -> String {
    format!("+{} -{} ={}", results.wins, results.losses, results.draws)
}

/// Points of one against another.
fn cross_cell(standings: &Standings, row: &StandingsRow, other: &StandingsRow) -> String {
    let results = standings.against[row.player][other.player];
    match results.games() {
        0 if row.player == other.player => format!("{:>6}", "x"),
        0 => format!("{:>6}", "."),
        _ => format!("{:>6}", results.points()),
    }
}

fn to_json(contest: &Contest, standings: &Standings) -> Value {
    let results = |results: Results| json!([results.wins, results.losses, results.draws]);
    let rows: Vec<Value> = standings
        .rows
        .iter()
        .map(|row| {
            let player = &contest.players[row.player];
            let against: Vec<Value> = standings
                .rows
                .iter()
                .filter(|other| standings.against[row.player][other.player].games() > 0)
                .map(|other| {
                    json!({
                        "player": contest.players[other.player].name,
                        "results": results(standings.against[row.player][other.player]),
                    })
                })
                .collect();
            json!({
                "player": player.name,
                "spec": player.spec,
                "elo": row.rating.elo,
                "error": row.rating.error,
                "points": row.results.points(),
                "games": row.results.games(),
                "playing_first": results(row.by_side[0]),
                "playing_second": results(row.by_side[1]),
                "faults": row.faults,
                "against": against,
            })
        })
        .collect();
    json!({
        "game": contest.game,
        "format": contest.plan.format.word(),
        "openings": contest.openings.to_string(),
        "seed": contest.seed,
        "table": rows,
    })
}
