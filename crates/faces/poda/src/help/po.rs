//! The format of gettext: `msgid` and `msgstr`, each a string or several that are joined.

use std::collections::BTreeMap;

/// The Spanish form of every English text.
pub(super) fn spanish() -> BTreeMap<String, String> {
    read(include_str!("es.po"))
}

fn read(text: &str) -> BTreeMap<String, String> {
    let mut entries = Vec::<[String; 2]>::new();
    let mut part = 0;
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let string = if let Some(rest) = line.strip_prefix("msgid") {
            entries.push([String::new(), String::new()]);
            part = 0;
            rest
        } else if let Some(rest) = line.strip_prefix("msgstr") {
            part = 1;
            rest
        } else {
            line
        };
        if let Some(entry) = entries.last_mut() {
            entry[part].push_str(&unquoted(string));
        }
    }
    entries.into_iter().map(|[english, spanish]| (english, spanish)).collect()
}

fn unquoted(string: &str) -> String {
    let inner = string.trim().trim_start_matches('"');
    let inner = inner.strip_suffix('"').unwrap_or(inner);
    let mut text = String::new();
    let mut characters = inner.chars();
    while let Some(character) = characters.next() {
        match (character, character == '\\') {
            (_, true) => match characters.next() {
                Some('n') => text.push('\n'),
                Some(other) => text.push(other),
                None => {}
            },
            (character, _) => text.push(character),
        }
    }
    text
}

/// An entry to be filled in.
#[cfg(test)]
pub(super) fn entry(english: &str) -> String {
    let quoted =
        |text: &str| format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"));
    if !english.contains('\n') {
        return format!("msgid {}\nmsgstr \"\"\n", quoted(english));
    }
    let lines: Vec<String> = english.split_inclusive('\n').map(quoted).collect();
    format!("msgid \"\"\n{}\nmsgstr \"\"\n", lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_are_read_as_they_are_written() {
        for english in ["Print JSON", "say \"y1:5\"", "Examples:\n  poda games\n  poda man \\ more", "ends\n"]
        {
            let text = entry(english).replace("msgstr \"\"", "msgstr \"\"\n\"uno\\n\"\n\"dos\"");
            let read = read(&format!("# a remark\n{text}\n"));
            assert_eq!(read.get(english).map(String::as_str), Some("uno\ndos"), "{text}");
        }
    }
}
