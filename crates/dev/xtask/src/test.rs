//! `cargo xtask test`: everything that must hold. What takes longer is in `stress.rs`.

use std::process::Command;

use crate::{
    binaries, dist, load,
    outcome::StepResults,
    packages, page, python, site,
    steps::{Result, cargo, fail, measured, root, say, step, target, works},
    system::{
        install, install_browser, install_nats_server, install_node, install_python_chess, is_there,
        python_environment,
    },
    tidy,
};

pub(crate) fn test(arguments: &[String]) -> Result {
    let allow_missing = match arguments {
        [] => false,
        [only] if only == "--allow-missing" => true,
        [other, ..] => return fail(format!("unknown option {other:?}: only --allow-missing is known")),
    };
    let mut outcome = StepResults::default();
    // The page first, because the binary holds it.
    let has_node = outcome.has("the page", install_node());
    if has_node {
        outcome.note(page::check());
        outcome.note(page::build_if_stale());
    }
    if outcome.has("the format", component("rustfmt", "fmt")) {
        outcome.note(step("format", &mut cargo(&["fmt", "--all", "--check"])));
    }
    if outcome.has("the lints", component("clippy", "clippy")) {
        let lints = ["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"];
        outcome.note(step("lints", &mut cargo(&lints)));
    }
    outcome.note(measured("tidy", tidy::tidy));
    outcome.has("the tests of bots in four languages", languages());
    let has_bwrap = outcome.has("the tests of bots in bubblewrap", bubblewrap());
    let has_server = outcome.has("the tests of many machines", install_nats_server());
    outcome.note(tests(has_bwrap, has_server));
    outcome.note(step("doc tests", &mut cargo(&["test", "--workspace", "--locked", "--doc", "--quiet"])));
    outcome.note(packages::document());
    // The binary that the tests were run with: its debug assertions watch the page's games too. An optimised one would take
    // a second build of everything; `cargo xtask stress release` compares its signature.
    let poda = target().join("debug").join(format!("poda{}", std::env::consts::EXE_SUFFIX));
    outcome.note(load::load(&poda, 20, 200));
    if outcome.has("the handshake with python-chess", install_python_chess()) {
        let mut handshake = Command::new(python_environment().join("bin/python"));
        outcome.note(step(
            "python-chess",
            handshake.current_dir(root()).arg("tools/uci_handshake.py").arg(&poda),
        ));
    }
    if has_node {
        outcome.note(dist::test(&poda));
    }
    outcome.note(packages::test());
    if has_node && outcome.has("the page without a server", site::needs()) {
        let built = site::build_for_tests();
        let is_built = built.is_ok();
        outcome.note(built);
        if is_built {
            outcome.note(site::compare_for_tests());
        }
    }
    let has_browser = has_node && outcome.has("the page in a browser", install_browser());
    if has_browser {
        outcome.note(page::test(&poda));
    }
    if outcome.has("the Python module", python::install_packages()) {
        outcome.note(python::test(has_browser));
    }
    outcome.end(allow_missing)
}

fn tests(has_bwrap: bool, has_server: bool) -> Result {
    let cargo = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        if !has_bwrap {
            command.env("PODA_WITHOUT_BWRAP", "1");
        }
        if !has_server {
            command.env("PODA_WITHOUT_NATS", "1");
        }
        command
    };
    // Everything that a later step uses, with one set of features: nothing is compiled again.
    step("build the tests", &mut cargo(&["build", "--workspace", "--all-targets", "--locked"]))?;
    if works(&mut cargo(&["nextest", "--version"])) {
        // Many tests wait for programs: twice as many run at a time as there are cores.
        let threads = std::thread::available_parallelism().map_or(2, |cores| 2 * cores.get()).to_string();
        let run = ["nextest", "run", "--workspace", "--locked", "--no-fail-fast", "--test-threads", &threads];
        step("tests", &mut cargo(&run))
    } else {
        say("cargo-nextest is not there: cargo test takes longer");
        step("tests", &mut cargo(&["test", "--workspace", "--locked", "--all-targets", "--no-fail-fast"]))
    }
}

/// rustup installs what `rust-toolchain.toml` names by itself; without rustup the system has to have them.
fn component(name: &str, command: &str) -> Result {
    let there = || works(&mut cargo(&[command, "--version"]));
    if there() || works(Command::new("rustup").args(["component", "add", name])) && there() {
        return Ok(());
    }
    fail(format!("{name}: rustup component add {name}"))
}

/// Bots in several languages play in the tests: what is missing is installed where a Debian system lets us.
fn languages() -> Result {
    let programs = [
        ("python3", "python3"),
        ("node", "nodejs"),
        ("g++", "g++"),
        // One package has both; without the second, a Java program is built and does not run.
        ("javac", "default-jdk-headless"),
        ("java", "default-jdk-headless"),
    ];
    let missing = programs.iter().filter(|(program, _)| !is_there(program));
    let mut missing: Vec<&str> = missing.map(|(_, package)| *package).collect();
    missing.dedup();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Bots are to run in bubblewrap: it is installed where a Debian system lets us, and has to work. What is used without it is
/// tested all the same.
fn bubblewrap() -> Result {
    if !cfg!(target_os = "linux") {
        return Ok(());
    }
    if !is_there("bwrap") {
        install(&["bubblewrap"])?;
    }
    let trial = ["--unshare-user", "--unshare-pid", "--unshare-net", "--ro-bind", "/", "/", "true"];
    if works(Command::new("bwrap").args(trial)) {
        return Ok(());
    }
    fail("bubblewrap is installed, but may not make namespaces here")
}

/// Writes the signature anew.
pub(crate) fn write_signature() -> Result {
    let mut command = Command::new(binaries::poda()?);
    step("signature", command.current_dir(root()).args(["bench", "--write", "bench/signature.txt"]))
}
