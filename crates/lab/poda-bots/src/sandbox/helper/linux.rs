//! What the helper does to itself.

use std::{
    ffi::OsString,
    fs::{self, File, Permissions},
    os::{
        fd::AsFd,
        unix::{
            fs::{PermissionsExt, chown},
            process::{CommandExt, ExitStatusExt},
        },
    },
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};
use nix::{
    sys::signal,
    unistd::{Gid, Pid, Uid, setgroups, setresgid, setresuid},
};
use rustix::{
    process::{
        DumpableBehavior, Resource, Rlimit, Signal, geteuid, getppid, set_dumpable_behavior,
        set_parent_process_death_signal, setrlimit,
    },
    thread::{CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities},
};

use super::{AllowedPaths, Build, Calls, HELPER_COMMAND, KernelSupport, Policy, filter, raw};
use crate::{
    archive,
    sandbox::{DiskView, view::is_system},
};

/// The newest Landlock that is asked for; older kernels give what they have.
const NEWEST: ABI = ABI::V6;

/// Landlock's versions, the first one first.
const VERSIONS: &[ABI] = &[ABI::V1, ABI::V2, ABI::V3, ABI::V4, ABI::V5, ABI::V6];

/// Users that no system gives to anybody.
const USERS: std::ops::Range<u32> = 1_600_000_000..1_601_000_000;

/// Devices that every program may use.
const DEVICES: &[&str] = &["/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"];

/// What programs read about the machine and about themselves.
const FACTS: &[&str] = &[
    "/proc/self",
    "/proc/cpuinfo",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/filesystems",
    "/proc/version",
    "/sys/devices/system/cpu",
];

fn failed(what: &'static str) -> impl Fn(&dyn std::fmt::Display) -> String {
    move |error| format!("{what}: {error}")
}

/// Becomes the program, or builds.
///
/// # Errors
/// If that fails. Becoming a program does not return otherwise.
pub(super) fn enter(policy: &Policy, words: &[OsString]) -> Result<ExitCode, String> {
    for folder in &policy.opened {
        let opened = fs::set_permissions(folder, Permissions::from_mode(0o1777));
        opened.map_err(|error| failed("chmod")(&error))?;
    }
    if let Some(build) = &policy.build {
        return self::build(policy, build, words);
    }
    let (program, arguments) = words.split_first().ok_or("there is no program")?;
    close(policy)?;
    let error = Command::new(program).args(arguments).exec();
    Err(format!("{}: {error}", program.display()))
}

/// Copies the files of a build, runs it as a program of the same sandbox, and packs what it leaves. All processes of the build are
/// dead by then: here it is alone in its process namespace.
fn build(policy: &Policy, build: &Build, words: &[OsString]) -> Result<ExitCode, String> {
    let Build { source, folder, bytes } = build;
    // The build runs as the same user, and has to keep away from the archive.
    set_dumpable_behavior(DumpableBehavior::NotDumpable).map_err(|error| failed("prctl")(&error))?;
    become_user(policy, &[])?;
    archive::copy(source, folder, *bytes).map_err(|error| failed("copy")(&error))?;
    let inner = Policy { user: None, opened: Vec::new(), build: None, ..policy.clone() };
    let inner = serde_json::to_string(&inner).map_err(|error| error.to_string())?;
    let helper = std::env::current_exe().map_err(|error| failed("helper")(&error))?;
    let mut command = Command::new(helper);
    command.arg(HELPER_COMMAND).arg(inner).args(words).stdin(Stdio::null());
    let status = command.status().map_err(|error| failed("build")(&error))?;
    // Nothing is left is as good as killed.
    let _ = signal::kill(Pid::from_raw(-1), signal::Signal::SIGKILL);
    let code = status.code().or_else(|| status.signal().map(|signal| 128 + signal)).unwrap_or(1);
    if code == 0 {
        let archive =
            std::io::stdin().as_fd().try_clone_to_owned().map_err(|error| failed("archive")(&error))?;
        // One that has no end says that there was too much.
        let _ = archive::pack(folder, &File::from(archive), *bytes);
    }
    Ok(ExitCode::from(u8::try_from(code).unwrap_or(1)))
}

/// Gives up the rights of the caller.
fn become_user(policy: &Policy, own: &[PathBuf]) -> Result<(), String> {
    let Some(user) = policy.user else {
        return drop_capabilities().map_err(|error| failed("capabilities")(&error));
    };
    for folder in own {
        chown(folder, Some(user), Some(user)).map_err(|error| failed("chown")(&error))?;
    }
    let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
    setgroups(&[]).map_err(|error| failed("setgroups")(&error))?;
    setresgid(group, group, group).map_err(|error| failed("setgid")(&error))?;
    setresuid(user, user, user).map_err(|error| failed("setuid")(&error))
}

/// Closes everything around this process, and says what that holds.
fn close(policy: &Policy) -> Result<KernelSupport, String> {
    // 1. While everything can still be seen: what may be seen later.
    let rules = policy.files.as_ref().map(rules).transpose().map_err(|error| failed("landlock")(&error))?;
    // 2. No rights but those of a user without any, and none of the caller's keys.
    become_user(policy, policy.files.as_ref().map_or(&[][..], |files| &files.writable))?;
    // A kernel without keyrings has none to take; the filter refuses them in any case.
    let _ = raw::new_session_keyring();
    // 3. Limits, and an end with Poda's own.
    let at_most = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    if policy.largest_file > 0 {
        setrlimit(Resource::Fsize, at_most(policy.largest_file)).map_err(|error| failed("fsize")(&error))?;
    }
    if policy.user.is_some() {
        setrlimit(Resource::Nproc, at_most(policy.processes)).map_err(|error| failed("nproc")(&error))?;
    }
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed("prctl")(&error))?;
    // A parent that ended before that was noted ends nothing.
    if policy.parent != 0
        && getppid().is_none_or(|parent| parent.as_raw_nonzero().get() as u32 != policy.parent)
    {
        return Err("the process that started it has ended".to_owned());
    }
    // 4. Files, signals, system calls and inherited descriptors.
    let mut landlock = 0;
    if let Some(rules) = rules {
        let status = rules.restrict_self().map_err(|error| failed("landlock")(&error))?;
        if let LandlockStatus::Available { effective_abi, .. } = status.landlock {
            landlock = VERSIONS.iter().filter(|version| **version <= effective_abi).count() as u8;
        }
    }
    raw::close_on_exec_from(3).map_err(|error| failed("descriptors")(&error))?;
    // A kernel without seccomp holds less, and the trial says so.
    let seccomp = filter::close(policy.calls).is_ok();
    Ok(KernelSupport { landlock, seccomp })
}

pub(super) fn trial() -> Result<KernelSupport, String> {
    let calls = Calls { counted: true, ..Calls::default() };
    close(&Policy { files: Some(AllowedPaths::default()), calls, ..Policy::default() })
}

fn rules(files: &AllowedPaths) -> Result<RulesetCreated, landlock::RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let readable = files.readable.iter().map(|path| (path.as_path(), read));
    let facts = FACTS.iter().map(|path| (Path::new(path), AccessFs::ReadFile | AccessFs::ReadDir));
    let writable = files.writable.iter().map(|path| (path.as_path(), all & !AccessFs::IoctlDev));
    let devices = DEVICES.iter().map(|path| (Path::new(path), AccessFs::ReadFile | AccessFs::WriteFile));
    for (path, access) in readable.chain(facts).chain(writable).chain(devices) {
        // What is not there need not be shown.
        let Ok(place) = PathFd::new(path) else { continue };
        let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
        rules = rules.add_rule(PathBeneath::new(place, access))?;
    }
    Ok(rules)
}

/// A superuser without capabilities owns files and nothing else.
fn drop_capabilities() -> rustix::io::Result<()> {
    if !geteuid().is_root() {
        return Ok(());
    }
    for capability in CapabilitySet::all().iter() {
        // The kernel may know fewer than we do.
        let _ = remove_capability_from_bounding_set(capability);
    }
    let none = CapabilitySet::empty();
    set_capabilities(None, CapabilitySets { effective: none, permitted: none, inheritable: none })
}

/// A user for a program of the superuser's: another one for each program that is started.
pub(super) fn other_user() -> Option<u32> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    // Other processes of Poda start somewhere else.
    static START: OnceLock<u32> = OnceLock::new();
    if !geteuid().is_root() {
        return None;
    }
    let start = START.get_or_init(|| {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        now.subsec_nanos() ^ std::process::id().wrapping_mul(0x9e37_79b9)
    });
    let number = start.wrapping_add(NUMBER.fetch_add(1, Ordering::Relaxed));
    Some(USERS.start + number % (USERS.end - USERS.start))
}

/// Whether all users may read some files and folders.
pub(super) fn is_public(needed: &[PathBuf]) -> bool {
    needed.iter().all(|path| {
        let Ok(path) = fs::canonicalize(path) else { return false };
        is_readable(&path) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
    })
}

/// Whether all users may read what a program needs, once they are past the folders that lead to what it sees.
pub(super) fn is_public_inside(view: &DiskView) -> bool {
    view.needed.iter().all(|path| {
        let Ok(path) = fs::canonicalize(path) else { return false };
        if is_system(&path) {
            return true;
        }
        let shown = view.readable.iter().find(|shown| path.starts_with(shown));
        is_readable(&path)
            && shown.is_none_or(|shown| {
                let above = path.ancestors().skip(1).take_while(|folder| folder.starts_with(shown));
                above.into_iter().all(|folder| allows(folder, 0o001))
            })
    })
}

fn is_readable(path: &Path) -> bool {
    allows(path, if path.is_dir() { 0o005 } else { 0o004 })
}

fn allows(path: &Path, bits: u32) -> bool {
    fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & bits == bits)
}
