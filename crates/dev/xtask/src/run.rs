//! `cargo xtask run`: builds everything and starts the main job.

use std::{process::Command, thread};

use crate::{
    binaries, page,
    steps::{Context, Result, cargo, fail, say, step},
};

pub(crate) fn run(arguments: &[String]) -> Result {
    if page::is_stale() {
        // The binary holds the page, so it is built after it; what is fetched for either is fetched at once. (Building the
        // crates below the page meanwhile would build most of them twice: they have other features without the rest.)
        let fetch = thread::spawn(|| step("fetch the crates", &mut cargo(&["fetch", "--locked"])));
        if let Err(error) = page::build() {
            say(&format!("the page cannot be built, so there will be none: {error}"));
        }
        // If it fails, the build says so once more and better.
        let _ = fetch.join();
    }
    let poda = binaries::poda()?;
    let status = Command::new(poda).arg("serve").args(arguments).status().context("cannot start poda")?;
    // Ctrl-C is how a server ends.
    if !status.success() && status.code() != Some(130) {
        return fail(format!("poda serve ended with {status}"));
    }
    Ok(())
}
