//! Going on with a run. Its file may come from elsewhere: what programs may do is decided here.

use std::path::Path;

use poda_agent::{BotLimits, SandboxChoice};
use poda_bots::Protocol;
use poda_contest::Contest;
use poda_core::{Language, message, text};

use super::{Playing, ready, tell_sandbox};
use crate::{
    arguments::{OutputOptions, ProgramArgs, ResumeArgs},
    failure::Failure,
    queue,
    terminal::say,
};

pub(crate) fn resume(args: &ResumeArgs, output: OutputOptions) -> Result<(), Failure> {
    let store = args.records.open_existing()?;
    let mut contest = store.run(args.id)?.contest;
    args.report.tables.format(output)?;
    if !args.records.is_own() {
        consent(&contest, store.path(), args.programs)?;
    }
    if contest.players.iter().any(|player| Protocol::of_spec(&player.spec).is_some()) {
        hold(&mut contest.conditions.bots, &args.limits.limits(), output.language());
    }
    // Programs may be elsewhere by now, and would lose all that is left.
    let contest = ready(contest, output.language())?;
    tell_sandbox(&contest, args.quiet, output)?;
    let playing = Playing {
        records: &args.records,
        machines: queue::any_executor(
            &args.queue,
            &args.shards,
            args.spot_check.spot_check,
            args.concurrency,
        )?,
        queue: &args.queue,
        spot_check: args.spot_check,
        shards: &args.shards,
        concurrency: args.concurrency,
        quiet: args.quiet,
        report: &args.report,
    };
    playing.play(&store, store.claim(args.id)?, &contest, output)
}

/// Sees that the user allows what a file wants to start.
pub(super) fn consent(contest: &Contest, path: &Path, given: ProgramArgs) -> Result<(), Failure> {
    let mut commands: Vec<String> = contest
        .players
        .iter()
        .filter(|player| Protocol::of_spec(&player.spec).is_some())
        .map(|player| format!("{:?}", player.spec))
        .collect();
    commands.dedup();
    if commands.is_empty() || given.allow_programs {
        return Ok(());
    }
    let (path, commands) = (path.display(), commands.join(", "));
    Err(Failure::Usage(message!(
        "{path}: the run starts programs, which --allow-programs allows: {commands}",
        "{path}: la serie ejecuta programas, lo que --allow-programs permite: {commands}",
        path,
        commands
    )))
}

/// Gives programs this machine's sandbox and at most its limits; what the run wants beyond that is told.
fn hold(limits: &mut BotLimits, machine: &BotLimits, language: Language) {
    let wanted = *limits;
    // No sandbox holds more than bubblewrap.
    limits.sandbox = match (wanted.sandbox, machine.sandbox) {
        (SandboxChoice::Bwrap, SandboxChoice::Auto) => SandboxChoice::Bwrap,
        (_, here) => here,
    };
    let (mut asked, mut given) = (Vec::new(), Vec::new());
    if wanted.sandbox != limits.sandbox && wanted.sandbox != SandboxChoice::Auto {
        asked.push(format!("--sandbox {}", wanted.sandbox.word()));
        given.push(format!("--sandbox {}", limits.sandbox.word()));
    }
    let mut processes = limits.processes as u64;
    for (name, limit, most) in [
        ("memory", &mut limits.memory, machine.memory),
        ("cpu", &mut limits.processor, machine.processor),
        ("process", &mut processes, machine.processes as u64),
        ("scratch", &mut limits.scratch, machine.scratch),
    ] {
        if *limit > most {
            asked.push(format!("--{name}-limit {limit}"));
            given.push(format!("--{name}-limit {most}"));
            *limit = most;
        }
    }
    limits.processes = processes as usize;
    if asked.is_empty() {
        return;
    }
    let (asked, given) = (asked.join(" "), given.join(" "));
    say(&text!(
        language,
        "warning: the run asks for {asked}; its programs get {given}",
        "aviso: la serie pide {asked}; sus programas reciben {given}",
        asked,
        given
    ));
}
