//! `cargo xtask run`: builds everything and starts the main job.

use std::{process::Command, thread};

use crate::{
    binaries, page,
    steps::{Context, Result, cargo, fail, say, step},
};

pub(crate) fn run(arguments: &[String]) -> Result {
    if page::is_stale() {
        say(
            "first the page (npm) and the crates (cargo), side by side; then the binary with the page inside",
        );
        let page = thread::spawn(page::build);
        // Whatever the page is not part of. If it fails, the whole build says so once more and better.
        let _ = step("build the crates without the page", &mut cargo(&WITHOUT_PAGE));
        let page = page.join().unwrap_or_else(|_| fail("its builder stopped"));
        if let Err(error) = page {
            say(&format!("the page cannot be built, so there will be none: {error}"));
        }
    }
    let poda = binaries::poda()?;
    let status = Command::new(poda).arg("serve").args(arguments).status().context("cannot start poda")?;
    // Ctrl-C is how a server ends.
    if !status.success() && status.code() != Some(130) {
        return fail(format!("poda serve ended with {status}"));
    }
    Ok(())
}

const WITHOUT_PAGE: [&str; 6] = ["build", "--profile", "quick", "--locked", "--package", "poda-arena"];
