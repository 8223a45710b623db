//! The sandbox of a program: it keeps other files, other processes, the network, and the machine's memory and disk out of its reach.
//!
//! A helper process refuses system calls, closes inherited descriptors, gives up its rights and becomes the program. Before that,
//! bubblewrap gives it namespaces; where there is no bubblewrap, the helper closes Landlock around itself. Control groups hold memory and
//! processes under both, where this user may make any.

#[cfg(target_os = "linux")]
mod attempts;
#[cfg(target_os = "linux")]
mod bwrap;
mod control_group;
#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod helper;
mod homes;
mod scratch;
mod view;

use std::{env, ffi::OsString, path::PathBuf, sync::OnceLock};

use poda_agent::{BotLimits, SandboxChoice};
use poda_catalog::Text;
use poda_core::{Language, Message, Translate, text};
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[cfg(not(target_os = "linux"))]
use self::elsewhere::{bwrap, helper};
pub(crate) use self::helper::helper as own_program;
use self::view::DiskView;
pub(crate) use self::{
    control_group::ControlGroup,
    homes::Homes,
    scratch::ScratchFolder,
    view::{leads_out, named, plain, value},
};
use crate::CommandLine;

#[cfg(target_os = "linux")]
pub use self::attempts::{Attempt, Attempted, try_sandbox};
#[cfg(not(target_os = "linux"))]
pub use self::elsewhere::attempts::{Attempt, Attempted, try_sandbox};
pub use self::helper::{HELPER_COMMAND, become_program, use_helper};

/// The sandbox of programs on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sandbox {
    kind: SandboxKind,
    held: KernelSupport,
}

/// What the kernel lets a sandbox hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
struct KernelSupport {
    /// The version of Landlock; 0 where there is none, or bubblewrap stands in its place.
    landlock: u8,
    /// Whether system calls, inherited descriptors and keys are held.
    seccomp: bool,
}

/// How a sandbox is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SandboxKind {
    /// By bubblewrap.
    Bwrap,
    /// By Landlock, seccomp and limits.
    Landlock,
    /// Not at all: only limits.
    None,
}

/// Why there is no such sandbox.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum SandboxError {
    /// Bubblewrap is not there, or may not make namespaces.
    Bwrap(Message),
    /// The helper is not there, or the kernel has nothing of it.
    Landlock(Message),
}

impl Translate for SandboxError {
    fn text(&self, language: Language) -> String {
        let (name, why) = match self {
            Self::Bwrap(why) => ("bubblewrap", why),
            Self::Landlock(why) => ("Landlock", why),
        };
        let why = why.text(language);
        text!(language, "{name} does not work here: {why}", "{name} no funciona aquí: {why}", name, why)
    }
}

impl Sandbox {
    /// The sandbox that is meant. Each kind is tried once, and the answer is kept.
    ///
    /// # Errors
    /// If one was named that does not work here. `auto` always finds one, if need be none: [`Self::weaknesses`] says so.
    pub fn find(choice: SandboxChoice) -> Result<Self, SandboxError> {
        let bwrap = || {
            let held = || KernelSupport { seccomp: bwrap::has_helper(), ..KernelSupport::default() };
            bwrap::works().map(|()| Self { kind: SandboxKind::Bwrap, held: held() })
        };
        let landlock = || helper::works().map(|held| Self { kind: SandboxKind::Landlock, held });
        let none = Self { kind: SandboxKind::None, held: KernelSupport::default() };
        match choice {
            SandboxChoice::Bwrap => bwrap().map_err(SandboxError::Bwrap),
            SandboxChoice::Landlock => landlock().map_err(SandboxError::Landlock),
            SandboxChoice::Auto => Ok(bwrap().or_else(|_| landlock()).unwrap_or(none)),
            SandboxChoice::None => Ok(none),
        }
    }

    /// How it is made.
    pub fn kind(self) -> SandboxKind {
        self.kind
    }

    /// Its name in results.
    pub fn word(self) -> &'static str {
        match self.kind {
            SandboxKind::Bwrap => "bwrap",
            SandboxKind::Landlock => "landlock",
            SandboxKind::None => "none",
        }
    }

    /// What it is, in words.
    pub fn text(self, language: Language) -> String {
        let made = match self.kind {
            SandboxKind::Bwrap => "bubblewrap",
            SandboxKind::Landlock => "Landlock + seccomp",
            SandboxKind::None => return language.pick("none", "ninguno").to_owned(),
        };
        let groups = match control_group::version() {
            Some(version) => text!(
                language,
                "memory and processes by control groups v{version}",
                "memoria y procesos por grupos de control v{version}",
                version
            ),
            None => {
                language.pick("memory and processes by limits", "memoria y procesos por límites").to_owned()
            }
        };
        format!("{made}, {groups}")
    }

    /// What it cannot hold here. Empty if it holds everything.
    pub fn weaknesses(self) -> Vec<Text> {
        self.weaknesses_where(control_group::version().is_some())
    }

    /// The same with and without control groups.
    fn weaknesses_where(self, groups: bool) -> Vec<Text> {
        let KernelSupport { landlock, seccomp } = self.held;
        let is_landlock = self.kind == SandboxKind::Landlock;
        let is_bwrap = self.kind == SandboxKind::Bwrap;
        let weaknesses = [
            (is_bwrap || landlock >= 1, FILES),
            (is_bwrap || landlock >= TRUNCATE_SINCE, CONTENT),
            (is_bwrap || landlock >= SIGNALS_SINCE, SIGNALS),
            (is_bwrap || seccomp, NETWORK),
            (is_bwrap || seccomp, LEAVES_GROUP),
            (seccomp, KERNEL),
            // The kernel tells everybody the size and the name of a file whose content it hides.
            (!is_landlock, NAMES),
            (!is_landlock, DISK),
            (groups, MEMORY),
        ];
        weaknesses.iter().filter(|(held, _)| !held).map(|(_, text)| *text).collect()
    }

    /// Whether everything of a program can be frozen at once; otherwise signals have to do.
    pub fn can_freeze() -> bool {
        control_group::can_freeze()
    }

    /// Whether grading may rely on it: what it leaves open neither changes a mark nor shows the work of others.
    pub fn is_complete(self) -> bool {
        self.weaknesses().iter().all(|weakness| [NAMES, MEMORY, DISK].contains(weakness))
    }
}

/// The version of Landlock that refuses to empty a file, and the one that refuses signals.
const TRUNCATE_SINCE: u8 = 3;
const SIGNALS_SINCE: u8 = 6;

const FILES: Text = Text::new("it can read and write your files", "puede leer y escribir tus ficheros");
const CONTENT: Text = Text::new(
    "it can empty your files (Linux before 6.2)",
    "puede vaciar tus ficheros (Linux anterior a 6.2)",
);
const KERNEL: Text = Text::new(
    "it keeps your keys and open files, and all system calls",
    "conserva tus claves y ficheros abiertos, y todas las llamadas al sistema",
);
const DISK: Text = Text::new(
    "what it writes is counted five times a second, so it can exceed its limit for a moment",
    "lo que escribe se cuenta cinco veces por segundo, así que puede exceder su límite un momento",
);
const SIGNALS: Text = Text::new("it can end other processes of yours", "puede terminar otros procesos tuyos");
const NETWORK: Text = Text::new("it can use the network", "puede usar la red");
const LEAVES_GROUP: Text = Text::new(
    "a process that leaves its process group stays behind",
    "un proceso que deja su grupo de procesos se queda",
);
const NAMES: Text = Text::new(
    "it can find out whether a file exists and how long it is",
    "puede averiguar si un fichero existe y cuánto ocupa",
);
const MEMORY: Text = Text::new(
    "memory and processes are counted five times a second, so it can exceed its limits for a moment",
    "la memoria y los procesos se cuentan cinco veces por segundo, así que puede exceder sus límites un momento",
);

/// A program that is about to be started in its sandbox: what to execute, and what belongs to it meanwhile.
pub(crate) struct Confined {
    /// The program and its arguments, behind whatever makes the sandbox.
    pub(crate) words: Vec<OsString>,
    /// All its variables; `None` if it has those of this process.
    pub(crate) variables: Option<Vec<(&'static str, OsString)>>,
    /// Where it is started.
    pub(crate) folder: Option<PathBuf>,
    /// The files to which a process writes its number to be held.
    #[cfg_attr(not(unix), expect(dead_code, reason = "there are no control groups"))]
    pub(crate) joins: Vec<PathBuf>,
    /// What else belongs to it.
    pub(crate) belongings: Belongings,
}

/// What a running program has besides its process. It is taken away with it.
#[derive(Debug)]
pub(crate) struct Belongings {
    /// Its control group.
    pub(crate) group: Option<ControlGroup>,
    /// Where it may write.
    pub(crate) scratch: Option<ScratchFolder>,
    /// How its sandbox is made.
    pub(crate) kind: SandboxKind,
    /// Whether a helper waits for it inside, to bring out what it builds.
    builds: bool,
}

impl Belongings {
    /// How many processes of the sandbox itself are among its own.
    pub(crate) fn attendants(&self) -> usize {
        // One outside waits for the program, one inside is the first process of its namespace.
        if self.kind == SandboxKind::Bwrap { 2 + usize::from(self.builds) } else { 0 }
    }
}

/// Prepares a program's start.
pub(crate) fn confine(program: &CommandLine, limits: &BotLimits) -> Result<Confined, Message> {
    let sandbox = Sandbox::find(limits.sandbox).map_err(|error| error.message())?;
    let group = ControlGroup::new(limits);
    let joins = group.as_ref().map(ControlGroup::joins).unwrap_or_default();
    let own: Vec<OsString> = program.words().iter().map(OsString::from).collect();
    let mut belongings = Belongings { group, scratch: None, kind: sandbox.kind, builds: false };
    let (words, variables, folder) = match sandbox.kind {
        SandboxKind::None => (own, None, program.folder().map(PathBuf::from)),
        SandboxKind::Bwrap => {
            let view = DiskView::of(program)?;
            let words = bwrap::words(&view, limits, belongings.group.is_some(), own)?;
            belongings.builds = program.builds();
            // The variables inside are bubblewrap's duty; it needs none itself.
            (words, Some(Vec::new()), None)
        }
        SandboxKind::Landlock => {
            let view = DiskView::of(program)?;
            let scratch = ScratchFolder::new(limits).map_err(|error| error.message())?;
            let variables = view.variables(scratch.path());
            let counted = belongings.group.is_some();
            let words = helper::landlock_words(&view, scratch.path(), limits, counted, own)?;
            belongings.scratch = Some(match &view.writable {
                Some(folder) => scratch.and(folder),
                None => scratch,
            });
            (words, Some(variables), Some(view.folder))
        }
    };
    Ok(Confined { words, variables, folder, joins, belongings })
}

/// The path of a program that the system knows.
fn find_program(name: &str) -> Option<PathBuf> {
    static PATH: OnceLock<OsString> = OnceLock::new();
    let path = PATH.get_or_init(|| env::var_os("PATH").unwrap_or_default());
    env::split_paths(path).map(|folder| folder.join(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sandbox_says_what_its_kernel_does_not_hold() {
        let kernel = |landlock, seccomp| Sandbox {
            kind: SandboxKind::Landlock,
            held: KernelSupport { landlock, seccomp },
        };
        let bwrap = |seccomp| Sandbox {
            kind: SandboxKind::Bwrap,
            held: KernelSupport { seccomp, ..KernelSupport::default() },
        };
        let none = Sandbox { kind: SandboxKind::None, held: KernelSupport::default() };
        let open = [FILES, CONTENT, SIGNALS, NETWORK, LEAVES_GROUP, KERNEL];
        for (sandbox, weak) in [
            (bwrap(true), &[][..]),
            (bwrap(false), &[KERNEL]),
            (kernel(6, true), &[]),
            (kernel(5, true), &[SIGNALS]),
            (kernel(3, true), &[SIGNALS]),
            (kernel(2, true), &[CONTENT, SIGNALS]),
            (kernel(6, false), &[NETWORK, LEAVES_GROUP, KERNEL]),
            (kernel(0, true), &[FILES, CONTENT, SIGNALS]),
            (none, &open),
        ] {
            for groups in [false, true] {
                let mut found = sandbox.weaknesses_where(groups);
                assert_eq!(found.contains(&MEMORY), !groups, "{sandbox:?}");
                found.retain(|weakness| ![NAMES, DISK, MEMORY].contains(weakness));
                assert_eq!(found, weak, "{sandbox:?}");
            }
        }
    }
}
