//! Help, manual pages and the refusals of the argument parser, in every language.
//!
//! The English texts stand where the arguments are declared. `es.po` has each of them with its Spanish form, in the format of
//! gettext; a text that occurs several times stands there once. The parser's own words are in [`own_words`] and
//! [`usage_error()`].

mod own_words;
mod po;
mod usage_error;

use std::ffi::OsString;

use clap::{Arg, Command, CommandFactory};
use poda_core::{Bracketed, Language, text};

pub(crate) use self::{own_words::translate_own_words, usage_error::usage_error};
use crate::{arguments::Cli, terminal::language_of_environment};

/// The language of a command line that has not been parsed: help and refusals are said in it too.
pub(crate) fn language_of(arguments: &[OsString]) -> Language {
    let texts = arguments.iter().skip(1).map(|argument| argument.to_str().unwrap_or_default());
    let mut texts = texts.take_while(|text| *text != "--").peekable();
    let mut asked = None;
    while let Some(text) = texts.next() {
        let value = match text.strip_prefix("--lang") {
            Some("") => texts.peek().copied(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        asked = match value {
            Some("en") => Some(Language::English),
            Some("es") => Some(Language::Spanish),
            _ => asked,
        };
    }
    asked.unwrap_or_else(language_of_environment)
}

/// The whole command line with its texts in that language.
pub(crate) fn command(language: Language) -> Command {
    match language {
        Language::English => with_whole_notes(Cli::command()),
        Language::Spanish => {
            let spanish = po::spanish();
            let say = |english: &str| spanish.get(english).cloned().unwrap_or_else(|| english.to_owned());
            translated(Cli::command(), language, &say)
        }
        Language::Brackets => translated(Cli::command(), language, &|english| english.to_owned().bracketed()),
    }
}

/// Whether the parser shows the help, asked or not.
pub(crate) fn is_help(error: &clap::Error) -> bool {
    matches!(
        error.kind(),
        clap::error::ErrorKind::DisplayHelp
            | clap::error::ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
    )
}

/// Notes without the line breaks of the source: the parser breaks them once, where the terminal ends.
fn with_whole_notes(mut command: Command) -> Command {
    if let Some(help) = command.get_after_help().map(ToString::to_string) {
        command = command.after_help(examples_and_notes(&help, Language::English, &str::to_owned));
    }
    command.mut_subcommands(with_whole_notes)
}

type Say<'a> = &'a dyn Fn(&str) -> String;

fn translated(mut command: Command, language: Language, say: Say<'_>) -> Command {
    if let Some(about) = command.get_about().map(|about| say(&about.to_string())) {
        command = command.about(about);
    }
    if let Some(about) = command.get_long_about().map(|about| say(&about.to_string())) {
        command = command.long_about(about);
    }
    if let Some(help) =
        command.get_after_help().map(|help| examples_and_notes(&help.to_string(), language, say))
    {
        command = command.after_help(help);
    }
    if command.has_subcommands() {
        command = command.subcommand_value_name(language.pick("COMMAND", "COMANDO"));
    }
    command
        .mut_args(|argument| translated_argument(argument, language, say))
        .mut_subcommands(|subcommand| translated(subcommand, language, say))
}

/// Examples are indented: the command stays as it is, what it does is translated. Notes are translated sentence by sentence,
/// however their lines are broken.
fn examples_and_notes(english: &str, language: Language, say: Say<'_>) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut note: Vec<&str> = Vec::new();
    for line in english.lines().chain(std::iter::once("")) {
        let example = line.strip_prefix("  ");
        if example.is_none() && !line.is_empty() {
            note.push(line);
            continue;
        }
        if !note.is_empty() {
            let note = std::mem::take(&mut note).join(" ").replace(". ", ".\n");
            lines.push(note.lines().map(say).collect::<Vec<_>>().join(" "));
        }
        lines.push(match example.map(str::trim_end) {
            None => String::new(),
            // A command is no language; in the test language nobody has to know where it ends.
            Some(example) if language == Language::Brackets => format!("  {}", say(example)),
            Some(example) => match example.rsplit_once("  ") {
                Some((command, what)) => format!("  {command}  {}", say(what)),
                None => format!("  {example}"),
            },
        });
    }
    lines.join("\n").trim_end().to_owned()
}

fn translated_argument(mut argument: Arg, language: Language, say: Say<'_>) -> Arg {
    let mut help = argument.get_help().map(|help| say(&help.to_string())).unwrap_or_default();
    // The parser would add these in English.
    let takes_values = argument.get_action().takes_values();
    let defaults: Vec<_> =
        argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !defaults.is_empty() && !argument.is_hide_default_value_set() {
        let value = defaults.join(" ");
        help.push(' ');
        help.push_str(&text!(language, "[default: {value}]", "[por defecto: {value}]", value));
    }
    let values = argument.get_possible_values();
    let names: Vec<&str> = values
        .iter()
        .filter(|value| !value.is_hide_set())
        .map(clap::builder::PossibleValue::get_name)
        .collect();
    if takes_values && !names.is_empty() && !argument.is_hide_possible_values_set() {
        let values = names.join(", ");
        help.push(' ');
        help.push_str(&text!(
            language,
            "[possible values: {values}]",
            "[valores posibles: {values}]",
            values
        ));
    }
    if takes_values {
        argument = argument.hide_default_value(true).hide_possible_values(true);
    }
    argument = argument.help(help);
    if let Some(help) = argument.get_long_help().map(|help| say(&help.to_string())) {
        argument = argument.long_help(help);
    }
    if let Some(heading) = argument.get_help_heading().map(say) {
        argument = argument.help_heading(heading);
    }
    if let Some(names) = argument.get_value_names().filter(|_| takes_values) {
        let names: Vec<String> = names.iter().map(|name| say(name)).collect();
        argument = argument.value_names(names);
    }
    argument
}

#[cfg(test)]
mod tests {
    use std::{cell::RefCell, collections::BTreeSet};

    use super::*;

    /// What both languages write alike: names of values, and examples without a word to translate.
    const ALIKE: &[&str] = &["ELO0", "ELO1", "I/N", "ID", "MB", "MS", "N", "S", "HOST", "BOT"];

    fn english() -> BTreeSet<String> {
        let texts = RefCell::new(BTreeSet::new());
        let say = |english: &str| {
            texts.borrow_mut().insert(english.to_owned());
            english.to_owned()
        };
        translated(Cli::command(), Language::Spanish, &say);
        texts.into_inner()
    }

    #[test]
    fn every_help_text_has_its_spanish_form_and_no_form_is_left_over() {
        let (english, spanish) = (english(), po::spanish());
        let missing: Vec<String> = english
            .iter()
            .filter(|text| !spanish.contains_key(*text) && !ALIKE.contains(&text.as_str()))
            .map(|text| po::entry(text))
            .collect();
        assert!(
            missing.is_empty(),
            "help without a Spanish form; add to crates/faces/poda/src/help/es.po:\n\n{}",
            missing.join("\n")
        );
        let stale: Vec<&String> = spanish.keys().filter(|text| !english.contains(*text)).collect();
        assert!(
            stale.is_empty(),
            "no help has these texts any more; take them out of crates/faces/poda/src/help/es.po: {stale:#?}"
        );
        let empty: Vec<&String> =
            spanish.iter().filter(|(_, text)| text.is_empty()).map(|(text, _)| text).collect();
        assert!(
            empty.is_empty(),
            "these texts have no msgstr in crates/faces/poda/src/help/es.po: {empty:#?}"
        );
        let alike: Vec<&String> =
            spanish.iter().filter(|(one, other)| one == other).map(|(one, _)| one).collect();
        assert!(alike.is_empty(), "the Spanish form is the English one: {alike:#?}");
    }

    #[test]
    fn the_language_is_known_before_anything_is_parsed() {
        let language =
            |arguments: &[&str]| language_of(&arguments.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(language(&["poda", "--lang", "es"]), Language::Spanish);
        assert_eq!(language(&["poda", "match", "--lang=es", "--gams"]), Language::Spanish);
        assert_eq!(language(&["poda", "--lang", "es", "--lang", "en"]), Language::English);
        assert_eq!(language(&["poda", "--lang", "en", "--", "--lang=es"]), Language::English);
    }

    #[test]
    fn the_translated_command_line_is_a_valid_one() {
        for language in Language::ALL {
            command(language).debug_assert();
        }
    }
}
