//! The words that the argument parser and the writer of manual pages put around our texts.

use poda_core::{Language, Text};

/// Lines that are nothing else.
const HEADINGS: &[Text] = &[
    Text::new("Arguments:", "Argumentos:"),
    Text::new("Options:", "Opciones:"),
    Text::new("Commands:", "Comandos:"),
    Text::new(".SH NAME", ".SH NOMBRE"),
    Text::new(".SH SYNOPSIS", ".SH SINOPSIS"),
    Text::new(".SH DESCRIPTION", ".SH DESCRIPCIÓN"),
    Text::new(".SH OPTIONS", ".SH OPCIONES"),
    Text::new(".SH SUBCOMMANDS", ".SH COMANDOS"),
    Text::new(".SH EXTRA", ".SH NOTAS"),
    Text::new(".SH VERSION", ".SH VERSIÓN"),
];

/// Ends of lines.
const ENDS: &[Text] = &[
    Text::new("Print help", "Muestra esta ayuda"),
    Text::new("Print version", "Muestra la versión"),
    Text::new(
        "Print this message or the help of the given subcommand(s)",
        "Muestra esta ayuda o la de los comandos dados",
    ),
];

/// Parts of the line that shows how a command is called.
const USAGE: &[Text] = &[Text::new("Usage:", "Uso:"), Text::new("[OPTIONS]", "[OPCIONES]")];

/// Puts the parser's own words into a language, in a text that it has rendered, with or without colours.
pub(crate) fn translate_own_words(rendered: &str, language: Language) -> String {
    if language == Language::English {
        return rendered.to_owned();
    }
    rendered.split_inclusive('\n').map(|line| translate_line(line, language)).collect()
}

fn translate_line(line: &str, language: Language) -> String {
    let plain = anstream::adapter::strip_str(line).to_string();
    let plain = plain.trim();
    if let Some(heading) = HEADINGS.iter().find(|heading| plain == heading.english) {
        return replaced(line, *heading, language);
    }
    if plain.starts_with("Usage:") {
        return USAGE.iter().fold(line.to_owned(), |line, word| replaced(&line, *word, language));
    }
    match ENDS.iter().find(|end| plain == end.english || plain.ends_with(&format!("  {}", end.english))) {
        Some(end) => replaced(line, *end, language),
        None => line.to_owned(),
    }
}

fn replaced(line: &str, text: Text, language: Language) -> String {
    // What begins a line for the formatter of manual pages has to stay there.
    let (start, english) = text.english.split_at(if text.english.starts_with(".SH ") { 4 } else { 0 });
    let spanish = text.spanish.strip_prefix(start).unwrap_or(text.spanish);
    line.replacen(english, Text { english, spanish }.get(language), 1)
}
