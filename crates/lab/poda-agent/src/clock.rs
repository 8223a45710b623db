use std::{
    sync::OnceLock,
    time::{Duration, Instant},
};

/// A clock: the time since some moment that is always the same.
pub type Clock = fn() -> Duration;

static CLOCK: OnceLock<Clock> = OnceLock::new();

/// Gives the engines another clock than the system's, for platforms such as a browser that have none in the standard
/// library. To be called once, before the first search; `false` if there was a clock already.
pub fn set_clock(clock: Clock) -> bool {
    CLOCK.set(clock).is_ok()
}

/// What the clock says: the system's, or the one of [`set_clock`].
pub fn now() -> Duration {
    CLOCK.get_or_init(|| system)()
}

fn system() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed()
}

/// When a search began, and when it has to end.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Deadline {
    start: Duration,
    end: Option<Duration>,
}

impl Deadline {
    /// So long from now; `None` for ever.
    pub(crate) fn after(time: Option<Duration>) -> Self {
        let start = now();
        Self { start, end: time.map(|time| start.saturating_add(time)) }
    }

    /// What is left; `None` if there is no end.
    pub(crate) fn left(self) -> Option<Duration> {
        self.end.map(|end| end.saturating_sub(now()))
    }

    pub(crate) fn is_over(self) -> bool {
        self.left() == Some(Duration::ZERO)
    }

    /// Another depth takes several times as long as the last one: with less than half of the time left it would only
    /// be cut short.
    pub(crate) fn allows_another_depth(self) -> bool {
        self.end.is_none_or(|end| {
            now().saturating_sub(self.start).saturating_mul(2) < end.saturating_sub(self.start)
        })
    }
}
