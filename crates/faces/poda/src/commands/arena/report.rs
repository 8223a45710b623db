//! A match as text.

use std::io::Write;

use poda_contest::{Contest, MatchTally};

use super::texts::ContestTexts;
use crate::failure::Failure;

/// Prints the lines that tools of the field print, and what they leave out.
pub(crate) fn print(
    out: &mut dyn Write,
    contest: &Contest,
    tally: &MatchTally,
    texts: ContestTexts,
) -> Result<(), Failure> {
    let names = [contest.players[0].name.as_str(), contest.players[1].name.as_str()];
    writeln!(out, "{}", texts.score(tally.all, names))?;
    for line in texts.by_side(names[0], tally.by_side) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", texts.elo(tally.elo(), tally.superiority(), tally.all.draw_ratio()))?;
    let normalized = tally
        .pairs
        .normalized_elo()
        .map_or_else(String::new, |normalized| texts.normalized_elo(normalized.elo, normalized.error));
    let [a, b, c, d, e] = tally.pairs.counts;
    writeln!(out, "Pentanomial: [{a}, {b}, {c}, {d}, {e}]{normalized}")?;
    if let Some(state) = tally.sprt_state() {
        writeln!(out, "{}", ContestTexts::sprt(state))?;
    }
    writeln!(out, "{}", texts.distinct(tally.distinct_games, tally.all.games()))?;
    Ok(())
}
