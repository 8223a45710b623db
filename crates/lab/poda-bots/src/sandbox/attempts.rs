//! Attempts to get out of a sandbox. Poda itself is the program that makes them, so that every machine can be tried as it is.
#![expect(clippy::disallowed_types, reason = "an attempt starts programs inside of the sandbox")]

use std::{
    env,
    fs::{self, File},
    io::{self, Write},
    net::{TcpListener, TcpStream},
    os::{fd::AsFd, unix::fs::PermissionsExt},
    path::{Path, PathBuf},
    process::{Command, ExitCode},
    time::{Duration, Instant},
};

use poda_agent::{AgentError, BotLimits, SandboxChoice};
use poda_core::{Message, Text, Translate};
use rustix::{
    fs::{CWD, FileType, Mode, Timespec, Timestamps, XattrFlags, inotify, mknodat, setxattr, utimensat},
    process::{Pid, Signal, getpriority_process, kill_process, setpriority_process, test_kill_process},
};
use serde::{Deserialize, Serialize};

use super::{Sandbox, helper};
use crate::{CommandLine, Process};

/// The first argument that makes this program the one that tries.
pub(crate) const ATTEMPT_COMMAND: &str = "sandbox-attempt";

/// Something that a program must not be able to do.
#[derive(Debug)]
pub struct Attempt {
    /// Its name in results.
    pub word: &'static str,
    /// What is tried.
    pub text: Text,
    /// Tries it; the path of what it reached, if it did.
    tries: fn(&Targets) -> Option<String>,
    limits: AttemptLimits,
}

/// The limits under which something is tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum AttemptLimits {
    Usual,
    /// So small that the attempt exceeds them.
    Small,
}

/// The end of an attempt.
#[derive(Debug)]
pub struct Attempted {
    /// What was tried.
    pub attempt: &'static Attempt,
    /// What it reached; `None` if it was held.
    pub reached: Option<String>,
}

/// What the attempts aim at, outside of the sandbox.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Targets {
    /// A file of this user, in another folder.
    secret: PathBuf,
    /// The program's own folder.
    own: PathBuf,
    /// A port of this machine.
    port: u16,
    /// A process of this user.
    process: u32,
}

const fn attempt(
    word: &'static str,
    english: &'static str,
    spanish: &'static str,
    tries: fn(&Targets) -> Option<String>,
) -> Attempt {
    Attempt { word, text: Text::new(english, spanish), tries, limits: AttemptLimits::Usual }
}

/// A file in the program's own folder.
const PROGRAM: &str = "bot";

/// Everything that is tried.
const ATTEMPTS: &[Attempt] = &[
    attempt("reads", "reads files of this user", "lee ficheros de este usuario", reads),
    attempt("homes", "lists homes and users", "lista carpetas personales y usuarios", homes),
    attempt("writes", "changes files of this user", "cambia ficheros de este usuario", writes),
    attempt("own", "changes its own program", "cambia su propio programa", own),
    attempt("metadata", "changes modes, times and attributes", "cambia modos, fechas y atributos", metadata),
    attempt("watches", "watches files", "vigila ficheros", watches),
    attempt("set-id", "makes set-id files and devices", "crea ficheros set-id y dispositivos", set_id),
    attempt("settings", "writes the kernel's settings", "escribe ajustes del núcleo", settings),
    attempt("keys", "uses keys of the kernel's keyrings", "usa claves de los llaveros del núcleo", keys),
    attempt("descriptors", "uses inherited descriptors", "usa descriptores heredados", descriptors),
    attempt("signals", "sends signals to other processes", "envía señales a otros procesos", signals),
    attempt("processes", "reads other processes", "lee otros procesos", processes),
    attempt(
        "priorities",
        "changes the priority of other processes",
        "cambia la prioridad de otros procesos",
        priorities,
    ),
    attempt("network", "connects to this machine", "se conecta a esta máquina", network),
    attempt("namespaces", "makes namespaces and mounts", "crea espacios de nombres y montajes", namespaces),
    attempt(
        "kernel",
        "bpf, perf, io_uring, ptrace, userfaultfd",
        "bpf, perf, io_uring, ptrace, userfaultfd",
        kernel,
    ),
    Attempt {
        limits: AttemptLimits::Small,
        ..attempt("memory", "takes more memory", "usa más memoria", memory)
    },
    Attempt {
        limits: AttemptLimits::Small,
        ..attempt("forks", "starts more processes", "arranca más procesos", forks)
    },
    Attempt {
        limits: AttemptLimits::Small,
        ..attempt("disk", "writes more to the disk", "escribe más en el disco", disk)
    },
    attempt("stays", "leaves a process behind", "deja un proceso atrás", stays),
];

/// Tries everything in a sandbox.
///
/// # Errors
/// If there is no such sandbox here, or the attempts cannot be prepared.
pub fn try_sandbox(choice: SandboxChoice) -> Result<Vec<Attempted>, Message> {
    Sandbox::find(choice).map_err(|error| error.message())?;
    let failed = |error: io::Error| error.message();
    let place = tempfile::tempdir().map_err(failed)?;
    let root = place.path().canonicalize().map_err(failed)?;
    let (own, secret) = (root.join("own"), root.join("others/secret"));
    for folder in [&own, &root.join("others")] {
        fs::create_dir(folder).map_err(failed)?;
    }
    fs::write(&secret, "secret").map_err(failed)?;
    fs::write(own.join(PROGRAM), "program").map_err(failed)?;
    // Another account may write there too: what holds is the sandbox.
    for (path, mode) in [(own.join(PROGRAM), 0o666), (own.clone(), 0o777)] {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).map_err(failed)?;
    }
    let listener = TcpListener::bind(("127.0.0.1", 0)).map_err(failed)?;
    let port = listener.local_addr().map_err(failed)?.port();
    // Without the flag that closes it: a sandbox has to.
    let inherited = rustix::io::dup(File::open(&secret).map_err(failed)?.as_fd());
    let targets = Targets { secret, own: own.clone(), port, process: std::process::id() };
    let aims = serde_json::to_string(&targets).map_err(|error| Message::verbatim(error.to_string()))?;
    let attempted = ATTEMPTS.iter().map(|attempt| try_one(attempt, choice, &own, &aims)).collect();
    drop((inherited, listener));
    attempted
}

fn try_one(
    attempt: &'static Attempt,
    sandbox: SandboxChoice,
    own: &Path,
    aims: &str,
) -> Result<Attempted, Message> {
    let usual = BotLimits { sandbox, ..BotLimits::default() };
    let limits = match attempt.limits {
        AttemptLimits::Usual => usual,
        AttemptLimits::Small => {
            BotLimits { memory: SMALL_MEMORY, processes: SMALL_PROCESSES, scratch: 1, ..usual }
        }
    };
    let helper = helper::helper()?;
    let path = helper.to_string_lossy().into_owned();
    let words = vec![path, ATTEMPT_COMMAND.to_owned(), attempt.word.to_owned(), aims.to_owned()];
    let program = CommandLine::of(words, Some(own)).with_parts(vec![helper.clone()]);
    let ran = Process::start(&program, &limits)
        .and_then(|process| process.run_to_end(Duration::from_secs(20), &mut || false));
    let reached = match ran {
        Ok((_, printed)) => printed.lines().find_map(|line| line.strip_prefix(REACHED).map(str::to_owned)),
        Err(AgentError::NoStart(why)) => return Err(why),
        // It was ended for what it did.
        Err(_) => None,
    };
    let left = (attempt.word == "stays").then(left_behind).flatten();
    Ok(Attempted { attempt, reached: reached.or(left) })
}

/// Stands before what an attempt has reached.
const REACHED: &str = "reached ";

/// Makes an attempt, inside of the sandbox: its name and what it aims at are the arguments.
pub(super) fn attempt_inside(arguments: &[std::ffi::OsString]) -> Result<ExitCode, String> {
    let [word, aims] = arguments else { return Err("an attempt has a name and targets".to_owned()) };
    let targets: Targets =
        serde_json::from_str(&aims.to_string_lossy()).map_err(|error| error.to_string())?;
    let attempt =
        ATTEMPTS.iter().find(|attempt| *attempt.word == **word).ok_or("there is no such attempt")?;
    if let Some(reached) = (attempt.tries)(&targets) {
        let line: String = reached.chars().filter(|character| !character.is_control()).collect();
        writeln!(io::stdout(), "{REACHED}{line}").map_err(|error| error.to_string())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The path, if something could be done with it.
fn reached<T, E>(path: &Path, done: Result<T, E>) -> Option<String> {
    done.is_ok().then(|| path.display().to_string())
}

fn reads(targets: &Targets) -> Option<String> {
    let others = targets.secret.parent()?;
    reached(&targets.secret, fs::read(&targets.secret))
        .or_else(|| fs::read_dir(others).ok()?.next().map(|_| others.display().to_string()))
        .or_else(|| reached(Path::new("/etc/shadow"), fs::read("/etc/shadow")))
}

fn homes(_: &Targets) -> Option<String> {
    let users = Path::new("/etc/passwd");
    let homes = ["/home", "/root", "/srv"].map(Path::new);
    let file = |folder: &Path| fs::read_dir(folder).ok()?.flatten().find(|entry| entry.path().is_file());
    reached(users, fs::read(users)).or_else(|| {
        homes.iter().find_map(|folder| file(folder)).map(|entry| entry.path().display().to_string())
    })
}

fn writes(targets: &Targets) -> Option<String> {
    let new = targets.secret.with_file_name("new");
    reached(&targets.secret, File::options().append(true).open(&targets.secret))
        .or_else(|| reached(&new, fs::write(&new, "x")))
        .or_else(|| reached(&targets.secret, fs::remove_file(&targets.secret)))
        .or_else(|| reached(&targets.secret, nix::unistd::truncate(&targets.secret, 0)))
}

fn own(targets: &Targets) -> Option<String> {
    let new = targets.own.join("new");
    let program = targets.own.join(PROGRAM);
    reached(&new, fs::write(&new, "x"))
        .or_else(|| reached(&program, File::options().append(true).open(&program)))
        .or_else(|| reached(&program, fs::remove_file(&program)))
}

fn metadata(targets: &Targets) -> Option<String> {
    use std::os::unix::fs::chown;
    let path = &targets.secret;
    let now = Timespec { tv_sec: 1, tv_nsec: 0 };
    let times = Timestamps { last_access: now, last_modification: now };
    reached(path, fs::set_permissions(path, fs::Permissions::from_mode(0o644)))
        .or_else(|| reached(path, utimensat(CWD, path, &times, rustix::fs::AtFlags::empty())))
        .or_else(|| reached(path, setxattr(path, "user.x", b"x", XattrFlags::empty())))
        .or_else(|| reached(path, chown(path, None, None)))
}

fn watches(targets: &Targets) -> Option<String> {
    let watcher = inotify::init(inotify::CreateFlags::empty()).ok()?;
    reached(&targets.secret, inotify::add_watch(watcher, &targets.secret, inotify::WatchFlags::ALL_EVENTS))
}

fn set_id(_: &Targets) -> Option<String> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let path = env::temp_dir().join("set-id");
    let made = File::options().create(true).write(true).truncate(false).mode(0o6755).open(&path);
    drop(made);
    let _ = fs::set_permissions(&path, fs::Permissions::from_mode(0o4755));
    let bits = |path: &PathBuf| fs::metadata(path).is_ok_and(|metadata| metadata.mode() & 0o6000 != 0);
    let device = env::temp_dir().join("device");
    let has_bits = bits(&path);
    let _ = fs::remove_file(&path);
    has_bits
        .then(|| path.display().to_string())
        .or_else(|| reached(&device, mknodat(CWD, &device, FileType::CharacterDevice, Mode::RWXU, 0x103)))
}

fn settings(_: &Targets) -> Option<String> {
    let mut folders = vec![PathBuf::from("/proc/sys")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(path);
            } else if File::options().write(true).open(&path).is_ok() {
                return Some(path.display().to_string());
            }
        }
    }
    let trigger = Path::new("/proc/sysrq-trigger");
    reached(trigger, File::options().write(true).open(trigger))
}

fn keys(_: &Targets) -> Option<String> {
    let calls = [libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key];
    calls.iter().find(|call| !helper::is_refused(**call)).map(|call| format!("system call {call}"))
}

fn descriptors(_: &Targets) -> Option<String> {
    // The folder itself is open while it is read.
    let open = fs::read_dir("/proc/self/fd").into_iter().flatten().flatten().map(|entry| entry.path());
    let path = |link: PathBuf| fs::read_link(link).ok().map(|path| path.display().to_string());
    open.filter_map(path).find(|path| path.ends_with("/secret"))
}

fn signals(targets: &Targets) -> Option<String> {
    let process = Pid::from_raw(i32::try_from(targets.process).ok()?)?;
    let sent = test_kill_process(process).is_ok();
    sent.then(|| format!("process {}", targets.process))
}

fn processes(targets: &Targets) -> Option<String> {
    let path = PathBuf::from(format!("/proc/{}/environ", targets.process));
    reached(&path, fs::read(&path))
}

fn priorities(targets: &Targets) -> Option<String> {
    let process = Pid::from_raw(i32::try_from(targets.process).ok()?)?;
    // As it is, so that nothing changes.
    let same = getpriority_process(Some(process)).ok()?;
    let set = setpriority_process(Some(process), same);
    set.is_ok().then(|| format!("process {}", targets.process))
}

fn network(targets: &Targets) -> Option<String> {
    let address = ([127, 0, 0, 1], targets.port).into();
    let connected = TcpStream::connect_timeout(&address, Duration::from_secs(1)).is_ok();
    connected.then(|| address.to_string())
}

fn namespaces(_: &Targets) -> Option<String> {
    let calls = [libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount, libc::SYS_pivot_root, libc::SYS_fsopen];
    calls.iter().find(|call| !helper::is_refused(**call)).map(|call| format!("system call {call}"))
}

fn kernel(_: &Targets) -> Option<String> {
    let calls = [
        libc::SYS_bpf,
        libc::SYS_perf_event_open,
        libc::SYS_io_uring_setup,
        libc::SYS_ptrace,
        libc::SYS_userfaultfd,
        libc::SYS_process_vm_readv,
        libc::SYS_open_by_handle_at,
    ];
    calls.iter().find(|call| !helper::is_refused(**call)).map(|call| format!("system call {call}"))
}

/// Limits that an attempt exceeds, and by how much.
const SMALL_MEMORY: u64 = 64;
const SMALL_PROCESSES: usize = 8;
const MUCH_MEMORY: usize = 512 << 20;
const MANY_PROCESSES: usize = 40;
const MUCH_ROOM: usize = 64;
/// How long an attempt keeps what it has taken: longer than anything that counts it takes.
const KEPT: Duration = Duration::from_secs(2);

fn memory(_: &Targets) -> Option<String> {
    let mut taken = Vec::new();
    taken.try_reserve_exact(MUCH_MEMORY).ok()?;
    taken.resize(MUCH_MEMORY, 0_u8);
    for page in (0..MUCH_MEMORY).step_by(4096) {
        taken[page] = 1;
    }
    std::thread::sleep(KEPT);
    let sum: u64 = taken.iter().step_by(4096).map(|byte| u64::from(*byte)).sum();
    Some(format!("{} MB", (sum * 4096) >> 20))
}

fn forks(_: &Targets) -> Option<String> {
    let start = || Command::new("sleep").arg("10").spawn().ok();
    let started: Vec<_> = (0..MANY_PROCESSES).filter_map(|_| start()).collect();
    std::thread::sleep(KEPT);
    (started.len() == MANY_PROCESSES).then(|| started.len().to_string())
}

fn disk(_: &Targets) -> Option<String> {
    let path = env::temp_dir().join("much");
    let mut file = File::create(&path).ok()?;
    fs::remove_file(&path).ok()?;
    let megabyte = vec![1; 1 << 20];
    for _ in 0..MUCH_ROOM {
        file.write_all(&megabyte).ok()?;
    }
    std::thread::sleep(KEPT);
    Some(format!("{MUCH_ROOM} MB"))
}

/// A number of seconds by which a process is recognised.
const STAYS: &str = "86417";

fn stays(_: &Targets) -> Option<String> {
    let line = format!("(setsid sleep {STAYS} || sleep {STAYS}) >/dev/null 2>&1 </dev/null & sleep 0.1");
    let _ = Command::new("sh").args(["-c", &line]).status();
    None
}

/// The process that is still there when the kernel has had time to end it. It is ended now.
fn left_behind() -> Option<String> {
    let deadline = Instant::now() + KEPT;
    while Instant::now() < deadline {
        stayed()?;
        std::thread::sleep(Duration::from_millis(10));
    }
    let process = stayed()?;
    // It may have ended by itself.
    let _ = kill_process(process, Signal::KILL);
    Some(format!("process {}", process.as_raw_nonzero()))
}

fn stayed() -> Option<Pid> {
    let mut entries = fs::read_dir("/proc").ok()?.flatten();
    entries.find_map(|entry| {
        let process = entry.file_name().to_str()?.parse().ok()?;
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        let mut words = command.split(|byte| *byte == 0);
        let is_ours = words.next()? == b"sleep" && words.next()? == STAYS.as_bytes();
        Pid::from_raw(process).filter(|_| is_ours)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_attempt_has_a_name_of_its_own_and_a_text() {
        let mut words: Vec<&str> = ATTEMPTS.iter().map(|attempt| attempt.word).collect();
        words.sort_unstable();
        words.dedup();
        assert_eq!(words.len(), ATTEMPTS.len());
        assert!(attempt_inside(&["nothing".into(), "{}".into()]).is_err());
        assert!(attempt_inside(&[]).is_err());
    }
}
