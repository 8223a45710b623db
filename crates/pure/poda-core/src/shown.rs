//! Foreign text, for a terminal or a page.

use std::borrow::Cow;

/// The text as one line that neither commands a terminal nor turns the order of letters: control characters and Unicode's
/// controls of direction are replaced. Names, notes and reasons of files come in through here.
pub fn shown(text: &str) -> Cow<'_, str> {
    if !text.contains(is_command) {
        return text.into();
    }
    let replaced = |letter: char| match letter {
        '\n' | '\r' | '\t' => ' ',
        letter if is_command(letter) => char::REPLACEMENT_CHARACTER,
        letter => letter,
    };
    text.chars().map(replaced).collect()
}

/// The same line by line: line breaks and tabs stay.
pub fn shown_lines(text: &str) -> Cow<'_, str> {
    let is_hidden = |letter: char| is_command(letter) && !matches!(letter, '\n' | '\t');
    if text.contains(is_hidden) { text.replace(is_hidden, "\u{FFFD}").into() } else { text.into() }
}

fn is_command(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_commands_a_terminal() {
        for (text, line, lines) in [
            ("Ana Núñez · 3", "Ana Núñez · 3", "Ana Núñez · 3"),
            ("a\nb\tc", "a b c", "a\nb\tc"),
            ("\u{1b}[31m\u{7}", "\u{FFFD}[31m\u{FFFD}", "\u{FFFD}[31m\u{FFFD}"),
            ("\u{9b}2J\u{7f}\r", "\u{FFFD}2J\u{FFFD} ", "\u{FFFD}2J\u{FFFD}\u{FFFD}"),
            ("a\u{202e}b\u{2066}c\u{2069}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}", "a\u{FFFD}b\u{FFFD}c\u{FFFD}"),
        ] {
            assert_eq!((&*shown(text), &*shown_lines(text)), (line, lines));
        }
    }
}
