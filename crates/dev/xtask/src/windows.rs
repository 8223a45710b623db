//! Windows, from a Debian system: its binary is built with mingw and tried under Wine.

use std::{
    fs,
    io::{BufRead, BufReader},
    path::PathBuf,
    process::Command,
};

use crate::{
    binaries,
    dist::{self, BuiltBinary},
    page,
    steps::{Context, Result, cargo, fail, measured, root, step, target, works},
    system::{install, install_target, is_there},
    unpacked::{Unpacked, has},
};

const TARGET: &str = "x86_64-pc-windows-gnu";
const GCC: &str = "x86_64-w64-mingw32-gcc";
const GXX: &str = "x86_64-w64-mingw32-g++";
const STRIP: &str = "x86_64-w64-mingw32-strip";

/// Makes the archive.
pub(crate) fn archive() -> Result<PathBuf> {
    if !is_there(GCC) {
        install(&["gcc-mingw-w64-x86-64"])?;
    }
    page::build_if_stale()?;
    install_target(TARGET)?;
    let mut build = cargo(&["build"]);
    build.args(["--release", "--locked", "--package", "poda", "--target", TARGET]);
    build.env("CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER", GCC).envs(dist::commit());
    step(&format!("build for {TARGET}"), dist::without_paths(&mut build, TARGET))?;
    let binary = target().join(TARGET).join("release/poda.exe");
    let built = BuiltBinary { binary, target: TARGET.to_owned(), strip: STRIP, is_release: true };
    // The manual and the completions are the same everywhere; the binary of this system writes them.
    dist::pack(&built, &binaries::poda()?, &target().join("dist"))
}

/// Installs what [`stress`] needs.
pub(crate) fn needs() -> Result {
    wine()?;
    for (program, package) in [(GCC, "gcc-mingw-w64-x86-64"), (GXX, "g++-mingw-w64-x86-64"), ("zip", "zip")] {
        if !is_there(program) {
            install(&[package])?;
        }
    }
    if works(Command::new("unzip").arg("-v")) { Ok(()) } else { install(&["unzip"]) }
}

/// Makes the archive and tries it under Wine: for `cargo xtask stress`.
pub(crate) fn stress() -> Result {
    let archive = archive()?;
    let unpacked = Unpacked::new(&archive, Some(&wine()?))?;
    random_numbers(&unpacked)?;
    measured("Windows: files, version, a game, the page", || unpacked.check())?;
    measured("Windows: signature", || {
        fs::copy(root().join("bench/signature.txt"), unpacked.content.join("signature.txt"))?;
        unpacked.prints(&["bench", "--signature", "signature.txt"]).map(drop)
    })?;
    measured("Windows: a match, stopped and resumed", || match_and_resume(&unpacked))?;
    measured("Windows: a bot that speaks JSON", || json_bot(&unpacked))
}

/// Debian keeps it beside its server, and only the larger package has a name for it in the path.
fn wine() -> Result<PathBuf> {
    let places = || ["/usr/lib/wine/wine64", "/usr/bin/wine64", "/usr/bin/wine"].map(PathBuf::from);
    let found = || places().into_iter().find(|path| path.is_file());
    if found().is_none() {
        install(&["wine64"])?;
    }
    found().map_or_else(|| fail("wine64: not found, though it is installed"), Ok)
}

/// Gives Wine the library that Rust takes random numbers from, where it has none.
fn random_numbers(unpacked: &Unpacked) -> Result {
    let source = root().join("crates/dev/xtask/src/process_prng.c");
    let library = unpacked.content.join("bcryptprimitives.dll");
    let mut compile = Command::new(GCC);
    compile.args(["-O2", "-shared", "-o"]).arg(library).arg(source).arg("-ladvapi32");
    step("Windows: random numbers", &mut compile)
}

const MATCH: [&str; 10] =
    ["match", "pvs:depth=5", "pvs:depth=4", "--game", "boom", "--games", "40", "--seed", "1", "--lang=en"];

/// A match that is killed after it has begun, and resumed, ends as one that was left alone.
fn match_and_resume(unpacked: &Unpacked) -> Result {
    let whole = unpacked.prints(&[&MATCH[..], &["--db", "whole.db"]].concat())?;
    has("match", &unpacked.prints(&["runs", "--db", "whole.db", "--lang=en"])?, &["40/40 games, complete"])?;
    let mut child = unpacked.poda(&[&MATCH[..], &["--db", "killed.db"]].concat()).spawn().context("match")?;
    let mut first = String::new();
    if let Some(stderr) = child.stderr.take() {
        // It speaks as soon as the run is in the file.
        BufReader::new(stderr).read_line(&mut first)?;
    }
    child.kill()?;
    child.wait()?;
    has("runs", &unpacked.prints(&["runs", "--db", "killed.db", "--lang=en"])?, &["can be resumed"])?;
    let resumed = unpacked.prints(&["resume", "1", "--db", "killed.db", "--lang=en"])?;
    if resumed == whole { Ok(()) } else { fail(format!("resumed: {resumed}\nleft alone: {whole}")) }
}

/// The example of a bot in C++ plays a match.
fn json_bot(unpacked: &Unpacked) -> Result {
    let mut compile = Command::new(GXX);
    compile.args(["-O2", "-static", "-o"]).arg(unpacked.content.join("json_bot.exe"));
    step("Windows: build a bot", compile.arg(root().join("examples/bots/json_bot.cpp")))?;
    let players = ["match", "bot=json:./json_bot.exe", "random", "--game", "crush", "--games", "4"];
    unpacked.prints(&[&players[..], &["--seed", "1", "--db", "bot.db"]].concat())?;
    let games = unpacked.prints(&["runs", "export", "1", "--db", "bot.db"])?;
    let normal = games.lines().filter(|game| game.contains("\"termination\":\"normal\"")).count();
    if normal == 4 { Ok(()) } else { fail(format!("{normal} of 4 games ended as games do: {games}")) }
}
