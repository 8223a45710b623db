//! Programs that the chores need, and where to get them on a fresh machine.

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use crate::steps::{Context, Result, fail, root, say, step, target, works};

/// The oldest Node that the page's tools run with.
const NODE: (u32, u32) = (20, 19);

/// Whether a program is installed.
pub(crate) fn is_there(program: &str) -> bool {
    works(Command::new(program).arg("--version"))
}

/// Installs packages of the system, where it is one that we know.
pub(crate) fn install(packages: &[&str]) -> Result {
    let names = packages.join(" ");
    if !is_there("apt-get") {
        return fail(format!("{names}: not installed, and there is no apt-get: install it by hand"));
    }
    say(&format!("installing {names}"));
    let is_root = works(Command::new("test").args(["-w", "/etc"]));
    let apt = |arguments: &[&str]| {
        let mut command = Command::new(if is_root { "apt-get" } else { "sudo" });
        if !is_root {
            command.args(["-n", "apt-get"]);
        }
        command.env("DEBIAN_FRONTEND", "noninteractive").args(arguments);
        command
    };
    // Lists may be old or missing on a fresh machine; if they cannot be fetched, the installation says why.
    works(&mut apt(&["update"]));
    // Another installation may be under way.
    let mut arguments = vec!["-o", "DPkg::Lock::Timeout=300", "install", "--yes", "--no-install-recommends"];
    arguments.extend(packages);
    step(&format!("install {names}"), &mut apt(&arguments))
        .context(format!("{names}: not installed; as root, apt-get install {names}"))
}

/// The page is tried in a real browser: Chromium, without a window where the system has that.
pub(crate) fn install_browser() -> Result {
    const LIGHT: &str = "chromium-headless-shell";
    if is_there(LIGHT) || install(&[LIGHT]).is_ok() || is_there("chromium") {
        return Ok(());
    }
    install(&["chromium"])
}

/// The standard library for another target, from rustup.
pub(crate) fn install_target(name: &str) -> Result {
    let libraries = Command::new("rustc")
        .current_dir(root())
        .args(["--print", "target-libdir", "--target", name])
        .output();
    let folder =
        libraries.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    if !folder.is_empty() && Path::new(&folder).is_dir() {
        return Ok(());
    }
    step(&format!("install {name}"), Command::new("rustup").current_dir(root()).args(["target", "add", name]))
        .context(format!("{name}: rustup target add {name}"))
}

/// Many machines are tried with a real server, and with certificates of our own.
pub(crate) fn install_nats_server() -> Result {
    // The one program that has no `--version`.
    let has_openssl = works(Command::new("openssl").arg("version"));
    let programs = [("nats-server", is_there("nats-server")), ("openssl", has_openssl)];
    let missing: Vec<&str> =
        programs.into_iter().filter(|(_, there)| !there).map(|(program, _)| program).collect();
    if missing.is_empty() { Ok(()) } else { install(&missing) }
}

/// Where Python packages of the tests are; nobody else's are touched.
pub(crate) fn python_environment() -> PathBuf {
    target().join("python")
}

/// A chess program that hosts engines: its author's idea of UCI is tried on ours. It is under the GPL, so it is only a
/// program that we run.
pub(crate) fn install_python_chess() -> Result {
    const PACKAGE: &str = "chess==1.11.2";
    let python = python_environment().join("bin/python");
    if works(Command::new(&python).args(["-c", "import chess.engine"])) {
        return Ok(());
    }
    let make = || works(Command::new("python3").args(["-m", "venv", "--clear"]).arg(python_environment()));
    if !make() {
        install(&["python3", "python3-venv"])?;
        if !make() {
            return fail("a Python environment: python3 -m venv does not work");
        }
    }
    let mut pip = Command::new(&python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE]);
    step("install python-chess", &mut pip).context(format!("{PACKAGE}: pip could not install it"))
}

/// Sees that there is npm with a Node that is new enough. Where the system's is too old, one comes from npm's own
/// registry into `target/node`, and nobody else's is touched.
pub(crate) fn install_node() -> Result {
    if !is_there("npm") {
        install(&["nodejs", "npm"])?;
    }
    if node_version(&mut npm_like("node")).is_some_and(|version| version >= NODE) {
        return Ok(());
    }
    let (major, minor) = NODE;
    say(&format!("the page takes Node {major}.{minor} or newer: fetching one"));
    let mut fetch = Command::new("npm");
    fetch.args(["install", "--no-save", "--no-audit", "--no-fund", "node@22", "--prefix"]).arg(node_folder());
    let fetched = step("node", &mut fetch);
    let version = node_version(&mut npm_like("node"));
    if version.is_some_and(|version| version >= NODE) {
        return Ok(());
    }
    let here = version.map_or("none".to_owned(), |(major, minor)| format!("{major}.{minor}"));
    let why = format!("Node {major}.{minor} or newer is needed, there is {here}, and the registry gave none");
    fetched.context(&why)?;
    fail(why)
}

/// A program of Node's company, with our own Node first where there is one.
pub(crate) fn npm_like(program: &str) -> Command {
    let mut command = Command::new(program);
    let own = node_folder().join("node_modules/node/bin");
    if own.join("node").is_file() {
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let folders = std::iter::once(own).chain(std::env::split_paths(&rest));
        // A folder with a colon in its name cannot be in the path: then the system's Node it is.
        let path: OsString = std::env::join_paths(folders).unwrap_or(rest);
        command.env("PATH", path);
    }
    command
}

fn node_folder() -> PathBuf {
    target().join("node")
}

fn node_version(node: &mut Command) -> Option<(u32, u32)> {
    let output = node.arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut numbers = text.trim().trim_start_matches('v').split('.').map_while(|part| part.parse().ok());
    Some((numbers.next()?, numbers.next()?))
}
