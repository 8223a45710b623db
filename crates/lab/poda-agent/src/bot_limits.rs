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
    /// Megabytes of memory: for all its processes together where a control group holds them, else for each.
    pub memory: u64,
    /// Seconds of processor time for each of its processes.
    pub processor: u64,
    /// Processes at the same time.
    pub processes: usize,
    /// Megabytes it may write into its scratch folder, or into the folder in which it is built.
    pub scratch: u64,
    /// What keeps it from everything that is not its own.
    pub sandbox: SandboxChoice,
    /// Whether it stands still while nobody asks it anything.
    pub freeze: bool,
}

/// What keeps a program from everything that is not its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SandboxChoice {
    /// Bubblewrap where it works, else Landlock.
    #[default]
    Auto,
    /// Bubblewrap: namespaces of its own for files, processes and network.
    Bwrap,
    /// Landlock, seccomp and limits: whatever the kernel has of them.
    Landlock,
    /// Nothing but limits: it runs with the rights of whoever started it.
    None,
}

impl SandboxChoice {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Auto, Self::Bwrap, Self::Landlock, Self::None];

    /// Its name in flags and records.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::Bwrap => "bwrap",
            Self::Landlock => "landlock",
            Self::None => "none",
        }
    }

    /// The reverse of [`SandboxChoice::word`].
    pub fn of_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|choice| choice.word() == word)
    }
}

impl Default for BotLimits {
    fn default() -> Self {
        Self {
            start: Duration::from_secs(10),
            ping: Duration::from_secs(2),
            think: Duration::from_secs(1),
            margin: Duration::from_secs(1),
            leave: Duration::from_millis(300),
            memory: 2048,
            processor: 3600,
            processes: 64,
            scratch: 64,
            sandbox: SandboxChoice::Auto,
            freeze: false,
        }
    }
}
