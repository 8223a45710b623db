use std::io::Write;

use poda_agent::SandboxChoice;
use poda_bots::{Attempted, Sandbox, try_sandbox};
use poda_core::{Language, Message, TextStyle, Translate, message};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{OutputOptions, SandboxCommandArgs},
    failure::Failure,
    json,
    table::{Align, TableFormat, TextTable},
    terminal::style,
};

/// A sandbox as it was found here.
struct Tried {
    choice: SandboxChoice,
    sandbox: Option<Sandbox>,
    /// The attempts to get out, or why there were none.
    attempts: Result<Vec<Attempted>, Message>,
}

pub(crate) fn run(args: &SandboxCommandArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let auto = Sandbox::find(SandboxChoice::Auto).map_err(|error| Failure::usage(&error))?;
    let choices = match args.sandbox {
        SandboxChoice::Auto => vec![SandboxChoice::Bwrap, SandboxChoice::Landlock],
        choice => vec![choice],
    };
    let tried: Vec<Tried> = choices.into_iter().map(|choice| try_one(choice, args.check)).collect();
    if output.json {
        let sandboxes: Vec<Value> = tried.iter().map(|one| to_json(one, language)).collect();
        json::print(
            "sandbox",
            json!({ "auto": auto.word(), "complete": auto.is_complete(), "sandboxes": sandboxes }),
        )?;
    } else {
        print(auto, &tried, args.check, language)?;
    }
    let reached = |one: &Tried| one.attempts.iter().flatten().any(|attempted| attempted.reached.is_some());
    let open = tried.iter().find(|one| one.choice.word() == auto.word() && reached(one));
    if let Some(open) = open {
        let name = open.choice.word();
        return Err(Failure::Failed(message!(
            "{name} does not hold everything on this machine",
            "{name} no lo impide todo en esta máquina",
            name
        )));
    }
    Ok(())
}

fn try_one(choice: SandboxChoice, check: bool) -> Tried {
    let found = Sandbox::find(choice);
    let attempts = match &found {
        Err(error) => Err(error.message()),
        Ok(_) if check => try_sandbox(choice),
        Ok(_) => Ok(Vec::new()),
    };
    Tried { choice, sandbox: found.ok(), attempts }
}

fn print(auto: Sandbox, tried: &[Tried], check: bool, language: Language) -> Result<(), Failure> {
    let out = &mut stdout();
    let (strong, faint) = (style(TextStyle::Strong), style(TextStyle::Faint));
    let (heading, made) = (language.pick("default", "por defecto"), auto.text(language));
    writeln!(out, "{strong}{heading}{strong:#}: {made}")?;
    for one in tried {
        let name = one.choice.word();
        match (&one.attempts, one.sandbox) {
            (Err(why), _) => writeln!(out, "{strong}{name}{strong:#}: {}", why.text(language))?,
            (Ok(_), Some(sandbox)) => {
                let weaknesses = sandbox.weaknesses();
                if weaknesses.is_empty() {
                    let complete = language.pick("holds everything", "lo impide todo");
                    writeln!(out, "{strong}{name}{strong:#}: {complete}")?;
                }
                for weakness in weaknesses {
                    writeln!(out, "{strong}{name}{strong:#}: {faint}{}{faint:#}", weakness.get(language))?;
                }
            }
            (Ok(_), None) => {}
        }
    }
    let columns: Vec<(&str, &[Attempted])> = tried
        .iter()
        .filter_map(|one| {
            Some((one.choice.word(), one.attempts.as_deref().ok().filter(|list| !list.is_empty())?))
        })
        .collect();
    let Some((_, first)) = columns.first().filter(|_| check) else { return Ok(()) };
    let headings = columns.iter().map(|(name, _)| (*name, Align::Left));
    let mut table = TextTable::new(
        [(language.pick("a program that", "un programa que"), Align::Left)].into_iter().chain(headings),
    );
    for (row, attempted) in first.iter().enumerate() {
        let mut cells = vec![attempted.attempt.text.get(language).to_owned()];
        cells.extend(columns.iter().map(|(_, list)| match &list[row].reached {
            None => language.pick("is held", "se impide").to_owned(),
            Some(reached) => format!("{} {reached}", language.pick("REACHED", "LLEGÓ A")),
        }));
        table.push(cells);
    }
    writeln!(out, "\n{}", table.render(TableFormat::Text).trim_end())?;
    Ok(())
}

fn to_json(one: &Tried, language: Language) -> Value {
    let attempt = |attempted: &Attempted| json!({ "attempt": attempted.attempt.word, "held": attempted.reached.is_none(), "reached": attempted.reached });
    let attempts: Vec<Value> = one.attempts.iter().flatten().map(attempt).collect();
    let weaknesses: Vec<&str> = one
        .sandbox
        .map(|sandbox| sandbox.weaknesses().iter().map(|weakness| weakness.get(language)).collect())
        .unwrap_or_default();
    json!({
        "sandbox": one.choice.word(),
        "error": one.attempts.as_ref().err().map(|why| why.text(language)),
        "complete": one.sandbox.is_some_and(Sandbox::is_complete),
        "weaknesses": weaknesses,
        "attempts": attempts,
    })
}
