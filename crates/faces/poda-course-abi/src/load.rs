//! Loads a player's library and lets it play.
#![expect(unsafe_code, reason = "there is no safe way to call what a compiler of another language made")]

use std::{
    ffi::{CStr, CString, OsString, c_char, c_int, c_void},
    os::unix::ffi::OsStringExt,
    process::ExitCode,
};

use crate::table::{CallTable, TABLE};

/// What a library has to offer: it is given the table and its arguments, and plays until its input ends.
type CourseMain = extern "C" fn(*const CallTable, c_int, *const *const c_char) -> c_int;

const ENTRY: &CStr = c"poda_course_main";

pub(crate) fn run(arguments: impl Iterator<Item = OsString>) -> ExitCode {
    let words: Vec<CString> = arguments.filter_map(|word| CString::new(word.into_vec()).ok()).collect();
    let Some(path) = words.first() else { return ExitCode::FAILURE };
    // SAFETY: the path is a C text. What the library does on its own is held by the sandbox around this process.
    let library = unsafe { libc::dlopen(path.as_ptr(), libc::RTLD_NOW | libc::RTLD_LOCAL) };
    if library.is_null() {
        complain();
        return ExitCode::FAILURE;
    }
    // SAFETY: the library is open and stays so.
    let entry = unsafe { libc::dlsym(library, ENTRY.as_ptr()) };
    if entry.is_null() {
        complain();
        return ExitCode::FAILURE;
    }
    // SAFETY: the symbol of that name is our own host.cpp's, which has this signature.
    let entry = unsafe { std::mem::transmute::<*mut c_void, CourseMain>(entry) };
    let pointers: Vec<*const c_char> = words.iter().map(|word| word.as_ptr()).collect();
    let code = entry(&raw const TABLE, pointers.len() as c_int, pointers.as_ptr());
    ExitCode::from(code as u8)
}

#[expect(clippy::print_stderr, reason = "this is a program of its own, and its parent listens")]
fn complain() {
    // SAFETY: the text belongs to the system's library until it is asked again, and may be missing.
    let text = unsafe { libc::dlerror() };
    if !text.is_null() {
        // SAFETY: not null, and a C text.
        eprintln!("{}", unsafe { CStr::from_ptr(text) }.to_string_lossy());
    }
}
