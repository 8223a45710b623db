//! How Poda speaks: colours where they are wanted, nothing that a pipe would choke on.

use std::{
    env,
    io::{self, IsTerminal, Write},
    sync::{
        LazyLock,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use anstyle::{AnsiColor, Color, Style};
use poda_core::{Language, TextBoard, TextStyle, shown, shown_lines};

/// One line of talk. A closed standard error is no reason to stop.
pub(crate) fn say(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}

/// Standard error, without colours where they are not wanted.
pub(crate) fn stderr() -> impl Write {
    Plain(anstream::stderr())
}

/// Standard output, without colours where they are not wanted.
pub(crate) fn stdout() -> impl Write {
    Plain(anstream::AutoStream::auto(io::stdout()))
}

/// Writes no commands for a terminal but colours, and ASCII alone where the locale knows nothing else: `LC_ALL=C`.
struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        let text = without_commands(&String::from_utf8_lossy(bytes));
        if text.is_ascii() || !locale_is_ascii() {
            return self.0.write_all(text.as_bytes());
        }
        // The dot of an empty cell would become a star, which is a bomb elsewhere.
        let text = text.replace('·', ".");
        self.0.write_all(deunicode::deunicode(&text).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The text with its colours and ends of lines, and no other command: it may be a program's, or a foreign file's.
fn without_commands(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['\x1b', '\r']) {
        let (before, command) = rest.split_at(at);
        plain += &shown_lines(before);
        let colour = command.strip_prefix("\x1b[").map_or("", |codes| {
            codes.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';')
        });
        let kept = match colour.strip_prefix('m') {
            Some(after) => command.len() - after.len(),
            None if command.starts_with("\r\n") => 2,
            None => 0,
        };
        plain += &command[..kept];
        let dropped = if kept == 0 { 1 } else { kept };
        rest = &command[dropped..];
    }
    plain += &shown_lines(rest);
    plain
}

/// Whether the locale of this terminal has no letters beyond ASCII. Where nothing is set, everybody has UTF-8.
fn locale_is_ascii() -> bool {
    static ANSWER: LazyLock<bool> = LazyLock::new(|| {
        let names = ["LC_ALL", "LC_CTYPE", "LANG"];
        let locale = names.iter().find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()));
        locale.is_some_and(|locale| matches!(locale.as_str(), "C" | "POSIX"))
    });
    *ANSWER
}

/// Whether nobody wants to see progress.
static QUIET: AtomicBool = AtomicBool::new(false);

/// No progress from now on, if that is wanted.
pub(crate) fn be_quiet(quiet: bool) {
    QUIET.store(quiet, Ordering::Relaxed);
}

/// The headings of what standard output gets next. They are talk: whoever reads columns by a program does not want them.
pub(crate) fn heading(quiet: bool, line: &str) {
    if !quiet {
        say(line);
    }
}

/// Progress that is overwritten by the next one; only where somebody is watching.
pub(crate) fn whisper(line: &str) {
    if !QUIET.load(Ordering::Relaxed) && io::stderr().is_terminal() {
        let mut stderr = anstream::stderr().lock();
        let _ = write!(stderr, "\r\x1b[2K{}", shown(line));
        let _ = stderr.flush();
    }
}

/// The style that stands for a meaning.
pub(crate) fn style(ink: TextStyle) -> Style {
    let colour = |colour: AnsiColor| Style::new().fg_color(Some(Color::Ansi(colour)));
    match ink {
        TextStyle::Plain => Style::new(),
        TextStyle::Faint => Style::new().dimmed(),
        TextStyle::Strong => Style::new().bold(),
        // The sides have the colours of the page's stones.
        TextStyle::First | TextStyle::Red => colour(AnsiColor::Red).bold(),
        TextStyle::Second | TextStyle::Yellow => colour(AnsiColor::Yellow).bold(),
        TextStyle::Blue => colour(AnsiColor::Blue).bold(),
        TextStyle::Green => colour(AnsiColor::Green).bold(),
        TextStyle::Special => colour(AnsiColor::Magenta).bold(),
    }
}

/// Writes a drawing without blanks at the ends of lines; `out` removes the colours where they are not wanted.
pub(crate) fn draw(out: &mut dyn Write, text_board: &TextBoard) -> io::Result<()> {
    for line in text_board.lines() {
        let used = line.iter().rposition(|span| !span.text.trim_end().is_empty()).map_or(0, |last| last + 1);
        for (index, span) in line[..used].iter().enumerate() {
            let style = style(span.style);
            let text = if index + 1 == used { span.text.trim_end() } else { &span.text };
            write!(out, "{style}{text}{style:#}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// `1:02:03`.
pub(crate) fn clock_text(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

/// `1,234,567`, and in Spanish `1 234 567`.
pub(crate) fn thousands(number: u64, language: Language) -> String {
    let separator = if language == Language::Spanish { ' ' } else { ',' };
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(separator);
        }
        text.push(digit);
    }
    text
}

/// The language that the environment asks for. `PODA_LANG=brackets` is for tests.
pub(crate) fn language_of_environment() -> Language {
    ["PODA_LANG", "LC_ALL", "LC_MESSAGES", "LANG"]
        .iter()
        .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
        .map(|locale| match locale.as_str() {
            "brackets" => Language::Brackets,
            locale => Language::of_locale(locale),
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use poda_core::Language;

    use super::{thousands, without_commands};

    #[test]
    fn a_terminal_gets_colours_and_no_other_commands() {
        for (text, plain) in [
            ("a\nb\tñ\r\n", "a\nb\tñ\r\n"),
            ("\x1b[1m\x1b[38;5;3mbold\x1b[0m", "\x1b[1m\x1b[38;5;3mbold\x1b[0m"),
            ("\x1b[2Ja\rb\x1b", "[2Jab"),
            ("\x1b]0;title\x07\u{9b}1A\u{202e}x", "]0;title\u{fffd}\u{fffd}1A\u{fffd}x"),
        ] {
            assert_eq!(without_commands(text), plain);
        }
    }

    #[test]
    fn numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(thousands(number, Language::English), text);
            assert_eq!(thousands(number, Language::Spanish), text.replace(',', " "));
        }
    }
}
