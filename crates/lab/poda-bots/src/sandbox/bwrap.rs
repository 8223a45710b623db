//! Bubblewrap: namespaces of its own for a program's files, processes, users and network.
#![expect(clippy::disallowed_types, reason = "bubblewrap is tried once before programs are started in it")]

use std::{
    collections::BTreeSet,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    sync::OnceLock,
};

use poda_agent::BotLimits;
use poda_core::{Message, Translate, message};

use super::{DiskView, find_program, helper};
use crate::CommandLine;

/// The scratch folder, as the program sees it.
const SCRATCH: &str = "/tmp";
/// Shared memory is a place to write too.
const SHARED: &str = "/dev/shm";
/// Where the helper is, and the files of a build.
const HELPER: &str = "/.poda";
const SOURCE: &str = "/.source";

/// Files of `/proc` that tell about other users, or command the machine: those that containers mask.
const MASKED: &[&str] = &[
    "/proc/keys",
    "/proc/key-users",
    "/proc/kcore",
    "/proc/kallsyms",
    "/proc/kmsg",
    "/proc/timer_list",
    "/proc/sched_debug",
    "/proc/sysrq-trigger",
    "/proc/latency_stats",
    "/proc/vmallocinfo",
    "/proc/pagetypeinfo",
    "/proc/slabinfo",
];

/// How the program becomes a user without rights.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum User {
    /// In a user namespace that lets no other be made inside. Versions before 0.8 cannot say so.
    Closed,
    /// In a user namespace.
    Namespace,
    /// By the helper, as the superuser: no user namespace is needed.
    Other,
}

/// Bubblewrap as it works here.
struct BwrapProgram {
    program: OsString,
    /// In a user namespace.
    namespace: User,
    /// Whether the superuser can do without.
    other_user: bool,
    /// Whether the helper works inside.
    helper: bool,
}

/// Whether bubblewrap works: it is tried once with everything that it will be asked for.
pub(super) fn works() -> Result<(), Message> {
    found().as_ref().map(|_| ()).map_err(Clone::clone)
}

fn found() -> &'static Result<BwrapProgram, Message> {
    static FOUND: OnceLock<Result<BwrapProgram, Message>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let program = find_program("bwrap").ok_or_else(|| {
            message!(
                "there is no program \"bwrap\" (package bubblewrap)",
                "no existe el programa \"bwrap\" (paquete bubblewrap)"
            )
        })?;
        let program = program.into_os_string();
        let helper = helper::helper().is_ok();
        let works = |user| attempt(&program, user, helper);
        let namespace = match works(User::Closed) {
            Ok(()) => User::Closed,
            Err(_) => works(User::Namespace).map(|()| User::Namespace)?,
        };
        let other_user = helper && helper::is_superuser() && works(User::Other).is_ok();
        Ok(BwrapProgram { program, namespace, other_user, helper })
    })
}

/// Whether the helper works inside of it, without which it holds less.
pub(super) fn has_helper() -> bool {
    found().as_ref().is_ok_and(|found| found.helper)
}

fn attempt(program: &OsString, user: User, helper: bool) -> Result<(), Message> {
    let line = CommandLine::read("true", Some(Path::new("/usr"))).map_err(|error| error.message())?;
    let words = assemble(
        program,
        user,
        helper,
        &DiskView::of(&line)?,
        &BotLimits::default(),
        true,
        vec!["true".into()],
    )?;
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]).env_clear().stdin(Stdio::null());
    let output = command.output().map_err(|error| error.message())?;
    if output.status.success() {
        return Ok(());
    }
    let error = String::from_utf8_lossy(&output.stderr);
    Err(Message::verbatim(error.lines().next().unwrap_or("-").trim_start_matches("bwrap: ")))
}

/// The program behind bubblewrap. `counted` says whether a control group counts its memory.
pub(super) fn words(
    view: &DiskView,
    limits: &BotLimits,
    counted: bool,
    own: Vec<OsString>,
) -> Result<Vec<OsString>, Message> {
    let BwrapProgram { program, namespace, other_user, helper } = found().as_ref().map_err(Clone::clone)?;
    let changes = *other_user && helper::can_change_user(view);
    let user = if changes { User::Other } else { *namespace };
    assemble(program, user, *helper, view, limits, counted, own)
}

fn assemble(
    program: &OsString,
    user: User,
    has_helper: bool,
    view: &DiskView,
    limits: &BotLimits,
    counted: bool,
    own: Vec<OsString>,
) -> Result<Vec<OsString>, Message> {
    let mut words = vec![program.clone()];
    let mut add = |list: &[&std::ffi::OsStr]| words.extend(list.iter().map(OsString::from));
    macro_rules! add {
        ($($word:expr),*) => { add(&[$(AsRef::<std::ffi::OsStr>::as_ref($word)),*]) };
    }
    // 1. Namespaces. Nothing outside is seen, and everything inside ends with Poda.
    add!("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try");
    add!("--hostname", "sandbox", "--die-with-parent", "--new-session", "--cap-drop", "ALL");
    match user {
        User::Other => add!("--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"),
        User::Closed => add!("--unshare-user", "--uid", "1000", "--gid", "1000", "--disable-userns"),
        User::Namespace => add!("--unshare-user", "--uid", "1000", "--gid", "1000"),
    }
    // 2. Places to write, of limited size. Everything else can only be read, the kernel's settings too.
    let bytes = (limits.scratch << 20).to_string();
    add!("--size", &bytes, "--tmpfs", SCRATCH);
    add!("--proc", "/proc", "--dev", "/dev", "--size", &bytes, "--tmpfs", SHARED, "--remount-ro", "/dev");
    for path in MASKED.iter().filter(|path| Path::new(path).exists()) {
        add!("--ro-bind", "/dev/null", path);
    }
    add!("--remount-ro", "/proc");
    // 3. What can be read, parents first: what is mounted later lies on top.
    let shown: Vec<&PathBuf> =
        view.readable.iter().filter(|path| view.writable.as_ref() != Some(path)).collect();
    if user == User::Other {
        // Folders that lead there would be the superuser's alone.
        for folder in leading(&shown, &view.folder) {
            add!("--perms", "0755", "--dir", &folder);
        }
    }
    for path in shown {
        match fs::read_link(path) {
            // `/bin` is a link into `/usr` on most systems.
            Ok(target) if path.parent() == Some(Path::new("/")) => add!("--symlink", &target, path),
            _ => add!("--ro-bind", path, path),
        }
    }
    // 4. Where it is built, and where it starts.
    match &view.writable {
        Some(folder) => add!("--ro-bind", folder, SOURCE, "--size", &bytes, "--tmpfs", folder),
        None => add!("--dir", &view.folder),
    }
    if has_helper {
        add!("--ro-bind", helper::helper()?, HELPER);
    }
    add!("--remount-ro", "/", "--chdir", &view.folder, "--clearenv");
    for (name, value) in view.variables(Path::new(SCRATCH)) {
        add!("--setenv", name, &value);
    }
    add!("--");
    if has_helper {
        words.extend(helper::words_inside(
            view,
            Path::new(HELPER),
            user == User::Other,
            limits,
            counted,
            own,
        )?);
    } else {
        words.extend(own);
    }
    Ok(words)
}

/// The folders above some paths, parents first, and the folder in which the program starts: those that no path covers.
fn leading<'a>(shown: &[&'a PathBuf], start: &'a Path) -> BTreeSet<&'a Path> {
    let above = shown.iter().flat_map(|path| path.ancestors().skip(1)).chain(start.ancestors());
    let bare = above.filter(|folder| folder.parent().is_some() && *folder != Path::new(SCRATCH));
    bare.filter(|folder| !shown.iter().any(|path| folder.starts_with(path))).collect()
}

/// Where the helper finds what bubblewrap has prepared for it.
pub(super) const PREPARED: (&str, &[&str]) = (SOURCE, &[SCRATCH, SHARED]);
