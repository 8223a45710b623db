//! A tournament on paper.

use std::io::Write;

use poda_contest::{Contest, ContestState, Standings, StandingsRow, statistics::Results};

use super::texts::ContestTexts;
use crate::{
    failure::Failure,
    table::{Align, Table},
};

/// Prints ratings with errors, points, results by side, and the cross table.
pub(crate) fn print(
    out: &mut dyn Write,
    contest: &Contest,
    standings: &Standings,
    texts: ContestTexts,
) -> Result<(), Failure> {
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
    Ok(())
}

/// The table for reports, with a number in each cell.
pub(crate) fn standings(state: &ContestState, texts: ContestTexts) -> Table {
    let headings = texts.report_headings();
    let align = |column: usize| if column == 1 { Align::Left } else { Align::Right };
    let mut table = Table::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for (place, row) in state.standings().rows.iter().enumerate() {
        let Results { wins, losses, draws } = row.results;
        let elo = row.rating.elo.round() + 0.0;
        table.push(vec![
            (place + 1).to_string(),
            state.contest().players[row.player].name.clone(),
            format!("{elo:+.0}"),
            format!("{:.0}", row.rating.error),
            row.results.points().to_string(),
            row.results.games().to_string(),
            wins.to_string(),
            losses.to_string(),
            draws.to_string(),
            row.faults.to_string(),
        ]);
    }
    table
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
