//! The two commands of the README.

use std::{path::PathBuf, process::Command};

use anyhow::{Context, Result, bail};

use crate::{
    page,
    steps::{cargo, root, say, step, works},
    system::{install, install_browser, install_node, is_there},
    tidy,
};

/// Builds everything and starts the main job.
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    if let Err(error) = page::build_if_stale() {
        say(&format!("the page cannot be built, so there will be none: {error:#}"));
    }
    step("build", &mut cargo(&["build", "--release", "--locked", "--package", "poda"]))?;
    let status = Command::new(binary()).arg("serve").args(arguments).status().context("cannot start poda")?;
    // Ctrl-C is how a server ends.
    if !status.success() && status.code() != Some(130) {
        bail!("poda serve ended with {status}");
    }
    Ok(())
}

/// The binary that the release profile builds.
pub(crate) fn binary() -> PathBuf {
    target().join("release").join("poda")
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Everything that must hold.
pub(crate) fn test() -> Result<()> {
    install_components();
    install_programs();
    // The page first, because the binary holds it.
    let page = install_node().and_then(|()| install_browser());
    match &page {
        Ok(()) => page::check()?,
        Err(error) => say(&format!("the page is not tested: {error:#}")),
    }
    step("format", &mut cargo(&["fmt", "--all", "--check"]))?;
    let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
    step("lints", &mut cargo(&lints))?;
    tidy::tidy()?;
    if works(&mut cargo(&["nextest", "--version"])) {
        step("tests", &mut cargo(&["nextest", "run", "--workspace", "--locked", "--no-fail-fast"]))?;
    } else {
        say("cargo-nextest is missing: falling back to cargo test");
        step("tests", &mut cargo(&["test", "--workspace", "--locked", "--all-targets"]))?;
    }
    step("doc tests", &mut cargo(&["test", "--workspace", "--locked", "--doc", "--quiet"]))?;
    let mut documentation =
        cargo(&["doc", "--workspace", "--locked", "--no-deps", "--document-private-items"]);
    step("documentation", documentation.env("RUSTDOCFLAGS", "--deny warnings"))?;
    // The tests compared it with debug assertions; here it is the release's turn.
    let signature = ["--package", "poda", "--locked", "--", "bench", "--signature", "bench/signature.txt"];
    step("signature, release", cargo(&["run", "--quiet", "--release"]).args(signature))?;
    match page {
        Ok(()) => {
            page::test()?;
            say("everything holds");
        }
        Err(error) => say(&format!("everything but the page holds; the page was not tested: {error:#}")),
    }
    Ok(())
}

/// rustup installs what `rust-toolchain.toml` names by itself; without rustup the system has to have them.
fn install_components() {
    for (component, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works(&mut cargo(&[probe, "--version"])) {
            works(Command::new("rustup").args(["component", "add", component]));
        }
    }
}

/// Bots in four languages play in the tests: what is missing is installed where a Debian system lets us. Elsewhere
/// the tests say what they miss.
fn install_programs() {
    let programs = [("python3", "python3"), ("node", "nodejs"), ("g++", "g++")];
    let missing = programs.iter().filter(|(program, _)| !is_there(program));
    let missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    if missing.is_empty() {
        return;
    }
    if let Err(error) = install(&missing) {
        say(&format!("the tests of bots will fail: {error:#}"));
    }
}

/// Writes the signature anew.
pub(crate) fn signature() -> Result<()> {
    let arguments = ["run", "--quiet", "--release", "--package", "poda", "--", "bench", "--write"];
    step("signature", cargo(&arguments).arg("bench/signature.txt"))
}
