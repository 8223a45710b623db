//! A match on paper.

use std::io::Write;

use poda_contest::{
    Contest, MatchTally, MatchVerdict,
    statistics::{EloEstimate, Results, SprtState},
};
use poda_core::Language;
use serde_json::{Value, json};

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
    let out = &mut stdout();
    writeln!(out, "{}", score_line(tally.all, names))?;
    let sides = language.pick(["playing first", "playing second"], ["jugando primero", "jugando segundo"]);
    for (side, results) in sides.iter().zip(tally.by_side) {
        writeln!(out, "{} {side}: {}", names[0], wins_losses_draws(results))?;
    }
    writeln!(out, "{}", elo_line(tally))?;
    let normalized = tally.pairs.normalized_elo().map_or_else(String::new, |normalized| {
        format!(", normalized Elo: {:.2} +/- {:.2}", normalized.elo, normalized.error)
    });
    let [a, b, c, d, e] = tally.pairs.counts;
    writeln!(out, "Pentanomial: [{a}, {b}, {c}, {d}, {e}]{normalized}")?;
    if let Some(state) = tally.sprt_state() {
        writeln!(out, "{}", sprt_line(state))?;
    }
    let distinct = language.pick("Distinct games", "Partidas distintas");
    writeln!(out, "{distinct}: {} / {}", tally.distinct_games, tally.all.games())?;
    for (name, faults) in names.iter().zip(tally.faults).filter(|(_, faults)| *faults > 0) {
        let what = language.pick(
            "lost by an illegal move, by time or by its program's end",
            "perdidas por jugada ilegal, por tiempo o porque acabó su programa",
        );
        writeln!(out, "{name}: {faults} {what}")?;
    }
    let (game, openings, seed) =
        language.pick(("Game", "openings", "seed"), ("Juego", "aperturas", "semilla"));
    writeln!(out, "{game}: {}, {openings}: {}, {seed}: {}", contest.game, contest.openings, contest.seed)?;
    writeln!(out, "{}", tally.sentence(names, language))?;
    Ok(())
}

/// `Score of A vs B: 2 - 0 - 2  [0.750] 4`.
pub(crate) fn score_line(results: Results, names: [&str; 2]) -> String {
    let [a, b] = names;
    let (score, games) = (wins_losses_draws(results), results.games());
    format!("Score of {a} vs {b}: {score}  [{:.3}] {games}", results.share())
}

fn wins_losses_draws(results: Results) -> String {
    format!("{} - {} - {}", results.wins, results.losses, results.draws)
}

/// `Elo difference: 190.85 +/- 457.95, LOS: 97.72 %, DrawRatio: 50.00 %`.
pub(crate) fn elo_line(tally: &MatchTally) -> String {
    let elo = match tally.elo() {
        EloEstimate::Between { elo, error } => format!("{elo:.2} +/- {error:.2}"),
        EloEstimate::AtLeast(bound) => format!("at least {bound:+.0} at 95 %"),
        EloEstimate::AtMost(bound) => format!("at most {bound:+.0} at 95 %"),
        EloEstimate::Unknown => "unknown".to_owned(),
    };
    let (superiority, draws) = (tally.superiority() * 100.0, tally.all.draw_ratio() * 100.0);
    format!("Elo difference: {elo}, LOS: {superiority:.2} %, DrawRatio: {draws:.2} %")
}

/// `SPRT: llr 2.95 (100.2%), lbound -2.94, ubound 2.94`.
fn sprt_line(state: SprtState) -> String {
    let SprtState { llr, lower, upper } = state;
    format!("SPRT: llr {llr:.2} ({:.1}%), lbound {lower:.2}, ubound {upper:.2}", state.progress() * 100.0)
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
