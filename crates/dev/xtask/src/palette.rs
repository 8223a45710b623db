//! The colours of stones, boards and pages: `web/src/palette.css`, and what is written from it.

use std::fs;

use crate::steps::{Context, Result, root, say};

const PALETTE: &str = include_str!("../../../../web/src/palette.css");

/// The colours of Python's pictures: a wheel has no files of the page.
const PYTHON: &str = "python/poda/_palette.py";

/// A colour by its name, on a light ground.
///
/// # Panics
/// If there is none, which a test would find.
pub(crate) fn colour(name: &str) -> &'static str {
    match light().find(|(known, _)| *known == name) {
        Some((_, colour)) => colour,
        None => panic!("no colour {name} in palette.css"),
    }
}

/// The names and colours of the first block, the light one.
fn light() -> impl Iterator<Item = (&'static str, &'static str)> {
    let block = PALETTE.split('}').next().unwrap_or_default();
    let lines = block.lines().filter_map(|line| line.trim().strip_prefix("--")?.strip_suffix(';'));
    lines.filter_map(|line| line.split_once(": "))
}

fn python() -> String {
    let mut text =
        "\"\"\"The colours of the page, written by `cargo xtask palette` from web/src/palette.css.\"\"\"\n\nPALETTE = {\n"
            .to_owned();
    for (name, colour) in light() {
        text.extend(["    \"", name, "\": \"", colour, "\",\n"]);
    }
    text + "}\n"
}

/// Writes what is made of the palette.
pub(crate) fn write() -> Result {
    fs::write(root().join(PYTHON), python()).context(PYTHON)?;
    say(PYTHON);
    Ok(())
}

/// What is not made of the palette as it is now.
pub(crate) fn check() -> Result<Vec<String>> {
    let written = fs::read_to_string(root().join(PYTHON)).context(PYTHON)?;
    let stale = format!("{PYTHON}: not of this web/src/palette.css: run `cargo xtask palette`");
    Ok(if written == python() { Vec::new() } else { vec![stale] })
}

/// Whether a line repeats a colour of stones or boards instead of naming it.
pub(crate) fn repeated(line: &str) -> Option<&'static str> {
    const NAMED: [&str; 8] = ["p1", "p1-deep", "p2", "p2-deep", "yellow", "blue", "red", "green"];
    NAMED.into_iter().find(|name| line.contains(colour(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_found_by_name() {
        for name in ["p1", "p2", "pine", "outline", "yellow-soft", "max"] {
            assert!(colour(name).starts_with('#') && colour(name).len() == 7, "{name}");
        }
        assert_eq!(repeated("fill: #E4572E"), None);
        assert_eq!(repeated(&format!("fill: {}", colour("p1"))), Some("p1"));
        assert!(python().contains("\"p2-deep\": \"#"));
    }
}
