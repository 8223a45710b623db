//! The helper: Poda started once more under a hidden name. It closes Landlock, seccomp and its limits around itself and
//! then becomes the program, so that no code has to run between fork and exec.
#![expect(clippy::disallowed_types, reason = "the helper becomes a program")]

#[cfg(target_os = "linux")]
mod linux;

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::OnceLock,
};

use poda_agent::BotLimits;
use poda_core::{Message, Translate, message};
use serde_json::{Value, json};

use super::View;

/// The first argument that makes this program the helper.
pub const HELPER_COMMAND: &str = "sandbox-exec";

/// The second argument that only asks what can be held here.
const TRIAL: &str = "--trial";

/// The program that is the helper.
static HELPER: OnceLock<PathBuf> = OnceLock::new();

/// What the kernel lets the helper hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Held {
    /// Reading and writing files: Landlock at all.
    pub(super) files: bool,
    /// Signals to others: Landlock since Linux 6.12.
    pub(super) signals: bool,
    /// System calls: network, sessions, namespaces.
    pub(super) seccomp: bool,
}

impl Held {
    fn to_json(self) -> Value {
        json!({ "files": self.files, "signals": self.signals, "seccomp": self.seccomp })
    }

    fn of_json(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let flag = |name: &str| value[name].as_bool();
        Some(Self { files: flag("files")?, signals: flag("signals")?, seccomp: flag("seccomp")? })
    }
}

/// What the helper is told.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Policy {
    /// What can be read and executed.
    readable: Vec<PathBuf>,
    /// What can be written too.
    writable: Vec<PathBuf>,
    /// Whoever started it: without that one it is not wanted any more.
    parent: u32,
    /// Who it is to be, if it may be somebody else.
    user: Option<u32>,
    /// The largest file it may write, in bytes.
    largest_file: u64,
    /// How many processes that user may have.
    processes: u64,
    /// Whether it may share memory with others: only where a control group counts it.
    shared_memory: bool,
}

impl Policy {
    fn to_json(&self) -> Result<String, String> {
        let list = |paths: &[PathBuf]| -> Result<Vec<String>, String> {
            let text = |path: &PathBuf| {
                path.to_str().map(str::to_owned).ok_or_else(|| format!("{} is no text", path.display()))
            };
            paths.iter().map(text).collect()
        };
        let value = json!({
            "readable": list(&self.readable)?,
            "writable": list(&self.writable)?,
            "parent": self.parent,
            "user": self.user,
            "largest_file": self.largest_file,
            "processes": self.processes,
            "shared_memory": self.shared_memory,
        });
        Ok(value.to_string())
    }

    fn of_json(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let list = |name: &str| -> Option<Vec<PathBuf>> {
            value[name].as_array()?.iter().map(|path| Some(PathBuf::from(path.as_str()?))).collect()
        };
        Some(Self {
            readable: list("readable")?,
            writable: list("writable")?,
            parent: value["parent"].as_u64().and_then(|parent| u32::try_from(parent).ok())?,
            user: value["user"].as_u64().and_then(|user| u32::try_from(user).ok()),
            largest_file: value["largest_file"].as_u64()?,
            processes: value["processes"].as_u64()?,
            shared_memory: value["shared_memory"].as_bool()?,
        })
    }
}

/// The first thing that the main function of a program calls: if the program was started as the helper, it becomes what it
/// was told to become, and this returns only if that fails. Otherwise the program is its own helper from now on.
pub fn become_program(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    if arguments.nth(1).is_none_or(|word| word != HELPER_COMMAND) {
        if let Ok(path) = env::current_exe() {
            use_helper(path);
        }
        return None;
    }
    let policy = arguments.next().unwrap_or_default();
    let words: Vec<OsString> = arguments.collect();
    let said = if policy == TRIAL {
        trial().map(|held| held.to_json().to_string())
    } else {
        let policy = policy.to_str().and_then(Policy::of_json).ok_or_else(|| "a broken policy".to_owned());
        policy.and_then(|policy| Err(enter(&policy, &words)))
    };
    Some(match said {
        Ok(line) => say(&line, false),
        Err(why) => say(&format!("sandbox: {why}"), true),
    })
}

/// Names a program that calls [`become_program`]: a library has none of its own. The first one named stays.
pub fn use_helper(path: PathBuf) {
    // Whoever is first is as good as any.
    let _ = HELPER.set(path);
}

#[expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "this is a program of its own, and its parent listens"
)]
fn say(line: &str, failed: bool) -> ExitCode {
    if failed {
        eprintln!("{line}");
        return ExitCode::from(126);
    }
    println!("{line}");
    ExitCode::SUCCESS
}

/// Whether the helper works, and what it holds: it is tried once.
pub(super) fn works() -> Result<Held, Message> {
    static HELD: OnceLock<Result<Held, Message>> = OnceLock::new();
    HELD.get_or_init(|| {
        let helper = helper()?;
        let mut command = Command::new(helper);
        command.args([HELPER_COMMAND, TRIAL]).env_clear().stdin(Stdio::null());
        let output = command.output().map_err(|error| error.message())?;
        let held = Held::of_json(&String::from_utf8_lossy(&output.stdout));
        held.ok_or_else(|| Message::verbatim(String::from_utf8_lossy(&output.stderr).trim()))
    })
    .clone()
}

/// Where this program is, which can be started once more.
pub(crate) fn helper() -> Result<&'static PathBuf, Message> {
    if !cfg!(target_os = "linux") {
        return Err(message!("it is part of Linux", "es parte de Linux"));
    }
    HELPER.get().ok_or_else(|| message!("this program has no helper", "este programa no tiene ayudante"))
}

/// The program behind the helper.
pub(super) fn words(
    view: &View,
    scratch: &Path,
    limits: &BotLimits,
    counted: bool,
    own: Vec<OsString>,
) -> Result<Vec<OsString>, Message> {
    let mut writable = vec![scratch.to_owned()];
    writable.extend(view.writable.clone());
    let policy = Policy {
        readable: view.readable.clone(),
        writable,
        parent: std::process::id(),
        user: user(view),
        largest_file: limits.scratch << 20,
        // Threads count too.
        processes: limits.processes as u64 * 16 + 64,
        shared_memory: counted,
    };
    let mut words: Vec<OsString> =
        vec![helper()?.into(), HELPER_COMMAND.into(), policy.to_json().map_err(Message::verbatim)?.into()];
    words.extend(own);
    Ok(words)
}

#[cfg(target_os = "linux")]
fn trial() -> Result<Held, String> {
    linux::trial()
}

#[cfg(target_os = "linux")]
fn enter(policy: &Policy, words: &[OsString]) -> String {
    linux::enter(policy, words)
}

#[cfg(target_os = "linux")]
fn user(view: &View) -> Option<u32> {
    linux::user(view)
}

#[cfg(not(target_os = "linux"))]
fn trial() -> Result<Held, String> {
    Err("it is part of Linux".to_owned())
}

#[cfg(not(target_os = "linux"))]
fn enter(_: &Policy, _: &[OsString]) -> String {
    "it is part of Linux".to_owned()
}

#[cfg(not(target_os = "linux"))]
fn user(_: &View) -> Option<u32> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_read_as_it_was_written() {
        let policy = Policy {
            readable: vec!["/usr".into(), "/a \"b\"".into()],
            writable: vec!["/tmp/x".into()],
            parent: 3,
            user: Some(7),
            largest_file: 1,
            processes: 2,
            shared_memory: true,
        };
        assert_eq!(Policy::of_json(&policy.to_json().unwrap()), Some(policy));
        for broken in ["", "{}", "[]", "{\"readable\":[1]}"] {
            assert_eq!(Policy::of_json(broken), None, "{broken}");
        }
    }
}
