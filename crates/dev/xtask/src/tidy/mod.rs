//! The rules of the project that no compiler knows, executed. What a crate may not use is in its `clippy.toml`.

mod crates;
mod docs;
mod names;
mod texts;

use std::{
    fs,
    path::{Path, PathBuf},
};

use names::Names;

use crate::{
    palette,
    steps::{Context, Result, fail, root},
};

/// Sources that may lift what `clippy.toml` forbids: threads behind a feature, programs with their limits, and the chores.
const MAY_LIFT: &[&str] = &[
    "crates/pure/poda-solve/src/threads.rs",
    "crates/lab/poda-contest/src/openings_file.rs",
    "crates/lab/poda-contest/src/pulse.rs",
    "crates/lab/poda-contest/src/shards.rs",
    "crates/lab/poda-contest/src/store/",
    "crates/lab/poda-contest/src/threads.rs",
    "crates/lab/poda-bots/src/process.rs",
    "crates/lab/poda-bots/src/process/",
    "crates/lab/poda-bots/src/sandbox/",
    "crates/lab/poda-catalog/examples/chores/",
    // A test that compiles the classes of a course and loads them.
    "crates/faces/poda-course-abi/src/compare.rs",
    // Asks git for the commit.
    "crates/faces/poda/build.rs",
];

/// Crates whose library is not compiled for unit tests, because every game would be compiled once more.
const WITHOUT_UNIT_TESTS: &[&str] = &["poda-engines", "poda-catalog"];

/// Files that have the colours themselves.
const IS_PALETTE: &[&str] = &["web/src/palette.css"];

/// Past this length a file has a second idea in it.
const LONGEST_FILE: usize = 600;

/// Checks everything and reports all that is wrong.
pub(crate) fn tidy() -> Result {
    let mut wrong = crates::check()?;
    wrong.extend(same_lints()?);
    wrong.extend(docs::check(&root())?);
    let mut names = Names::default();
    for path in sources()? {
        let text = fs::read_to_string(&path).context(path.display())?;
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        wrong.extend(check_file(&name, &text));
        if name.starts_with("crates/") && name.contains("/src/") && is(&path, "rs") {
            names.note(&name, &text);
            wrong.extend(texts::check(&name, &text));
        }
    }
    wrong.extend(names.doubled());
    wrong.extend(palette::check()?);
    if wrong.is_empty() {
        return Ok(());
    }
    fail(format!("{} untidy places:\n  {}", wrong.len(), wrong.join("\n  ")))
}

/// The service and the contests compute as the pure crates do, but are not in their folder.
fn same_lints() -> Result<Vec<String>> {
    let read = |path: &str| fs::read_to_string(root().join(path)).context(path);
    let pure = "crates/pure/clippy.toml";
    let mut wrong = Vec::new();
    for other in ["crates/lab/poda-service/clippy.toml", "crates/lab/poda-contest/clippy.toml"] {
        if read(other)? != read(pure)? {
            wrong.push(format!("{other} differs from {pure}"));
        }
    }
    Ok(wrong)
}

/// Every source and text file of the project.
fn sources() -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut folders = vec![root()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let skipped = ["target", "node_modules", ".git", "corpus", "artifacts", "dist"];
            if path.is_dir() && !skipped.contains(&name.as_str()) {
                folders.push(path);
            } else if ["rs", "toml", "md", "svelte", "ts", "js", "mjs", "css", "html"]
                .iter()
                .any(|ending| is(&path, ending))
            {
                found.push(path);
            }
        }
    }
    found.sort();
    Ok(found)
}

fn is(path: &Path, ending: &str) -> bool {
    path.extension().is_some_and(|extension| extension == ending)
}

fn check_file(name: &str, text: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let here = format!("{}/", root().display());
    let is_source = is(Path::new(name), "rs")
        && !["/tests/", "/benches/", "/examples/"].iter().any(|folder| name.contains(folder));
    let is_tidy = name.starts_with("crates/dev/xtask/src/tidy/");
    // What a program writes may be as long as it likes.
    let is_generated = name.ends_with(".d.ts");
    if !is_generated && !is(Path::new(name), "md") && text.lines().count() > LONGEST_FILE {
        wrong.push(format!("{name}: longer than {LONGEST_FILE} lines; look for the second idea"));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        wrong.push(format!("{name}: does not end its last line"));
    }
    let crate_name = name.strip_prefix("crates/").and_then(|rest| rest.split('/').nth(1)).unwrap_or_default();
    for (index, line) in text.lines().enumerate() {
        let mut complain = |what: &str| wrong.push(format!("{name}:{}: {what}", index + 1));
        if line.ends_with([' ', '\t']) {
            complain("white space at the end of the line");
        }
        if is_tidy {
            continue;
        }
        if ["work", "workspace"].iter().any(|place| line.contains(&format!("/{place}/")))
            || line.contains(&here)
        {
            complain("a path of one machine");
        }
        if let Some(colour) = palette::repeated(line).filter(|_| !IS_PALETTE.contains(&name)) {
            complain(&format!("the colour {colour} stands in web/src/palette.css: name it"));
        }
        if !is_source {
            continue;
        }
        if line.trim() == "#[test]" && WITHOUT_UNIT_TESTS.contains(&crate_name) {
            complain("it would not be run: the tests of this crate are in tests/it");
        }
        let may_lift = MAY_LIFT.iter().any(|place| name.starts_with(place));
        if line.contains("clippy::disallowed_") && !may_lift {
            complain("what clippy.toml forbids is not lifted here");
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn untidy_lines_are_found() {
        let lift = "#![allow(clippy::disallowed_types)]\n";
        let cases = [
            ("crates/pure/poda-core/src/a.rs", "fine();\n", 0),
            ("crates/pure/poda-core/src/a.rs", "trailing(); \n", 1),
            ("crates/pure/poda-core/src/a.rs", lift, 1),
            ("crates/pure/poda-core/tests/it/a.rs", lift, 0),
            ("crates/pure/poda-solve/src/a.rs", lift, 1),
            ("crates/pure/poda-solve/src/threads.rs", lift, 0),
            ("crates/lab/poda-bots/src/process.rs", lift, 0),
            ("docs/a.md", "/home/ana/bot.py\n", 0),
            ("docs/a.md", "/workspace/poda/bot.py\n", 1),
            ("crates/lab/poda-catalog/src/a.rs", "    #[test]\n", 1),
            ("crates/lab/poda-catalog/tests/it/a.rs", "#[test]\n", 0),
            ("README.md", "no end", 1),
        ];
        for (name, text, count) in cases {
            assert_eq!(check_file(name, text).len(), count, "{name}: {text:?}");
        }
        assert_eq!(check_file("a.rs", &"line();\n".repeat(601)).len(), 1);
        assert_eq!(check_file("web/src/lib/api.d.ts", &"line();\n".repeat(601)).len(), 0);
    }
}
