#![expect(clippy::disallowed_types, reason = "the one file that a contest names")]

use std::{
    fs::File,
    io::{self, Read},
};

/// The largest file of openings: ten million games need less.
const MOST_OPENINGS: u64 = 64 << 20;

/// The text of a file that a contest names, which may be a device. A browser has no files and refuses.
pub(crate) fn read_openings(path: &str) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MOST_OPENINGS + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_OPENINGS { Err(io::ErrorKind::FileTooLarge.into()) } else { Ok(text) }
}
