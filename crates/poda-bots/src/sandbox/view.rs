//! What a program sees of the disk: the system, its interpreter and its own folder.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Component, Path, PathBuf},
};

use poda_core::{Message, Translate};

use crate::CommandLine;

/// Where programs and libraries of the system are.
const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"];

/// What programs need of the system's settings. The rest is nobody's business: it names users and machines.
const SETTINGS: &[&str] = &[
    "ld.so.cache",
    "ld.so.conf",
    "ld.so.conf.d",
    "alternatives",
    "localtime",
    "mime.types",
    "python3",
    "ssl/openssl.cnf",
];

/// Settings that belong to a language, by the beginning of their names.
const SETTINGS_LIKE: &[&str] = &["java", "python3.", "mono", "dotnet"];

/// What a program sees.
pub(crate) struct View {
    /// What can be read and executed, as it is named.
    pub(crate) readable: Vec<PathBuf>,
    /// What can be written besides its scratch folder: where it is built.
    pub(crate) writable: Option<PathBuf>,
    /// Where it is started.
    pub(crate) folder: PathBuf,
    /// What it cannot be started without.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nobody becomes another user"))]
    pub(crate) needed: Vec<PathBuf>,
    /// Where its tools look for their parts, because its home is not theirs.
    homes: Vec<(&'static str, OsString)>,
}

impl View {
    /// The view of a program: the system, the folders of the files that its command names, or if it names none, the folder
    /// in which it runs.
    pub(crate) fn of(program: &CommandLine) -> Result<Self, Message> {
        let here = env::current_dir().map_err(|error| error.message())?;
        let folder = program.folder().map_or_else(|| here.clone(), |folder| plain(&here.join(folder)));
        let mut readable: Vec<PathBuf> =
            SYSTEM.iter().map(PathBuf::from).filter(|path| path.exists()).collect();
        readable.extend(settings());
        let mut own = named(program.words(), &folder);
        let mut needed = own.clone();
        needed.push(folder.clone());
        needed.extend(super::find_program(&program.words()[0]));
        if program.folder().is_some() || own.is_empty() {
            own.push(folder.clone());
        }
        let home = env::var_os("HOME").map(PathBuf::from).filter(|home| home.is_absolute());
        let mut homes = Vec::new();
        let folders = env::var_os("PATH").unwrap_or_default();
        for tools in env::split_paths(&folders).filter(|folder| folder.is_absolute()) {
            own.extend(installation(&tools, home.as_deref()));
        }
        if let Some(rustup) = home.as_ref().map(|home| home.join(".rustup")).filter(|path| path.is_dir()) {
            homes.push(("RUSTUP_HOME", rustup.clone().into()));
            own.push(rustup);
        }
        // Nobody's home and no folder that everybody shares is shown as a whole.
        own.retain(|path| !is_shared(path, home.as_deref()));
        let links: Vec<PathBuf> = own.iter().filter_map(|path| fs::canonicalize(path).ok()).collect();
        readable.extend(own);
        readable.extend(links.into_iter().filter(|path| !is_shared(path, home.as_deref())));
        readable.retain(|path| path.exists());
        readable.sort();
        readable.dedup();
        let writable = program.writes().then(|| folder.clone());
        Ok(Self { readable, writable, folder, needed, homes })
    }

    /// All that is in its environment. Its home is where it may write.
    pub(crate) fn variables(&self, scratch: &Path) -> Vec<(&'static str, OsString)> {
        let mut variables = vec![
            ("PATH", env::var_os("PATH").unwrap_or_else(|| "/usr/bin:/bin".into())),
            ("HOME", scratch.into()),
            ("TMPDIR", scratch.into()),
            ("LANG", "C.UTF-8".into()),
        ];
        variables.extend(self.homes.iter().cloned());
        for name in ["JAVA_HOME", "VIRTUAL_ENV"] {
            variables.extend(env::var_os(name).map(|value| (name, value)));
        }
        variables
    }
}

fn settings() -> Vec<PathBuf> {
    let etc = Path::new("/etc");
    let mut found: Vec<PathBuf> =
        SETTINGS.iter().map(|name| etc.join(name)).filter(|path| path.exists()).collect();
    let entries = fs::read_dir(etc).into_iter().flatten().flatten();
    found.extend(entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        SETTINGS_LIKE.iter().any(|start| name.starts_with(start))
    }));
    found
}

/// The folders of the files that a command names; the file alone where its folder is not its own.
fn named(words: &[String], folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for word in words {
        // Also what an option names: `--book=book.txt`.
        let name = word.rsplit_once('=').map_or(word.as_str(), |(_, value)| value);
        if name.is_empty() || name.len() > 4096 {
            continue;
        }
        let path = plain(&folder.join(name));
        let Ok(real) = fs::canonicalize(&path) else { continue };
        for path in [path, real] {
            if is_system(&path) {
                continue;
            }
            if path.is_dir() {
                found.push(path);
            } else {
                let home = env::var_os("HOME").map(PathBuf::from);
                let parent = path.parent().unwrap_or(&path).to_owned();
                let whole = prefix(&parent).unwrap_or(&parent);
                let shared = is_shared(whole, home.as_deref());
                found.push(if shared { path.clone() } else { whole.to_owned() });
            }
        }
    }
    found
}

/// A program in `bin` belongs to what lies beside that folder: a virtual environment, an installation.
pub(crate) fn prefix(folder: &Path) -> Option<&Path> {
    let name = folder.file_name()?;
    if name == "bin" || name == "shims" { folder.parent() } else { None }
}

/// What a folder of the search path needs to work.
fn installation(tools: &Path, home: Option<&Path>) -> Vec<PathBuf> {
    if is_system(tools) {
        return Vec::new();
    }
    let Some(whole) = prefix(tools) else { return vec![tools.to_owned()] };
    // Beside these lie a user's own data, and the keys to a registry.
    let personal = [".local", ".cargo"].iter().any(|name| home.is_some_and(|home| whole == home.join(name)));
    if personal { vec![tools.to_owned(), whole.join("lib")] } else { vec![whole.to_owned()] }
}

/// Whether everybody sees it anyway.
pub(crate) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// Whether a folder holds what is not the program's: somebody's home, or what everybody uses.
pub(crate) fn is_shared(folder: &Path, home: Option<&Path>) -> bool {
    let holds_home = home.is_some_and(|home| home.starts_with(folder));
    holds_home
        || ["/", "/tmp", "/var/tmp", "/dev/shm", "/home", "/etc", "/var"]
            .iter()
            .any(|shared| folder == Path::new(shared))
}

/// A path without `.` and `..`.
pub(crate) fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_home_is_never_shown_as_a_whole() {
        let home = Some(Path::new("/users/ana"));
        for (folder, shared) in [
            ("/", true),
            ("/users", true),
            ("/users/ana", true),
            ("/tmp", true),
            ("/users/ana/bots", false),
            ("/tmp/bots", false),
        ] {
            assert_eq!(is_shared(Path::new(folder), home), shared, "{folder}");
        }
        let tools = |folder: &str| installation(Path::new(folder), home);
        assert_eq!(tools("/usr/bin"), Vec::<PathBuf>::new());
        assert_eq!(tools("/users/ana/.pyenv/shims"), [Path::new("/users/ana/.pyenv")]);
        // Beside `bin` is the file with the keys to the registry.
        assert!(!tools("/users/ana/.cargo/bin").contains(&PathBuf::from("/users/ana/.cargo")));
        assert!(!tools("/users/ana/.local/bin").contains(&PathBuf::from("/users/ana/.local")));
    }

    #[test]
    fn a_command_shows_the_folders_of_what_it_names() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for name in ["a/bot.py", "b/bot.py", "venv/bin/python", "book.txt"] {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let words = ["venv/bin/python", "a/bot.py", "--fast", "-c", "print(1)"].map(str::to_owned);
        let mut found = named(&words, &root);
        found.dedup();
        assert_eq!(found, [root.join("venv"), root.join("a")]);
        assert_eq!(named(&["--book=book.txt".to_owned()], &root.join("a/..")).first(), Some(&root));
        assert_eq!(plain(Path::new("/a/./b/../c")), Path::new("/a/c"));
    }
}
