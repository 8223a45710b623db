use std::io::Write;

use poda_catalog::{ENGINES, Family, Stage};
use poda_core::{TextStyle, Translate};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{GamesArgs, OutputOptions},
    catalog::catalog,
    failure::Failure,
    json,
    terminal::style,
};

pub(crate) fn run(_: &GamesArgs, output: OutputOptions) -> Result<(), Failure> {
    if output.json {
        let games: Result<Vec<Value>, Failure> =
            catalog().families().iter().map(|family| game_json(family, output)).collect();
        return json::print("catalog", json!({ "games": games?, "engines": engines_json(output) }));
    }
    let language = output.language();
    let (strong, name, faint) = (style(TextStyle::Strong), style(TextStyle::First), style(TextStyle::Faint));
    let out = &mut stdout();
    for family in catalog().families() {
        writeln!(out, "{name}{}{name:#}  {strong}{}{strong:#}", family.name, family.title.get(language))?;
        writeln!(out, "  {}", family.summary.get(language))?;
        for form in &family.forms {
            writeln!(out, "  {:<28} {faint}{}{faint:#}", form.spec, form.meaning.get(language))?;
        }
        writeln!(out, "  {strong}{}{strong:#}", language.pick("evaluators", "heurísticas"))?;
        for evaluator in catalog().open(&family.name)?.evaluators() {
            writeln!(out, "    {:<26} {faint}{}{faint:#}", evaluator.name, evaluator.summary.get(language))?;
        }
        writeln!(out, "  {strong}{}{strong:#}", language.pick("built-in players", "jugadores incorporados"))?;
        let width = family.built_in.iter().map(|player| player.spec.len()).max().unwrap_or_default();
        for player in &family.built_in {
            let (title, character) = (player.title.get(language), player.character.get(language));
            writeln!(
                out,
                "    {:<10} {:<width$} {faint}{title}: {character}{faint:#}",
                player.name, player.spec
            )?;
        }
        let stages: Vec<&Stage> = family.stages().collect();
        if !stages.is_empty() {
            let title = language.pick("stages of the reports", "etapas de las memorias");
            writeln!(out, "  {strong}{title}{strong:#}")?;
        }
        let width = stages.iter().map(|stage| stage.spec.len()).max().unwrap_or_default();
        for stage in stages {
            let adds = stage.adds.get(language);
            writeln!(out, "    {:<18} {:<width$} {faint}{adds}{faint:#}", stage.name, stage.spec)?;
        }
        writeln!(out)?;
    }
    let title = language.pick("engines", "motores");
    writeln!(out, "{strong}{title}{strong:#}")?;
    for engine in ENGINES {
        let (title, summary) = (engine.title.get(language), engine.summary.get(language));
        writeln!(out, "  {name}{:<10}{name:#} {title}: {summary}", engine.name)?;
        for option in engine.options() {
            let assignment = format!("{}={}", option.name, option.default.text(language));
            writeln!(out, "    {assignment:<26} {faint}{}{faint:#}", option.meaning.get(language))?;
        }
    }
    Ok(())
}

fn game_json(family: &Family, output: OutputOptions) -> Result<Value, Failure> {
    let language = output.language();
    let opened = catalog().open(&family.name)?;
    let evaluators: Vec<Value> = opened
        .evaluators()
        .iter()
        .map(|evaluator| json!({ "name": evaluator.name, "summary": evaluator.summary.get(language) }))
        .collect();
    let forms: Vec<Value> = family
        .forms
        .iter()
        .map(|form| json!({ "spec": form.spec, "meaning": form.meaning.get(language) }))
        .collect();
    let players: Vec<Value> = family
        .built_in
        .iter()
        .map(|player| {
            json!({
                "name": player.name,
                "spec": player.spec,
                "title": player.title.get(language),
                "character": player.character.get(language),
            })
        })
        .collect();
    let stages: Vec<Value> = family
        .stages()
        .map(|stage| json!({ "name": stage.name, "spec": stage.spec, "adds": stage.adds.get(language) }))
        .collect();
    Ok(json!({
        "name": family.name,
        "title": family.title.get(language),
        "summary": family.summary.get(language),
        "forms": forms,
        "evaluators": evaluators,
        "players": players,
        "stages": stages,
    }))
}

fn engines_json(output: OutputOptions) -> Vec<Value> {
    let language = output.language();
    let option_json = |option: &poda_catalog::OptionInfo| json!({ "name": option.name, "default": option.default.to_string(), "meaning": option.meaning.get(language) });
    ENGINES
        .iter()
        .map(|engine| {
            json!({
                "name": engine.name,
                "title": engine.title.get(language),
                "summary": engine.summary.get(language),
                "options": engine.options().iter().map(option_json).collect::<Vec<_>>(),
            })
        })
        .collect()
}
