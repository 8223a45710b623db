//! The project's own chores: `cargo xtask run`, `cargo xtask test`, and what they are made of.

mod book;
mod ninjas;
mod page;
mod replay;
mod run;
mod steps;
mod system;
mod tidy;
mod won;

use std::process::ExitCode;

use anyhow::{Result, bail};

const HELP: &str = "\
Chores of the project.

Usage: cargo xtask COMMAND

  run [ARGS]             build everything and start the main job: the page (ARGS go to `poda serve`)
  page [test]            build the page into web/dist, installing what is missing; try it in Chromium
  test                   everything that must hold: format, lints, tidy, tests, documentation, signature, page
  tidy                   the rules of the house that no compiler knows
  replay [--game G] FILE...
                         replay recorded games (.jsonl or .json, plain or .gz) ply by ply
  book COMMAND           solve the openings of Connect-4 and bind them into a book; `book help` says more
  signature              write bench/signature.txt anew, after a change that is meant to change it
  ninjas [GAME]...       play the ninjas' tournaments (all, or of these games) and write docs/ninjas.md
  help                   this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match chore(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            steps::say(&format!("xtask: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn chore(arguments: &[String]) -> Result<()> {
    let (name, rest) = match arguments {
        [] => ("help", arguments),
        [name, rest @ ..] => (name.as_str(), rest),
    };
    match name {
        "run" => run::run(rest),
        "page" if rest == ["test"] => page::test(),
        "page" => page::build(),
        "test" => run::test(),
        "tidy" => tidy::tidy(),
        "replay" => replay::run(rest),
        "book" => book::run(rest),
        "signature" => run::signature(),
        "ninjas" => ninjas::run(rest),
        "help" | "--help" | "-h" => {
            steps::say(HELP);
            Ok(())
        }
        other => {
            bail!("unknown chore {other:?}: run, page, test, tidy, replay, book, signature, ninjas or help")
        }
    }
}
