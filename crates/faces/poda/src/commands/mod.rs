//! One file per command.

mod analyze;
mod arena;
mod bench;
mod best;
mod check_bot;
mod engine;
mod eval;
mod examine;
mod games;
mod grade;
mod manual;
mod perft;
mod play;
mod queue;
mod replay;
mod review;
mod sandbox;
mod serve;
mod show;
mod solve;
mod solve_boards;
mod speed;
mod tree;
mod tune;

use std::time::SystemTime;

use poda_agent::{Agent, BotLimits};
use poda_bots::Sandbox;
use poda_catalog::{AnyGame, PlayerError, PlayerSpec};
use poda_core::{Language, message, text};

use crate::{
    arguments::{Cli, ColorWhen, Command},
    failure::Failure,
    interrupt,
    terminal::{say, stdout},
    weights,
};

/// Runs the command.
pub(crate) fn run(cli: Cli) -> Result<(), Failure> {
    match cli.output.color {
        ColorWhen::Auto => {}
        ColorWhen::Always => anstream::ColorChoice::Always.write_global(),
        ColorWhen::Never => anstream::ColorChoice::Never.write_global(),
    }
    let output = cli.output;
    interrupt::listen(output.json);
    if let Some(name) = cli.command.name_without_json().filter(|_| output.json) {
        return Err(Failure::Usage(message!(
            "--json: `poda {name}` has no JSON output",
            "--json: `poda {name}` no tiene salida JSON",
            name
        )));
    }
    match cli.command {
        Command::Games(args) => games::run(&args, output),
        Command::Play(args) => play::run(&args, output),
        Command::Serve(args) => serve::run(args, output),
        Command::Show(args) => show::run(&args, output),
        Command::Best(args) => best::run(&args, output),
        Command::Analyze(args) => analyze::run(&args, output),
        Command::Tree(args) => tree::run(&args, output),
        Command::Eval(args) => eval::run(&args, output),
        Command::Solve(args) => solve::run(&args, output),
        Command::Perft(args) => perft::run(&args, output),
        Command::Replay(args) => replay::run(&args, output),
        Command::Match(args) => arena::run_match(&args, output),
        Command::Tournament(args) => arena::run_tournament(&args, output),
        Command::Resume(args) => arena::resume(&args, output),
        Command::Runs(args) => arena::runs(&args, output),
        Command::Review(args) => review::run(&args, output),
        Command::Examine(args) => examine::run(&args, output),
        Command::Merge(args) => arena::merge(&args, output),
        Command::Worker(args) => queue::worker(&args, output),
        Command::Queue(args) => queue::view(&args, output),
        Command::Slurm(args) => queue::slurm(&args, output),
        Command::Grade(args) => grade::run(&args, output),
        Command::Engine(args) => engine::run(&args),
        Command::CheckBot(args) => check_bot::run(&args, output),
        Command::Sandbox(args) => sandbox::run(&args, output),
        Command::Tune(args) => tune::run(&args, output),
        Command::Bench(args) => bench::run(&args, output),
        Command::Completions(args) => manual::completions(&args, output),
        Command::Man(args) => manual::man(&args, output),
    }
}

/// The agent that a player's spec names: an engine, a built-in player or a program. Says what a program runs in.
fn player(
    game: &dyn AnyGame,
    spec: &str,
    limits: &BotLimits,
    told: &mut SandboxTold,
) -> Result<Box<dyn Agent>, Failure> {
    seat(&weights::player(spec, game)?, game, limits, told)
}

/// The same for a player whose spec was read.
fn seat(
    player: &PlayerSpec,
    game: &dyn AnyGame,
    limits: &BotLimits,
    told: &mut SandboxTold,
) -> Result<Box<dyn Agent>, Failure> {
    let agent = player.seat(game, limits)?;
    if player.is_program() {
        told.tell(limits)?;
    }
    Ok(agent)
}

/// Says once what programs run in.
struct SandboxTold {
    language: Language,
    /// Nobody wants to know, or knows already.
    silent: bool,
}

impl SandboxTold {
    fn new(language: Language, quiet: bool) -> Self {
        Self { language, silent: quiet }
    }

    /// Sees that there is such a sandbox, and says which it is and what it cannot hold.
    fn tell(&mut self, limits: &BotLimits) -> Result<Sandbox, Failure> {
        let language = self.language;
        let sandbox = Sandbox::find(limits.sandbox).map_err(|error| Failure::usage(&error))?;
        if std::mem::replace(&mut self.silent, true) {
            return Ok(sandbox);
        }
        let made = sandbox.text(language);
        say(&text!(
            language,
            "programs run in a sandbox: {made}",
            "los programas corren en un entorno aislado: {made}",
            made
        ));
        let weaknesses: Vec<&str> =
            sandbox.weaknesses().iter().map(|weakness| weakness.get(language)).collect();
        if !weaknesses.is_empty() {
            let list = weaknesses.join("; ");
            say(&language
                .pick(format!("it does not hold everything: {list}"), format!("no lo impide todo: {list}")));
        }
        if limits.freeze && !Sandbox::can_freeze() {
            say(language.pick(
                "programs are stopped by signals between their turns: there is no freezer",
                "los programas se detienen con señales entre turnos: no hay congelador",
            ));
        }
        Ok(sandbox)
    }
}

impl From<PlayerError> for Failure {
    fn from(error: PlayerError) -> Self {
        if is_missing(&error) { Self::failed(&error) } else { Self::usage(&error) }
    }
}

/// Whether a program or a file of weights is not there: no wrong usage, but a failure.
fn is_missing(error: &PlayerError) -> bool {
    use PlayerError::{Missing, NotExecutable, Weights};
    matches!(error, Missing { .. } | NotExecutable { .. } | Weights(_))
}

/// Another game every time, small enough to be typed again.
fn any_seed() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_micros() as u64 % 1_000_000 + 1
}
