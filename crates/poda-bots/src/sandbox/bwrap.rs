//! Bubblewrap: namespaces of its own for a program's files, processes, users and network.
#![expect(clippy::disallowed_types, reason = "bubblewrap is tried once before programs are started in it")]

use std::{
    ffi::OsString,
    fs,
    path::Path,
    process::{Command, Stdio},
    sync::OnceLock,
};

use poda_agent::BotLimits;
use poda_core::{Message, Translate, message};

use super::{View, find_program};
use crate::CommandLine;

/// Where a program may write, as it sees it.
const SCRATCH: &str = "/tmp";

/// Newer versions keep programs from making namespaces in their turn.
const NO_NAMESPACES: &str = "--disable-userns";

/// What bubblewrap can do here.
struct Found {
    program: OsString,
    no_namespaces: bool,
}

/// Whether bubblewrap works: it is tried once with everything that it will be asked for.
pub(super) fn works() -> Result<(), Message> {
    found().as_ref().map(|_| ()).map_err(Clone::clone)
}

fn found() -> &'static Result<Found, Message> {
    static FOUND: OnceLock<Result<Found, Message>> = OnceLock::new();
    FOUND.get_or_init(|| {
        if !cfg!(target_os = "linux") {
            return Err(message!("it is a program of Linux", "es un programa de Linux"));
        }
        let program = find_program("bwrap").ok_or_else(|| {
            message!(
                "there is no program \"bwrap\" (package bubblewrap)",
                "no existe el programa \"bwrap\" (paquete bubblewrap)"
            )
        })?;
        let found = Found { program: program.into(), no_namespaces: true };
        if attempt(&found).is_ok() {
            return Ok(found);
        }
        let older = Found { no_namespaces: false, ..found };
        attempt(&older).map(|()| older)
    })
}

fn attempt(found: &Found) -> Result<(), Message> {
    let view = View::of(&CommandLine::read("true", Some(Path::new("/"))).map_err(|error| error.message())?)?;
    let words = assemble(found, &view, &BotLimits::default(), vec!["true".into()]);
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).env_clear().stdin(Stdio::null());
    let output = command.output().map_err(|error| error.message())?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(Message::verbatim(said.lines().next().unwrap_or("-").trim_start_matches("bwrap: ")))
}

/// The program behind bubblewrap.
pub(super) fn words(view: &View, limits: &BotLimits, own: Vec<OsString>) -> Result<Vec<OsString>, Message> {
    match found() {
        Ok(found) => Ok(assemble(found, view, limits, own)),
        Err(why) => Err(why.clone()),
    }
}

fn assemble(found: &Found, view: &View, limits: &BotLimits, own: Vec<OsString>) -> Vec<OsString> {
    let mut words = vec![found.program.clone()];
    let mut add = |list: &[&std::ffi::OsStr]| words.extend(list.iter().map(OsString::from));
    macro_rules! add {
        ($($word:expr),*) => { add(&[$(AsRef::<std::ffi::OsStr>::as_ref($word)),*]) };
    }
    // 1. Namespaces. Nobody outside is seen, and everything inside ends with Poda.
    add!("--unshare-user", "--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts");
    add!("--unshare-cgroup-try", "--uid", "1000", "--gid", "1000", "--hostname", "sandbox");
    add!("--die-with-parent", "--new-session", "--cap-drop", "ALL");
    if found.no_namespaces {
        add!(NO_NAMESPACES);
    }
    // 2. Somewhere to write, of limited size. Shared memory is such a place too.
    let bytes = (limits.scratch << 20).to_string();
    add!("--size", &bytes, "--tmpfs", SCRATCH);
    add!("--proc", "/proc", "--dev", "/dev", "--size", &bytes, "--tmpfs", "/dev/shm", "--remount-ro", "/dev");
    // 3. What can be read, parents first: what is mounted later lies on top.
    for path in &view.readable {
        match fs::read_link(path) {
            // `/bin` is a link into `/usr` on most systems.
            Ok(target) if path.parent() == Some(Path::new("/")) => add!("--symlink", &target, path),
            _ => add!("--ro-bind", path, path),
        }
    }
    // 4. Where it is built, and where it starts.
    match &view.writable {
        Some(folder) => add!("--bind", folder, folder),
        None if !view.readable.iter().any(|path| view.folder.starts_with(path)) => {
            add!("--dir", &view.folder);
        }
        None => {}
    }
    add!("--remount-ro", "/", "--chdir", &view.folder, "--clearenv");
    for (name, value) in view.variables(Path::new(SCRATCH)) {
        add!("--setenv", name, &value);
    }
    add!("--");
    words.extend(own);
    words
}
