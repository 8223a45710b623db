//! The crates that others may use alone: described well enough to be found, and built from nothing but their packages.

use crate::{
    json::Json,
    steps::{Context, Result, cargo, fail, measured, root, step},
};

/// Every published crate, the ones that need fewest others first.
const PUBLISHED: [&str; 7] =
    ["poda-core", "poda-memory", "poda-connect", "poda-parchis", "poda-eval", "poda-search", "poda-solve"];

/// Those that are built quickly.
const LEAVES: usize = 4;

/// How many examples at least show how to use a crate.
const EXAMPLES: usize = 3;

/// For `cargo xtask test`: all are described, the leaves are built.
pub(crate) fn test() -> Result {
    measured("packages, described", described)?;
    build(&PUBLISHED[..LEAVES])
}

/// For `cargo xtask stress`: all are built.
pub(crate) fn stress() -> Result {
    measured("packages, described", described)?;
    build(&PUBLISHED)
}

/// Packs crates and builds each from its package and those of the crates it needs, which no registry has.
fn build(names: &[&str]) -> Result {
    step("packages, sources", &mut cargo(&["fetch", "--locked", "--quiet"]))?;
    let mut package = cargo(&["package", "--locked", "--offline", "--allow-dirty", "--quiet"]);
    for name in names {
        package.args(["--package", name]);
    }
    step(&format!("packages, {} built alone", names.len()), &mut package)
}

/// Whether each says what registries and strangers want to know.
fn described() -> Result {
    let output = cargo(&["metadata", "--format-version", "1", "--no-deps", "--locked"]).output()?;
    let metadata = Json::read(&String::from_utf8(output.stdout)?)?;
    let wrong: Vec<String> = PUBLISHED.iter().flat_map(|name| missing(name, &metadata)).collect();
    if wrong.is_empty() { Ok(()) } else { fail(wrong.join("\n")) }
}

fn missing(name: &str, metadata: &Json) -> Vec<String> {
    let packages = metadata.get("packages").list();
    let Some(package) = packages.iter().find(|package| package.get("name").text() == Some(name)) else {
        return vec![format!("{name}: no such crate")];
    };
    let mut wrong = Vec::new();
    for field in ["keywords", "categories"] {
        if package.get(field).list().is_empty() {
            wrong.push(format!("{name}: no {field}"));
        }
    }
    // Absent means that it may be published anywhere; a list names where.
    if *package.get("publish") != Json::Null {
        wrong.push(format!("{name}: may not be published"));
    }
    let folder = root().join("crates").join(name);
    let read = |file: &str| std::fs::read_to_string(folder.join(file)).context(format!("{name}/{file}"));
    match (read("README.md"), read("src/lib.rs")) {
        (Ok(readme), Ok(library)) => {
            let examples = readme.matches("```rust\n").count();
            if examples < EXAMPLES {
                wrong.push(format!("{name}: {examples} examples in its README, not {EXAMPLES}"));
            }
            if !library.contains("include_str!(\"../README.md\")") {
                wrong.push(format!("{name}: its documentation does not include its README"));
            }
        }
        (readme, library) => {
            wrong.extend([readme.err(), library.err()].into_iter().flatten().map(|error| error.to_string()));
        }
    }
    wrong
}
