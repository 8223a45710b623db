//! What a program writes, heard by threads so that it never waits for us.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read},
    sync::{Mutex, PoisonError, mpsc::SyncSender},
};

/// Longer lines than this are no moves, and memory is not endless.
pub(super) const LONGEST_LINE: usize = 1 << 16;
/// How much of its standard error is kept: the end of it.
const LONGEST_TALK: usize = 8 << 10;

/// What comes from a bot's standard output.
pub(super) enum Heard {
    Line(String),
    TooLong,
    End,
}

/// Sends every line of a bot's standard output, until it ends or is too long.
pub(super) fn hear(stdout: impl Read, sender: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) if line.len() > LONGEST_LINE => Heard::TooLong,
            Ok(_) => {
                while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                    line.pop();
                }
                Heard::Line(String::from_utf8_lossy(&line).into_owned())
            }
        };
        let last = !matches!(heard, Heard::Line(_));
        // Nobody listens any more, or there is nothing more to hear: the pipe is closed.
        if sender.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of a bot's standard error.
pub(super) fn overhear(mut stderr: impl Read, talk: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut talk = talk.lock().unwrap_or_else(PoisonError::into_inner);
        talk.extend(&buffer[..count]);
        let excess = talk.len().saturating_sub(LONGEST_TALK);
        talk.drain(..excess);
    }
}
