//! Control groups: the kernel's own account of the memory and the processes of a program with everything it starts, by
//! which all of it can be frozen and ended at once. Version 1 and version 2, wherever this user may make one.

use std::{
    fs, io,
    path::{Path, PathBuf},
    process,
    sync::{
        OnceLock,
        atomic::{AtomicU64, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use poda_agent::BotLimits;

/// Threads count as processes here; a limit on processes must leave room for those of each.
const THREADS: usize = 16;

/// How long to wait for a group to be empty before it is left to the system.
const PATIENCE: Duration = Duration::from_secs(2);

/// Where groups can be made, for each thing that they hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct GroupFolders {
    memory: Option<GroupFolder>,
    processes: Option<GroupFolder>,
    freezer: Option<GroupFolder>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct GroupFolder {
    folder: PathBuf,
    version: u8,
}

/// The version that holds memory and processes here, if any does.
pub(super) fn version() -> Option<u8> {
    let GroupFolders { memory, processes, .. } = places();
    Some(memory.as_ref()?.version.min(processes.as_ref()?.version))
}

/// Whether a group can be frozen here.
pub(super) fn can_freeze() -> bool {
    version().is_some() && places().freezer.is_some()
}

fn places() -> &'static GroupFolders {
    static PLACES: OnceLock<GroupFolders> = OnceLock::new();
    PLACES.get_or_init(|| {
        let read = |path: &str| fs::read_to_string(path).unwrap_or_default();
        let places = find(&read("/proc/self/cgroup"), &read("/proc/self/mounts"), &can_make);
        for place in [&places.memory, &places.processes, &places.freezer].into_iter().flatten() {
            sweep(&place.folder);
        }
        places
    })
}

/// Takes away the groups of processes that were killed before they could. One with anybody in it stays.
fn sweep(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let owner = name.to_str().and_then(|name| name.strip_prefix("poda-")?.split_once('-'));
        if owner.is_some_and(|(owner, _)| !Path::new("/proc").join(owner).exists()) {
            let _ = fs::remove_dir(entry.path());
        }
    }
}

/// Finds places from what the kernel says about this process and about what is mounted.
fn find(own: &str, mounts: &str, can_make: &dyn Fn(&Path, &str) -> bool) -> GroupFolders {
    let mut places = GroupFolders::default();
    // A line is `4:memory:/path`, or `0::/path` for version 2.
    let own = |controller: &str| {
        own.lines().find_map(|line| {
            let mut parts = line.splitn(3, ':').skip(1);
            let (names, path) = (parts.next()?, parts.next()?);
            names.split(',').any(|name| name == controller).then(|| path.trim_start_matches('/').to_owned())
        })
    };
    for line in mounts.lines() {
        let mut fields = line.split(' ').skip(1);
        let (Some(mount), Some(kind), Some(options)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let mount = Path::new(mount);
        match kind {
            "cgroup" => {
                let place = |name: &str, test: &str| {
                    let has = options.split(',').any(|option| option == name);
                    let inside = mount.join(own(name).filter(|_| has)?);
                    // In a container the path may be that of the machine outside.
                    let folder = if inside.is_dir() { inside } else { mount.to_owned() };
                    can_make(&folder, test).then_some(GroupFolder { folder, version: 1 })
                };
                places.memory = places.memory.or_else(|| place("memory", "memory.limit_in_bytes"));
                places.processes = places.processes.or_else(|| place("pids", "pids.max"));
                places.freezer = places.freezer.or_else(|| place("freezer", "freezer.state"));
            }
            "cgroup2" => {
                let Some(path) = own("") else { continue };
                let inside = mount.join(path);
                let start = if inside.is_dir() { inside.as_path() } else { mount };
                // A group with processes in it cannot hold others: then it is a sibling of ours, or further up.
                let up = || start.ancestors().take_while(|folder| folder.starts_with(mount));
                let place = |test: &str| {
                    let folder = up().find(|folder| can_make(folder, test))?;
                    Some(GroupFolder { folder: folder.to_owned(), version: 2 })
                };
                places.memory = places.memory.or_else(|| place("memory.max"));
                places.processes = places.processes.or_else(|| place("pids.max"));
                // It ends everything at once too, so it is the better one.
                places.freezer = place("cgroup.freeze").or(places.freezer);
            }
            _ => {}
        }
    }
    places
}

/// Whether a group can be made there that has such a file.
fn can_make(folder: &Path, file: &str) -> bool {
    let trial = folder.join(format!("poda-trial-{}", process::id()));
    if fs::create_dir(&trial).is_err() {
        return false;
    }
    let works = fs::OpenOptions::new().write(true).open(trial.join(file)).is_ok()
        && fs::OpenOptions::new().write(true).open(trial.join("cgroup.procs")).is_ok();
    let _ = fs::remove_dir(&trial);
    works
}

/// The group of one program.
#[derive(Debug)]
pub(crate) struct ControlGroup {
    memory: Option<(PathBuf, u8)>,
    processes: Option<(PathBuf, u8)>,
    freezer: Option<(PathBuf, u8)>,
    /// All of them, each once.
    folders: Vec<PathBuf>,
}

impl ControlGroup {
    /// A new group with its limits; `None` where memory and processes cannot be held.
    pub(crate) fn new(limits: &BotLimits) -> Option<Self> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        version()?;
        let name = format!("poda-{}-{}", process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let mut group = Self { memory: None, processes: None, freezer: None, folders: Vec::new() };
        let GroupFolders { memory, processes, freezer } = places();
        group.memory = group.make(memory.as_ref(), &name);
        group.processes = group.make(processes.as_ref(), &name);
        group.freezer = group.make(freezer.as_ref(), &name);
        group.limit(limits).ok()?;
        Some(group)
    }

    fn make(&mut self, place: Option<&GroupFolder>, name: &str) -> Option<(PathBuf, u8)> {
        let place = place?;
        let folder = place.folder.join(name);
        if !self.folders.contains(&folder) {
            match fs::create_dir(&folder) {
                Ok(()) => {}
                // Left by another process of this number, which is dead.
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(_) => return None,
            }
            self.folders.push(folder.clone());
        }
        Some((folder, place.version))
    }

    fn limit(&self, limits: &BotLimits) -> io::Result<()> {
        let missing = || io::Error::from(io::ErrorKind::NotFound);
        let (memory, version) = self.memory.as_ref().ok_or_else(missing)?;
        let bytes = (limits.memory << 20).to_string();
        if *version == 1 {
            fs::write(memory.join("memory.limit_in_bytes"), &bytes)?;
            // Without an account of swap space there is none to limit.
            let _ = fs::write(memory.join("memory.memsw.limit_in_bytes"), &bytes);
        } else {
            fs::write(memory.join("memory.max"), &bytes)?;
            let _ = fs::write(memory.join("memory.swap.max"), "0");
        }
        let (processes, _) = self.processes.as_ref().ok_or_else(missing)?;
        fs::write(processes.join("pids.max"), (limits.processes * THREADS + 64).to_string())
    }

    /// Where a process writes its number to be a member.
    pub(crate) fn joins(&self) -> Vec<PathBuf> {
        self.folders.iter().map(|folder| folder.join("cgroup.procs")).collect()
    }

    /// The numbers of its processes.
    pub(crate) fn members(&self) -> Vec<u32> {
        let Some(folder) = self.folders.first() else { return Vec::new() };
        let text = fs::read_to_string(folder.join("cgroup.procs")).unwrap_or_default();
        text.lines().filter_map(|line| line.parse().ok()).collect()
    }

    /// Whether the kernel has ended one of its processes for lack of memory.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        let Some((folder, version)) = &self.memory else { return false };
        let file = if *version == 1 { "memory.oom_control" } else { "memory.events" };
        count(&folder.join(file), "oom_kill") > 0
    }

    /// Whether it was refused a process.
    pub(crate) fn ran_out_of_processes(&self) -> bool {
        self.processes.as_ref().is_some_and(|(folder, _)| count(&folder.join("pids.events"), "max") > 0)
    }

    /// Lets all of it stand still, or go on. Says whether that was possible.
    pub(crate) fn freeze(&self, frozen: bool) -> bool {
        let Some((folder, version)) = &self.freezer else { return false };
        let (file, word) = match (version, frozen) {
            (1, true) => ("freezer.state", "FROZEN"),
            (1, false) => ("freezer.state", "THAWED"),
            (_, true) => ("cgroup.freeze", "1"),
            (_, false) => ("cgroup.freeze", "0"),
        };
        fs::write(folder.join(file), word).is_ok()
    }

    /// Ends all of it. Nobody escapes: a process that is just being made is a member too.
    pub(crate) fn kill(&self) {
        for folder in &self.folders {
            // Since Linux 5.14, and in version 2 only.
            if fs::write(folder.join("cgroup.kill"), "1").is_ok() {
                return;
            }
        }
        let deadline = Instant::now() + PATIENCE;
        loop {
            let members = self.members();
            if members.is_empty() || Instant::now() > deadline {
                return;
            }
            for member in members {
                kill(member);
            }
            self.freeze(false);
            thread::sleep(Duration::from_millis(1));
        }
    }
}

impl Drop for ControlGroup {
    fn drop(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        let mut nap = Duration::from_micros(200);
        for folder in &self.folders {
            // A process that was killed is a member until it is buried.
            while fs::remove_dir(folder).is_err_and(|error| error.kind() == io::ErrorKind::ResourceBusy)
                && Instant::now() < deadline
            {
                thread::sleep(nap);
                nap = (nap * 2).min(Duration::from_millis(10));
            }
        }
    }
}

fn count(file: &Path, name: &str) -> u64 {
    let text = fs::read_to_string(file).unwrap_or_default();
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

#[cfg(unix)]
fn kill(process: u32) {
    if let Some(process) = i32::try_from(process).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process(process, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill(_: u32) {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_found_in_both_versions() {
        let everywhere = |_: &Path, _: &str| true;
        let own = "5:freezer:/\n4:memory:/user\n3:pids:/\n0::/\n";
        let mounts = "tmpfs /sys/fs/cgroup tmpfs rw 0 0\n\
                      cgroup /none/memory cgroup rw,memory 0 0\ncgroup /none/pids cgroup rw,pids 0 0\n\
                      cgroup /none/freezer cgroup rw,freezer 0 0\n";
        let place = |folder: &str, version| Some(GroupFolder { folder: folder.into(), version });
        let first = find(own, mounts, &everywhere);
        assert_eq!((first.memory, first.processes), (place("/none/memory", 1), place("/none/pids", 1)));
        assert_eq!(first.freezer, place("/none/freezer", 1));
        let both = format!("{mounts}cgroup2 /none/unified cgroup2 rw 0 0\n");
        let only_core = |_: &Path, file: &str| !["memory.max", "pids.max"].contains(&file);
        let hybrid = find(own, &both, &only_core);
        assert_eq!(hybrid.memory, place("/none/memory", 1));
        assert_eq!(hybrid.freezer.map(|place| place.version), Some(2));
        let second = find("0::/a.slice/b.scope\n", "cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n", &everywhere);
        assert_eq!(second.memory.map(|place| place.version), Some(2));
        let nowhere = find(own, &both, &|_, _| false);
        assert_eq!(nowhere, GroupFolders::default());
        assert_eq!(find("", "", &everywhere), GroupFolders::default());
    }
}
