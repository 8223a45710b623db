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
use poda_core::{Language, TextBoard, TextStyle};

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

/// Writes ASCII alone where the locale knows nothing else: `LC_ALL=C`.
struct Plain<W>(W);

impl<W: Write> Write for Plain<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes).map(|()| bytes.len())
    }

    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        if bytes.is_ascii() || !locale_is_ascii() {
            return self.0.write_all(bytes);
        }
        // The dot of an empty cell would become a star, which is a bomb elsewhere.
        let text = String::from_utf8_lossy(bytes).replace('·', ".");
        self.0.write_all(deunicode::deunicode(&text).as_bytes())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
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
        let _ = write!(stderr, "\r\x1b[2K{line}");
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
        TextStyle::First | TextStyle::Yellow => colour(AnsiColor::Yellow).bold(),
        TextStyle::Second | TextStyle::Blue => colour(AnsiColor::Blue).bold(),
        TextStyle::Red => colour(AnsiColor::Red).bold(),
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

    use super::thousands;

    #[test]
    fn numbers_are_grouped() {
        let cases = [(0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567")];
        for (number, text) in cases {
            assert_eq!(thousands(number, Language::English), text);
            assert_eq!(thousands(number, Language::Spanish), text.replace(',', " "));
        }
    }
}
