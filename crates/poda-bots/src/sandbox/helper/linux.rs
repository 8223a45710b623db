//! What the helper does to itself.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    fs,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::Path,
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use landlock::{
    ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, Scope,
};
use nix::unistd::{Gid, Uid, setgroups, setresgid, setresuid};
use rustix::{
    process::{Resource, Rlimit, Signal, geteuid, getppid, set_parent_process_death_signal, setrlimit},
    thread::{CapabilitySet, CapabilitySets, remove_capability_from_bounding_set, set_capabilities},
};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};

use super::{Held, Policy};
use crate::sandbox::View;

/// The newest Landlock that is asked for; older kernels give what they have.
const NEWEST: ABI = ABI::V6;

/// Users that no system gives to anybody.
const USERS: std::ops::Range<u32> = 1_600_000_000..1_601_000_000;

/// What everybody may write to.
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

/// Why the helper could not become the program.
pub(super) fn enter(policy: &Policy, words: &[OsString]) -> String {
    let Some((program, arguments)) = words.split_first() else { return "there is no program".to_owned() };
    match close(policy) {
        Ok(_) => {
            let error = Command::new(program).args(arguments).exec();
            format!("{}: {error}", program.display())
        }
        Err(why) => why,
    }
}

/// Closes everything around this process, and says what that holds.
fn close(policy: &Policy) -> Result<Held, String> {
    let failed = |what: &str, error: &dyn std::fmt::Display| format!("{what}: {error}");
    // 1. While everything can still be seen: what may be seen later.
    let rules = rules(policy).map_err(|error| failed("landlock", &error))?;
    // 2. Nobody's rights but those of a user without any.
    match policy.user {
        Some(user) => {
            for folder in &policy.writable {
                chown(folder, Some(user), Some(user)).map_err(|error| failed("chown", &error))?;
            }
            let (user, group) = (Uid::from_raw(user), Gid::from_raw(user));
            setgroups(&[]).map_err(|error| failed("setgroups", &error))?;
            setresgid(group, group, group).map_err(|error| failed("setgid", &error))?;
            setresuid(user, user, user).map_err(|error| failed("setuid", &error))?;
        }
        None => drop_capabilities().map_err(|error| failed("capabilities", &error))?,
    }
    // 3. Limits, and an end with Poda's own.
    let at_most = |most: u64| Rlimit { current: Some(most), maximum: Some(most) };
    if policy.largest_file > 0 {
        setrlimit(Resource::Fsize, at_most(policy.largest_file)).map_err(|error| failed("fsize", &error))?;
    }
    if policy.user.is_some() {
        setrlimit(Resource::Nproc, at_most(policy.processes)).map_err(|error| failed("nproc", &error))?;
    }
    set_parent_process_death_signal(Some(Signal::KILL)).map_err(|error| failed("prctl", &error))?;
    // Whoever ended before that was noted has left nobody to end with.
    if policy.parent != 0
        && getppid().is_none_or(|parent| parent.as_raw_nonzero().get() as u32 != policy.parent)
    {
        return Err("whoever started it has ended".to_owned());
    }
    // 4. Files, signals and system calls.
    let status = rules.restrict_self().map_err(|error| failed("landlock", &error))?;
    let abi = match status.landlock {
        LandlockStatus::Available { effective_abi, .. } => Some(effective_abi),
        _ => None,
    };
    // A kernel without seccomp holds less, and says so.
    let seccomp = filter(policy.shared_memory).is_ok();
    let signals = abi.is_some_and(|abi| abi >= ABI::V6) || policy.user.is_some();
    Ok(Held { files: abi.is_some(), signals, seccomp })
}

pub(super) fn trial() -> Result<Held, String> {
    close(&Policy { shared_memory: true, ..Policy::default() })
}

fn rules(policy: &Policy) -> Result<RulesetCreated, landlock::RulesetError> {
    let all = AccessFs::from_all(NEWEST);
    let read = AccessFs::from_read(NEWEST);
    let mut rules = Ruleset::default()
        .set_compatibility(CompatLevel::BestEffort)
        .handle_access(all)?
        .handle_access(AccessNet::from_all(NEWEST))?
        .scope(Scope::from_all(NEWEST))?
        .create()?;
    let readable = policy.readable.iter().map(|path| (path.as_path(), read));
    let facts = FACTS.iter().map(|path| (Path::new(path), AccessFs::ReadFile | AccessFs::ReadDir));
    let writable = policy.writable.iter().map(|path| (path.as_path(), all & !AccessFs::IoctlDev));
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

/// The user that a program of the superuser's becomes, if that one can read what the program needs.
pub(super) fn user(view: &View) -> Option<u32> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    // A build writes files of its folder's owner.
    if !geteuid().is_root() || view.writable.is_some() || !view.needed.iter().all(|path| is_public(path)) {
        return None;
    }
    let number = std::process::id().wrapping_mul(64).wrapping_add(NUMBER.fetch_add(1, Ordering::Relaxed));
    Some(USERS.start + number % (USERS.end - USERS.start))
}

/// Whether everybody can read a file or a folder.
fn is_public(path: &Path) -> bool {
    let Ok(path) = fs::canonicalize(path) else { return false };
    let allows = |path: &Path, bits: u32| {
        fs::metadata(path).is_ok_and(|metadata| metadata.permissions().mode() & bits == bits)
    };
    let own =
        if fs::metadata(&path).is_ok_and(|metadata| metadata.mode() & 0o40_000 != 0) { 0o005 } else { 0o004 };
    allows(&path, own) && path.ancestors().skip(1).all(|folder| allows(folder, 0o001))
}

/// System calls that no player needs, and by which it could get at others.
const REFUSED: &[i64] = &[
    // The network, and the services that listen on sockets of this machine. `socketpair` stays.
    libc::SYS_socket,
    // Another way to all of them.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Leaving the process group, by which everything is ended.
    libc::SYS_setsid,
    libc::SYS_setpgid,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_ioprio_set,
    // Memory that outlives its process.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Namespaces, mounts, and files without their paths.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsmount,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    // The kernel itself.
    libc::SYS_bpf,
    libc::SYS_perf_event_open,
    libc::SYS_userfaultfd,
    libc::SYS_init_module,
    libc::SYS_finit_module,
    libc::SYS_delete_module,
    libc::SYS_kexec_load,
    libc::SYS_reboot,
    libc::SYS_swapon,
    libc::SYS_swapoff,
    libc::SYS_quotactl,
    libc::SYS_acct,
    libc::SYS_syslog,
];

/// System calls that a process may use on itself, which it names 0, but not on another one of the same user: that one's limits
/// and its share of the processor are its own. The second number is the argument that names the process.
const ONLY_ON_ITSELF: &[(i64, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_setpriority, 1),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
];

/// The same calls by the numbers of another calling convention of the same processor.
const X32: i64 = 0x4000_0000;

fn filter(shared_memory: bool) -> Result<(), String> {
    let mut refused: BTreeMap<i64, Vec<SeccompRule>> = BTreeMap::new();
    let mut refuse = |call: i64, rules: Vec<SeccompRule>| {
        refused.insert(call, rules.clone());
        if cfg!(target_arch = "x86_64") {
            refused.insert(call | X32, rules);
        }
    };
    for call in REFUSED {
        refuse(*call, Vec::new());
    }
    for (call, argument) in ONLY_ON_ITSELF {
        let another = SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Ne, 0);
        let rule = another.and_then(|another| SeccompRule::new(vec![another]));
        refuse(*call, vec![rule.map_err(|error| error.to_string())?]);
    }
    // A process in namespaces of its own.
    let spaces = libc::CLONE_NEWNS
        | libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP;
    let one_of = (0..32).map(|bit| 1_u64 << bit).filter(|bit| spaces as u64 & bit != 0);
    let rules: Result<Vec<_>, String> = one_of.map(|bit| masked(0, bit)).collect();
    refuse(libc::SYS_clone, rules?);
    if !shared_memory {
        // No limit of a process counts it.
        refuse(libc::SYS_mmap, vec![masked(3, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64)?]);
        refuse(libc::SYS_memfd_create, Vec::new());
    }
    apply(refused, SeccompAction::Errno(libc::EPERM as u32))?;
    // Its flags are behind a pointer: libraries fall back to `clone`, whose flags can be seen.
    let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    apply(newer, SeccompAction::Errno(libc::ENOSYS as u32))
}

/// All bits of `mask` are set in that argument.
fn masked(argument: u8, mask: u64) -> Result<SeccompRule, String> {
    let condition =
        SeccompCondition::new(argument, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), mask);
    let rule = condition.and_then(|condition| SeccompRule::new(vec![condition]));
    rule.map_err(|error| error.to_string())
}

fn apply(refused: BTreeMap<i64, Vec<SeccompRule>>, answer: SeccompAction) -> Result<(), String> {
    let processor = std::env::consts::ARCH.try_into().map_err(|_| "an unknown processor".to_owned())?;
    let filter = SeccompFilter::new(refused, SeccompAction::Allow, answer, processor)
        .map_err(|error| error.to_string())?;
    let program: BpfProgram = filter.try_into().map_err(|_| "the filter cannot be made".to_owned())?;
    seccompiler::apply_filter(&program).map_err(|error| error.to_string())
}
