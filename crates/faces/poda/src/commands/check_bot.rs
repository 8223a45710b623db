use std::io::Write;

use poda_bots::{Bot, BotSource, CheckFinding, Checkup, Sandbox, check_bot};
use poda_core::{Language, TextStyle, message};
use serde_json::{Value, json};

use super::{SandboxTold, best::BestObserver, stdout};
use crate::{
    arguments::{CheckBotArgs, OutputOptions},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    terminal::style,
};

pub(crate) fn run(args: &CheckBotArgs, output: OutputOptions) -> Result<(), Failure> {
    let bot = Bot::read(&args.bot, None).ok_or_else(|| {
        Failure::Usage(message!(
            "{bot:?} is not a bot: json:COMMAND, cmd:COMMAND or course:FOLDER",
            "{bot:?} no es un programa: json:COMANDO, cmd:COMANDO o course:CARPETA",
            bot = args.bot
        ))
    })?;
    let bot = bot.map_err(|error| Failure::usage(&error))?;
    let own = match &bot.source {
        BotSource::Course(course) => course.own_game(),
        BotSource::Command(_) => None,
    };
    let game = catalog().open(args.game.as_deref().or(own).unwrap_or("connect4"))?;
    let (limits, language) = (args.limits.limits(), output.language());
    let sandbox = SandboxTold::new(language, output.json).tell(&limits)?;
    let mut observer = BestObserver::silent();
    let checkup = check_bot(&bot, game.as_ref(), args.thinking.limits(), &limits, args.seed, &mut observer);
    if interrupt::asked() {
        return Err(Failure::Interrupted(message!("stopped", "interrumpido")));
    }
    if output.json {
        json::print("checkup", to_json(&checkup, sandbox, language))?;
    } else {
        print(&checkup, language)?;
    }
    if checkup.passed() {
        return Ok(());
    }
    let (step, count) = (checkup.steps.len(), checkup.planned);
    Err(Failure::Failed(message!(
        "the bot failed at step {step} of {count}",
        "el programa falla en el paso {step} de {count}",
        step,
        count,
    )))
}

fn print(checkup: &Checkup, language: Language) -> Result<(), Failure> {
    let out = &mut stdout();
    let (strong, faint) = (style(TextStyle::Strong), style(TextStyle::Faint));
    for (index, step) in checkup.steps.iter().enumerate() {
        let (number, title) = (index + 1, step.title.get(language));
        let Some(finding) = &step.failure else {
            let seen = printable(&step.seen.text(language));
            writeln!(out, "{number}. {strong}ok{strong:#}  {title}: {faint}{seen}{faint:#}")?;
            continue;
        };
        let CheckFinding { rule, fix, conversation, talk, .. } = finding;
        let what = finding.say(language);
        let failed = language.pick("FAILED", "FALLA");
        writeln!(out, "{number}. {title}: {strong}{failed}{strong:#}: {what}")?;
        for exchange in conversation.iter().rev().take(6).rev() {
            let mark = if exchange.sent { '>' } else { '<' };
            writeln!(out, "   {mark} {}", printable(&exchange.line))?;
        }
        for line in talk.lines().rev().take(8).collect::<Vec<_>>().into_iter().rev() {
            writeln!(out, "   ! {}", printable(line))?;
        }
        writeln!(out, "   {}: {}", language.pick("rule", "regla"), rule.get(language))?;
        writeln!(out, "   {}: {}", language.pick("fix", "solución"), fix.get(language))?;
    }
    if checkup.passed() {
        let well = language
            .pick("all well: the bot follows its protocol", "todo bien: el programa cumple su protocolo");
        writeln!(out, "{strong}{well}{strong:#}")?;
    }
    Ok(())
}

/// A program's own words as they are, but for what a terminal would take for a command.
fn printable(line: &str) -> String {
    let mut text = String::new();
    for letter in line.chars() {
        if letter.is_control() && letter != '\t' {
            text.extend(letter.escape_debug());
        } else {
            text.push(letter);
        }
    }
    text
}

fn to_json(checkup: &Checkup, sandbox: Sandbox, language: Language) -> Value {
    let steps: Vec<Value> = checkup
        .steps
        .iter()
        .map(|step| {
            let failure = step.failure.as_ref().map(|finding| {
                let exchanges = finding.conversation.iter();
                json!({
                    "what": finding.say(language),
                    "rule": finding.rule.get(language),
                    "fix": finding.fix.get(language),
                    "conversation": exchanges
                        .map(|exchange| json!({ "sent": exchange.sent, "line": exchange.line }))
                        .collect::<Vec<_>>(),
                    "stderr": finding.talk,
                })
            });
            json!({ "step": step.title.get(language), "seen": step.seen.text(language), "failure": failure })
        })
        .collect();
    json!({ "passed": checkup.passed(), "sandbox": sandbox.word(), "steps": steps })
}
