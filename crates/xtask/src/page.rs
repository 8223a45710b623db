//! The page: building it, and trying it in a real browser.

use std::{fs, path::Path, process::Command, time::SystemTime};

use anyhow::{Context, Result, bail};

use crate::{
    run::binary,
    steps::{cargo, root, say, step, works},
};

/// Builds the page into `web/dist`.
pub(crate) fn build() -> Result<()> {
    install_packages()?;
    step("page", &mut npm(&["run", "--silent", "build"]))
}

/// Builds it if something has changed since.
pub(crate) fn build_if_stale() -> Result<()> {
    let web = root().join("web");
    let built = changed(&web.join("dist/index.html"));
    let sources = ["src", "public", "index.html", "package-lock.json", "vite.config.js"];
    let newest = sources.iter().filter_map(|name| newest(&web.join(name))).max();
    if built.is_some() && built >= newest { Ok(()) } else { build() }
}

/// Whether there is a Node that is new enough for the page's tools.
pub(crate) fn can_be_built() -> bool {
    let output = Command::new("node").arg("--version").output();
    let version =
        output.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let mut numbers =
        version.trim().trim_start_matches('v').split('.').map_while(|part| part.parse::<u32>().ok());
    let version = (numbers.next().unwrap_or_default(), numbers.next().unwrap_or_default());
    version >= (20, 19) && is_there("npm")
}

/// The page's own compiler: types, accessibility, unused styles. Then the page itself, because the binary holds it.
pub(crate) fn check() -> Result<()> {
    install_packages()?;
    step("page, types", &mut npm(&["run", "--silent", "check"]))?;
    step("page", &mut npm(&["run", "--silent", "build"]))
}

/// Whole games and whole pages in Chromium, against the release's binary.
pub(crate) fn test() -> Result<()> {
    if !is_there("chromium") {
        install(&["chromium"])?;
    }
    build_if_stale()?;
    step("build", &mut cargo(&["build", "--release", "--locked", "--package", "poda"]))?;
    step("page, in Chromium", npm(&["run", "--silent", "test"]).env("PODA", binary()))
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = Command::new("npm");
    command.current_dir(root().join("web")).args(arguments);
    command
}

/// The packages that the lock file names, once.
fn install_packages() -> Result<()> {
    if !is_there("npm") {
        install(&["nodejs", "npm"])?;
    }
    let web = root().join("web");
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&web.join("package-lock.json")) {
        return Ok(());
    }
    // Not `npm ci`: it insists on entries for the optional packages of all systems, which a registry need not have.
    step("page, packages", &mut npm(&["install", "--no-save", "--no-audit", "--no-fund"]))
}

fn is_there(program: &str) -> bool {
    works(Command::new(program).arg("--version"))
}

/// Installs packages of the system, where it is one that we know.
fn install(packages: &[&str]) -> Result<()> {
    let names = packages.join(" ");
    if !is_there("apt-get") {
        bail!("{names}: not installed, and there is no apt-get to install it with");
    }
    say(&format!("installing {names}"));
    let is_root = fs::metadata("/proc/self").is_ok_and(|_| works(Command::new("test").args(["-w", "/etc"])));
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
    let mut arguments = vec!["install", "--yes", "--no-install-recommends"];
    arguments.extend(packages);
    step(&names, &mut apt(&arguments)).with_context(|| format!("install {names} by hand"))
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// When anything at or below `path` was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let below = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest(&entry.path()));
    below.chain(changed(path)).max()
}
