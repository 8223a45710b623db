//! The crates: who may depend on whom, from what cargo itself knows.

use std::{collections::BTreeMap, fs};

use serde_json::Value;

use crate::{
    metadata::{list, metadata},
    steps::{Context, Result, root},
};

/// Allowed dependencies between the crates of the workspace, tests aside. `ARCHITECTURE.md` explains why. A crate in `crates/pure` that
/// is not listed has the rules of a game.
const MAY_DEPEND_ON: &[(&str, &str)] = &[
    ("poda-core", ""),
    ("poda-memory", ""),
    ("poda-search", "core memory"),
    ("poda-solve", "core connect memory"),
    ("poda-eval", "core GAMES"),
    ("poda-engines", "core GAMES search solve eval"),
    ("poda-agent", "core"),
    ("poda-catalog", "core GAMES search engines agent"),
    ("poda-service", "core agent catalog contest"),
    ("poda-contest", "core agent catalog"),
    // The one crate right of the boundary that names a game: a course's player asks it for our rules.
    ("poda-course-abi", "core parchis"),
    ("poda-bots", "core agent catalog"),
    ("poda-queue", "core agent catalog bots contest"),
    ("poda-grade", "core agent catalog bots contest"),
    ("poda-python", "core agent catalog service bots contest"),
    ("poda-web", "core agent catalog service bots contest"),
    ("poda", "core memory course-abi agent catalog service bots contest queue grade web"),
    ("poda-wasm", "core agent catalog service contest"),
    ("poda-testkit", "core"),
    (EXAMPLES, "core search solve"),
    ("xtask", ""),
];

/// What a crate of rules may depend on.
const GAME_MAY_DEPEND_ON: &str = "core";

/// The folders of `crates`.
const LAYERS: [&str; 4] = ["pure", "lab", "faces", "dev"];

/// The one crate beside the others: what a user of the libraries writes.
const EXAMPLES: &str = "poda-examples";

/// What pure crates may use from outside.
const PURE_MAY_USE: &[&str] = &["arrayvec", "thiserror", "serde", "utoipa"];

/// Everything that is wrong with the crates.
pub(super) fn check() -> Result<Vec<String>> {
    let metadata = metadata(&["--no-deps"])?;
    let packages = list(&metadata["packages"]);
    let games = games(packages);
    let mut wrong: Vec<String> = packages.iter().flat_map(|package| check_package(package, &games)).collect();
    let profiles = fs::read_to_string(root().join("Cargo.toml")).context("Cargo.toml")?;
    wrong.extend(packages.iter().flat_map(|package| without_profile(package, &profiles)));
    Ok(wrong)
}

/// The layer of a crate: the folder in `crates` that it is in.
fn layer(package: &Value) -> Option<&str> {
    let mut folders = package["manifest_path"].as_str()?.rsplit(['/', '\\']).skip(1);
    let (name, layer, crates) = (folders.next()?, folders.next()?, folders.next()?);
    (Some(name) == package["name"].as_str() && crates == "crates").then_some(layer)
}

fn games(packages: &[Value]) -> Vec<&str> {
    let pure = packages.iter().filter(|package| layer(package) == Some("pure"));
    let names = pure.filter_map(|package| package["name"].as_str());
    names.filter(|name| MAY_DEPEND_ON.iter().all(|(listed, _)| listed != name)).collect()
}

/// Profiles of `Cargo.toml` that would build a pure crate as slowly as the others.
fn without_profile(package: &Value, manifest: &str) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    if layer(package) != Some("pure") {
        return Vec::new();
    }
    let profiles = manifest.split("\n[profile.").skip(1).filter_map(|rest| rest.split_once(".package]\n"));
    let lines = |text: &str| {
        text.lines().take_while(|line| !line.starts_with('[')).any(|line| {
            line.strip_prefix(name)
                .is_some_and(|rest| rest.starts_with(".opt-level") || rest.starts_with(" = {"))
        })
    };
    let missing = profiles.filter(|(profile, text)| *profile != "browser" && !lines(text));
    missing
        .map(|(profile, _)| format!("Cargo.toml: {name} has no line in [profile.{profile}.package]"))
        .collect()
}

fn check_package(package: &Value, games: &[&str]) -> Vec<String> {
    let name = package["name"].as_str().unwrap_or_default();
    let rules: BTreeMap<&str, &str> = MAY_DEPEND_ON.iter().copied().collect();
    let is_game = games.contains(&name);
    let Some(allowed) = rules.get(name).copied().or(is_game.then_some(GAME_MAY_DEPEND_ON)) else {
        return vec![format!("{name}: not in the table of crates in tidy/crates.rs and ARCHITECTURE.md")];
    };
    let mut wrong = Vec::new();
    if name != EXAMPLES && !layer(package).is_some_and(|layer| LAYERS.contains(&layer)) {
        wrong.push(format!("{name}: is not in crates/LAYER/{name} (layers: {})", LAYERS.join(", ")));
    }
    if package["description"].as_str().unwrap_or_default().len() < 10 {
        wrong.push(format!("{name}: has no description"));
    }
    if package["license"].as_str() != Some("MIT OR Apache-2.0") {
        wrong.push(format!("{name}: has another licence"));
    }
    let is_test = |target: &&Value| list(&target["kind"]).iter().any(|kind| kind.as_str() == Some("test"));
    if list(&package["targets"]).iter().filter(is_test).count() > 1 {
        wrong.push(format!("{name}: more than one binary of tests; make them modules of tests/it"));
    }
    let is_pure = layer(package) == Some("pure");
    for dependency in list(&package["dependencies"]) {
        let (other, kind) = (dependency["name"].as_str().unwrap_or_default(), dependency["kind"].as_str());
        if kind == Some("dev") {
            continue;
        }
        let short = other.strip_prefix("poda-").unwrap_or(other);
        let ours = rules.contains_key(other) || games.contains(&other);
        let is_allowed = |word: &str| word == short || word == "GAMES" && games.contains(&other);
        if ours && !allowed.split(' ').any(is_allowed) {
            wrong.push(format!("{name}: must not depend on {other}"));
        }
        if !ours && is_pure && !PURE_MAY_USE.contains(&other) {
            wrong.push(format!("{name}: a pure crate must not use {other}"));
        }
        let is_optional = dependency["optional"] == true;
        if ["serde", "utoipa"].contains(&other) && is_pure && !is_optional {
            wrong.push(format!("{name}: {other} has to be optional in a pure crate"));
        }
        if !ours && name == "xtask" && other != "serde_json" {
            wrong.push(format!("xtask: depends on {other}, but has to be built at once"));
        }
    }
    wrong
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAMES: &[&str] = &["poda-connect", "poda-parchis", "poda-othello"];

    fn package(layer: &str, name: &str, dependencies: &[(&str, Option<&str>)]) -> Value {
        let dependency = |(name, kind): &(&str, Option<&str>)| {
            let kind = kind.map_or("null".to_owned(), |kind| format!("{kind:?}"));
            format!("{{\"name\": {name:?}, \"kind\": {kind}, \"optional\": {}}}", *name == "arrayvec")
        };
        let dependencies: Vec<String> = dependencies.iter().map(dependency).collect();
        let text = format!(
            r#"{{"name": {name:?}, "manifest_path": "somewhere/crates/{layer}/{name}/Cargo.toml",
            "description": "long enough to say something", "license": "MIT OR Apache-2.0", "dependencies": [{}]}}"#,
            dependencies.join(", ")
        );
        serde_json::from_str(&text).unwrap()
    }

    #[test]
    fn forbidden_dependencies_are_found() {
        let cases = [
            ("pure", "poda-search", "poda-core", None, 0),
            ("pure", "poda-search", "poda-connect", None, 1),
            ("pure", "poda-search", "poda-testkit", Some("dev"), 0),
            ("pure", "poda-search", "poda-testkit", None, 1),
            ("pure", "poda-core", "arrayvec", None, 0),
            ("pure", "poda-core", "serde", None, 1),
            ("pure", "poda-core", "rand", None, 1),
            ("pure", "poda-core", "trycmd", Some("dev"), 0),
            ("pure", "poda-othello", "poda-core", None, 0),
            ("pure", "poda-othello", "poda-connect", None, 1),
            ("pure", "poda-othello", "rand", None, 1),
            ("pure", "poda-eval", "poda-othello", None, 0),
            ("lab", "poda-service", "poda-othello", None, 1),
            ("lab", "poda-core", "arrayvec", None, 0),
            ("faces", "poda", "poda-connect", None, 1),
            ("faces", "poda", "serde_json", None, 0),
            ("elsewhere", "poda", "serde_json", None, 1),
            ("dev", "xtask", "poda-core", None, 1),
            ("dev", "xtask", "anyhow", None, 1),
        ];
        for (layer, name, other, kind, count) in cases {
            let wrong = check_package(&package(layer, name, &[(other, kind)]), GAMES);
            assert_eq!(wrong.len(), count, "{name} -> {other}: {wrong:?}");
        }
        assert_eq!(check_package(&package("lab", "poda-new", &[]), GAMES).len(), 1);
        let targets = |kinds: &str| format!(r#"{{"name": "poda-core", "targets": [{kinds}]}}"#);
        let count = |kinds: &str| check_package(&serde_json::from_str(&targets(kinds)).unwrap(), GAMES).len();
        let (lib, test) = (r#"{"kind": ["lib"]}"#, r#"{"kind": ["test"]}"#);
        assert_eq!(count(&format!("{lib}, {test}, {test}")), count(&format!("{lib}, {test}")) + 1);
    }

    #[test]
    fn a_pure_crate_is_built_fast_in_each_profile() {
        let manifest = "a\n[profile.dev.package]\npoda-new.opt-level = 2\n\n[profile.quick.package]\npoda-newer.opt-level = 3\n";
        let missing = |layer: &str| without_profile(&package(layer, "poda-new", &[]), manifest);
        assert_eq!(missing("pure"), ["Cargo.toml: poda-new has no line in [profile.quick.package]"]);
        assert!(missing("lab").is_empty());
    }
}
