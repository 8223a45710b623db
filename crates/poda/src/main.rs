//! The command line of Poda. Data goes to standard output, talk and progress to standard error.

mod arguments;
mod commands;
mod failure;
mod interrupt;
mod terminal;
mod weights;

use std::process::ExitCode;

use clap::Parser;

use crate::arguments::Cli;

fn main() -> ExitCode {
    // A program's sandbox is closed by Poda itself, started once more.
    if let Some(code) = poda_bots::become_program(std::env::args_os()) {
        return code;
    }
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // Help and version are answers, everything else is a usage error; a reader that went away is neither.
            let code = error.exit_code();
            return if error.print().is_ok() || code == 0 {
                ExitCode::from(code as u8)
            } else {
                ExitCode::FAILURE
            };
        }
    };
    let language = cli.output.language();
    match commands::run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(language),
    }
}
