//! A tournament on paper.

use std::io::Write;

use poda_contest::{Contest, ContestState, Standings, StandingsRow, statistics::Results};

use super::texts::ContestTexts;
use crate::{
    failure::Failure,
    table::{Align, TableFormat, TextTable},
};

/// What a terminal shows without breaking lines.
const WIDTH: usize = 80;

/// Prints ratings with errors, points, results by side, and the cross table: beside the rest where it fits, else below.
pub(crate) fn print(
    out: &mut dyn Write,
    contest: &Contest,
    standings: &Standings,
    texts: ContestTexts,
) -> Result<(), Failure> {
    let whole = ratings(contest, standings, texts, true).render(TableFormat::Text);
    if whole.lines().all(|line| line.chars().count() <= WIDTH) {
        return Ok(out.write_all(whole.as_bytes())?);
    }
    write!(out, "{}", ratings(contest, standings, texts, false).render(TableFormat::Text))?;
    write!(out, "\n{}", cross_table(contest, standings, texts).render(TableFormat::Text))?;
    Ok(())
}

fn ratings(
    contest: &Contest,
    standings: &Standings,
    texts: ContestTexts,
    with_cross_table: bool,
) -> TextTable {
    let [title, elo, points, first, second] = texts.headings();
    let right = |heading: &str| (heading.to_owned(), Align::Right);
    let mut headings = vec![right("#"), (title.to_owned(), Align::Left)];
    headings.extend([elo, points, first, second].map(right));
    if with_cross_table {
        headings.extend(places(standings));
    }
    // Nobody wants a column about nothing.
    let has_faults = standings.rows.iter().any(|row| row.faults > 0);
    if has_faults {
        headings.push((String::new(), Align::Left));
    }
    let mut table = TextTable::new(headings);
    for (place, row) in standings.rows.iter().enumerate() {
        // Without the sign of a number that rounds to nothing.
        let elo = row.rating.elo.round() + 0.0;
        let mut cells = vec![
            (place + 1).to_string(),
            contest.players[row.player].name.clone(),
            format!("{elo:+.0} +/- {:.0}", row.rating.error),
            format!("{} / {}", row.results.points(), row.results.games()),
        ];
        cells.extend(row.by_side.map(short));
        if with_cross_table {
            cells.extend(standings.rows.iter().map(|other| cross_cell(standings, row, other)));
        }
        if has_faults {
            let faults = row.faults;
            cells.push(if faults > 0 { texts.faults_in_table(faults) } else { String::new() });
        }
        table.push(cells);
    }
    table
}

/// Points of everybody against everybody.
fn cross_table(contest: &Contest, standings: &Standings, texts: ContestTexts) -> TextTable {
    let [title, ..] = texts.headings();
    let mut headings = vec![("#".to_owned(), Align::Right), (title.to_owned(), Align::Left)];
    headings.extend(places(standings));
    let mut table = TextTable::new(headings);
    for (place, row) in standings.rows.iter().enumerate() {
        let mut cells = vec![(place + 1).to_string(), contest.players[row.player].name.clone()];
        cells.extend(standings.rows.iter().map(|other| cross_cell(standings, row, other)));
        table.push(cells);
    }
    table
}

/// The headings of a cross table.
fn places(standings: &Standings) -> impl Iterator<Item = (String, Align)> {
    (1..=standings.rows.len()).map(|place| (place.to_string(), Align::Right))
}

/// The table for reports, with a number in each cell.
pub(crate) fn standings(state: &ContestState, texts: ContestTexts) -> TextTable {
    let headings = texts.report_headings();
    let align = |column: usize| if column == 1 { Align::Left } else { Align::Right };
    let mut table =
        TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
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
        0 if row.player == other.player => "x".to_owned(),
        0 => ".".to_owned(),
        _ => results.points().to_string(),
    }
}
