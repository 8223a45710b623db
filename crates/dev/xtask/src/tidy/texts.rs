//! A text for people has a Spanish form of its own.

/// What both languages say alike: names, and words of the field.
const ALIKE: &[&str] =
    &["error:", "Conecta-4 BOOM", "Conecta-4 Crush", "Desconecta-4 BOOM", "Parchís", "N en raya", "zugzwang"];

/// Where a text is given in both languages, and how many arguments stand before it.
const CALLS: &[(&str, usize)] = &[("Text::new(", 0), (".pick(", 0), ("text!(", 1), ("message!(", 0)];

/// Texts of a source file that are the same in both languages.
pub(super) fn check(file: &str, text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut wrong = Vec::new();
    for (call, skip) in CALLS {
        for (at, _) in code.match_indices(call) {
            let Some((english, spanish)) = pair(&code[at + call.len()..], *skip) else { continue };
            if english == spanish && has_word(english) && !ALIKE.contains(&english) {
                let line = code[..at].lines().count().max(1);
                wrong.push(format!(
                    "{file}:{line}: {english:?} has no Spanish form of its own; if it is the same word, add it to ALIKE in \
                     crates/dev/xtask/src/tidy/texts.rs"
                ));
            }
        }
    }
    wrong
}

/// The two literals of a call.
fn pair(arguments: &str, skip: usize) -> Option<(&str, &str)> {
    let mut rest = arguments.trim_start();
    if let Some((language, after)) = rest.split_once("=>")
        && language.trim().chars().all(char::is_alphanumeric)
    {
        rest = after;
    }
    for _ in 0..skip {
        rest = &rest[rest.find(',')? + 1..];
    }
    let (english, rest) = literal(rest)?;
    let (spanish, _) = literal(rest.trim_start().strip_prefix(',')?)?;
    Some((english, spanish))
}

/// The string at the start, and what follows it.
fn literal(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim_start().strip_prefix('"')?;
    let mut escaped = false;
    for (at, character) in inner.char_indices() {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some((&inner[..at], &inner[at + 1..])),
            _ => {}
        }
    }
    None
}

/// Whether a text has more than inserted values, names of options and punctuation.
fn has_word(text: &str) -> bool {
    let mut depth = 0_u32;
    let outside: String = text
        .chars()
        .map(|character| {
            match character {
                '{' => depth += 1,
                '}' => depth = depth.saturating_sub(1),
                _ if depth == 0 => return character,
                _ => {}
            }
            ' '
        })
        .collect();
    outside.split(|character: char| !character.is_alphabetic()).any(|word| word.chars().count() > 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_not_translated_is_found() {
        let wrong = |code: &str| check("a.rs", code).len();
        assert_eq!(wrong(r#"language.pick("yes", "sí")"#), 0);
        assert_eq!(wrong(r#"language.pick("yes", "yes")"#), 1);
        assert_eq!(wrong("Text::new(\n    \"a \\\"b\\\" cd\",\n    \"a \\\"b\\\" cd\",\n)"), 1);
        assert_eq!(wrong(r#"text!(self.language, "{a}: {b}", "{a}: {b}", a, b)"#), 0);
        assert_eq!(wrong(r#"text!(self.language, "{a}: no {b}", "{a}: no {b}", a, b)"#), 1);
        assert_eq!(wrong(r#"message!(language => "no: {b}", "no: {b}", b)"#), 1);
        assert_eq!(wrong(r#"message!("no: {b}", "no: {b}", b)"#), 1);
        assert_eq!(wrong("#[cfg(test)] message!(\"no\", \"no\")"), 0);
    }
}
