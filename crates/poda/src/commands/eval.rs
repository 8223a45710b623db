use std::io::Write;

use poda_catalog::{AnyGame, Assessment, EvaluatorInfo};
use poda_core::{Language, Side, TextStyle};
use serde_json::{Map, Value, json};

use super::{outcome_json, print_json, put_score, stdout};
use crate::{
    arguments::{EvalArgs, OutputOptions},
    failure::Failure,
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
    let position = session.position();
    let reports = reports(game.as_ref(), args.eval.as_deref(), &position)?;
    if output.json {
        let evaluators: Vec<Value> = reports.iter().map(report_json).collect();
        return print_json(&json!({
            "game": game.spec(),
            "position": position,
            "to_move": session.to_move().number(),
            "outcome": outcome_json(session.outcome()),
            "evaluators": evaluators,
        }));
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
fn reports(game: &dyn AnyGame, name: Option<&str>, position: &str) -> Result<Vec<EvaluatorReport>, Failure> {
    let name = name.map(|name| weights::spell_out_evaluator(name, game)).transpose()?;
    let mut evaluators = game.evaluators();
    if let Some(name) = &name {
        // Asking refuses a name that is not listed.
        game.assess(name, position, Side::First)?;
        evaluators.retain(|evaluator| Some(evaluator.name) == name.split('@').next());
    }
    let mut reports = Vec::new();
    for evaluator in evaluators {
        let assess = |side| game.assess(name.as_deref().unwrap_or(evaluator.name), position, side);
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
        language.pick("value (infinity swallows the rest)", "valor (el infinito se traga el resto)")
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

fn report_json(report: &EvaluatorReport) -> Value {
    let side_json = |assessment: &Assessment| {
        let mut object = Map::new();
        put_score(&mut object, Some(assessment.score));
        let part_json = |part: &poda_core::Term| json!({ "name": part.name.english, "value": part.value });
        object.insert("parts".into(), assessment.parts.iter().map(part_json).collect());
        Value::from(object)
    };
    let [first, second] = &report.sides;
    json!({
        "name": report.evaluator.name,
        "adds_up": first.adds_up,
        "p1": side_json(first),
        "p2": side_json(second),
    })
}
