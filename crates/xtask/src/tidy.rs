//! The rules of the house that no compiler knows, executed.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use crate::{
    json::Json,
    steps::{Context, Result, cargo, fail, root},
};

/// Which crate may depend on which of ours, apart from its tests. `ARCHITECTURE.md` explains why.
const MAY_DEPEND_ON: &[(&str, &[&str])] = &[
    ("poda-core", &[]),
    ("poda-connect", &["poda-core"]),
    ("poda-parchis", &["poda-core"]),
    ("poda-memory", &[]),
    ("poda-search", &["poda-core", "poda-memory"]),
    ("poda-solve", &["poda-core", "poda-connect", "poda-memory"]),
    ("poda-eval", &["poda-core", "poda-connect", "poda-parchis"]),
    ("poda-tune", &["poda-core", "poda-eval", "poda-search"]),
    ("poda-agent", &["poda-core"]),
    (
        "poda-catalog",
        &[
            "poda-core",
            "poda-connect",
            "poda-parchis",
            "poda-search",
            "poda-solve",
            "poda-eval",
            "poda-tune",
            "poda-agent",
        ],
    ),
    ("poda-contest", &["poda-core", "poda-agent", "poda-catalog"]),
    ("poda-bots", &["poda-core", "poda-agent", "poda-catalog"]),
    ("poda-arena", &["poda-core", "poda-agent", "poda-catalog", "poda-bots", "poda-contest"]),
    ("poda-grade", &["poda-core", "poda-agent", "poda-catalog", "poda-bots", "poda-contest", "poda-arena"]),
    ("poda-web", &["poda-core", "poda-agent", "poda-catalog", "poda-bots", "poda-contest", "poda-arena"]),
    (
        "poda",
        &[
            "poda-core",
            "poda-agent",
            "poda-catalog",
            "poda-bots",
            "poda-contest",
            "poda-arena",
            "poda-grade",
            "poda-web",
        ],
    ),
    ("poda-testkit", &["poda-core"]),
    ("poda-chores", &["poda-core", "poda-connect", "poda-solve", "poda-agent", "poda-catalog"]),
    ("xtask", &[]),
];

/// Crates left of the seam: they know no clock, no randomness, no JSON, no files.
const PURE: &[&str] =
    &["poda-core", "poda-connect", "poda-parchis", "poda-memory", "poda-search", "poda-solve", "poda-eval"];

/// Crates that know JSON, but no clock, no file and no process either.
const SILENT: &[&str] = &["poda-contest"];

/// Files of pure crates that may use threads: a feature switches them off for browsers.
const MAY_USE_THREADS: &[&str] = &["crates/poda-solve/src/threads.rs"];

/// Files that may start processes.
const MAY_START_PROCESSES: &[&str] = &["crates/poda-bots/src/process.rs"];

/// What pure crates may use from outside.
const PURE_MAY_USE: &[&str] = &["arrayvec", "thiserror"];

/// Words that pure crates have no business with.
const IMPURE_WORDS: &[&str] = &[
    "std::time",
    "std::thread",
    "std::fs",
    "std::net",
    "std::process",
    "std::io",
    "SystemTime",
    "Instant::",
];

/// Crates that write JSON.
const WRITE_JSON: &[&str] = &["poda", "poda-web"];

/// Past this length a file has a second idea in it.
const LONGEST_FILE: usize = 600;

/// Checks everything and reports all that is wrong.
pub(crate) fn tidy() -> Result {
    let mut wrong = dependencies()?;
    for path in sources()? {
        let text = fs::read_to_string(&path).context(path.display())?;
        let name = path.strip_prefix(root()).unwrap_or(&path).to_string_lossy().replace('\\', "/");
        wrong.extend(check_file(&name, &text));
    }
    if wrong.is_empty() {
        return Ok(());
    }
    fail(format!("{} untidy places:\n  {}", wrong.len(), wrong.join("\n  ")))
}

/// The dependency rules, from what cargo itself knows.
fn dependencies() -> Result<Vec<String>> {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]).output()?;
    if !output.status.success() {
        return fail(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr).trim()));
    }
    let metadata = Json::read(&String::from_utf8(output.stdout)?).context("cargo metadata")?;
    match metadata.get("packages").list() {
        [] => fail("cargo metadata: no packages"),
        packages => Ok(packages.iter().flat_map(check_package).collect()),
    }
}

fn check_package(package: &Json) -> Vec<String> {
    let name = package.get("name").text().unwrap_or_default();
    let rules: BTreeMap<&str, &[&str]> = MAY_DEPEND_ON.iter().copied().collect();
    let Some(allowed) = rules.get(name) else {
        return vec![format!("{name}: not in the table of crates in tidy.rs and ARCHITECTURE.md")];
    };
    let mut wrong = Vec::new();
    let folder = format!("crates/{name}/Cargo.toml");
    if !package.get("manifest_path").text().unwrap_or_default().replace('\\', "/").ends_with(&folder) {
        wrong.push(format!("{name}: does not live in crates/{name}"));
    }
    if package.get("description").text().unwrap_or_default().len() < 10 {
        wrong.push(format!("{name}: has no description"));
    }
    if package.get("license").text() != Some("MIT OR Apache-2.0") {
        wrong.push(format!("{name}: has another licence"));
    }
    let is_test = |target: &&Json| target.get("kind").list().iter().any(|kind| kind.text() == Some("test"));
    if package.get("targets").list().iter().filter(is_test).count() > 1 {
        wrong.push(format!(
            "{name}: more than one binary of tests; make them modules of crates/{name}/tests/it"
        ));
    }
    for dependency in package.get("dependencies").list() {
        let (other, kind) =
            (dependency.get("name").text().unwrap_or_default(), dependency.get("kind").text());
        let ours = rules.contains_key(other);
        let for_tests = kind == Some("dev");
        if ours && !for_tests && !allowed.contains(&other) {
            wrong.push(format!("{name}: must not depend on {other}"));
        }
        if !ours && !for_tests && PURE.contains(&name) && !PURE_MAY_USE.contains(&other) {
            wrong.push(format!("{name}: a pure crate must not use {other}"));
        }
    }
    wrong
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
    let is_rust = is(Path::new(name), "rs");
    let is_test = name.contains("/tests/") || name.contains("/benches/") || name.contains("/examples/");
    let this_file = name.ends_with("xtask/src/tidy.rs");
    if !is(Path::new(name), "md") && text.lines().count() > LONGEST_FILE {
        wrong.push(format!("{name}: longer than {LONGEST_FILE} lines; look for the second idea"));
    }
    if !text.is_empty() && !text.ends_with('\n') {
        wrong.push(format!("{name}: does not end its last line"));
    }
    let crate_name = name.strip_prefix("crates/").and_then(|rest| rest.split('/').next()).unwrap_or_default();
    for (index, line) in text.lines().enumerate() {
        let mut complain = |what: &str| wrong.push(format!("{name}:{}: {what}", index + 1));
        if line.ends_with([' ', '\t']) {
            complain("white space at the end of the line");
        }
        if this_file {
            continue;
        }
        if ["work", "root", "home"].iter().any(|place| line.contains(&format!("/{place}/"))) {
            complain("a path of one machine");
        }
        if !is_rust || is_test {
            continue;
        }
        let is_impure = |word: &&str| {
            // A length of time is plain data.
            let harmless = (*word == "std::thread" && MAY_USE_THREADS.contains(&name))
                || (*word == "std::time" && line.contains("std::time::Duration"));
            line.contains(*word) && !harmless
        };
        let is_pure = PURE.contains(&crate_name) || SILENT.contains(&crate_name);
        if is_pure && IMPURE_WORDS.iter().any(is_impure) {
            complain("a clock, thread, file or process in a pure crate");
        }
        if line.contains("derive(") && line.contains("Serialize") && !WRITE_JSON.contains(&crate_name) {
            complain("only the binary and the server write JSON; internal types do not derive Serialize");
        }
        let starts_processes =
            crate_name == "xtask" || crate_name == "poda-chores" || MAY_START_PROCESSES.contains(&name);
        if (line.contains("process::{Child") || line.contains("process::Command")) && !starts_processes {
            complain("only one module starts processes");
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(name: &str, dependencies: &[(&str, Option<&str>)]) -> Json {
        let dependency = |(name, kind): &(&str, Option<&str>)| {
            let kind = kind.map_or("null".to_owned(), |kind| format!("{kind:?}"));
            format!("{{\"name\": {name:?}, \"kind\": {kind}}}")
        };
        let dependencies: Vec<String> = dependencies.iter().map(dependency).collect();
        let text = format!(
            r#"{{"name": {name:?}, "manifest_path": "somewhere/crates/{name}/Cargo.toml",
            "description": "long enough to say something", "license": "MIT OR Apache-2.0", "dependencies": [{}]}}"#,
            dependencies.join(", ")
        );
        Json::read(&text).unwrap()
    }

    #[test]
    fn forbidden_dependencies_are_found() {
        let cases = [
            ("poda-search", "poda-core", None, 0),
            ("poda-search", "poda-connect", None, 1),
            ("poda-search", "poda-testkit", Some("dev"), 0),
            ("poda-search", "poda-testkit", None, 2),
            ("poda-core", "serde", None, 1),
            ("poda-core", "trycmd", Some("dev"), 0),
            ("poda", "poda-connect", None, 1),
            ("poda", "serde_json", None, 0),
        ];
        for (name, other, kind, count) in cases {
            let wrong = check_package(&package(name, &[(other, kind)]));
            assert!(wrong.is_empty() == (count == 0), "{name} -> {other}: {wrong:?}");
        }
        assert_eq!(check_package(&package("poda-new", &[])).len(), 1);
        let targets = |kinds: &str| format!(r#"{{"name": "poda-core", "targets": [{kinds}]}}"#);
        let count = |kinds: &str| check_package(&Json::read(&targets(kinds)).unwrap()).len();
        let (lib, test) = (r#"{"kind": ["lib"]}"#, r#"{"kind": ["test"]}"#);
        assert_eq!(count(&format!("{lib}, {test}, {test}")), count(&format!("{lib}, {test}")) + 1);
    }

    #[test]
    fn untidy_lines_are_found() {
        let cases = [
            ("crates/poda-core/src/a.rs", "fine();\n", 0),
            ("crates/poda-core/src/a.rs", "trailing(); \n", 1),
            ("crates/poda-core/src/a.rs", "use std::time::Instant;\n", 1),
            ("crates/poda-agent/src/a.rs", "use std::time::Instant;\n", 0),
            ("crates/poda-solve/src/threads.rs", "std::thread::scope(f);\n", 0),
            ("crates/poda-solve/src/threads.rs", "use std::time::Instant;\n", 1),
            ("crates/poda-solve/src/a.rs", "std::thread::scope(f);\n", 1),
            ("crates/poda-agent/src/a.rs", "#[derive(Debug, Serialize)]\n", 1),
            ("crates/poda-contest/src/a.rs", "use std::io::Read;\n", 1),
            ("crates/poda-arena/src/a.rs", "use std::process::Command;\n", 1),
            ("crates/poda-bots/src/process.rs", "use std::process::Command;\n", 0),
            ("README.md", "no end", 1),
        ];
        for (name, text, count) in cases {
            assert_eq!(check_file(name, text).len(), count, "{name}: {text:?}");
        }
        assert_eq!(check_file("a.rs", &"line();\n".repeat(601)).len(), 1);
    }
}
