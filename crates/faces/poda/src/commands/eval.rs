use std::io::Write;

use poda_agent::AnyState;
use poda_catalog::{AnyGame, Assessment, EvaluatorChoice, EvaluatorInfo};
use poda_core::{Language, Side, TextStyle};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{EvalArgs, OutputOptions},
    failure::Failure,
    json,
    terminal::style,
    weights,
};

/// What one evaluator thinks, for each side.
struct EvaluatorReport {
    evaluator: EvaluatorInfo,
    sides: [Assessment; 2],
}

pub(crate) fn run(args: &EvalArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.position.open()?;
    let reports = reports(game.as_ref(), args.eval.as_deref(), session.state().as_ref())?;
    if output.json {
        let content = json!({
            "to_move": json::side(session.to_move()),
            "outcome": json::outcome(session.outcome()),
            "evaluators": reports.iter().map(report_json).collect::<Vec<_>>(),
        });
        return json::print_at("evaluation", &session, content);
    }
    let out = &mut stdout();
    for (index, report) in reports.iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        print_report(out, report, output.language())?;
    }
    Ok(())
}

/// The reports of the named evaluator, or of all that the game has.
fn reports(
    game: &dyn AnyGame,
    name: Option<&str>,
    state: &dyn AnyState,
) -> Result<Vec<EvaluatorReport>, Failure> {
    let name = name.map(|name| weights::spell_out_evaluator(name, game)).transpose()?;
    let mut evaluators = game.evaluators();
    if let Some(name) = &name {
        // Asking refuses a name that is not listed.
        game.assess(EvaluatorChoice::Named(name), state, Side::First)?;
        evaluators.retain(|evaluator| Some(evaluator.name) == name.split('@').next());
    }
    let mut reports = Vec::new();
    for evaluator in evaluators {
        let choice = EvaluatorChoice::Named(name.as_deref().unwrap_or(evaluator.name));
        let assess = |side| game.assess(choice, state, side);
        let sides = [assess(Side::First)?, assess(Side::Second)?];
        reports.push(EvaluatorReport { evaluator, sides });
    }
    Ok(reports)
}

fn print_report(out: &mut dyn Write, report: &EvaluatorReport, language: Language) -> Result<(), Failure> {
    let [first, second] = &report.sides;
    let total = if first.adds_up {
        language.pick("value", "valor")
    } else {
        language.pick(
            "value (an infinite term overrides the rest)",
            "valor (un término infinito anula los demás)",
        )
    };
    let names = first.parts.iter().map(|part| part.name.get(language));
    let letters = |name: &str| name.chars().count();
    let width = names.chain([total, report.evaluator.name]).map(letters).max().unwrap_or_default();
    let (strong, name, faint) = (style(TextStyle::Strong), style(TextStyle::First), style(TextStyle::Faint));
    let heads = Side::BOTH.map(|side| format!("{} {side}", language.pick("player", "jugador")));
    let [one, two] = &heads;
    writeln!(out, "{name}{:<width$}{name:#}  {strong}{one:>12} {two:>12}{strong:#}", report.evaluator.name)?;
    for (part, same) in first.parts.iter().zip(&second.parts) {
        writeln!(
            out,
            "{faint}{:<width$}{faint:#}  {:>12} {:>12}",
            part.name.get(language),
            signed(part.value),
            signed(same.value)
        )?;
    }
    // A score pads itself, so that it reads `win 3` where an end is proven.
    let [one, two] = [first.score, second.score];
    writeln!(out, "{strong}{total:<width$}{strong:#}  {one:>12} {two:>12}")?;
    Ok(())
}

fn signed(value: i32) -> String {
    if value == 0 { "0".into() } else { format!("{value:+}") }
}

/// The report of one evaluator, with the English names of its terms.
fn report_json(EvaluatorReport { evaluator, sides }: &EvaluatorReport) -> Value {
    let assessment = |found: &Assessment| {
        let terms = found.parts.iter().map(|term| json!({ "name": term.name.english, "value": term.value }));
        json!({ "score": found.score, "terms": terms.collect::<Vec<_>>() })
    };
    let [first, second] = sides;
    json!({
        "name": evaluator.name,
        "adds_up": first.adds_up,
        "p1": assessment(first),
        "p2": assessment(second),
    })
}
