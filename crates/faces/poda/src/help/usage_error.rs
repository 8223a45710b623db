//! What the argument parser refuses, in words of our own. In English it is the parser's text, word by word, which a test compares.

use std::{
    fmt::Write,
    num::{IntErrorKind, ParseFloatError, ParseIntError},
};

use clap::{
    Error,
    builder::Styles,
    error::{ContextKind, ContextValue, ErrorKind},
};
use poda_contest::{FormatError, OpeningError, ShardError};
use poda_core::{Language, Translate, text};

use super::translate_own_words;

/// The whole refusal with its colours: what is wrong, what may have been meant, how the command is called.
pub(crate) fn usage_error(error: &Error, language: Language) -> String {
    let styles = Styles::styled();
    let red = styles.get_error();
    let mut text = format!("{red}{}{red:#} ", language.pick("error:", "error:"));
    text.push_str(&what_is_wrong(error, language, &styles));
    let tips = tips(error, language, &styles);
    if !tips.is_empty() {
        text.push('\n');
    }
    let valid = styles.get_valid();
    for tip in tips {
        let _ = write!(text, "\n  {valid}{}{valid:#} {tip}", language.pick("tip:", "sugerencia:"));
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let _ = write!(text, "\n\n{}", translate_own_words(&usage.ansi().to_string(), language));
    }
    let literal = styles.get_literal();
    let flag = format!("{literal}--help{literal:#}");
    let more =
        text!(language, "For more information, try '{flag}'.", "Para saber más, prueba '{flag}'.", flag);
    let _ = writeln!(text, "\n\n{more}");
    text
}

/// What the parser knows about a refusal, with its colours.
struct Context<'a> {
    error: &'a Error,
    styles: &'a Styles,
}

impl Context<'_> {
    fn string(&self, kind: ContextKind) -> Option<&str> {
        match self.error.get(kind) {
            Some(ContextValue::String(text)) => Some(text),
            _ => None,
        }
    }

    fn strings(&self, kind: ContextKind) -> &[String] {
        match self.error.get(kind) {
            Some(ContextValue::Strings(texts)) => texts,
            _ => &[],
        }
    }

    fn number(&self, kind: ContextKind) -> isize {
        match self.error.get(kind) {
            Some(ContextValue::Number(number)) => *number,
            _ => 0,
        }
    }

    fn good(&self, text: &str) -> String {
        let valid = self.styles.get_valid();
        format!("{valid}{text}{valid:#}")
    }

    fn bad(&self, text: &str) -> String {
        let invalid = self.styles.get_invalid();
        format!("{invalid}{text}{invalid:#}")
    }

    /// The offending argument, where its value is the trouble.
    fn argument(&self) -> String {
        let literal = self.styles.get_literal();
        format!("{literal}{}{literal:#}", self.string(ContextKind::InvalidArg).unwrap_or_default())
    }

    /// The offending argument itself.
    fn bad_argument(&self) -> String {
        self.bad(self.string(ContextKind::InvalidArg).unwrap_or_default())
    }

    fn bad_value(&self) -> String {
        self.bad(self.string(ContextKind::InvalidValue).unwrap_or_default())
    }
}

/// The first sentence.
fn what_is_wrong(error: &Error, language: Language, styles: &Styles) -> String {
    let context = Context { error, styles };
    match error.kind() {
        ErrorKind::ArgumentConflict => conflict(&context, language),
        ErrorKind::InvalidValue => invalid_value(&context, language),
        ErrorKind::TooFewValues | ErrorKind::WrongNumberOfValues => number_of_values(&context, language),
        ErrorKind::InvalidSubcommand => text!(
            language,
            "unrecognized subcommand '{name}'",
            "comando desconocido '{name}'",
            name = context.bad(context.string(ContextKind::InvalidSubcommand).unwrap_or_default()),
        ),
        ErrorKind::MissingRequiredArgument => {
            let missing = context.strings(ContextKind::InvalidArg).iter();
            let list: Vec<String> = missing.map(|text| format!("\n  {}", context.good(text))).collect();
            text!(
                language,
                "the following required arguments were not provided:{list}",
                "faltan estos argumentos obligatorios:{list}",
                list = list.concat(),
            )
        }
        ErrorKind::TooManyValues => text!(
            language,
            "unexpected value '{value}' for '{argument}' found; no more were expected",
            "sobra el valor '{value}' de '{argument}'",
            value = context.bad_value(),
            argument = context.argument(),
        ),
        ErrorKind::ValueValidation => text!(
            language,
            "invalid value '{value}' for '{argument}'{why}",
            "valor no válido '{value}' para '{argument}'{why}",
            value = context.bad_value(),
            argument = context.argument(),
            why = reason(error, language).map(|why| format!(": {why}")).unwrap_or_default(),
        ),
        ErrorKind::UnknownArgument => text!(
            language,
            "unexpected argument '{argument}' found",
            "argumento desconocido '{argument}'",
            argument = context.bad_argument(),
        ),
        ErrorKind::NoEquals => text!(
            language,
            "equal sign is needed when assigning values to '{argument}'",
            "hace falta un signo igual para dar un valor a '{argument}'",
            argument = context.bad_argument(),
        ),
        ErrorKind::InvalidUtf8 => text!(
            language,
            "invalid UTF-8 was detected in one or more arguments",
            "algún argumento no es UTF-8 válido",
        ),
        // A kind of refusal that this command line has no use for.
        other => other.as_str().unwrap_or("unknown cause").to_owned(),
    }
}

fn invalid_value(context: &Context<'_>, language: Language) -> String {
    let mut said = match context.string(ContextKind::InvalidValue) {
        None | Some("") => text!(
            language,
            "a value is required for '{argument}' but none was supplied",
            "'{argument}' necesita un valor y no se ha dado ninguno",
            argument = context.bad_argument(),
        ),
        Some(_) => text!(
            language,
            "invalid value '{value}' for '{argument}'",
            "valor no válido '{value}' para '{argument}'",
            value = context.bad_value(),
            argument = context.argument(),
        ),
    };
    let values: Vec<String> =
        context.strings(ContextKind::ValidValue).iter().map(|text| context.good(text)).collect();
    if !values.is_empty() {
        let values = values.join(", ");
        said.push_str("\n  ");
        said.push_str(&text!(
            language,
            "[possible values: {values}]",
            "[valores posibles: {values}]",
            values
        ));
    }
    said
}

fn number_of_values(context: &Context<'_>, language: Language) -> String {
    let found = context.number(ContextKind::ActualNumValues);
    let were = if found > 1 { "were" } else { "was" };
    let argument = context.argument();
    let number = |kind| context.good(&context.number(kind).to_string());
    let found = context.bad(&found.to_string());
    // Spanish has no verb there that agrees with the number.
    if context.error.kind() == ErrorKind::TooFewValues {
        let least = number(ContextKind::MinValues);
        language.pick(
            format!("{least} values required by '{argument}'; only {found} {were} provided"),
            format!("'{argument}' necesita {least} valores; solo hay {found}"),
        )
    } else {
        let expected = number(ContextKind::ExpectedNumValues);
        language.pick(
            format!("{expected} values required for '{argument}' but {found} {were} provided"),
            format!("'{argument}' necesita {expected} valores y hay {found}"),
        )
    }
}

fn conflict(context: &Context<'_>, language: Language) -> String {
    let name =
        context.string(ContextKind::InvalidArg).or_else(|| context.string(ContextKind::InvalidSubcommand));
    let argument = context.bad(name.unwrap_or_default());
    match context.error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) if Some(other.as_str()) == name => text!(
            language,
            "the argument '{argument}' cannot be used multiple times",
            "el argumento '{argument}' no se puede repetir",
            argument,
        ),
        Some(ContextValue::String(other)) => text!(
            language,
            "the argument '{argument}' cannot be used with '{other}'",
            "el argumento '{argument}' no se puede usar con '{other}'",
            argument,
            other = context.bad(other),
        ),
        Some(ContextValue::Strings(others)) => {
            let list: Vec<String> =
                others.iter().map(|other| format!("\n  {}", context.bad(other))).collect();
            text!(
                language,
                "the argument '{argument}' cannot be used with:{list}",
                "el argumento '{argument}' no se puede usar con:{list}",
                argument,
                list = list.concat(),
            )
        }
        _ => text!(
            language,
            "the argument '{argument}' cannot be used with one or more of the other specified arguments",
            "el argumento '{argument}' no se puede usar con alguno de los demás",
            argument,
        ),
    }
}

/// Why a value was not read.
fn reason(error: &Error, language: Language) -> Option<String> {
    let source = std::error::Error::source(error)?;
    if let Some(error) = source.downcast_ref::<OpeningError>() {
        return Some(error.text(language));
    }
    if let Some(error) = source.downcast_ref::<FormatError>() {
        return Some(error.text(language));
    }
    if let Some(error) = source.downcast_ref::<ShardError>() {
        return Some(error.text(language));
    }
    let english = source.to_string();
    if let Some((number, range)) = english.split_once(" is not in ") {
        return Some(match range.split_once("..=") {
            Some((least, most)) => text!(
                language,
                "{number} is not in {least}..={most}",
                "{number} no está entre {least} y {most}",
                number,
                least,
                most,
            ),
            None => {
                text!(language, "{number} is not in {range}", "{number} no está en {range}", number, range)
            }
        });
    }
    let spanish = if let Some(error) = source.downcast_ref::<ParseIntError>() {
        match error.kind() {
            IntErrorKind::Empty => "no hay ningún número",
            IntErrorKind::PosOverflow => "el número es demasiado grande",
            IntErrorKind::NegOverflow => "el número es demasiado pequeño",
            _ => "no es un número entero",
        }
    } else if source.downcast_ref::<ParseFloatError>().is_some() {
        "no es un número"
    } else {
        return Some(english);
    };
    Some(language.pick(english, spanish.to_owned()))
}

/// What may have been meant.
fn tips(error: &Error, language: Language, styles: &Styles) -> Vec<String> {
    let valid = styles.get_valid();
    let mut tips = Vec::new();
    for (kind, one, several) in [
        (
            ContextKind::SuggestedSubcommand,
            ["a similar subcommand exists:", "hay un comando parecido:"],
            ["some similar subcommands exist:", "hay comandos parecidos:"],
        ),
        (
            ContextKind::SuggestedArg,
            ["a similar argument exists:", "hay un argumento parecido:"],
            ["some similar arguments exist:", "hay argumentos parecidos:"],
        ),
        (
            ContextKind::SuggestedValue,
            ["a similar value exists:", "hay un valor parecido:"],
            ["some similar values exist:", "hay valores parecidos:"],
        ),
    ] {
        let names: &[String] = match error.get(kind) {
            Some(ContextValue::String(name)) => std::slice::from_ref(name),
            Some(ContextValue::Strings(names)) => names,
            _ => &[],
        };
        let quoted: Vec<String> = names.iter().map(|name| format!("'{valid}{name}{valid:#}'")).collect();
        if !quoted.is_empty() {
            let [english, spanish] = if quoted.len() == 1 { one } else { several };
            tips.push(format!("{} {}", language.pick(english, spanish), quoted.join(", ")));
        }
    }
    if let Some(ContextValue::StyledStrs(suggestions)) = error.get(ContextKind::Suggested) {
        tips.extend(suggestions.iter().map(|suggestion| advice(&suggestion.ansi().to_string(), language)));
    }
    tips
}

/// `to pass '--x' as a value, use '-- --x'`.
fn advice(english: &str, language: Language) -> String {
    let parts = english.strip_prefix("to pass ").and_then(|rest| rest.split_once(" as a value, use "));
    match parts {
        Some((value, form)) => text!(
            language,
            "to pass {value} as a value, use {form}",
            "para dar {value} como valor, usa {form}",
            value,
            form,
        ),
        None => english.to_owned(),
    }
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

    fn refusal(arguments: &[&str]) -> Error {
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
    fn refusals_in_english_are_the_parsers_and_those_in_spanish_have_no_word_of_them() {
        for arguments in REFUSED {
            let error = refusal(arguments);
            assert_eq!(
                plain(&usage_error(&error, Language::English)),
                error.render().to_string(),
                "{arguments:?}"
            );
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
}
