//! What was built is kept for a while, and not without bounds: whatever was not used for long goes, and then whatever was used
//! longest ago, until the rest fits.

use std::{
    ffi::OsString,
    fs::{self, File},
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use crate::remove_folder;

/// How much is kept, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct CacheBounds {
    /// Of everything together.
    pub bytes: u64,
    /// Not used for so long.
    pub age: Duration,
    /// Used since then: perhaps by a match that goes on.
    pub busy: Duration,
}

impl CacheBounds {
    /// For programs that were built here.
    pub const USUAL: Self =
        Self { bytes: 2 << 30, age: Duration::from_hours(90 * 24), busy: Duration::from_hours(1) };
}

/// The file beside an entry whose time says when the entry was used last. Nothing is written into an entry: a program made it.
fn mark(entry: &Path) -> PathBuf {
    let mut name = OsString::from(entry.file_name().unwrap_or_default());
    name.push(".used");
    entry.with_file_name(name)
}

/// Notes that an entry is used now.
pub fn note_use(entry: &Path) {
    let now = SystemTime::now();
    // A cache that cannot be written to is one all the same.
    if let Ok(file) = File::options().create(true).append(true).open(mark(entry)) {
        let _ = file.set_modified(now);
    }
}

/// When an entry was used last: as it was noted, or when it was made.
fn used(entry: &Path) -> Option<SystemTime> {
    let time = |path: PathBuf| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    time(mark(entry)).or_else(|| time(entry.to_owned()))
}

fn bytes(folder: &Path) -> u64 {
    let (mut sum, mut folders) = (0, vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            match entry.metadata() {
                Ok(metadata) if metadata.is_dir() => folders.push(entry.path()),
                Ok(metadata) => sum += metadata.len(),
                Err(_) => {}
            }
        }
    }
    sum
}

/// Takes away what is too old or too much. What is in use stays, and so does what nobody can take away.
pub fn tidy_cache(cache: &Path, bounds: CacheBounds) {
    let now = SystemTime::now();
    let mut entries = Vec::new();
    for entry in fs::read_dir(cache).into_iter().flatten().flatten() {
        let path = entry.path();
        if !entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            continue;
        }
        let Some(used) = used(&path) else { continue };
        let age = now.duration_since(used).unwrap_or_default();
        entries.push((age, bytes(&path), path));
    }
    // The newest first: they are kept as long as they fit.
    entries.sort();
    let mut kept = 0;
    for (age, bytes, path) in entries {
        kept += bytes;
        let is_too_much = age > bounds.age || kept > bounds.bytes;
        if is_too_much && age > bounds.busy && remove_folder(&path).is_ok() {
            let _ = fs::remove_file(mark(&path));
            kept -= bytes;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_go_first_and_what_is_in_use_stays() {
        let cache = tempfile::tempdir().unwrap();
        let hour = Duration::from_hours(1);
        let make = |name: &str, hours: u32, bytes: usize| {
            let entry = cache.path().join(name);
            fs::create_dir_all(entry.join("poda-host")).unwrap();
            fs::write(entry.join("poda-host/player"), vec![0; bytes]).unwrap();
            note_use(&entry);
            let mark = File::options().append(true).open(mark(&entry)).unwrap();
            mark.set_modified(SystemTime::now() - hour * hours).unwrap();
        };
        let left = || {
            let mut names: Vec<String> = fs::read_dir(cache.path())
                .unwrap()
                .map(|entry| entry.unwrap().file_name().into_string().unwrap())
                .filter(|name| Path::new(name).extension().is_none_or(|ending| ending != "used"))
                .collect();
            names.sort();
            names.join(" ")
        };
        make("ancient", 200, 10);
        make("old", 50, 600);
        make("middle", 20, 300);
        make("new", 5, 300);
        make("busy", 0, 500);
        fs::write(cache.path().join("file"), "nobody's").unwrap();
        let bounds = CacheBounds { bytes: 1000, age: hour * 100, busy: hour };
        tidy_cache(cache.path(), bounds);
        // 500 and 300 fit; 300 more do not, nor do 600.
        assert_eq!(left(), "busy file new");
        // What is used goes on living, even if it is too much.
        make("larger", 0, 5000);
        note_use(&cache.path().join("new"));
        tidy_cache(cache.path(), bounds);
        assert_eq!(left(), "busy file larger new");
        tidy_cache(Path::new("/nowhere"), bounds);
    }
}
