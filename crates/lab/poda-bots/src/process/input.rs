//! Writing to a program that need not read.

use std::{
    process::ChildStdin,
    time::{Duration, Instant},
};

/// Why something could not be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Unsaid {
    /// It has closed its input.
    Closed,
    /// It does not read.
    Late,
    /// Nobody wants to wait any longer.
    Stopped,
}

/// How often to look around while waiting.
const TICK: Duration = Duration::from_millis(20);

#[cfg(unix)]
mod pipe {
    use std::io::{ErrorKind, Write};

    use rustix::{
        event::{PollFd, PollFlags, Timespec, poll},
        fs::{OFlags, fcntl_getfl, fcntl_setfl},
    };

    use super::{ChildStdin, Instant, TICK, Unsaid};

    /// The pipe to a program. It never waits by itself.
    #[derive(Debug)]
    pub(in crate::process) struct Input(ChildStdin);

    impl Input {
        pub(in crate::process) fn new(pipe: ChildStdin) -> Option<Self> {
            let flags = fcntl_getfl(&pipe).ok()?;
            fcntl_setfl(&pipe, flags | OFlags::NONBLOCK).ok()?;
            Some(Self(pipe))
        }

        /// Writes everything before the deadline.
        pub(in crate::process) fn write(
            &mut self,
            mut bytes: &[u8],
            deadline: Instant,
            stop: &mut dyn FnMut() -> bool,
        ) -> Result<(), Unsaid> {
            while !bytes.is_empty() {
                match self.0.write(bytes) {
                    Ok(0) => return Err(Unsaid::Closed),
                    Ok(count) => bytes = &bytes[count..],
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    Err(error) if error.kind() == ErrorKind::WouldBlock => {
                        let left = deadline.saturating_duration_since(Instant::now());
                        if left.is_zero() {
                            return Err(Unsaid::Late);
                        }
                        if stop() {
                            return Err(Unsaid::Stopped);
                        }
                        let pause = Timespec::try_from(left.min(TICK)).ok();
                        // Whatever it says, writing finds out.
                        let _ = poll(&mut [PollFd::new(&self.0, PollFlags::OUT)], pause.as_ref());
                    }
                    Err(_) => return Err(Unsaid::Closed),
                }
            }
            Ok(())
        }
    }
}

#[cfg(not(unix))]
mod pipe {
    use std::{
        io::Write,
        sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
        thread,
    };

    use super::{ChildStdin, Instant, TICK, Unsaid};

    /// The pipe to a program, behind a thread that waits in our place.
    #[derive(Debug)]
    pub(in crate::process) struct Input {
        lines: SyncSender<Vec<u8>>,
        written: Receiver<bool>,
    }

    impl Input {
        pub(in crate::process) fn new(mut pipe: ChildStdin) -> Option<Self> {
            let (lines, orders) = sync_channel::<Vec<u8>>(1);
            let (done, written) = sync_channel(1);
            thread::spawn(move || {
                for bytes in orders {
                    let written = pipe.write_all(&bytes).and_then(|()| pipe.flush()).is_ok();
                    if done.send(written).is_err() || !written {
                        return;
                    }
                }
            });
            Some(Self { lines, written })
        }

        /// Writes everything before the deadline.
        pub(in crate::process) fn write(
            &mut self,
            bytes: &[u8],
            deadline: Instant,
            stop: &mut dyn FnMut() -> bool,
        ) -> Result<(), Unsaid> {
            self.lines.try_send(bytes.to_vec()).map_err(|_| Unsaid::Closed)?;
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                match self.written.recv_timeout(left.min(TICK)) {
                    Ok(true) => return Ok(()),
                    Ok(false) | Err(RecvTimeoutError::Disconnected) => return Err(Unsaid::Closed),
                    Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Unsaid::Late),
                    Err(RecvTimeoutError::Timeout) if stop() => return Err(Unsaid::Stopped),
                    Err(RecvTimeoutError::Timeout) => {}
                }
            }
        }
    }
}

pub(super) use pipe::Input;
