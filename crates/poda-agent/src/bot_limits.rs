use std::time::Duration;

/// What a program may take.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotLimits {
    /// Until it has introduced itself, or given its first move.
    pub start: Duration,
    /// Until it answers that it is there.
    pub ping: Duration,
    /// Until it moves, where nobody says how long it may think.
    pub think: Duration,
    /// How far beyond its thinking time an answer may come: pipes and schedulers take time too.
    pub margin: Duration,
    /// How long it may take to leave when told so.
    pub leave: Duration,
    /// Megabytes of memory for each of its processes.
    pub memory: u64,
    /// Seconds of processor time for each of its processes.
    pub processor: u64,
    /// Processes at the same time.
    pub processes: usize,
}

impl Default for BotLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ping: Duration::from_secs(2),
            think: Duration::from_secs(1),
            margin: Duration::from_millis(500),
            leave: Duration::from_millis(300),
            memory: 2048,
            processor: 3600,
            processes: 64,
        }
    }
}
