//! The crates that others may use alone: described well enough to be found, and built from nothing but their packages.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use crate::{
    metadata::{list, metadata},
    steps::{Context, Result, cargo, fail, measured, root, step, target, works},
};

/// Every published crate, the ones that need fewest others first.
const PUBLISHED: &[&str] = &[
    "poda-core",
    "poda-memory",
    "poda-connect",
    "poda-parchis",
    "poda-mnk",
    "poda-eval",
    "poda-search",
    "poda-solve",
];

/// How many examples at least show how to use a crate.
const EXAMPLES: usize = 3;

/// For `cargo xtask test`: their metadata.
pub(crate) fn test() -> Result {
    measured("packages, described", described)
}

/// For `cargo xtask stress`: each is built alone.
pub(crate) fn stress() -> Result {
    measured("packages, described", described)?;
    build(PUBLISHED)
}

/// Their documentation, as docs.rs would build it; clippy reads the comments of the others.
pub(crate) fn document() -> Result {
    let mut document = cargo(&["doc", "--locked", "--no-deps"]);
    for name in PUBLISHED {
        document.args(["--package", name]);
    }
    step("documentation", document.env("RUSTDOCFLAGS", "--deny warnings"))
}

/// Packs crates and builds each from its package and those of the crates it needs, which no registry has.
///
/// `cargo package` could build them too, but it keeps the unpacked crates in the cargo home under nothing but the path of the workspace: a
/// second checkout at the same path would be built with the sources of the first.
fn build(names: &[&str]) -> Result {
    step("packages, sources", &mut cargo(&["fetch", "--locked", "--quiet"]))?;
    let mut package = cargo(&["package", "--no-verify", "--locked", "--offline", "--allow-dirty", "--quiet"]);
    for name in names {
        package.args(["--package", name]);
    }
    step("packages, packed", &mut package)?;
    let folder = target().join("packages");
    measured("packages, unpacked", || unpack(names, &folder))?;
    measured(&format!("packages, {} built alone", names.len()), || {
        names.iter().try_for_each(|name| {
            let mut build = cargo(&["build", "--offline", "--quiet", "--package", name]);
            build.current_dir(&folder).arg("--target-dir").arg(folder.join("target"));
            let built = build.status().context(name)?.success();
            if built { Ok(()) } else { fail(format!("{name} cannot be built from its package")) }
        })
    })
}

/// Unpacks the packages into a workspace in which each is found where the others expect a registry's.
fn unpack(names: &[&str], folder: &Path) -> Result {
    if folder.exists() {
        fs::remove_dir_all(folder).context(folder.display())?;
    }
    fs::create_dir_all(folder).context(folder.display())?;
    let version = env!("CARGO_PKG_VERSION");
    for name in names {
        let archive = target().join(format!("package/{name}-{version}.crate"));
        let mut tar = Command::new("tar");
        tar.arg("-xzf").arg(&archive).current_dir(folder);
        if !works(&mut tar) {
            return fail(format!("{}: cannot be unpacked", archive.display()));
        }
    }
    let members: Vec<String> = names.iter().map(|name| format!("\"{name}-{version}\"")).collect();
    let patch = |(name, path)| format!("{name} = {{ path = {path} }}\n");
    let patches: String = names.iter().zip(&members).map(patch).collect();
    let members = members.join(", ");
    let manifest =
        format!("[workspace]\nresolver = \"3\"\nmembers = [{members}]\n\n[patch.crates-io]\n{patches}");
    fs::write(folder.join("Cargo.toml"), manifest).context("the manifest of the packages")?;
    fs::copy(root().join("Cargo.lock"), folder.join("Cargo.lock")).context("Cargo.lock").map(drop)
}

/// Whether each says what registries and strangers want to know.
fn described() -> Result {
    let metadata = metadata(&["--no-deps"])?;
    let wrong: Vec<String> = PUBLISHED.iter().flat_map(|name| missing(name, &metadata)).collect();
    if wrong.is_empty() { Ok(()) } else { fail(wrong.join("\n")) }
}

fn missing(name: &str, metadata: &Value) -> Vec<String> {
    let packages = list(&metadata["packages"]);
    let Some(package) = packages.iter().find(|package| package["name"].as_str() == Some(name)) else {
        return vec![format!("{name}: no such crate")];
    };
    let mut wrong = Vec::new();
    for field in ["keywords", "categories"] {
        if list(&package[field]).is_empty() {
            wrong.push(format!("{name}: no {field}"));
        }
    }
    // Absent means that it may be published anywhere; a list names where.
    if !package["publish"].is_null() {
        wrong.push(format!("{name}: may not be published"));
    }
    let folder = root().join("crates/pure").join(name);
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
