//! The command line of Poda. Data goes to standard output, talk and progress to standard error.

mod arguments;
mod catalog;
mod commands;
mod failure;
mod help;
mod interrupt;
mod json;
mod queue;
mod table;
mod terminal;
mod weights;

use std::{env, ffi::OsString, io::Write, process::ExitCode};

use clap::FromArgMatches;
use poda_catalog::Catalog;
use poda_core::{Language, Message};

use crate::{
    arguments::Cli,
    failure::Failure,
    terminal::{stderr, stdout},
};

/// Runs the command line with the games of a catalog: [`Catalog::built_in`] is `poda` itself, and a catalog
/// [with](Catalog::with) one family more is a complete `poda` that plays this game too.
pub fn run(catalog: Catalog) -> ExitCode {
    catalog::set_catalog(catalog);
    // A program's sandbox is closed by Poda itself, started once more.
    if let Some(code) = poda_bots::become_program(env::args_os()) {
        return code;
    }
    let arguments: Vec<OsString> = env::args_os().collect();
    // And so is the host of a course's player that is a library.
    if arguments.get(1).is_some_and(|word| word == poda_bots::COURSE_HOST_COMMAND) {
        return poda_course_abi::host(arguments.into_iter().skip(2));
    }
    let language = help::language_of(&arguments);
    let json = arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json");
    let mut command = help::command(language);
    let matches = command.try_get_matches_from_mut(arguments);
    let cli = matches
        .and_then(|matches| Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
    match cli {
        Ok(cli) => match commands::run(cli) {
            Ok(()) => ExitCode::SUCCESS,
            Err(failure) => failure.report(language, json),
        },
        Err(error) => answer(&error, language, json),
    }
}

/// Help and version are answers, everything else is a usage error; a reader that went away is neither.
fn answer(error: &clap::Error, language: Language, json: bool) -> ExitCode {
    let is_answer = error.exit_code() == 0 || help::is_help(error);
    if json && !is_answer {
        let text = match language {
            Language::English => error.render().to_string(),
            _ => help::usage_error(error, language),
        };
        return Failure::Usage(Message::verbatim(anstream::adapter::strip_str(text.trim_end()).to_string()))
            .report(language, true);
    }
    let printed = match language {
        Language::English => error.print(),
        _ if is_answer => {
            let text = help::translate_own_words(&error.render().ansi().to_string(), language);
            if error.use_stderr() { write!(stderr(), "{text}") } else { write!(stdout(), "{text}") }
        }
        _ => write!(stderr(), "{}", help::usage_error(error, language)),
    };
    let code = error.exit_code();
    if printed.is_ok() || code == 0 { ExitCode::from(code as u8) } else { ExitCode::FAILURE }
}
