//! The command as a user has it, with a data folder of its own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

pub(crate) mod forms;

use std::{
    path::Path,
    process::{Command, Output, Stdio},
};

/// The command with everything it writes kept in `folder`, nothing to read, and its output caught.
pub(crate) fn poda(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.args(arguments);
    at_home(&mut command, folder);
    command
}

/// Lets any command live in `folder`, as [`poda`] does.
pub(crate) fn at_home(command: &mut Command, folder: &Path) {
    command.env("XDG_DATA_HOME", folder).env("XDG_CACHE_HOME", folder.join("cache"));
    command.env("HOME", folder).env("PODA_LANG", "en");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
}

/// Runs it to its end.
pub(crate) fn run(folder: &Path, arguments: &[&str]) -> Output {
    poda(folder, arguments).output().unwrap()
}

/// Runs it to its end, which has to be a good one; gives what it printed.
pub(crate) fn printed(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

/// Runs it; it has to refuse with that exit code, in one line, which it gives.
pub(crate) fn refusal(folder: &Path, arguments: &[&str], code: i32) -> String {
    let output = run(folder, arguments);
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(code), 1), "{arguments:?}: {errors}");
    errors
}

/// Output as text.
pub(crate) fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
