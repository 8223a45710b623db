//! The pictures of the documentation: the terminal's are drawn here, the page's are taken in Chromium.

use std::{fmt::Write, fs, path::Path, process::Command, sync::LazyLock};

use crate::{
    binaries, page,
    palette::colour,
    steps::{Context, Result, fail, root, step},
    system::{install_browser, npm_like},
};

/// A picture of a terminal: its name, and the commands whose output it shows.
const TERMINALS: &[(&str, &[&str])] = &[
    (
        "terminal",
        &[
            "show boom --moves 4435",
            "best boom --moves 4435 --depth 8",
            "analyze boom --moves 4435 --depth 6",
        ],
    ),
    ("parchis", &["show parchis"]),
];

/// Makes every picture anew, in both languages.
pub(crate) fn make() -> Result {
    install_browser()?;
    page::build_if_stale()?;
    let poda = match std::env::var_os("PODA") {
        Some(path) => path.into(),
        None => binaries::poda()?,
    };
    for language in ["en", "es"] {
        let folder = root().join("docs/images").join(language);
        fs::create_dir_all(&folder).context(folder.display())?;
        for (name, commands) in TERMINALS {
            let path = folder.join(format!("{name}.svg"));
            fs::write(&path, drawing(&screen(&poda, language, commands)?)).context(path.display())?;
        }
    }
    let mut pages = npm_like("node");
    pages.current_dir(root().join("web")).arg("tests/pictures.mjs");
    step("pictures of the page", pages.env("PODA", &poda).env("PICTURES", root().join("docs/images")))
}

/// What a terminal shows: each command, and below it what it prints, with its colours.
fn screen(poda: &Path, language: &str, commands: &[&str]) -> Result<String> {
    let mut screen = String::new();
    for command in commands {
        let mut process = Command::new(poda);
        process.args(command.split(' ')).args(["--color", "always", "--lang", language]);
        let output = process.output().context(format!("cannot start {}", poda.display()))?;
        if !output.status.success() {
            return fail(format!("poda {command}: {}", String::from_utf8_lossy(&output.stderr).trim()));
        }
        let printed = String::from_utf8(output.stdout).context(command)?;
        let lang = if language == "en" { String::new() } else { format!(" --lang {language}") };
        write!(screen, "$ poda {command}{lang}\n{}\n\n", printed.trim_end()).context(command)?;
    }
    Ok(screen.trim_end().to_owned())
}

/// Some text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
struct StyledRun {
    column: usize,
    text: String,
    fill: &'static str,
    bold: bool,
}

const FOREGROUND: &str = "#e6e1d6";
const DIM: &str = "#8b8478";

/// The colours of a terminal in their order: black, red, green, yellow, blue, magenta, cyan, white. Those of stones are the palette's.
static COLOURS: LazyLock<[&str; 8]> = LazyLock::new(|| {
    [DIM, colour("p1"), "#63d297", colour("p2"), "#6ea8fe", "#d59bff", "#63cfd2", FOREGROUND]
});

/// The lines of a screen, with its escape sequences (`ESC [ numbers m`) turned into styles.
fn lines(screen: &str) -> Vec<Vec<StyledRun>> {
    let (mut fill, mut bold) = (FOREGROUND, false);
    let mut lines = Vec::new();
    for line in screen.lines() {
        let (mut runs, mut column) = (Vec::new(), 0);
        for (index, part) in line.split('\u{1b}').enumerate() {
            let text = match part.strip_prefix('[').and_then(|rest| rest.split_once('m')) {
                Some((codes, text)) if index > 0 => {
                    for code in codes.split(';') {
                        (fill, bold) = styled(code, fill, bold);
                    }
                    text
                }
                _ => part,
            };
            if !text.trim().is_empty() {
                runs.push(StyledRun { column, text: text.to_owned(), fill, bold });
            }
            column += text.chars().count();
        }
        lines.push(runs);
    }
    lines
}

fn styled(code: &str, fill: &'static str, bold: bool) -> (&'static str, bool) {
    match code.parse().unwrap_or(0) {
        0 => (FOREGROUND, false),
        1 => (fill, true),
        2 => (DIM, bold),
        22 => (fill, false),
        39 => (FOREGROUND, bold),
        number @ (30..=37 | 90..=97) => (COLOURS[number % 10], bold),
        _ => (fill, bold),
    }
}

/// The size of a character and of the space around the text, in pixels.
const WIDTH: f64 = 9.02;
const HEIGHT: usize = 19;
const MARGIN: f64 = 20.0;

/// A screen as an SVG file.
fn drawing(screen: &str) -> String {
    let lines = lines(screen);
    let ends = lines.iter().flatten().map(|run| run.column + run.text.chars().count());
    let columns = u32::try_from(ends.max().unwrap_or_default()).unwrap_or_default();
    let (width, height) = ((f64::from(columns) * WIDTH + 2.0 * MARGIN).ceil(), 62 + lines.len() * HEIGHT);
    let head = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img" aria-label="Poda in a terminal">
<rect width="100%" height="100%" rx="10" fill="#1d1b17"/><rect width="100%" height="34" rx="10" fill="#2a2721"/>
<circle cx="20" cy="17" r="6" fill="#ff6b6b"/><circle cx="40" cy="17" r="6" fill="#f2c14e"/><circle cx="60" cy="17" r="6" fill="#63d297"/>
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="15">
"##
    );
    let texts =
        lines.iter().enumerate().flat_map(|(index, line)| line.iter().map(move |run| drawn(run, index)));
    texts.fold(head, |svg, text| svg + &text) + "</g>\n</svg>\n"
}

/// A run in a line of the picture.
fn drawn(run: &StyledRun, line: usize) -> String {
    let pixels = |count: usize| f64::from(u32::try_from(count).unwrap_or_default()) * WIDTH;
    let (x, y) = (MARGIN + pixels(run.column), 62 + line * HEIGHT);
    let length = pixels(run.text.chars().count());
    let weight = if run.bold { r#" font-weight="700""# } else { "" };
    let text = run.text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    format!(
        "<text x=\"{x:.1}\" y=\"{y}\" fill=\"{}\"{weight} textLength=\"{length:.1}\" xml:space=\"preserve\">{text}</text>\n",
        run.fill
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(column: usize, text: &str, fill: &'static str, bold: bool) -> StyledRun {
        StyledRun { column, text: text.into(), fill, bold }
    }

    #[test]
    fn escape_sequences_become_styles() {
        let screen = "plain \u{1b}[1m\u{1b}[31mred\u{1b}[0m·\u{1b}[2;34m\u{1b}[39mx\n\u{1b}[0m  y";
        let (red, plain) = (colour("p1"), FOREGROUND);
        let first = [
            run(0, "plain ", plain, false),
            run(6, "red", red, true),
            run(9, "·", plain, false),
            run(10, "x", plain, false),
        ];
        assert_eq!(lines(screen), [first.to_vec(), vec![run(0, "  y", plain, false)]]);
    }

    #[test]
    fn text_is_escaped_and_the_picture_is_as_wide_as_its_longest_line() {
        let svg = drawing("a < b\n\nlonger & longer");
        assert!(svg.contains(">a &lt; b</text>") && svg.contains(">longer &amp; longer</text>"), "{svg}");
        assert!(
            svg.starts_with(r#"<svg xmlns="http://www.w3.org/2000/svg" width="176" height="119""#),
            "{svg}"
        );
    }
}
