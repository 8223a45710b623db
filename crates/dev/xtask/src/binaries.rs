//! The binaries that other chores run: built with the profile `quick`, which leaves out what only a release needs.

use std::path::PathBuf;

use crate::steps::{Context, Result, cargo, fail, step, target};

/// The command line, built; its path.
pub(crate) fn poda() -> Result<PathBuf> {
    built(&["--package", "poda"], "poda")
}

/// Runs a chore that needs the games themselves.
pub(crate) fn chore(name: &str, arguments: &[String]) -> Result {
    let chores = built(&["--package", "poda-catalog", "--example", "chores"], "examples/chores")?;
    let mut command = std::process::Command::new(chores);
    if matches!(name, "ninjas" | "stories") {
        command.env("PODA", poda()?);
    }
    let status = command.arg(name).args(arguments).status().context("cannot start the chores")?;
    if status.success() { Ok(()) } else { fail(format!("{name} failed ({status})")) }
}

/// Builds a target with the profile `quick`; returns the path of its program.
fn built(what: &[&str], program: &str) -> Result<PathBuf> {
    let mut build = cargo(&["build", "--profile", "quick", "--locked"]);
    step(&format!("build {program}"), build.args(what))?;
    Ok(target().join("quick").join(format!("{program}{}", std::env::consts::EXE_SUFFIX)))
}
