use std::{
    fs,
    io::{self, Write},
};

use clap::CommandFactory;

use crate::{
    arguments::{Cli, CompletionsArgs, ManArgs},
    failure::Failure,
    terminal::say,
};

pub(crate) fn completions(args: &CompletionsArgs) -> Result<(), Failure> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "poda", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

pub(crate) fn man(args: &ManArgs) -> Result<(), Failure> {
    // Pages about `poda help COMMAND` would only repeat those of the commands.
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        clap_mangen::Man::new(command).render(&mut io::stdout())?;
        return Ok(());
    };
    let failed = |error: io::Error| Failure::cannot_write(folder, &error);
    fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command, folder).map_err(failed)?;
    say(&format!("manual pages written to {}", folder.display()));
    Ok(())
}
