use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use flate2::read::GzDecoder;
use poda_agent::Session;
use poda_parchis::Parchis;

use super::*;

fn open(spec: &str) -> Result<Box<dyn Table>> {
    let rules: Parchis = spec.strip_prefix("parchis:").context("not parchis")?.parse()?;
    Ok(Box::new(Session::new(rules)))
}

fn lines(path: &Path) -> impl Iterator<Item = std::io::Result<String>> {
    BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines()
}

/// The recordings in a folder, without those that are not games.
fn recordings(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .map(|entries| entries.map(|entry| entry.unwrap().path()).collect())
        .unwrap_or_default();
    files.retain(|path| {
        let name = path.file_name().unwrap().to_string_lossy();
        name.ends_with(".jsonl.gz") && !name.contains("search_values")
    });
    files.sort();
    files
}

#[test]
fn every_recorded_game_replays_where_the_recordings_are_present() {
    for path in recordings("../../../shared/data/parchis") {
        let compared =
            replay(&mut lines(&path), &open).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        println!("{}: {compared:?}", path.display());
    }
}
