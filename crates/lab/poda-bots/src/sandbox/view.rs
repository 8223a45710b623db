//! The part of the disk that a program sees: the system, the installed tools, and its own folder.

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Component, Path, PathBuf},
};

use poda_core::{Message, Translate, message};

use super::homes::Homes;
use crate::CommandLine;

/// Folders of the system's programs and libraries.
const SYSTEM: &[&str] =
    &["/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt", "/nix/store", "/gnu/store"];

/// Settings that programs and libraries need. The others name users and machines.
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

/// Settings of a language, by the beginning of their names.
const SETTINGS_LIKE: &[&str] = &["java", "python3.", "mono", "dotnet"];

/// Names of folders that hold tools. Other folders of the search path are not shown: they may hold anything.
const TOOLS: &[&str] = &["bin", "sbin", "shims", ".bin", "condabin"];

/// Parts of an installation, beside its folder of tools.
const PARTS: &[&str] = &[
    "bin",
    "sbin",
    "shims",
    "lib",
    "lib32",
    "lib64",
    "libexec",
    "share",
    "include",
    "conf",
    "jmods",
    "release",
    "versions",
    "version",
    "plugins",
    "pyenv.d",
    "pyvenv.cfg",
];

/// Folders that every sandbox has of its own. Below the first one only a name of its own, which is no folder of the machine.
const SCRATCH: &str = "/tmp";
const INSIDE: &[&str] = &["/dev", "/proc/self"];

/// The part of the disk that a program sees.
pub(crate) struct DiskView {
    /// Files and folders to read and execute, by their paths.
    pub(crate) readable: Vec<PathBuf>,
    /// The folder of a build, which it may write.
    pub(crate) writable: Option<PathBuf>,
    /// The folder in which it starts.
    pub(crate) folder: PathBuf,
    /// Files and folders without which it cannot start.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "programs keep the user"))]
    pub(crate) needed: Vec<PathBuf>,
    /// Variables that tell tools where their parts are, because `HOME` is the scratch folder.
    homes: Vec<(&'static str, OsString)>,
}

impl DiskView {
    /// The view of a program. One with a folder of its own sees that folder; for a command that was typed without one, the files
    /// that it names decide, and if it names none, the current folder.
    pub(crate) fn of(program: &CommandLine) -> Result<Self, Message> {
        let homes = Homes::of_machine();
        let here = env::current_dir().map_err(|error| error.message())?;
        let (folder, mut own) = if let Some(folder) = program.folder() {
            let real = real_folder(&here.join(folder))?;
            (real.clone(), vec![real])
        } else {
            let mut named = named(program.words(), &here, homes);
            if named.is_empty() && !homes.is_personal(&here) {
                named.push(here.clone());
            }
            (here, named)
        };
        own.extend(program.parts().iter().cloned());
        let mut needed = own.clone();
        needed.extend(super::find_program(&program.words()[0]));
        if program.folder().is_none() {
            needed.push(folder.clone());
        }
        let mut readable: Vec<PathBuf> =
            SYSTEM.iter().map(PathBuf::from).filter(|path| path.exists()).collect();
        readable.extend(settings());
        readable.extend(tools(homes));
        readable.extend(own);
        let mut variables = Vec::new();
        if let Some(rustup) = homes.own().map(|home| home.join(".rustup")).filter(|path| path.is_dir()) {
            readable.extend(["toolchains", "settings.toml"].map(|part| rustup.join(part)));
            variables.push(("RUSTUP_HOME", rustup.into()));
        }
        readable.retain(|path| path.exists());
        readable.sort();
        readable.dedup();
        let writable = program.builds().then(|| folder.clone());
        Ok(Self { readable, writable, folder, needed, homes: variables })
    }

    /// The whole environment of a program. Its home is its scratch folder.
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

fn real_folder(path: &Path) -> Result<PathBuf, Message> {
    fs::canonicalize(path).map_err(|error| {
        let path = path.display();
        message!(language => "{path}: {why}", "{path}: {why}", path, why = error.text(language))
    })
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

/// The tools of the search path, with the parts of their installations.
fn tools(homes: &Homes) -> Vec<PathBuf> {
    let folders = env::var_os("PATH").unwrap_or_default();
    let mut found = Vec::new();
    for folder in env::split_paths(&folders).filter(|folder| folder.is_absolute()) {
        for part in installation(&plain(&folder), homes) {
            let real = fs::canonicalize(&part).ok();
            found.extend(real.filter(|real| !is_system(real) && !homes.holds_home(real)));
            found.push(part);
        }
    }
    found
}

/// The folders that a command of the keyboard names: those of its files, and a file alone where its folder is personal.
pub(crate) fn named(words: &[String], folder: &Path, homes: &Homes) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for name in words.iter().map(|word| value(word)).filter(|name| !name.is_empty() && name.len() <= 4096) {
        let path = plain(&folder.join(name));
        let Ok(real) = fs::canonicalize(&path) else { continue };
        let same = path == real;
        for path in [path, real].into_iter().skip(usize::from(same)) {
            if is_system(&path) || homes.is_secret(&path) {
                continue;
            }
            let parent = path.parent().unwrap_or(&path);
            if path.is_dir() {
                found.extend(Some(path).filter(|path| !homes.is_personal(path)));
            } else if is_tools(parent) {
                found.extend(installation(parent, homes));
            } else {
                found.push(if homes.is_personal(parent) { path } else { parent.to_owned() });
            }
        }
    }
    found
}

/// The part of a word that may be a path: `book.txt` of `--book=book.txt`.
pub(crate) fn value(word: &str) -> &str {
    word.rsplit_once('=').map_or(word, |(_, value)| value)
}

fn is_tools(folder: &Path) -> bool {
    folder.file_name().is_some_and(|name| TOOLS.iter().any(|tools| name == *tools))
}

/// The parts of the installation whose tools are in a folder: of a home only that folder, since keys may lie beside it.
fn installation(tools: &Path, homes: &Homes) -> Vec<PathBuf> {
    let Some(whole) = tools.parent().filter(|_| !is_system(tools) && is_tools(tools)) else {
        return Vec::new();
    };
    if homes.holds_home(whole) {
        return vec![tools.to_owned()];
    }
    let is_hidden_folder_of_home = |name: &&str| whole.file_name().is_some_and(|own| own == *name);
    let is_mixed = [".local", ".cargo"].iter().any(is_hidden_folder_of_home);
    let parts = if is_mixed { &["lib"][..] } else { PARTS };
    let mut found: Vec<PathBuf> =
        parts.iter().map(|part| whole.join(part)).filter(|path| path.exists() && path != tools).collect();
    found.push(tools.to_owned());
    found
}

/// Whether a path is part of the system, which every program sees.
pub(crate) fn is_system(path: &Path) -> bool {
    SYSTEM.iter().any(|system| path.starts_with(system))
}

/// How far links are followed.
const MOST_LINKS: usize = 40;

/// Whether a path leads out of `folder`, an absolute one. Nothing outside is looked at, so that the answer says nothing about
/// other files: a link inside of the folder counts by its text.
pub(crate) fn leads_out(folder: &Path, path: &Path) -> bool {
    let mut rest: Vec<OsString> = path.iter().rev().map(OsString::from).collect();
    let mut inside = PathBuf::new();
    let mut links = 0;
    while let Some(name) = rest.pop() {
        match Path::new(&name).components().next() {
            Some(Component::RootDir | Component::Prefix(_)) => {
                let whole: PathBuf = [name].into_iter().chain(rest.iter().rev().cloned()).collect();
                let whole = plain(&whole);
                let Ok(own) = whole.strip_prefix(folder) else { return !is_shown(&whole) };
                inside = PathBuf::new();
                rest = own.iter().rev().map(OsString::from).collect();
            }
            Some(Component::ParentDir) if !inside.pop() => return true,
            Some(Component::Normal(name)) => {
                inside.push(name);
                if let Ok(target) = fs::read_link(folder.join(&inside)) {
                    links += 1;
                    if links > MOST_LINKS {
                        return true;
                    }
                    inside.pop();
                    rest.extend(target.iter().rev().map(OsString::from));
                }
            }
            _ => {}
        }
    }
    false
}

/// Whether every program sees a path: the system, its settings, the tools, and what each sandbox has of its own.
fn is_shown(path: &Path) -> bool {
    is_system(path)
        || path == Path::new(SCRATCH)
        || path.parent() == Some(Path::new(SCRATCH)) && !path.is_dir()
        || INSIDE.iter().any(|folder| path.starts_with(folder))
        || settings().iter().chain(&tools(Homes::of_machine())).any(|shown| path.starts_with(shown))
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
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    fn folder(names: &[&str]) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for name in names {
            let path = root.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        (folder, root)
    }

    #[test]
    fn tools_come_with_the_parts_of_their_installation_only() {
        let (_folder, root) = folder(&[
            "ana/.pyenv/shims/python",
            "ana/.pyenv/versions/3/bin/python",
            "ana/.pyenv/notes",
            "ana/.cargo/bin/cargo",
            "ana/.cargo/credentials.toml",
            "ana/bin/tool",
            "ana/lib/diary",
            "ana/.fly/bin/fly",
            "ana/.fly/config.yml",
            "ana/tools/secret",
        ]);
        let homes = Homes::for_test(&root.join("ana"));
        for (tools, parts) in [
            ("/usr/bin", &[][..]),
            ("ana/.pyenv/shims", &["ana/.pyenv/shims", "ana/.pyenv/versions"]),
            // The keys of a registry lie beside `bin`.
            ("ana/.cargo/bin", &["ana/.cargo/bin"]),
            ("ana/.fly/bin", &["ana/.fly/bin"]),
            ("ana/bin", &["ana/bin"]),
            ("ana/tools", &[]),
        ] {
            let mut found = installation(&root.join(tools), &homes);
            found.sort();
            let parts: Vec<PathBuf> = parts.iter().map(|part| root.join(part)).collect();
            assert_eq!(found, parts, "{tools}");
        }
    }

    #[test]
    fn a_typed_command_shows_the_folders_of_its_files() {
        let (_folder, root) = folder(&[
            "a/bot.py",
            "b/bot.py",
            "venv/bin/python",
            "venv/pyvenv.cfg",
            "book.txt",
            "ana/bot.py",
            "ana/.ssh/id_rsa",
            "ana/notes/x",
        ]);
        symlink(root.join("ana/.ssh/id_rsa"), root.join("a/data")).unwrap();
        let homes = Homes::for_test(&root.join("ana"));
        for (words, shown) in [
            (&["venv/bin/python", "a/bot.py", "--fast"][..], &["venv/pyvenv.cfg", "venv/bin", "a"][..]),
            (&["a/../b/bot.py"], &["b"]),
            // A home is not shown for the sake of a file in it, and a folder of keys not at all.
            (&["ana/bot.py"], &["ana/bot.py"]),
            (&["--key=ana/.ssh/id_rsa", "ana/.ssh", "ana"], &[]),
            (&["python3", "a/data"], &["a"]),
            (&["--notes=ana/notes"], &["ana/notes"]),
            (&["/etc/shadow", "/etc/passwd", "/usr/bin/env", "/"], &[]),
        ] {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            let mut found = named(&words, &root, &homes);
            found.dedup();
            let shown: Vec<PathBuf> = shown.iter().map(|path| root.join(path)).collect();
            assert_eq!(found, shown, "{words:?}");
        }
    }

    #[test]
    fn a_path_leads_out_by_its_words_or_by_a_link_of_the_folder() {
        let (_folder, root) = folder(&["own/bot.py", "own/src/a.py", "other/secret"]);
        let own = root.join("own");
        for (link, target) in [
            ("own/out", root.join("other/secret").to_str().unwrap()),
            ("own/up", "../other"),
            ("own/src/inside", "../bot.py"),
            ("own/python", "/usr/bin/python3"),
            ("own/loop", "loop"),
            ("own/far", "src/inside"),
            ("own/back", own.join("src").to_str().unwrap()),
        ] {
            symlink(target, root.join(link)).unwrap();
        }
        for (path, out) in [
            ("bot.py", false),
            ("./src/../bot.py", false),
            ("src/inside", false),
            ("far", false),
            ("back/a.py", false),
            ("python", false),
            ("missing/file", false),
            ("/usr/bin/python3", false),
            ("/tmp/log", false),
            ("/dev/null", false),
            ("..", true),
            ("../other/secret", true),
            ("src/../../other", true),
            ("out", true),
            ("up/secret", true),
            ("loop", true),
            ("/etc/shadow", true),
            ("/usr/../etc/shadow", true),
            ("/", true),
            ("/root/.ssh/id_rsa", true),
        ] {
            assert_eq!(leads_out(&own, Path::new(path)), out, "{path}");
        }
        assert!(!leads_out(&own, &own.join("bot.py")));
    }
}
