//! The page: building it, and trying it in a real browser.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::SystemTime,
};

use crate::{
    binaries, site,
    steps::{Result, root, say, step, target},
    system::{install_browser, install_node, npm_like},
};

/// Builds the page into `web/dist`.
pub(crate) fn build() -> Result {
    install_packages()?;
    step("page, build", &mut npm(&["run", "--silent", "build"]))
}

/// Builds it if something has changed since.
pub(crate) fn build_if_stale() -> Result {
    if is_stale() { build() } else { Ok(()) }
}

/// Builds the page as a folder of files, with the module and its book that lie in `module`.
pub(crate) fn build_site(module: &Path, folder: &Path) -> Result {
    install_packages()?;
    let mut build = npm(&["run", "--silent", "site", "--", "--outDir"]);
    step("site, page", build.arg(folder).env("PODA_MODULE", module))
}

/// Whether something has changed since the page was built.
pub(crate) fn is_stale() -> bool {
    let web = root().join("web");
    let built = changed(&web.join("dist/index.html"));
    let sources =
        ["src", "public", "index.html", "package-lock.json", "vite.config.js", "licenses.js", "site.js"];
    let newest = sources.iter().filter_map(|name| newest(&web.join(name))).max();
    built.is_none() || built < newest
}

/// The page's own compiler (types, accessibility, unused styles), and the unit tests of what needs no browser.
pub(crate) fn check() -> Result {
    install_packages()?;
    step("page, types", &mut npm(&["run", "--silent", "check"]))?;
    step("page, unit tests", &mut npm(&["run", "--silent", "unit"]))
}

/// Whole games and whole pages in Chromium, with whatever is needed for that.
pub(crate) fn build_and_test() -> Result {
    install_browser()?;
    build_if_stale()?;
    site::build_for_tests()?;
    test(&binaries::poda()?)
}

/// Whole games and whole pages in Chromium, served by this binary; and the page without a server, if it is built.
pub(crate) fn test(poda: &Path) -> Result {
    let mut suite = npm(&["run", "--silent", "test"]);
    suite.env("SITE", site::test_folder());
    if !site::test_folder().join("index.html").is_file() {
        say("the page without a server is not built, and not tried");
        suite.env("PODA_WITHOUT_SITE", "1");
    }
    step("page, in Chromium", suite.env("PODA", poda).env("ARTIFACTS", pictures()))?;
    say(&format!("pictures of every page are in {}", pictures().display()));
    Ok(())
}

/// The page without a server as it is published, in Chromium.
pub(crate) fn test_site(folder: &Path) -> Result {
    let mut suite = npm_like("node");
    suite.current_dir(root().join("web")).args(["--test", "tests/site.test.mjs"]);
    suite.env("SITE", folder).env("PODA_SITE_IS_PUBLISHED", "1").env("ARTIFACTS", pictures());
    step("page without a server, in Chromium", &mut suite)
}

/// Where the tests put pictures of every page.
fn pictures() -> PathBuf {
    target().join("page")
}

fn npm(arguments: &[&str]) -> Command {
    let mut command = npm_like("npm");
    command.current_dir(root().join("web")).args(arguments);
    command
}

/// The packages that the lock file names, once.
fn install_packages() -> Result {
    install_node()?;
    let web = root().join("web");
    let installed = changed(&web.join("node_modules/.package-lock.json"));
    if installed.is_some() && installed >= changed(&web.join("package-lock.json")) {
        return Ok(());
    }
    // Not `npm ci`: it insists on entries for the optional packages of all systems, which a registry need not have.
    step("page, packages", &mut npm(&["install", "--no-save", "--no-audit", "--no-fund"]))
}

fn changed(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|data| data.modified()).ok()
}

/// When anything at or below `path` was last changed.
fn newest(path: &Path) -> Option<SystemTime> {
    let below = fs::read_dir(path).into_iter().flatten().flatten().filter_map(|entry| newest(&entry.path()));
    below.chain(changed(path)).max()
}
