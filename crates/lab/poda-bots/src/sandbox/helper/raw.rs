//! System calls that no library wraps. Their arguments are numbers: no memory is read or written.
#![expect(unsafe_code, reason = "system calls without a wrapper")]

use std::{fs, io};

/// Joins a new session keyring in place of the one of the caller's login.
const KEYCTL_JOIN_SESSION_KEYRING: libc::c_ulong = 1;

/// Marks every descriptor from `first` on to be closed when another program is executed.
pub(super) fn close_on_exec_from(first: u32) -> io::Result<()> {
    // SAFETY: three numbers; the call changes flags of descriptors and no memory.
    let answer =
        unsafe { libc::syscall(libc::SYS_close_range, first, libc::c_uint::MAX, libc::CLOSE_RANGE_CLOEXEC) };
    if answer == 0 {
        return Ok(());
    }
    // Kernels before 5.9 have to be told one by one.
    for entry in fs::read_dir("/proc/self/fd")?.flatten() {
        if let Some(number) = entry.file_name().to_str().and_then(|name| name.parse::<libc::c_int>().ok())
            && number >= first as libc::c_int
        {
            // SAFETY: numbers again. A descriptor that is closed by now is refused.
            unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) };
        }
    }
    Ok(())
}

/// Whether a system call is refused, whatever its arguments. It is called with zeros, with which none of those that are asked about
/// does anything.
pub(super) fn is_refused(call: libc::c_long) -> bool {
    // SAFETY: zeros are null pointers and empty lengths: the kernel reads and writes nothing.
    let answer = unsafe { libc::syscall(call, 0, 0, 0, 0, 0, 0) };
    let error = io::Error::last_os_error().raw_os_error();
    answer < 0 && [Some(libc::EPERM), Some(libc::ENOSYS), Some(libc::EACCES)].contains(&error)
}

/// Gives this process a session keyring of its own.
pub(super) fn new_session_keyring() -> io::Result<()> {
    // SAFETY: a number and a null pointer, which stands for a keyring without a name.
    let answer = unsafe {
        libc::syscall(libc::SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, std::ptr::null::<libc::c_char>())
    };
    if answer >= 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}
