//! The refusals of the argument parser in our words, for languages that it does not have: the kind, then what the parser names.

use std::num::{ParseFloatError, ParseIntError};

use clap::{
    Error,
    builder::Styles,
    error::{ContextKind, ContextValue, ErrorKind},
};
use poda_core::{Language, Text, Translate, text};

use super::translate_own_words;
use crate::arguments::ArgumentError;

/// The whole refusal with its colours: the error, what may have been meant, the usage.
pub(crate) fn usage_error(error: &Error, language: Language) -> String {
    let styles = Styles::styled();
    let (red, literal) = (styles.get_error(), styles.get_literal());
    let mut lines = vec![format!("{red}error:{red:#} {}", refusal(error, language, &styles))];
    let valid = values(error, &[ContextKind::ValidValue]);
    if !valid.is_empty() {
        let values = valid.join(", ");
        lines.push(text!(
            language,
            "  [possible values: {values}]",
            "  [valores posibles: {values}]",
            values
        ));
    }
    let meant = values(
        error,
        &[ContextKind::SuggestedSubcommand, ContextKind::SuggestedArg, ContextKind::SuggestedValue],
    );
    if !meant.is_empty() {
        let values = meant.join(", ");
        lines.push(text!(language, "\n  did you mean {values}?", "\n  ¿querías decir {values}?", values));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        lines.push(format!("\n{}", translate_own_words(&usage.ansi().to_string(), language)));
    }
    let flag = format!("{literal}--help{literal:#}");
    lines.push(text!(
        language,
        "\nFor more information, try '{flag}'.",
        "\nPara saber más, prueba '{flag}'.",
        flag
    ));
    lines.join("\n") + "\n"
}

/// The first line: the kind, the values and arguments concerned, the reason.
fn refusal(error: &Error, language: Language, styles: &Styles) -> String {
    let invalid = styles.get_invalid();
    let concerned = values(
        error,
        &[
            ContextKind::InvalidSubcommand,
            ContextKind::InvalidValue,
            ContextKind::InvalidArg,
            ContextKind::PriorArg,
        ],
    );
    let concerned = concerned.iter().map(|text| format!("{invalid}{text}{invalid:#}")).collect::<Vec<_>>();
    let parts =
        [Some(kind(error).get(language).to_owned()), Some(concerned.join(", ")), reason(error, language)];
    parts.into_iter().flatten().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ")
}

fn kind(error: &Error) -> Text {
    match error.kind() {
        ErrorKind::InvalidValue if values(error, &[ContextKind::InvalidValue]).is_empty() => {
            Text::new("value missing", "falta el valor")
        }
        ErrorKind::InvalidValue | ErrorKind::ValueValidation => Text::new("invalid value", "valor no válido"),
        ErrorKind::TooFewValues | ErrorKind::TooManyValues | ErrorKind::WrongNumberOfValues => {
            Text::new("wrong number of values", "número de valores incorrecto")
        }
        ErrorKind::UnknownArgument => Text::new("unknown argument", "argumento desconocido"),
        ErrorKind::InvalidSubcommand => Text::new("unknown command", "comando desconocido"),
        ErrorKind::MissingRequiredArgument => {
            Text::new("arguments missing", "faltan argumentos obligatorios")
        }
        ErrorKind::ArgumentConflict if is_repeated(error) => {
            Text::new("argument repeated", "argumento repetido")
        }
        ErrorKind::ArgumentConflict => {
            Text::new("arguments that exclude each other", "argumentos que no van juntos")
        }
        ErrorKind::NoEquals => Text::new("equal sign missing", "falta el signo igual"),
        ErrorKind::InvalidUtf8 => Text::new("an argument is not UTF-8", "un argumento no es UTF-8"),
        _ => Text::new("command line refused", "línea de órdenes incorrecta"),
    }
}

fn is_repeated(error: &Error) -> bool {
    let arguments = [ContextKind::InvalidArg, ContextKind::PriorArg];
    arguments.iter().filter(|kind| error.get(**kind).is_some()).count() == 2
        && values(error, &arguments).len() == 1
}

/// The texts that the parser gives under these headings, each once.
fn values(error: &Error, kinds: &[ContextKind]) -> Vec<String> {
    let mut values = Vec::new();
    for kind in kinds {
        match error.get(*kind) {
            Some(ContextValue::String(text)) => values.push(text.clone()),
            Some(ContextValue::Strings(texts)) => values.extend(texts.iter().cloned()),
            _ => {}
        }
    }
    values.retain(|text| !text.is_empty());
    values.dedup();
    values
}

/// Why a value was not read: another library's sentence is quoted.
fn reason(error: &Error, language: Language) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(ArgumentError(why)) = source.downcast_ref::<ArgumentError>() {
        return Some(why.text(language));
    }
    if source.is::<ParseIntError>() || source.is::<ParseFloatError>() {
        return Some(
            language.pick("not a number that fits here", "no es un número que valga aquí").to_owned(),
        );
    }
    Some(text!(language, "“{source}”", "«{source}»", source))
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, FromArgMatches};

    use super::*;
    use crate::arguments::Cli;

    /// One for every kind of refusal that this command line has.
    const REFUSED: &[&[&str]] = &[
        &["mach"],
        &["match", "a", "b", "--gams", "3"],
        &["match", "a", "b", "--games", "0"],
        &["match", "a", "b", "--games", "many"],
        &["match", "a", "b", "--games", ""],
        &["match", "a", "b", "--games", "99999999999999999999999"],
        &["match", "a", "b", "--sprt", "1"],
        &["match", "a", "b", "--sprt", "1", "x"],
        &["match", "a", "b", "c"],
        &["match", "a"],
        &["match", "a", "b", "--games", "1", "--games", "2"],
        &["match", "a", "b", "--openings", "wild"],
        &["match", "a", "b", "--shard", "3"],
        &["match", "--", "a", "b", "--x"],
        &["tournament", "--players", "a"],
        &["tournament", "--format", "wild", "--players", "a", "b"],
        &["games", "--color", "sometimes"],
        &["games", "--color"],
        &["games", "--colour", "never"],
        &["games", "extra"],
        &["bench", "--speed", "--write", "x"],
        &["replay", "--run", "3"],
        &["replay", "boom", "--run", "3", "--number", "1"],
        &["completions", "tcsh"],
        &["runs", "sho", "3"],
        &["perft", "boom", "--depth", "-1"],
        &["best", "boom", "--depth", "1.5"],
    ];

    fn refused(arguments: &[&str]) -> Error {
        let mut command = Cli::command();
        let arguments = std::iter::once("poda").chain(arguments.iter().copied());
        let matches = command.try_get_matches_from_mut(arguments);
        let cli = matches
            .and_then(|matches| Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command)));
        cli.unwrap_err()
    }

    fn plain(text: &str) -> String {
        anstream::adapter::strip_str(text).to_string()
    }

    #[test]
    fn refusals_in_spanish_have_no_english_word() {
        for arguments in REFUSED {
            let error = refused(arguments);
            let spanish = plain(&usage_error(&error, Language::Spanish));
            let english = [
                "argument '",
                "value",
                "usage",
                "Usage",
                "provided",
                "found",
                "subcommand",
                "exist",
                "required",
                "invalid",
                "unrecognized",
                "For more",
                "tip",
                " is ",
                " not ",
                "[OPTIONS]",
            ];
            for word in english {
                assert!(!spanish.contains(word), "{word:?} in {spanish}");
            }
        }
    }

    #[test]
    fn refusals_name_the_kind_the_offending_texts_and_the_reason() {
        for (arguments, first) in [
            (&["mach"][..], "error: comando desconocido: mach"),
            (&["match", "a", "b", "--gams", "3"], "error: argumento desconocido: --gams"),
            (
                &["match", "a", "b", "--games", "0"],
                "error: valor no válido: 0, --games <N>: no es un número de 1 a 10000000",
            ),
            (&["runs", "show", "x"], "error: valor no válido: x, <ID>: no es un número que valga aquí"),
            (&["match", "a", "b", "--games", "1", "--games", "2"], "error: argumento repetido: --games <N>"),
            (&["games", "--color"], "error: falta el valor: --color <WHEN>"),
            (
                &["bench", "--speed", "--write", "x"],
                "error: argumentos que no van juntos: --speed, --write <FILE>",
            ),
        ] {
            let spanish = plain(&usage_error(&refused(arguments), Language::Spanish));
            assert_eq!(spanish.lines().next(), Some(first), "{arguments:?}");
        }
    }
}
