//! Chores that need the games themselves. `cargo xtask replay`, `book`, `ninjas` and `stories` build this program and run it.

mod book;
mod ninjas;
mod replay;
mod share;
mod stories;
mod won;

use std::{io::Write, path::PathBuf, process::ExitCode};

use anyhow::{Result, bail};

const HELP: &str = "\
Usage: chores COMMAND

  replay [--game G] FILE_OR_FOLDER...
                         replay recorded games (.jsonl or .json, plain or .gz) ply by ply, compare counts and scores
  book COMMAND           solve the openings of Connect-4 and bind them into a book; `book help` says more
  ninjas [GAME | PLAYER]...
                         play the ninjas' matches (all, or those of these games and players) and write docs/ninjas.md
  ninjas recorded        take the results of matches that were stopped, as far as they got
  ninjas cpu [GAME]...   measure what a move of sensei costs, on the games of those matches
  stories [NAME]...      let the stages of the reports play each other (all, or these) and write docs/stories.md
  help                   this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match chore(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("chores: {error:#}"));
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
        "replay" => replay::run(rest),
        "book" => book::run(rest),
        "ninjas" => ninjas::run(rest),
        "stories" => stories::run(rest),
        "help" | "--help" | "-h" => {
            say(HELP);
            Ok(())
        }
        other => bail!("unknown chore {other:?}: replay, book, ninjas, stories or help"),
    }
}

/// One line for whoever watches.
fn say(line: &str) {
    // A closed standard error is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The root of the workspace.
fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(3).map_or(manifest.clone(), PathBuf::from)
}
