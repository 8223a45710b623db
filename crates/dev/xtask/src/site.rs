//! `cargo xtask site`: the page with the engines as static files, for any web server.
//!
//! ```text
//! target/site/
//!   index.html, assets/, sw.js, ...   the page, built for a folder (web/site.js)
//!   poda.wasm                         the engines, as far as a game needs them (crates/faces/poda-wasm, feature `small`)
//!   more.wasm, book.bin               all of the engines, and the openings of Connect-4: they come later
//!   *.gz, *.br                        the same compressed, for servers that send such files
//! ```

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    page,
    steps::{Context, Result, cargo, fail, root, say, step, target},
    system::{install, install_node, install_target, is_there, npm_like},
};

const TARGET: &str = "wasm32-unknown-unknown";
/// Cargo's profile for the module.
const PROFILE: &str = "browser";
/// What the module of the tests leaves out.
const QUICKLY: [&str; 4] =
    ["--config", "profile.browser.lto='off'", "--config", "profile.browser.codegen-units=16"];
/// What puts the functions of the module in order.
const BINARYEN: &str = "binaryen@132.0.0";
/// Size limit of the first module, compressed: a first visit fetches under 600 kB before a board can be played. Scripts and styles
/// take about 90 kB of them (`npm run figures` in `web`; the fonts come later).
const LARGEST: u64 = 485_000;

/// `cargo xtask site`.
pub(crate) fn site(arguments: &[String]) -> Result {
    if let Some(other) = arguments.first() {
        return fail(format!("unknown option {other:?}: there is none"));
    }
    build()?;
    say(&format!("the folder to publish is {}", folder().display()));
    Ok(())
}

/// Where the folder is.
fn folder() -> PathBuf {
    target().join("site")
}

/// Where the folder of the tests is: not to be published.
pub(crate) fn test_folder() -> PathBuf {
    target().join("site-test")
}

/// Installs what [`build`] needs.
pub(crate) fn needs() -> Result {
    install_node()?;
    install_target(TARGET)
}

/// Builds the published folder.
pub(crate) fn build() -> Result {
    install_node()?;
    let modules = modules_folder("site-module")?;
    for (name, features) in [("poda.wasm", "small"), ("more.wasm", "")] {
        let built = module(name, features, &[])?;
        order(&built, &modules.join(name))?;
    }
    page::build_site(&modules, &folder())?;
    let mut compress = npm_like("node");
    step("site, compress", compress.current_dir(root()).arg("tools/compress.mjs").arg(folder()))?;
    check_size()
}

/// Builds the folder of the tests: one module, compiled quickly, is both; `cargo xtask stress site` tries what is published.
pub(crate) fn build_for_tests() -> Result {
    install_node()?;
    let modules = modules_folder("site-test-module")?;
    let built = module("one module", "", &QUICKLY)?;
    for name in ["poda.wasm", "more.wasm"] {
        fs::copy(&built, modules.join(name)).context(name)?;
    }
    page::build_site(&modules, &test_folder())
}

/// A folder for modules, with the book that comes after them.
fn modules_folder(name: &str) -> Result<PathBuf> {
    let folder = target().join(name);
    fs::create_dir_all(&folder).context(folder.display())?;
    fs::copy(root().join("crates/pure/poda-solve/book/7x6.book"), folder.join("book.bin"))
        .context("the book")?;
    Ok(folder)
}

/// Builds a module; its path.
fn module(name: &str, features: &str, more: &[&str]) -> Result<PathBuf> {
    step(&format!("site, {name}"), build_command(features).args(more))?;
    Ok(target().join(TARGET).join(PROFILE).join("poda_wasm.wasm"))
}

/// The command that builds the module, with the project's stable toolchain.
fn build_command(features: &str) -> Command {
    let mut command =
        cargo(&["rustc", "--locked", "--package", "poda-wasm", "--lib", "--crate-type", "cdylib"]);
    command.args(["--features", features, "--profile", PROFILE, "--target", TARGET]);
    command.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    // What a small module leaves out is dead code there.
    command.args(["--config", &format!("target.{TARGET}.rustflags=['-Awarnings']")]);
    command
}

/// Puts similar functions of a module side by side and takes the names out: what a server sends compressed is a quarter smaller then.
fn order(built: &Path, module: &Path) -> Result {
    let folder = target().join("binaryen");
    let program = folder.join("node_modules/binaryen/bin/wasm-opt");
    let mut fetch = npm_like("npm");
    fetch
        .args(["install", "--no-save", "--no-audit", "--no-fund", "--silent", BINARYEN, "--prefix"])
        .arg(&folder);
    if program.is_file() || step("site, binaryen", &mut fetch).is_ok() && program.is_file() {
        let [named, ordered] = ["named.wasm", "ordered.wasm"].map(|kind| module.with_extension(kind));
        let mut name = npm_like("node");
        step("site, names", name.current_dir(root()).arg("tools/wasm_order.mjs").arg(built).arg(&named))?;
        let mut order = npm_like("node");
        order.arg(&program).args(["--debuginfo", "--reorder-functions-by-name"]);
        step("site, order", order.arg(&named).arg("-o").arg(&ordered))?;
        let mut strip = npm_like("node");
        strip.arg(&program).args(["--strip-debug", "--strip-producers"]).arg(&ordered).arg("-o").arg(module);
        step("site, strip", &mut strip)?;
        return [named, ordered].iter().try_for_each(|path| fs::remove_file(path).context(path.display()));
    }
    say(
        "npm gives no binaryen: Debian's is older and leaves the functions in their order, so the module is larger",
    );
    if !is_there("wasm-opt") {
        install(&["binaryen"])?;
    }
    let mut strip = Command::new("wasm-opt");
    strip.args(["--all-features", "--strip-debug", "--strip-producers"]);
    step("site, strip", strip.arg(built).arg("-o").arg(module))
}

/// Prints the sizes of the modules and checks the first one against its limit.
fn check_size() -> Result {
    let folder = folder();
    let size = |path: &Path| fs::metadata(path).map(|data| data.len()).context(path.display());
    let module = size(&folder.join("poda.wasm.gz"))?;
    let brotli = size(&folder.join("poda.wasm.br"))?;
    let more = size(&folder.join("more.wasm.gz"))?;
    say(&format!("compressed: poda.wasm {module} bytes (brotli {brotli}), more.wasm {more} bytes"));
    if module < LARGEST {
        return Ok(());
    }
    fail(format!("poda.wasm has {module} bytes compressed, which is not under {LARGEST}"))
}

/// The module of the tests is asked what the same code answers without a browser: nodes, counts, games, texts.
pub(crate) fn compare_for_tests() -> Result {
    compare(&test_folder(), "one")
}

/// What is published: both modules, their sizes, their answers, and the page with them in Chromium. For `cargo xtask stress`.
pub(crate) fn stress() -> Result {
    build()?;
    compare(&folder(), "two")?;
    page::test_site(&folder())
}

/// `modules` says whether `one` module is both.
fn compare(folder: &Path, modules: &str) -> Result {
    step(
        "site, the worker without a browser",
        // With the features of the whole workspace, as the tests were built: nothing is compiled again.
        &mut cargo(&["build", "--locked", "--workspace", "--example", "ask"]),
    )?;
    let ask = target().join("debug/examples").join(format!("ask{}", std::env::consts::EXE_SUFFIX));
    let mut compare = npm_like("node");
    compare.current_dir(root()).arg("tools/wasm_same.mjs").arg(folder).arg(ask).arg(modules);
    step("site, the same as without a browser", &mut compare)
}

/// How fast the module is beside the same code without a browser, in one run: for `cargo xtask stress`.
pub(crate) fn speed() -> Result {
    build()?;
    let build = ["build", "--release", "--locked", "--package", "poda-wasm", "--example", "ask"];
    step("site, the worker without a browser", &mut cargo(&build))?;
    let ask = target().join("release/examples").join(format!("ask{}", std::env::consts::EXE_SUFFIX));
    let mut speed = npm_like("node");
    speed.current_dir(root()).arg("tools/wasm_speed.mjs").arg(folder()).arg(ask);
    step("site, speed", &mut speed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_no_options() {
        let error = site(&["--fast".to_owned()]).unwrap_err().to_string();
        assert_eq!(error, "unknown option \"--fast\": there is none");
    }
}
