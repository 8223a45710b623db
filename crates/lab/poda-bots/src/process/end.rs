//! How a program ended, and how it is ended.
#![expect(clippy::disallowed_types, reason = "the end of a program")]

use std::process::{Child, ExitStatus};

/// Words by which languages say that there is no memory left.
const NO_MEMORY: &[&str] = &[
    "MemoryError",
    "std::bad_alloc",
    "memory allocation of",
    "heap out of memory",
    "OutOfMemoryError",
    "Cannot allocate memory",
    "Out of memory",
    "out of memory",
];

/// How a program has ended, if it has. It stays known to the system, so that its number and that of its group are nobody
/// else's until it is waited for.
#[cfg(unix)]
pub(super) fn look(child: &mut Child, behind_bwrap: bool) -> Option<ExitStatus> {
    use std::os::unix::process::ExitStatusExt;

    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let number = Pid::from_raw(i32::try_from(child.id()).ok()?)?;
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let status = waitid(WaitId::Pid(number), options).ok()??;
    let raw = match (status.exit_status(), status.terminating_signal()) {
        // A shell's way to say that a signal ended it.
        (Some(code @ 129..=192), _) if behind_bwrap => code - 128,
        (Some(code), _) => code << 8,
        (None, Some(signal)) => signal,
        (None, None) => return None,
    };
    Some(ExitStatus::from_raw(raw))
}

#[cfg(not(unix))]
pub(super) fn look(child: &mut Child, _: bool) -> Option<ExitStatus> {
    child.try_wait().ok().flatten()
}

/// Whether it was ended for having used up its processor time.
#[cfg(unix)]
pub(super) fn ran_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
}

#[cfg(not(unix))]
pub(super) fn ran_out_of_time(_: ExitStatus) -> bool {
    false
}

/// Whether it was ended for a file that is too large.
#[cfg(unix)]
pub(super) fn wrote_too_much(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::XFSZ.as_raw())
}

#[cfg(not(unix))]
pub(super) fn wrote_too_much(_: ExitStatus) -> bool {
    false
}

/// The line in which a program says that it has no memory left.
pub(super) fn says_no_memory(talk: &str) -> Option<&str> {
    let says = |line: &&str| NO_MEMORY.iter().any(|words| line.contains(words));
    talk.lines().rev().find(says).map(str::trim)
}

/// Ends a whole process group. Its leader must not have been buried.
#[cfg(unix)]
pub(super) fn kill_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // Nobody left is as good as killed.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
pub(super) fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// Lets processes stand still, or go on.
#[cfg(unix)]
pub(super) fn stop(members: &[u32], still: bool) {
    use rustix::process::{Pid, Signal, kill_process};
    let signal = if still { Signal::STOP } else { Signal::CONT };
    for member in members.iter().filter_map(|member| Pid::from_raw(i32::try_from(*member).ok()?)) {
        let _ = kill_process(member, signal);
    }
}

#[cfg(not(unix))]
pub(super) fn stop(_: &[u32], _: bool) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_end_of_memory_is_heard_in_every_language() {
        for talk in [
            "Traceback (most recent call last):\n  x = [0] * n\nMemoryError\n",
            "terminate called after throwing an instance of 'std::bad_alloc'\n  what():  std::bad_alloc\n",
            "memory allocation of 268435456 bytes failed\n",
            "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n 1: 0xb8\n",
            "Exception in thread \"main\" java.lang.OutOfMemoryError: Java heap space\n",
        ] {
            assert!(says_no_memory(talk).is_some(), "{talk}");
        }
        assert_eq!(says_no_memory("I remember\nZeroDivisionError: division by zero\n"), None);
    }
}
