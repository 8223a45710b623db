//! The helper: Poda started once more under a hidden name. It takes its rights away from itself and then becomes the program, so that
//! no code has to run between fork and exec. Under Landlock it is started as it is, otherwise inside of bubblewrap's namespaces.
#![expect(clippy::disallowed_types, reason = "the helper becomes a program")]

mod filter;
mod linux;
mod raw;

use std::{
    env,
    ffi::OsString,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::OnceLock,
};

use poda_agent::BotLimits;
use poda_core::{Message, Translate, message};
use serde::{Deserialize, Serialize};

use self::filter::Calls;
use super::{
    DiskView, KernelSupport,
    attempts::{ATTEMPT_COMMAND, attempt_inside},
};

/// The first argument that makes this program the helper.
pub const HELPER_COMMAND: &str = "sandbox-exec";

/// The second argument that only asks what can be held here.
const TRIAL: &str = "--trial";

/// The program that is the helper.
static HELPER: OnceLock<PathBuf> = OnceLock::new();

/// What the helper does before it becomes the program.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Policy {
    /// What Landlock lets through; `None` inside of bubblewrap.
    files: Option<AllowedPaths>,
    /// The process that started it, with which it ends; 0 if that is for bubblewrap to see to.
    parent: u32,
    /// The user that it becomes.
    user: Option<u32>,
    /// Folders of bubblewrap's that this user may write.
    opened: Vec<PathBuf>,
    /// The largest file that it may write, in bytes.
    largest_file: u64,
    /// Processes and threads that its user may have.
    processes: u64,
    /// Which system calls are refused.
    calls: Calls,
    /// What it builds, and where.
    build: Option<Build>,
}

/// Paths that Landlock lets through.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct AllowedPaths {
    readable: Vec<PathBuf>,
    writable: Vec<PathBuf>,
}

/// A build in a folder that only exists inside of the sandbox. What it leaves goes to standard input, which is a file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct Build {
    /// The files as they were handed in.
    source: PathBuf,
    /// Where they are copied and built.
    folder: PathBuf,
    /// Bytes that may be left.
    bytes: u64,
}

/// The first thing that the main function of a program calls: if the program was started as the helper, it becomes what it
/// was told to become, and this returns only if that fails. Otherwise the program is its own helper from now on.
pub fn become_program(mut arguments: impl Iterator<Item = OsString>) -> Option<ExitCode> {
    let first = arguments.nth(1).filter(|word| word == HELPER_COMMAND || word == ATTEMPT_COMMAND);
    let Some(first) = first else {
        if let Ok(path) = env::current_exe() {
            use_helper(path);
        }
        return None;
    };
    if first == ATTEMPT_COMMAND {
        return Some(ended(attempt_inside(&arguments.collect::<Vec<_>>())));
    }
    let policy = arguments.next().unwrap_or_default();
    let words: Vec<OsString> = arguments.collect();
    let done = if policy == TRIAL { trial() } else { enter(&policy.to_string_lossy(), &words) };
    Some(ended(done))
}

fn ended(done: Result<ExitCode, String>) -> ExitCode {
    done.unwrap_or_else(|why| {
        print(&format!("sandbox: {why}"), true);
        ExitCode::from(126)
    })
}

/// Whether this process may not use a system call.
pub(super) fn is_refused(call: i64) -> bool {
    raw::is_refused(call)
}

/// Names a program that calls [`become_program`]: a library has none of its own. The first one named stays.
pub fn use_helper(path: PathBuf) {
    // Whoever is first is as good as any.
    let _ = HELPER.set(path);
}

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "the helper is a program of its own")]
fn print(line: &str, failed: bool) {
    if failed {
        eprintln!("{line}");
    } else {
        println!("{line}");
    }
}

/// What the helper holds here, if it works: it is tried once.
pub(super) fn works() -> Result<KernelSupport, Message> {
    static HELD: OnceLock<Result<KernelSupport, Message>> = OnceLock::new();
    HELD.get_or_init(|| {
        let helper = helper()?;
        let mut command = Command::new(helper);
        command.args([HELPER_COMMAND, TRIAL]).env_clear().stdin(Stdio::null());
        let output = command.output().map_err(|error| error.message())?;
        let held = serde_json::from_slice(&output.stdout).ok();
        held.ok_or_else(|| Message::verbatim(String::from_utf8_lossy(&output.stderr).trim()))
    })
    .clone()
}

/// Where this program is, which can be started once more.
pub(crate) fn helper() -> Result<&'static PathBuf, Message> {
    HELPER.get().ok_or_else(|| message!("this program has no helper", "este programa no tiene ayudante"))
}

/// How the helper is called.
fn call(helper: &Path, policy: &impl Serialize, own: Vec<OsString>) -> Result<Vec<OsString>, Message> {
    let policy = serde_json::to_string(policy).map_err(|error| Message::verbatim(error.to_string()))?;
    let mut words: Vec<OsString> = vec![helper.into(), HELPER_COMMAND.into(), policy.into()];
    words.extend(own);
    Ok(words)
}

/// Processes that a user of the sandbox may have. Threads count too.
fn most_processes(limits: &BotLimits) -> u64 {
    limits.processes as u64 * 16 + 64
}

/// The program behind the helper, under Landlock.
pub(super) fn landlock_words(
    view: &DiskView,
    scratch: &Path,
    limits: &BotLimits,
    counted: bool,
    own: Vec<OsString>,
) -> Result<Vec<OsString>, Message> {
    let mut writable = vec![scratch.to_owned()];
    writable.extend(view.writable.clone());
    let policy = Policy {
        files: Some(AllowedPaths { readable: view.readable.clone(), writable }),
        parent: std::process::id(),
        // A build writes files of its folder's owner.
        user: linux::other_user().filter(|_| view.writable.is_none() && linux::is_public(&view.needed)),
        opened: Vec::new(),
        largest_file: limits.scratch << 20,
        processes: most_processes(limits),
        calls: Calls { namespaces: false, counted, builds: view.writable.is_some() },
        build: None,
    };
    call(helper()?, &policy, own)
}

/// The program behind the helper, inside of bubblewrap.
pub(super) fn words_inside(
    view: &DiskView,
    helper: &Path,
    other_user: bool,
    limits: &BotLimits,
    counted: bool,
    own: Vec<OsString>,
) -> Result<Vec<OsString>, Message> {
    let (source, opened) = super::bwrap::PREPARED;
    let bytes = limits.scratch << 20;
    let build = |folder: &PathBuf| Build { source: source.into(), folder: folder.clone(), bytes };
    let mut opened: Vec<PathBuf> = opened.iter().map(PathBuf::from).collect();
    opened.extend(view.writable.clone());
    let policy = Policy {
        files: None,
        parent: 0,
        user: linux::other_user().filter(|_| other_user),
        opened,
        largest_file: bytes,
        processes: most_processes(limits),
        calls: Calls { namespaces: true, counted, builds: view.writable.is_some() },
        build: view.writable.as_ref().map(build),
    };
    call(helper, &policy, own)
}

/// Whether Poda runs as the superuser, so that programs can become other users.
pub(super) fn is_superuser() -> bool {
    linux::other_user().is_some()
}

/// Whether a program can become another user inside of bubblewrap.
pub(super) fn can_change_user(view: &DiskView) -> bool {
    is_superuser() && linux::is_public_inside(view)
}

fn trial() -> Result<ExitCode, String> {
    let held = linux::trial()?;
    print(&serde_json::to_string(&held).map_err(|error| error.to_string())?, false);
    Ok(ExitCode::SUCCESS)
}

fn enter(policy: &str, words: &[OsString]) -> Result<ExitCode, String> {
    let policy: Policy = serde_json::from_str(policy).map_err(|error| format!("a broken policy: {error}"))?;
    linux::enter(&policy, words)
}
