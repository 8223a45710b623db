//! Systems without sandboxes: programs run with limits only.

pub(crate) mod bwrap {
    use std::ffi::OsString;

    use poda_agent::BotLimits;
    use poda_core::{Message, message};

    use crate::sandbox::DiskView;

    pub(crate) fn works() -> Result<(), Message> {
        Err(message!("it is a program of Linux", "es un programa de Linux"))
    }

    pub(crate) fn has_helper() -> bool {
        false
    }

    pub(crate) fn words(
        _: &DiskView,
        _: &BotLimits,
        _: bool,
        _: Vec<OsString>,
    ) -> Result<Vec<OsString>, Message> {
        works().map(|()| Vec::new())
    }
}

pub(crate) mod helper {
    use std::{
        ffi::OsString,
        path::{Path, PathBuf},
        process::ExitCode,
        sync::OnceLock,
    };

    use poda_agent::BotLimits;
    use poda_core::{Message, message};

    use crate::sandbox::{DiskView, KernelSupport};

    /// The first argument that makes this program the helper, on Linux.
    pub const HELPER_COMMAND: &str = "sandbox-exec";

    static HELPER: OnceLock<PathBuf> = OnceLock::new();

    /// Does nothing: there is no sandbox here.
    pub fn become_program(_: impl Iterator<Item = OsString>) -> Option<ExitCode> {
        if let Ok(path) = std::env::current_exe() {
            use_helper(path);
        }
        None
    }

    /// Names this program.
    pub fn use_helper(path: PathBuf) {
        // The first one stays.
        let _ = HELPER.set(path);
    }

    pub(crate) fn helper() -> Result<&'static PathBuf, Message> {
        HELPER.get().ok_or_else(|| message!("this program has no helper", "este programa no tiene ayudante"))
    }

    pub(crate) fn works() -> Result<KernelSupport, Message> {
        Err(message!("it is part of Linux", "es parte de Linux"))
    }

    pub(crate) fn landlock_words(
        _: &DiskView,
        _: &Path,
        _: &BotLimits,
        _: bool,
        _: Vec<OsString>,
    ) -> Result<Vec<OsString>, Message> {
        Err(message!("it is part of Linux", "es parte de Linux"))
    }
}

pub(crate) mod attempts {
    use poda_agent::SandboxChoice;
    use poda_core::{Message, Text, message};

    /// Something that a program must not be able to do.
    #[derive(Debug)]
    pub struct Attempt {
        /// Its name in results.
        pub word: &'static str,
        /// What is tried.
        pub text: Text,
    }

    /// The end of an attempt.
    #[derive(Debug)]
    pub struct Attempted {
        /// What was tried.
        pub attempt: &'static Attempt,
        /// What it reached; `None` if it was held.
        pub reached: Option<String>,
    }

    /// Tries nothing: there is no sandbox here.
    ///
    /// # Errors
    /// Always.
    pub fn try_sandbox(_: SandboxChoice) -> Result<Vec<Attempted>, Message> {
        Err(message!("it is part of Linux", "es parte de Linux"))
    }
}
