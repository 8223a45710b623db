//! Notices when this process stands still: somebody stopped it, the machine was paused, or others took all of its time. The clock goes on
//! meanwhile, and programs seem to be late that have answered long ago.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "a clock of its own, in a thread")]

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// How often it shows that it is alive.
const BEAT: Duration = Duration::from_millis(100);
/// Without a beat for this long, it stood still.
const STILL: Duration = Duration::from_millis(500);

/// When the clock of the beats began. Beats begin with it, and go on as long as the process.
static BEGAN: LazyLock<Instant> = LazyLock::new(|| {
    // If there can be no thread, it looks as if it stood still: late programs are asked once more, and that is all.
    let _ = thread::Builder::new().name("pulse".to_owned()).spawn(|| {
        loop {
            thread::sleep(BEAT);
            let now = milliseconds();
            let before = LAST.swap(now, Ordering::Relaxed);
            if is_still(before, now) {
                STOOD_UNTIL.store(now, Ordering::Relaxed);
            }
        }
    });
    Instant::now()
});
/// The last beat.
static LAST: AtomicU64 = AtomicU64::new(0);
/// When it moved again.
static STOOD_UNTIL: AtomicU64 = AtomicU64::new(0);

fn milliseconds() -> u64 {
    BEGAN.elapsed().as_millis() as u64
}

fn is_still(before: u64, now: u64) -> bool {
    u128::from(now.saturating_sub(before)) > STILL.as_millis()
}

/// A point in time, to be asked about later.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PulseTime(u64);

impl PulseTime {
    pub(crate) fn now() -> Self {
        Self(milliseconds())
    }

    /// Whether the process has stood still since then.
    pub(crate) fn was_followed_by_a_standstill(self) -> bool {
        // Right after a standstill the beat may not have come yet.
        is_still(LAST.load(Ordering::Relaxed), milliseconds()) || STOOD_UNTIL.load(Ordering::Relaxed) > self.0
    }
}
