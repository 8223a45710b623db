//! Replays recorded games and compares every ply with our rules.

mod connect;
mod nraya;
mod parchis;
mod perft;
mod scores;
mod search_values;

use std::{
    fs::{self, File},
    io::{self, BufRead, BufReader, Read, Write},
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, bail, ensure};
use flate2::bufread::MultiGzDecoder;
use poda_agent::GameSession;
use poda_catalog::Catalog;
use serde_json::Value;

/// Opens a session of the game with this spec.
pub(crate) type OpenSession<'a> = &'a dyn Fn(&str) -> Result<GameSession>;

/// How much was compared and found equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) games: u64,
    pub(crate) plies: u64,
}

/// `cargo xtask replay [--game G] FILE_OR_FOLDER...`
pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let mut game = None;
    let mut files = Vec::new();
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--game" => game = Some(arguments.next().context("--game wants the name of a game")?.as_str()),
            option if option.starts_with("--") => bail!("unknown option {option:?}: only --game is known"),
            file => files.push(file),
        }
    }
    if files.is_empty() {
        bail!("no file to replay: cargo xtask replay [--game G] FILE_OR_FOLDER...");
    }
    // One file that differs does not keep the others from being compared.
    let mut failed = 0;
    for file in files {
        for path in files_of(Path::new(file)).with_context(|| file.to_owned())? {
            match replay(&path, game) {
                Ok(Compared { games, plies }) => {
                    let file = path.display();
                    writeln!(io::stdout(), "{file}: {games} games, {plies} plies compared, no difference")?;
                }
                Err(error) => {
                    failed += 1;
                    writeln!(io::stderr(), "{}: {error:#}", path.display())?;
                }
            }
        }
    }
    ensure!(failed == 0, "{failed} of the files differ or cannot be replayed");
    Ok(())
}

/// A file, or all files in and below a folder, in order. Texts for people are left out.
fn files_of(path: &Path) -> Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let entries = fs::read_dir(path)?.map(|entry| Ok(entry?.path()));
    let mut entries = entries.collect::<Result<Vec<PathBuf>>>()?;
    entries.retain(|entry| entry.extension().is_none_or(|ending| ending != "md"));
    entries.sort();
    let files = entries.iter().map(|entry| files_of(entry)).collect::<Result<Vec<_>>>()?.concat();
    ensure!(!files.is_empty(), "{}: there is nothing to replay", path.display());
    Ok(files)
}

fn open(spec: &str) -> Result<GameSession> {
    Ok(Catalog::built_in().open(spec)?.session())
}

/// Replays one file in whichever format it is.
pub(crate) fn replay(path: &Path, game: Option<&str>) -> Result<Compared> {
    let mut first = String::new();
    reader(path)?.read_line(&mut first).context("cannot be read")?;
    let mut lines = reader(path)?.lines();
    if scores::is_one(&first) {
        return scores::compare(&mut lines);
    }
    // Whole documents begin with a bracket on a line of its own, or hold a list.
    let Ok(Value::Object(head)) = serde_json::from_str(&first) else {
        let mut text = String::new();
        reader(path)?.read_to_string(&mut text)?;
        return perft::compare(&text, || connect_game(path, game, None), &open);
    };
    if head.get("first_best").is_some() {
        search_values::compare(&mut lines)
    } else if head.get("ed").is_some() {
        parchis::replay(&mut lines, &open)
    } else if nraya::is_one(&head) {
        nraya::replay(&mut lines, &open)
    } else if head.get("plies").is_some() {
        let game = connect_game(path, game, Some(&first))?;
        connect::replay(&mut lines, &game, &open)
    } else {
        bail!("line 1: no recorded game that we know")
    }
}

/// Opens a plain or compressed file.
fn reader(path: &Path) -> Result<Box<dyn BufRead>> {
    let mut file = BufReader::new(File::open(path).context("cannot be opened")?);
    let compressed = file.fill_buf().context("cannot be read")?.starts_with(&[0x1F, 0x8B]);
    Ok(if compressed { Box::new(BufReader::new(MultiGzDecoder::new(file))) } else { Box::new(file) })
}

/// The names that recorded games of the Connect family go by, and our specs.
const CONNECT: &[(&str, &str)] =
    &[("boom", "boom"), ("crush", "crush"), ("desconecta", "desconecta"), ("raya4", "connect4:7x7")];

/// Recorded games of the Connect family do not name their game: it is given, or part of the path, or the only one
/// whose rules the first recorded game obeys.
fn connect_game(path: &Path, given: Option<&str>, first_line: Option<&str>) -> Result<String> {
    let spec =
        |name: &str| CONNECT.iter().find(|(known, _)| *known == name).map(|(_, spec)| (*spec).to_owned());
    if let Some(given) = given {
        return Ok(spec(given).unwrap_or_else(|| given.to_owned()));
    }
    let path = path.to_string_lossy().to_lowercase();
    let named: Vec<&str> = CONNECT.iter().map(|(name, _)| *name).filter(|name| path.contains(name)).collect();
    if let [name] = named[..] {
        return spec(name).context("a listed name has a spec");
    }
    let obeys = |spec: &str| {
        let mut lines = first_line.iter().map(|line| io::Result::Ok((*line).to_owned()));
        connect::replay(&mut lines, spec, &open).is_ok()
    };
    let possible: Vec<&str> = CONNECT.iter().map(|(_, spec)| *spec).filter(|spec| obeys(spec)).collect();
    match possible[..] {
        [only] if first_line.is_some() => Ok(only.to_owned()),
        _ => bail!("cannot tell which game this is: say --game boom, crush, desconecta or connect4:7x7"),
    }
}
