//! What keeps a program from everything that is not its own: other people's files, other processes, the network, the
//! machine's memory and disk.
//!
//! Bubblewrap gives it namespaces of its own. Where there is none, a helper process closes Landlock and seccomp around
//! itself and becomes the program. Control groups hold memory and processes under both, where this user has any.

mod bwrap;
mod control_group;
mod helper;
mod scratch;
mod view;

use std::{env, ffi::OsString, path::PathBuf, sync::OnceLock};

use poda_agent::{BotLimits, SandboxChoice};
use poda_catalog::Text;
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

pub(crate) use self::helper::helper as own_program;
pub(crate) use self::{
    control_group::ControlGroup,
    scratch::ScratchFolder,
    view::{is_shared, is_system, plain, prefix},
};
use self::{helper::Held, view::View};
use crate::CommandLine;

pub use self::helper::{HELPER_COMMAND, become_program, use_helper};

/// What programs run in on this machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sandbox {
    kind: SandboxKind,
    /// What Landlock's helper can hold here.
    held: Held,
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
        let bwrap = || bwrap::works().map(|()| Self { kind: SandboxKind::Bwrap, held: Held::default() });
        let landlock = || helper::works().map(|held| Self { kind: SandboxKind::Landlock, held });
        let none = Self { kind: SandboxKind::None, held: Held::default() };
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

    /// What it cannot hold here. Empty if it holds everything that a program is to be kept from.
    pub fn weaknesses(self) -> Vec<Text> {
        let mut weak = Vec::new();
        let groups = control_group::version().is_some();
        match self.kind {
            SandboxKind::Bwrap => {}
            SandboxKind::Landlock => {
                let Held { files, signals, seccomp } = self.held;
                let missing = [
                    (files, FILES),
                    (signals, SIGNALS),
                    (seccomp, NETWORK),
                    (seccomp, LEAVES_GROUP),
                    // The kernel tells nobody's size and name apart from its content.
                    (false, NAMES),
                ];
                weak.extend(missing.iter().filter(|(held, _)| !held).map(|(_, text)| *text));
            }
            SandboxKind::None => weak.extend([FILES, SIGNALS, NETWORK, LEAVES_GROUP]),
        }
        if !groups {
            weak.push(MEMORY);
        }
        weak
    }

    /// Whether everything of a program can be frozen at once; otherwise signals have to do.
    pub fn can_freeze() -> bool {
        control_group::can_freeze()
    }

    /// Whether grading may rely on it: whatever is left open neither changes a mark nor shows anybody's work.
    pub fn is_complete(self) -> bool {
        self.weaknesses().iter().all(|weakness| [NAMES, MEMORY].contains(weakness))
    }
}

const FILES: Text = Text::new("it can read and write your files", "puede leer y escribir tus ficheros");
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
}

impl Belongings {
    /// How many processes of the sandbox itself are among its own.
    pub(crate) fn attendants(&self) -> usize {
        // One outside waits for the program, one inside is the first process of its own.
        if self.kind == SandboxKind::Bwrap { 2 } else { 0 }
    }
}

/// Prepares a program's start.
pub(crate) fn confine(program: &CommandLine, limits: &BotLimits) -> Result<Confined, Message> {
    let sandbox = Sandbox::find(limits.sandbox).map_err(|error| error.message())?;
    let group = ControlGroup::new(limits);
    let joins = group.as_ref().map(ControlGroup::joins).unwrap_or_default();
    let own: Vec<OsString> = program.words().iter().map(OsString::from).collect();
    let mut belongings = Belongings { group, scratch: None, kind: sandbox.kind };
    let (words, variables, folder) = match sandbox.kind {
        SandboxKind::None => (own, None, program.folder().map(PathBuf::from)),
        SandboxKind::Bwrap => {
            let view = View::of(program)?;
            let words = bwrap::words(&view, limits, own)?;
            belongings.scratch = view.writable.clone().map(|folder| ScratchFolder::given(folder, limits));
            // The variables inside are bubblewrap's duty; it needs none itself.
            (words, Some(Vec::new()), None)
        }
        SandboxKind::Landlock => {
            let view = View::of(program)?;
            let scratch = ScratchFolder::new(limits).map_err(|error| error.message())?;
            let variables = view.variables(scratch.path());
            let words = helper::words(&view, scratch.path(), limits, belongings.group.is_some(), own)?;
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
