//! The binaries that other chores run: built with the profile `quick`, which leaves out what only a release needs.

use std::path::PathBuf;

use crate::steps::{Context, Result, cargo, fail, step, target};

/// The command line, built; its path.
pub(crate) fn poda() -> Result<PathBuf> {
    built("poda")
}

/// Runs a chore that needs the games themselves.
pub(crate) fn chore(name: &str, arguments: &[String]) -> Result {
    let chores = built("poda-chores")?;
    let mut command = std::process::Command::new(chores);
    if matches!(name, "ninjas" | "stories") {
        command.env("PODA", poda()?);
    }
    let status = command.arg(name).args(arguments).status().context("cannot start poda-chores")?;
    if status.success() { Ok(()) } else { fail(format!("{name} failed ({status})")) }
}

fn built(package: &str) -> Result<PathBuf> {
    let build = ["build", "--profile", "quick", "--locked", "--package", package];
    step(&format!("build {package}"), &mut cargo(&build))?;
    Ok(target().join("quick").join(format!("{package}{}", std::env::consts::EXE_SUFFIX)))
}
