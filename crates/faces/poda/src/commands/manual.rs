use std::{
    fs,
    io::{self, Write},
    path::Path,
};

use clap::Command;
use poda_core::{Language, text};

use crate::{
    arguments::{CompletionsArgs, ManArgs, OutputOptions},
    failure::Failure,
    help::{self, translate_own_words},
    terminal::say,
};

pub(crate) fn completions(args: &CompletionsArgs, output: OutputOptions) -> Result<(), Failure> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut help::command(output.language()), "poda", &mut script);
    io::stdout().write_all(&script)?;
    Ok(())
}

pub(crate) fn man(args: &ManArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    // Pages about `poda help COMMAND` would only repeat those of the commands.
    let mut command = help::command(language).disable_help_subcommand(true);
    command.build();
    let Some(folder) = &args.out else {
        io::stdout().write_all(page(&command, language)?.as_bytes())?;
        return Ok(());
    };
    fs::create_dir_all(folder).map_err(|error| Failure::cannot_write(folder, &error))?;
    write_pages(&command, folder, language)?;
    let folder = folder.display();
    say(&text!(
        language,
        "manual pages written to {folder}",
        "páginas del manual escritas en {folder}",
        folder
    ));
    Ok(())
}

/// The page of a command and of those below it.
fn write_pages(command: &Command, folder: &Path, language: Language) -> Result<(), Failure> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name());
    let path = folder.join(format!("{name}.1"));
    fs::write(&path, page(command, language)?).map_err(|error| Failure::cannot_write(&path, &error))?;
    command.get_subcommands().try_for_each(|command| write_pages(command, folder, language))
}

fn page(command: &Command, language: Language) -> Result<String, Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    Ok(translate_own_words(&String::from_utf8_lossy(&page), language))
}
