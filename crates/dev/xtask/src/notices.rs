//! The notices of third parties: which packages are in the binary and in its page, under which licences, with the texts.

use std::{
    collections::{BTreeMap, BTreeSet},
    ffi::OsStr,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use serde_json::Value;

use crate::{
    metadata::{list, metadata},
    steps::{Context, Result, fail, root},
};

const HEAD: &str = "\
Poda is licensed under MIT OR Apache-2.0. This file lists what else is in it, with the licences.

The Rust standard library is licensed under MIT OR Apache-2.0, copyright The Rust Project contributors.
SQLite, which libsqlite3-sys brings along, is in the public domain.
";

const LINE: &str =
    "================================================================================================";

/// A package of the binary.
#[derive(Debug)]
struct Package {
    /// Its name and version.
    name: String,
    licence: String,
    /// Where its sources are.
    folder: PathBuf,
}

/// The notices of the binary for a target, and of the page as it was built.
pub(crate) fn write(target: &str) -> Result<String> {
    let mut text = of_crate("poda", target)?;
    let page = root().join("web/dist/licenses.txt");
    let page = fs::read_to_string(&page).context(page.display())?;
    let _ = writeln!(text, "\n{LINE}\n{}", page.trim_end());
    Ok(text)
}

/// The notices of one of our crates for a target.
pub(crate) fn of_crate(name: &str, target: &str) -> Result<String> {
    let packages = packages(name, &metadata(&["--filter-platform", target])?)?;
    let allowed = allowed()?;
    let mut text = String::from(HEAD);
    let mut texts: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    let _ = writeln!(text, "\n{LINE}\nCrates\n");
    for package in &packages {
        check_licence(package, &allowed)?;
        let _ = writeln!(text, "  {} ({})", package.name, package.licence);
        let found = match licence_texts(&package.folder)? {
            found if found.is_empty() => parent_texts(package, &packages)?,
            found => found,
        };
        for licence in found {
            texts.entry(licence).or_default().push(&package.name);
        }
    }
    for (licence, names) in texts {
        let _ = writeln!(text, "\n{LINE}\n{}\n\n{licence}", names.join(", "));
    }
    Ok(text)
}

/// Sees that everything that a crate of ours is linked with has a licence that is allowed: for what is not in the archive.
pub(crate) fn check_licences(name: &str) -> Result {
    let allowed = allowed()?;
    packages(name, &metadata(&[])?)?.iter().try_for_each(|package| check_licence(package, &allowed))
}

fn check_licence(package: &Package, allowed: &[String]) -> Result {
    if is_allowed(&package.licence, allowed) {
        return Ok(());
    }
    fail(format!("{}: deny.toml does not allow {:?}", package.name, package.licence))
}

fn allowed() -> Result<Vec<String>> {
    let rules = root().join("deny.toml");
    Ok(allowed_licences(&fs::read_to_string(&rules).context(rules.display())?))
}

/// What a crate of ours is linked with, apart from our own crates: neither tests nor build scripts need anything of it.
fn packages(crate_name: &str, metadata: &Value) -> Result<Vec<Package>> {
    let (packages, nodes) = (by_id(&metadata["packages"]), by_id(&metadata["resolve"]["nodes"]));
    let name = |id: &str| packages.get(id).and_then(|package| package["name"].as_str());
    let Some(root) = packages.keys().find(|id| name(id) == Some(crate_name)) else {
        return fail(format!("cargo metadata knows no package {crate_name}"));
    };
    let (mut found, mut open) = (BTreeSet::new(), vec![*root]);
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(id).filter(|_| found.insert(id)) else { continue };
        let linked = list(&node["deps"])
            .iter()
            .filter(|dependency| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null()));
        open.extend(linked.filter_map(|dependency| dependency["pkg"].as_str()));
    }
    let foreign = found.iter().filter_map(|id| packages.get(id)).filter(|it| !it["source"].is_null());
    let mut sorted = foreign.map(|package| read_package(package)).collect::<Result<Vec<_>>>()?;
    sorted.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(sorted)
}

fn by_id(values: &Value) -> BTreeMap<&str, &Value> {
    list(values).iter().filter_map(|value| Some((value["id"].as_str()?, value))).collect()
}

fn read_package(package: &Value) -> Result<Package> {
    let text = |name: &str| package[name].as_str().unwrap_or_default();
    let name = format!("{} {}", text("name"), text("version"));
    match (package["license"].as_str(), Path::new(text("manifest_path")).parent()) {
        (Some(licence), Some(folder)) => {
            Ok(Package { name, licence: licence.to_owned(), folder: folder.to_owned() })
        }
        _ => fail(format!("{name} names no licence")),
    }
}

/// The texts of licences that lie beside a package's manifest.
fn licence_texts(folder: &Path) -> Result<Vec<String>> {
    let mut texts = Vec::new();
    let entries = fs::read_dir(folder).context(folder.display())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    paths.sort();
    for path in paths {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        let starts = ["license", "licence", "copying", "copyright", "notice", "unlicense"];
        // Sources may have names that begin the same.
        let is_text =
            starts.iter().any(|start| name.starts_with(start)) && path.extension() != Some(OsStr::new("rs"));
        if is_text && path.is_dir() {
            let below = fs::read_dir(&path)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
            for path in below.iter().filter(|path| path.is_file()) {
                texts.push(read_text(path)?);
            }
        } else if is_text {
            texts.push(read_text(&path)?);
        }
    }
    Ok(texts)
}

/// Some packages are only parts of another one, such as `winapi-x86_64-pc-windows-gnu` of `winapi`, which has the texts; and
/// some only name a licence whose text everybody knows.
fn parent_texts(part: &Package, packages: &[Package]) -> Result<Vec<String>> {
    let parents = packages.iter().filter(|package| {
        let parent = package.name.split(' ').next().unwrap_or_default();
        part.name.starts_with(&format!("{parent}-")) && part.licence == package.licence
    });
    for parent in parents {
        let texts = licence_texts(&parent.folder)?;
        if !texts.is_empty() {
            return Ok(texts);
        }
    }
    if let Some(text) = text_in_source(&part.folder)? {
        return Ok(vec![text]);
    }
    // The text of this licence is the same wherever it stands, and it names nobody.
    if part.licence == "Apache-2.0" {
        return Ok(vec![read_text(&root().join("LICENSE-APACHE"))?]);
    }
    fail(format!("{}: no licence text in {}", part.name, part.folder.display()))
}

/// The licence in the comment at the head of a package's sources, if it stands there.
fn text_in_source(folder: &Path) -> Result<Option<String>> {
    let source = folder.join("src/lib.rs");
    if !source.is_file() {
        return Ok(None);
    }
    let source = read_text(&source)?;
    let comment =
        source.strip_prefix("/*").and_then(|rest| rest.split_once("*/")).map(|(comment, _)| comment);
    let text = comment.map(|comment| {
        let lines = comment.lines().map(|line| line.trim_start().trim_start_matches('*').trim());
        lines.collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned()
    });
    Ok(text.filter(|text| text.contains("Copyright") && text.contains("Permission is hereby granted")))
}

/// A text with plain line ends and without trailing spaces, so that equal ones are found.
fn read_text(path: &Path) -> Result<String> {
    let bytes = fs::read(path).context(path.display())?;
    let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
    Ok(text.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_matches('\n').to_owned())
}

/// The licences that `deny.toml` allows: its list `allow`.
fn allowed_licences(rules: &str) -> Vec<String> {
    let list = rules.split_once("\nallow = [").and_then(|(_, rest)| rest.split_once(']'));
    let quoted = list.map_or("", |(list, _)| list).split('"').skip(1).step_by(2);
    quoted.map(str::to_owned).collect()
}

/// Whether an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` leaves a choice that is allowed. Parentheses are ignored and `AND`
/// is applied last, which never accepts more than the expression does.
fn is_allowed(expression: &str, allowed: &[String]) -> bool {
    let flat = expression.replace(['(', ')'], "").replace('/', " OR ");
    flat.split(" AND ").all(|all| all.split(" OR ").any(|one| allowed.iter().any(|name| name == one.trim())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn licences_are_judged() {
        let rules = "[a]\nallow = [\n    \"MIT\",\n    \"Apache-2.0 WITH LLVM-exception\", \"Zlib\",\n]\nb = [\"GPL\"]";
        let allowed = allowed_licences(rules);
        assert_eq!(allowed, ["MIT", "Apache-2.0 WITH LLVM-exception", "Zlib"]);
        for (expression, good) in [
            ("MIT", true),
            ("MIT OR GPL-3.0", true),
            ("GPL-3.0/MIT", true),
            ("MIT AND Zlib", true),
            ("MIT AND GPL-3.0", false),
            ("(MIT OR GPL-3.0) AND Zlib", true),
            ("(MIT OR Zlib) AND GPL-3.0", false),
            // Stricter than the expression, but never laxer.
            ("GPL-3.0 AND MIT OR Zlib", false),
            ("Apache-2.0 WITH LLVM-exception", true),
            ("Apache-2.0", false),
            ("GPL-3.0", false),
            ("MIT MIT", false),
            ("", false),
        ] {
            assert_eq!(is_allowed(expression, &allowed), good, "{expression}");
        }
    }

    #[test]
    fn only_what_is_linked_is_listed() {
        let package = |name: &str, source: &str| {
            format!(
                r#"{{"id":"{name}","name":"{name}","version":"1.0.0","source":{source},"license":"MIT","manifest_path":"/x/{name}/Cargo.toml"}}"#
            )
        };
        let needs = |name: &str, kind: &str| format!(r#"{{"pkg":"{name}","dep_kinds":[{{"kind":{kind}}}]}}"#);
        let node =
            |name: &str, needs: &[String]| format!(r#"{{"id":"{name}","deps":[{}]}}"#, needs.join(","));
        let packages_text = ["poda", "poda-core"].map(|name| package(name, "null")).to_vec();
        let foreign = ["linked", "deep", "tests", "builds"].map(|name| package(name, "\"registry\""));
        let nodes = [
            node(
                "poda",
                &[needs("poda-core", "null"), needs("tests", "\"dev\""), needs("builds", "\"build\"")],
            ),
            node("poda-core", &[needs("linked", "null")]),
            node("linked", &[needs("deep", "null"), needs("poda", "\"dev\"")]),
            node("deep", &[]),
            node("tests", &[]),
            node("builds", &[]),
        ];
        let text = format!(
            r#"{{"packages":[{}],"resolve":{{"nodes":[{}]}}}}"#,
            [packages_text, foreign.to_vec()].concat().join(","),
            nodes.join(",")
        );
        let found = packages("poda", &serde_json::from_str(&text).unwrap()).unwrap();
        let names: Vec<&str> = found.iter().map(|package| package.name.as_str()).collect();
        assert_eq!(names, ["deep 1.0.0", "linked 1.0.0"]);
        assert_eq!(found[0].folder, Path::new("/x/deep"));
    }
}
