//! The project's own chores: `cargo xtask run`, `cargo xtask test`, and what they are made of.
//!
//! The only dependency is a reader of JSON, so that it is built at once. Chores that need the games are an example of `poda-catalog`, which is built
//! and run on request.

mod binaries;
mod dist;
mod load;
mod metadata;
mod new_game;
mod notices;
mod outcome;
mod packages;
mod page;
mod palette;
mod pictures;
mod python;
mod run;
mod server;
mod site;
mod steps;
mod stress;
mod system;
mod test;
mod tidy;
mod unpacked;
mod windows;

use std::process::ExitCode;

use steps::{Result, fail, say};

const HELP: &str = "\
Chores of the project.

Usage: cargo xtask COMMAND

  run [ARGS]             build everything and start the main job: the page (ARGS go to `poda serve`)
  page [test]            build the page into web/dist, installing what is missing; try it in Chromium
  python                 build the Python module and run its tests
  test [--allow-missing] everything that must hold: format, lints, tidy, tests, documentation, page;
                         what cannot be installed is named and makes it fail, unless that is allowed
  stress [NAME]...       the long forms of some tests: all of them, or those that are named; a wrong name lists them
  site                   the page as a folder of files with the engines inside, in target/site: for any web server
  dist [--windows | --python]
                         what is handed out, in target/dist: the archive for this system, a .zip for Windows, or the Python wheel
  tidy                   the rules of the project that no compiler knows
  replay [--game G] FILE_OR_FOLDER...
                         replay recorded games (.jsonl or .json, plain or .gz) ply by ply, compare counts and scores
  book COMMAND           solve the openings of Connect-4 and bind them into a book; `book help` says more
  new-game NAME          write the crate of a new game that plays, and register it (docs/new-game.md)
  signature              write bench/signature.txt anew, after a change that is meant to change it
  ninjas [GAME | PLAYER]...
                         play the ninjas' matches (all, or those of these games and players) and write docs/ninjas.md
  ninjas recorded        take the results of matches that were stopped, as far as they got
  ninjas cpu [GAME]...   measure what a move of sensei costs, on the games of those matches
  stories [NAME]...      let the stages of the reports play each other (all, or these) and write docs/stories.md
  palette                write what is made of web/src/palette.css: the colours of Python's pictures
  pictures               make the pictures of README and docs anew, in both languages
  help                   this text";

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match chore(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("xtask: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn chore(arguments: &[String]) -> Result {
    let (name, rest) = match arguments {
        [] => ("help", arguments),
        [name, rest @ ..] => (name.as_str(), rest),
    };
    match name {
        "run" => run::run(rest),
        "page" if rest == ["test"] => page::build_and_test(),
        "page" => page::build(),
        "python" => python::install_packages().and_then(|()| python::test(false)),
        "test" => test::test(rest),
        "stress" => stress::stress(rest),
        "dist" => dist::dist(rest),
        "site" => site::site(rest),
        "tidy" => tidy::tidy(),
        "palette" => palette::write(),
        "pictures" => pictures::make(),
        "new-game" => new_game::new_game(rest),
        "signature" => test::write_signature(),
        "replay" | "book" | "ninjas" | "stories" => binaries::chore(name, rest),
        "help" | "--help" | "-h" => {
            say(HELP);
            Ok(())
        }
        other => fail(format!("unknown chore {other:?}: `cargo xtask help` lists them")),
    }
}
