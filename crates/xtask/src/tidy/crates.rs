//! The crates: who may depend on whom, from what cargo itself knows.

use std::collections::BTreeMap;

use super::PURE;
use crate::{
    json::Json,
    steps::{Context, Result, cargo, fail},
};

/// Which crate may depend on which of ours, apart from its tests. `ARCHITECTURE.md` explains why.
const MAY_DEPEND_ON: &[(&str, &str)] = &[
    ("poda-core", ""),
    ("poda-connect", "core"),
    ("poda-parchis", "core"),
    ("poda-mnk", "core"),
    ("poda-memory", ""),
    ("poda-batch", "core"),
    ("poda-search", "core memory"),
    ("poda-solve", "core connect memory"),
    ("poda-eval", "core connect parchis mnk"),
    ("poda-engines", "core connect parchis mnk batch search solve eval"),
    ("poda-agent", "core"),
    ("poda-catalog", "core connect parchis mnk batch search engines agent"),
    ("poda-service", "core agent catalog contest"),
    ("poda-contest", "core agent catalog"),
    // The one crate right of the boundary that names a game: a course's player asks it for our rules.
    ("poda-course-abi", "core parchis"),
    ("poda-bots", "core agent catalog"),
    ("poda-arena", "core agent catalog bots contest"),
    ("poda-queue", "core agent catalog bots contest arena"),
    ("poda-grade", "core agent catalog bots contest arena"),
    ("poda-python", "core agent catalog service bots contest arena"),
    ("poda-web", "core agent catalog service bots contest arena"),
    ("poda", "core memory course-abi agent catalog service bots contest arena queue grade web"),
    ("poda-wasm", "core agent catalog service contest"),
    ("poda-testkit", "core"),
    ("poda-chores", "core connect solve agent catalog arena"),
    (EXAMPLES, "core search solve"),
    ("xtask", ""),
];

/// The one crate beside the others: what a user of the libraries writes.
const EXAMPLES: &str = "poda-examples";

/// What pure crates may use from outside.
const PURE_MAY_USE: &[&str] = &["arrayvec", "thiserror", "serde", "utoipa"];

/// Everything that is wrong with the crates.
pub(super) fn check() -> Result<Vec<String>> {
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
    let rules: BTreeMap<&str, &str> = MAY_DEPEND_ON.iter().copied().collect();
    let Some(allowed) = rules.get(name) else {
        return vec![format!("{name}: not in the table of crates in tidy/crates.rs and ARCHITECTURE.md")];
    };
    let mut wrong = Vec::new();
    let folder = if name == EXAMPLES { "examples/library".to_owned() } else { format!("crates/{name}") };
    let manifest = package.get("manifest_path").text().unwrap_or_default().replace('\\', "/");
    if !manifest.ends_with(&format!("{folder}/Cargo.toml")) {
        wrong.push(format!("{name}: does not live in {folder}"));
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
        if kind == Some("dev") {
            continue;
        }
        let short = other.strip_prefix("poda-").unwrap_or(other);
        let ours = rules.contains_key(other);
        if ours && !allowed.split(' ').any(|word| word == short) {
            wrong.push(format!("{name}: must not depend on {other}"));
        }
        if !ours && PURE.contains(&name) && !PURE_MAY_USE.contains(&other) {
            wrong.push(format!("{name}: a pure crate must not use {other}"));
        }
        let is_optional = *dependency.get("optional") == Json::Bool(true);
        if ["serde", "utoipa"].contains(&other) && PURE.contains(&name) && !is_optional {
            wrong.push(format!("{name}: {other} has to be optional in a pure crate"));
        }
        if !ours && name == "xtask" {
            wrong.push(format!("xtask: depends on {other}, but has to be built at once"));
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
            format!("{{\"name\": {name:?}, \"kind\": {kind}, \"optional\": {}}}", *name == "arrayvec")
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
            ("poda-search", "poda-testkit", None, 1),
            ("poda-core", "arrayvec", None, 0),
            ("poda-core", "serde", None, 1),
            ("poda-core", "rand", None, 1),
            ("poda-core", "trycmd", Some("dev"), 0),
            ("poda", "poda-connect", None, 1),
            ("poda", "serde_json", None, 0),
            ("xtask", "poda-core", None, 1),
            ("xtask", "anyhow", None, 1),
        ];
        for (name, other, kind, count) in cases {
            let wrong = check_package(&package(name, &[(other, kind)]));
            assert_eq!(wrong.len(), count, "{name} -> {other}: {wrong:?}");
        }
        assert_eq!(check_package(&package("poda-new", &[])).len(), 1);
        let targets = |kinds: &str| format!(r#"{{"name": "poda-core", "targets": [{kinds}]}}"#);
        let count = |kinds: &str| check_package(&Json::read(&targets(kinds)).unwrap()).len();
        let (lib, test) = (r#"{"kind": ["lib"]}"#, r#"{"kind": ["test"]}"#);
        assert_eq!(count(&format!("{lib}, {test}, {test}")), count(&format!("{lib}, {test}")) + 1);
    }
}
