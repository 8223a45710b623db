//! A match as text and as JSON.

use std::io::Write;

use poda_contest::{
    Contest, MatchTally, MatchVerdict,
    statistics::{EloEstimate, Results},
};
use poda_core::Language;
use serde_json::{Value, json};

use super::texts::ContestTexts;
use crate::{
    arguments::OutputOptions,
    commands::{print_json, stdout},
    failure::Failure,
};

/// Prints the lines that tools of the field print, and what they leave out.
pub(crate) fn print(contest: &Contest, tally: &MatchTally, output: OutputOptions) -> Result<(), Failure> {
    let names = [contest.players[0].name.as_str(), contest.players[1].name.as_str()];
    let language = output.language();
    if output.json {
        return print_json(&to_json(contest, tally, names, language));
    }
    let (out, texts) = (&mut stdout(), ContestTexts(language));
    writeln!(out, "{}", texts.score(tally.all, names))?;
    for line in texts.by_side(names[0], tally.by_side) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{}", texts.elo(tally.elo(), tally.superiority(), tally.all.draw_ratio()))?;
    let normalized = tally.pairs.normalized_elo().map_or_else(String::new, |normalized| {
        format!(", normalized Elo: {:.2} +/- {:.2}", normalized.elo, normalized.error)
    });
    let [a, b, c, d, e] = tally.pairs.counts;
    writeln!(out, "Pentanomial: [{a}, {b}, {c}, {d}, {e}]{normalized}")?;
    if let Some(state) = tally.sprt_state() {
        writeln!(out, "{}", ContestTexts::sprt(state))?;
    }
    writeln!(out, "{}", texts.distinct(tally.distinct_games, tally.all.games()))?;
    for (name, faults) in names.iter().zip(tally.faults).filter(|(_, faults)| *faults > 0) {
        writeln!(out, "{}", texts.faults(name, faults))?;
    }
    writeln!(out, "{}", texts.contest(contest))?;
    writeln!(out, "{}", tally.sentence(names, language))?;
    Ok(())
}

fn to_json(contest: &Contest, tally: &MatchTally, names: [&str; 2], language: Language) -> Value {
    let results =
        |results: Results| json!({ "wins": results.wins, "losses": results.losses, "draws": results.draws });
    let mut elo = json!({ "elo": null, "error": null, "at_least": null, "at_most": null });
    match tally.elo() {
        EloEstimate::Between { elo: value, error } => {
            elo["elo"] = json!(value);
            elo["error"] = json!(error);
        }
        EloEstimate::AtLeast(bound) => elo["at_least"] = json!(bound),
        EloEstimate::AtMost(bound) => elo["at_most"] = json!(bound),
        EloEstimate::Unknown => {}
    }
    let verdict = match tally.verdict() {
        MatchVerdict::NoConclusion => "no-conclusion",
        MatchVerdict::Stronger(0) => "first-stronger",
        MatchVerdict::Stronger(_) => "second-stronger",
        MatchVerdict::Open => "open",
        MatchVerdict::Accepted => "accepted",
        MatchVerdict::Rejected => "rejected",
    };
    json!({
        "game": contest.game,
        "players": names,
        "seed": contest.seed,
        "openings": contest.openings.to_string(),
        "games": tally.all.games(),
        "distinct_games": tally.distinct_games,
        "results": results(tally.all),
        "playing_first": results(tally.by_side[0]),
        "playing_second": results(tally.by_side[1]),
        "share": tally.all.share(),
        "elo": elo,
        "los": tally.superiority(),
        "pentanomial": tally.pairs.counts,
        "normalized_elo": tally.pairs.normalized_elo().map(|normalized| json!({
            "elo": normalized.elo,
            "error": normalized.error,
        })),
        "sprt": tally.sprt_state().map(|state| json!({
            "llr": state.llr,
            "lower": state.lower,
            "upper": state.upper,
        })),
        "faults": tally.faults,
        "verdict": verdict,
        "sentence": tally.sentence(names, language),
    })
}
