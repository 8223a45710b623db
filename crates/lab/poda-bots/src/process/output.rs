//! What a program writes, heard by threads so that it never waits for us.

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read},
    process::ChildStderr,
    sync::{Mutex, MutexGuard, PoisonError, mpsc::SyncSender},
};

/// Longer lines than this are no moves, and memory is not endless.
pub(super) const LONGEST_LINE: usize = 1 << 16;
/// How much of its standard error is kept: the end of it.
const STDERR_KEPT: usize = 8 << 10;
/// How much is read at a time: as much as a pipe holds on Linux.
const PIPE_BYTES: usize = 1 << 16;

/// What comes from a bot's standard output.
pub(super) enum OutputLine {
    Line(String),
    TooLong,
    End,
}

/// Sends every line of a bot's standard output, until it ends or is too long.
pub(super) fn hear(stdout: impl Read, sender: &SyncSender<OutputLine>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(0) | Err(_) => OutputLine::End,
            Ok(_) if line.len() > LONGEST_LINE => OutputLine::TooLong,
            Ok(_) => {
                while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                    line.pop();
                }
                OutputLine::Line(String::from_utf8_lossy(&line).into_owned())
            }
        };
        let last = !matches!(heard, OutputLine::Line(_));
        // Nobody listens any more, or there is nothing more to hear: the pipe is closed.
        if sender.send(heard).is_err() || last {
            return;
        }
    }
}

/// The standard error of a bot: its end is kept.
#[derive(Debug)]
pub(super) struct StandardError {
    pipe: Pipe,
    kept: Mutex<VecDeque<u8>>,
}

impl StandardError {
    pub(super) fn new(stderr: ChildStderr) -> Self {
        Self { pipe: Pipe::new(stderr), kept: Mutex::default() }
    }

    /// Reads until the pipe is closed, so that the bot never waits for a reader.
    pub(super) fn read_to_end(&self) {
        while self.pipe.wait() && self.read_available() {}
    }

    /// All that was written since the last call. A bot writes it before the answer that ended the call, so a thread that was not
    /// scheduled in between is not waited for.
    pub(super) fn take(&self) -> String {
        self.read_available();
        String::from_utf8_lossy(std::mem::take(&mut *self.kept()).make_contiguous()).into_owned()
    }

    /// The same, without taking it.
    pub(super) fn text(&self) -> String {
        self.read_available();
        String::from_utf8_lossy(self.kept().make_contiguous()).into_owned()
    }

    /// Reads at most a full pipe. `false` if it is closed.
    fn read_available(&self) -> bool {
        // Held while reading, so that what one thread has read is kept before another one looks.
        let mut kept = self.kept();
        let mut buffer = [0; 4096];
        for _ in 0..PIPE_BYTES / buffer.len() {
            match self.pipe.read(&mut buffer) {
                Some(0) => return true,
                Some(count) => {
                    kept.extend(&buffer[..count]);
                    let excess = kept.len().saturating_sub(STDERR_KEPT);
                    kept.drain(..excess);
                }
                None => return false,
            }
        }
        true
    }

    fn kept(&self) -> MutexGuard<'_, VecDeque<u8>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(unix)]
mod pipe {
    use std::process::ChildStderr;

    use rustix::{
        event::{PollFd, PollFlags, poll},
        fs::{OFlags, fcntl_getfl, fcntl_setfl},
        io::Errno,
    };

    /// A pipe that is read without blocking.
    #[derive(Debug)]
    pub(super) struct Pipe(ChildStderr);

    impl Pipe {
        pub(super) fn new(pipe: ChildStderr) -> Self {
            if let Ok(flags) = fcntl_getfl(&pipe) {
                // A pipe of our own: it cannot fail.
                let _ = fcntl_setfl(&pipe, flags | OFlags::NONBLOCK);
            }
            Self(pipe)
        }

        /// Waits until there is something to read, or the pipe is closed.
        pub(super) fn wait(&self) -> bool {
            matches!(poll(&mut [PollFd::new(&self.0, PollFlags::IN)], None), Ok(_) | Err(Errno::INTR))
        }

        /// The number of bytes read, 0 if there are none now; `None` if the pipe is closed.
        pub(super) fn read(&self, buffer: &mut [u8]) -> Option<usize> {
            match rustix::io::read(&self.0, buffer) {
                Ok(0) => None,
                Ok(count) => Some(count),
                Err(Errno::AGAIN | Errno::INTR) => Some(0),
                Err(_) => None,
            }
        }
    }
}

#[cfg(not(unix))]
mod pipe {
    use std::{
        io::Read,
        process::ChildStderr,
        sync::{Mutex, PoisonError},
    };

    /// A pipe whose reader blocks: only the thread reads it.
    #[derive(Debug)]
    pub(super) struct Pipe {
        stderr: Mutex<ChildStderr>,
        pending: Mutex<Option<Vec<u8>>>,
    }

    impl Pipe {
        pub(super) fn new(stderr: ChildStderr) -> Self {
            Self { stderr: Mutex::new(stderr), pending: Mutex::new(Some(Vec::new())) }
        }

        /// Waits until there is something to read, or the pipe is closed.
        pub(super) fn wait(&self) -> bool {
            let mut buffer = [0; 4096];
            let read = self.stderr.lock().unwrap_or_else(PoisonError::into_inner).read(&mut buffer);
            let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
            match (read, &mut *pending) {
                (Ok(count @ 1..), Some(bytes)) => bytes.extend(&buffer[..count]),
                _ => *pending = None,
            }
            pending.is_some()
        }

        /// The number of bytes read, 0 if there are none now; `None` if the pipe is closed.
        pub(super) fn read(&self, buffer: &mut [u8]) -> Option<usize> {
            let mut pending = self.pending.lock().unwrap_or_else(PoisonError::into_inner);
            let bytes = pending.as_mut()?;
            let count = bytes.len().min(buffer.len());
            buffer[..count].copy_from_slice(&bytes[..count]);
            bytes.drain(..count);
            Some(count)
        }
    }
}

use pipe::Pipe;

#[cfg(test)]
#[cfg(unix)]
#[expect(clippy::disallowed_types, reason = "a process with pipes, as a bot has them")]
mod tests {
    use std::process::{Command, Stdio};

    use super::*;

    #[test]
    fn standard_error_written_before_an_answer_is_there_without_the_thread() {
        for (line, kept) in [
            ("echo one >&2; echo two >&2; echo answer", "one\ntwo\n"),
            ("echo answer", ""),
            ("exec 2>&-; echo answer", ""),
        ] {
            let mut command = Command::new("/bin/sh");
            command.args(["-c", &format!("{line}; read x")]);
            let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
            let mut child = command.spawn().unwrap();
            let stderr = StandardError::new(child.stderr.take().unwrap());
            let mut answer = String::new();
            BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
            assert_eq!((answer.as_str(), stderr.text()), ("answer\n", kept.to_owned()), "{line}");
            assert_eq!((stderr.take(), stderr.take()), (kept.to_owned(), String::new()), "{line}");
            drop(child.stdin.take());
            child.wait().unwrap();
            stderr.read_to_end();
        }
    }
}
