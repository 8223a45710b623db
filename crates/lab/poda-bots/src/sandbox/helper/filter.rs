//! The system calls that a program may not use: one filter for both sandboxes.

use std::{collections::BTreeMap, env};

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
};
use serde::{Deserialize, Serialize};

/// What stands behind the filter, which decides how much it has to refuse.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Calls {
    /// Whether the program has namespaces of its own, with a disk that shows nothing else.
    pub(crate) namespaces: bool,
    /// Whether a control group counts memory that processes share.
    pub(crate) counted: bool,
    /// Whether it builds something.
    pub(crate) builds: bool,
}

type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// Refused in every sandbox.
const REFUSED: &[i64] = &[
    // A second way to most system calls.
    libc::SYS_io_uring_setup,
    libc::SYS_io_uring_enter,
    libc::SYS_io_uring_register,
    // Other processes.
    libc::SYS_ptrace,
    libc::SYS_process_vm_readv,
    libc::SYS_process_vm_writev,
    libc::SYS_process_madvise,
    libc::SYS_process_mrelease,
    libc::SYS_pidfd_getfd,
    libc::SYS_kcmp,
    libc::SYS_migrate_pages,
    libc::SYS_move_pages,
    libc::SYS_ioprio_set,
    // Memory and keys that outlive their process.
    libc::SYS_shmget,
    libc::SYS_msgget,
    libc::SYS_semget,
    libc::SYS_mq_open,
    libc::SYS_add_key,
    libc::SYS_request_key,
    libc::SYS_keyctl,
    // Namespaces, mounts, devices, and files without their paths.
    libc::SYS_unshare,
    libc::SYS_setns,
    libc::SYS_mount,
    libc::SYS_umount2,
    libc::SYS_move_mount,
    libc::SYS_open_tree,
    libc::SYS_fsopen,
    libc::SYS_fsconfig,
    libc::SYS_fsmount,
    libc::SYS_fspick,
    libc::SYS_mount_setattr,
    libc::SYS_pivot_root,
    libc::SYS_chroot,
    libc::SYS_mknodat,
    libc::SYS_open_by_handle_at,
    libc::SYS_name_to_handle_at,
    libc::SYS_fanotify_init,
    libc::SYS_fanotify_mark,
    STATMOUNT,
    LISTMOUNT,
    OPEN_TREE_ATTR,
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
    libc::SYS_quotactl_fd,
    libc::SYS_acct,
    libc::SYS_syslog,
    libc::SYS_settimeofday,
    libc::SYS_clock_settime,
    libc::SYS_adjtimex,
    libc::SYS_clock_adjtime,
    libc::SYS_sethostname,
    libc::SYS_setdomainname,
    libc::SYS_vhangup,
];

/// The same, under names that only this processor has.
#[cfg(target_arch = "x86_64")]
const REFUSED_HERE: &[i64] =
    &[libc::SYS_mknod, libc::SYS_iopl, libc::SYS_ioperm, libc::SYS_kexec_file_load, libc::SYS_uselib];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_HERE: &[i64] = &[];

/// Refused without namespaces: the network, leaving the process group by which everything is ended, and watching files.
const REFUSED_ON_THE_HOST: &[i64] = &[
    libc::SYS_socket,
    libc::SYS_setsid,
    libc::SYS_setpgid,
    libc::SYS_inotify_init1,
    libc::SYS_inotify_add_watch,
];

#[cfg(target_arch = "x86_64")]
const REFUSED_ON_THE_HOST_HERE: &[i64] = &[libc::SYS_inotify_init];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_ON_THE_HOST_HERE: &[i64] = &[];

/// Times and modes of files, which Landlock leaves to everyone who owns the file.
const METADATA: &[i64] = &[libc::SYS_fchmod, libc::SYS_fchmodat, FCHMODAT2, libc::SYS_utimensat];
#[cfg(target_arch = "x86_64")]
const METADATA_HERE: &[i64] = &[libc::SYS_chmod, libc::SYS_utime, libc::SYS_utimes, libc::SYS_futimesat];
#[cfg(not(target_arch = "x86_64"))]
const METADATA_HERE: &[i64] = &[];

/// Owners and attributes of files: nothing that a build needs either.
const ATTRIBUTES: &[i64] = &[
    libc::SYS_fchown,
    libc::SYS_fchownat,
    libc::SYS_setxattr,
    libc::SYS_lsetxattr,
    libc::SYS_fsetxattr,
    libc::SYS_removexattr,
    libc::SYS_lremovexattr,
    libc::SYS_fremovexattr,
    SETXATTRAT,
    REMOVEXATTRAT,
    FILE_SETATTR,
];
#[cfg(target_arch = "x86_64")]
const ATTRIBUTES_HERE: &[i64] = &[libc::SYS_chown, libc::SYS_lchown];
#[cfg(not(target_arch = "x86_64"))]
const ATTRIBUTES_HERE: &[i64] = &[];

// Newer than the headers of some systems. All processors give calls since 424 the same numbers.
const FCHMODAT2: i64 = 452;
const STATMOUNT: i64 = 457;
const LISTMOUNT: i64 = 458;
const SETXATTRAT: i64 = 463;
const REMOVEXATTRAT: i64 = 466;
const OPEN_TREE_ATTR: i64 = 467;
const FILE_SETATTR: i64 = 469;

/// System calls that a process may use on itself, which it names 0, but not on others of its user. The second number is the argument
/// that names the process.
const ONLY_ON_ITSELF: &[(i64, u8)] = &[
    (libc::SYS_prlimit64, 0),
    (libc::SYS_sched_setaffinity, 0),
    (libc::SYS_sched_setscheduler, 0),
    (libc::SYS_sched_setparam, 0),
    (libc::SYS_sched_setattr, 0),
];

/// System calls that give a file its mode, by the argument that holds it, and the one with the flags if they decide whether it counts.
const MODES: &[(i64, u8, Option<u8>)] = &[
    (libc::SYS_fchmod, 1, None),
    (libc::SYS_fchmodat, 2, None),
    (FCHMODAT2, 2, None),
    (libc::SYS_openat, 3, Some(2)),
];
#[cfg(target_arch = "x86_64")]
const MODES_HERE: &[(i64, u8, Option<u8>)] =
    &[(libc::SYS_chmod, 1, None), (libc::SYS_creat, 1, None), (libc::SYS_open, 2, Some(1))];
#[cfg(not(target_arch = "x86_64"))]
const MODES_HERE: &[(i64, u8, Option<u8>)] = &[];

/// Requests to devices: typing into a terminal, and in the second list a file's attributes.
const TERMINAL_REQUESTS: &[u64] = &[0x5412, 0x541c];
const ATTRIBUTE_REQUESTS: &[u64] = &[0x4008_6602, 0x4004_6602, 0x401c_5820];

/// Families of sockets that stay inside of a network namespace and are what languages use: `AF_UNIX`, `AF_INET`, `AF_INET6`.
const SOCKETS: &[u64] = &[1, 2, 10];

/// Hides a process from others of its user, the one that counts its files among them.
const SET_DUMPABLE: u64 = 4;

/// The same calls by the numbers of another calling convention of the same processor.
const X32: i64 = 0x4000_0000;

/// Closes the filter around this process.
pub(super) fn close(calls: Calls) -> Result<(), String> {
    let errno = |number: i32| SeccompAction::Errno(number as u32);
    // Where several filters match, the one that was added last answers.
    if !calls.namespaces && calls.builds {
        // Linkers and `chmod +x` go on as if it had worked. Set-id bits are refused below.
        apply(all(METADATA.iter().chain(METADATA_HERE)), errno(0))?;
    }
    if !calls.namespaces {
        // Room would be taken without being written. Libraries write zeros instead.
        apply(all(&[libc::SYS_fallocate]), errno(libc::EOPNOTSUPP))?;
        let attributes = ATTRIBUTES.iter().chain(ATTRIBUTES_HERE);
        apply(all(attributes), errno(if calls.builds { libc::ENOTSUP } else { libc::EPERM }))?;
    }
    apply(refused(calls)?, errno(libc::EPERM))?;
    // Flags behind a pointer: libraries fall back to calls whose flags can be seen.
    apply(all(&[libc::SYS_clone3, libc::SYS_openat2]), errno(libc::ENOSYS))
}

fn all<'a>(calls: impl IntoIterator<Item = &'a i64>) -> Rules {
    calls.into_iter().map(|call| (*call, Vec::new())).collect()
}

fn refused(calls: Calls) -> Result<Rules, String> {
    let mut refused = all(REFUSED.iter().chain(REFUSED_HERE));
    if !calls.namespaces {
        refused.extend(all(REFUSED_ON_THE_HOST.iter().chain(REFUSED_ON_THE_HOST_HERE)));
        if !calls.builds {
            refused.extend(all(METADATA.iter().chain(METADATA_HERE)));
        }
    }
    if !calls.counted {
        refused.extend(all(&[libc::SYS_memfd_create, libc::SYS_memfd_secret]));
    }
    // A call that is refused as a whole has no rules.
    let mut refuse_if = |call: i64, rule: SeccompRule| {
        if refused.get(&call).is_none_or(|rules| !rules.is_empty()) {
            refused.entry(call).or_default().push(rule);
        }
    };
    for (call, argument) in ONLY_ON_ITSELF {
        refuse_if(*call, rule(&[(*argument, SeccompCmpOp::Ne, 0)])?);
    }
    // All processes of a user, which is also named 0, are others.
    for argument in [0, 1] {
        refuse_if(libc::SYS_setpriority, rule(&[(argument, SeccompCmpOp::Ne, 0)])?);
    }
    for (call, mode, flags) in MODES.iter().chain(MODES_HERE) {
        for bit in [libc::S_ISUID, libc::S_ISGID].map(u64::from) {
            match flags {
                None => refuse_if(*call, rule(&[has(*mode, bit)])?),
                Some(flags) => {
                    for makes in [libc::O_CREAT, libc::O_TMPFILE & !libc::O_DIRECTORY] {
                        refuse_if(*call, rule(&[has(*mode, bit), has(*flags, makes as u64)])?);
                    }
                }
            }
        }
    }
    let spaces = libc::CLONE_NEWNS
        | libc::CLONE_NEWUSER
        | libc::CLONE_NEWPID
        | libc::CLONE_NEWNET
        | libc::CLONE_NEWIPC
        | libc::CLONE_NEWUTS
        | libc::CLONE_NEWCGROUP;
    for bit in (0..32).map(|bit| 1_u64 << bit).filter(|bit| spaces as u64 & bit != 0) {
        refuse_if(libc::SYS_clone, rule(&[has(0, bit)])?);
    }
    if calls.namespaces {
        let other: Vec<_> = SOCKETS.iter().map(|family| (0, SeccompCmpOp::Ne, *family)).collect();
        refuse_if(libc::SYS_socket, rule(&other)?);
    } else {
        refuse_if(libc::SYS_prctl, rule(&[(0, SeccompCmpOp::Eq, SET_DUMPABLE)])?);
    }
    if !calls.counted {
        // No limit of a process counts it.
        refuse_if(libc::SYS_mmap, rule(&[has(3, (libc::MAP_SHARED | libc::MAP_ANONYMOUS) as u64)])?);
    }
    let requests = if calls.namespaces { &[][..] } else { ATTRIBUTE_REQUESTS };
    for request in TERMINAL_REQUESTS.iter().chain(requests) {
        refuse_if(libc::SYS_ioctl, rule(&[(1, SeccompCmpOp::Eq, *request)])?);
    }
    Ok(refused)
}

/// All bits of `mask` are set in that argument.
fn has(argument: u8, mask: u64) -> (u8, SeccompCmpOp, u64) {
    (argument, SeccompCmpOp::MaskedEq(mask), mask)
}

/// All of these hold. Arguments are compared in their lower half: the kernel ignores the upper half of an `int`.
fn rule(conditions: &[(u8, SeccompCmpOp, u64)]) -> Result<SeccompRule, String> {
    let conditions: Result<Vec<_>, _> = conditions
        .iter()
        .map(|(argument, operator, value)| {
            SeccompCondition::new(*argument, SeccompCmpArgLen::Dword, operator.clone(), *value)
        })
        .collect();
    let rule = conditions.and_then(SeccompRule::new);
    rule.map_err(|error| error.to_string())
}

fn apply(mut rules: Rules, answer: SeccompAction) -> Result<(), String> {
    if cfg!(target_arch = "x86_64") {
        let others: Vec<_> = rules.iter().map(|(call, rules)| (call | X32, rules.clone())).collect();
        rules.extend(others);
    }
    let processor = env::consts::ARCH.try_into().map_err(|_| "an unknown processor".to_owned())?;
    let filter = SeccompFilter::new(rules, SeccompAction::Allow, answer, processor)
        .map_err(|error| error.to_string())?;
    let program: BpfProgram = filter.try_into().map_err(|_| "the filter cannot be made".to_owned())?;
    seccompiler::apply_filter(&program).map_err(|error| error.to_string())
}
