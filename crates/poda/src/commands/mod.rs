//! One file per command.

mod analyze;
mod arena;
mod bench;
mod best;
mod check_bot;
mod engine;
mod eval;
mod games;
mod grade;
mod manual;
mod perft;
mod play;
mod replay;
mod serve;
mod show;
mod solve;
mod speed;
mod tune;

use std::{
    io::{self, Write},
    time::SystemTime,
};

use poda_core::{Outcome, Score};
use serde_json::{Map, Value, json};

use crate::{
    arguments::{Cli, ColorWhen, Command},
    failure::Failure,
    interrupt,
};

/// Runs the command.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    match cli.manner.color {
        ColorWhen::Auto => {}
        ColorWhen::Always => anstream::ColorChoice::Always.write_global(),
        ColorWhen::Never => anstream::ColorChoice::Never.write_global(),
    }
    interrupt::listen();
    let manner = cli.manner;
    match cli.command {
        Command::Games(args) => games::run(&args, manner),
        Command::Play(args) => play::run(&args, manner),
        Command::Serve(args) => serve::run(args, manner),
        Command::Show(args) => show::run(&args, manner),
        Command::Best(args) => best::run(&args, manner),
        Command::Analyze(args) => analyze::run(&args, manner),
        Command::Eval(args) => eval::run(&args, manner),
        Command::Solve(args) => solve::run(&args, manner),
        Command::Perft(args) => perft::run(&args, manner),
        Command::Replay(args) => replay::run(&args, manner),
        Command::Match(args) => arena::run_match(&args, manner),
        Command::Tournament(args) => arena::run_tournament(&args, manner),
        Command::Resume(args) => arena::resume(&args, manner),
        Command::Runs(args) => arena::runs(&args, manner),
        Command::Merge(args) => arena::merge(&args, manner),
        Command::Grade(args) => grade::run(&args, manner),
        Command::Engine(args) => engine::run(&args),
        Command::CheckBot(args) => check_bot::run(&args, manner),
        Command::Tune(args) => tune::run(&args, manner),
        Command::Bench(args) => bench::run(&args, manner),
        Command::Completions(args) => manual::completions(&args),
        Command::Man(args) => manual::man(&args),
    }
}

/// Standard output, without colours where they are not wanted.
fn stdout() -> impl Write {
    anstream::AutoStream::auto(io::stdout())
}

/// Another game every time, small enough to be typed again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_micros() as u64 % 1_000_000 + 1
}

/// One JSON value on one line.
fn print_json(value: &Value) -> Result<(), Failure> {
    let mut line = serde_json::to_string(value)?;
    line.push('\n');
    io::stdout().write_all(line.as_bytes())?;
    Ok(())
}

/// `p1`, `p2`, `draw` or null.
fn outcome_json(outcome: Option<Outcome>) -> Value {
    outcome.map_or(Value::Null, |outcome| json!(outcome.word()))
}

/// A score as machines read it: `score` is a number, or null where there is no opinion; a proven end adds `win` or
/// `loss` with the number of decisions until then.
fn put_score(object: &mut Map<String, Value>, score: Option<Score>) {
    object.insert("score".into(), score.map_or(Value::Null, |score| json!(score.value())));
    if let Some(plies) = score.and_then(Score::win_distance) {
        object.insert("win".into(), json!(plies));
    }
    if let Some(plies) = score.and_then(Score::loss_distance) {
        object.insert("loss".into(), json!(plies));
    }
}
