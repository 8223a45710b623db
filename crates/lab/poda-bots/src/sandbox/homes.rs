//! Folders that hold personal data: homes, what lies above them, and the hidden folders inside.

use std::{
    fs,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Folders that every account uses, which are never shown as a whole.
const SHARED: &[&str] =
    &["/", "/tmp", "/var/tmp", "/dev/shm", "/home", "/Users", "/var", "/mnt", "/media", "/srv"];

/// Folders of the machine itself, of which no file is shown because a command names it.
const MACHINE: &[&str] = &["/etc", "/proc", "/sys", "/dev", "/run", "/boot"];

/// Hidden folders of a home whose sub-folders belong to single programs.
const BY_PROGRAM: &[&str] = &[".cache", ".local/share"];

/// The home folders of this machine's accounts, from the password database and not from the environment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Homes {
    /// The home of this process' account.
    own: Option<PathBuf>,
    all: Vec<PathBuf>,
}

impl Homes {
    /// The homes of this machine.
    pub(crate) fn of_machine() -> &'static Self {
        static HOMES: OnceLock<Homes> = OnceLock::new();
        HOMES.get_or_init(|| {
            let passwd = fs::read_to_string("/etc/passwd").unwrap_or_default();
            let folders = fs::read_dir("/home").into_iter().flatten().flatten();
            Self::new(own_home(), &passwd, folders.map(|entry| entry.path()))
        })
    }

    /// Homes as `passwd` lists them, the folders of `/home`, and the neighbours of this account's own home.
    fn new(own: Option<PathBuf>, passwd: &str, folders: impl Iterator<Item = PathBuf>) -> Self {
        let listed = passwd.lines().filter_map(|line| line.split(':').nth(5)).map(PathBuf::from);
        let mut all: Vec<PathBuf> = listed
            .chain(own.clone())
            .chain(folders)
            .filter(|home| home.is_absolute() && home.parent().is_some() && !super::view::is_system(home))
            .collect();
        let real: Vec<PathBuf> = all.iter().filter_map(|home| fs::canonicalize(home).ok()).collect();
        all.extend(real);
        all.sort();
        all.dedup();
        Self { own, all }
    }

    /// The only home of a machine.
    #[cfg(test)]
    pub(crate) fn for_test(home: &Path) -> Self {
        Self::new(Some(home.to_owned()), "", std::iter::empty())
    }

    /// The home of this process' account.
    pub(crate) fn own(&self) -> Option<&Path> {
        self.own.as_deref()
    }

    /// Whether a folder is a home, or holds one.
    pub(crate) fn holds_home(&self, folder: &Path) -> bool {
        self.all.iter().any(|home| home.starts_with(folder))
    }

    /// Whether a folder is never shown as a whole: a home, a hidden folder of a home, or a folder that accounts share.
    pub(crate) fn is_personal(&self, folder: &Path) -> bool {
        self.holds_home(folder)
            || SHARED.iter().any(|shared| folder == Path::new(shared))
            || self.is_secret(folder)
    }

    /// Whether nothing below a path is shown because a command names it: settings of the machine, keys, and what programs keep
    /// in a home's hidden folders.
    pub(crate) fn is_secret(&self, path: &Path) -> bool {
        let is_hidden = |inside: &Path| {
            let hidden = inside.iter().next().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            let belongs =
                |folder: &&str| inside.strip_prefix(folder).is_ok_and(|rest| rest.iter().count() > 0);
            let keyrings = inside.starts_with(".local/share/keyrings");
            hidden && (keyrings || !BY_PROGRAM.iter().any(belongs))
        };
        MACHINE.iter().any(|folder| path.starts_with(folder))
            || self.all.iter().any(|home| path.strip_prefix(home).is_ok_and(is_hidden))
    }
}

#[cfg(target_os = "linux")]
fn own_home() -> Option<PathBuf> {
    let listed = nix::unistd::User::from_uid(nix::unistd::geteuid()).ok().flatten().map(|user| user.dir);
    listed.filter(|home| home.is_absolute() && home.parent().is_some())
}

#[cfg(not(target_os = "linux"))]
fn own_home() -> Option<PathBuf> {
    std::env::home_dir()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn homes_and_their_hidden_folders_are_personal() {
        let passwd =
            "root:x:0:0::/root:/bin/sh\nana:x:1000:1000::/users/ana:/bin/sh\nbin:x:2:2::/usr/sbin:/bin/sh\n";
        let homes = Homes::new(Some("/users/ana".into()), passwd, std::iter::once("/home/leo".into()));
        // A folder, whether it is shown as a whole, and whether files in it may be named at all.
        for (folder, is_personal, is_secret) in [
            ("/", true, false),
            ("/users", true, false),
            ("/users/ana", true, false),
            ("/home/leo", true, false),
            ("/tmp", true, false),
            ("/etc", true, true),
            ("/etc/ssl", true, true),
            ("/proc/self", true, true),
            ("/users/ana/.ssh", true, true),
            ("/root/.gnupg/private-keys-v1.d", true, true),
            ("/home/leo/.config/rclone", true, true),
            ("/users/ana/.cache", true, true),
            ("/users/ana/.local/share", true, true),
            ("/users/ana/.local/share/keyrings", true, true),
            ("/users/ana/.local/share/bots", false, false),
            ("/users/ana/.cache/poda", false, false),
            ("/users/ana/bots", false, false),
            ("/users/ana/bots/.git", false, false),
            ("/tmp/bots", false, false),
            ("/srv/bots", false, false),
        ] {
            let path = Path::new(folder);
            assert_eq!(
                (homes.is_personal(path), homes.is_secret(path)),
                (is_personal, is_secret),
                "{folder}"
            );
        }
    }
}
