use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    sync::Arc,
};

use flate2::read::GzDecoder;
use poda_agent::{TypedGame, TypedState};
use poda_parchis::Parchis;

use super::*;

fn open(spec: &str) -> Result<GameSession> {
    let rules: Parchis = spec.strip_prefix("parchis:").context("not parchis")?.parse()?;
    let spec = format!("parchis:{}", rules.spec());
    Ok(GameSession::new(Arc::new(TypedState::start(Arc::new(TypedGame::new(rules, spec))))))
}

fn lines(path: &Path) -> impl Iterator<Item = std::io::Result<String>> {
    BufReader::new(GzDecoder::new(File::open(path).unwrap())).lines()
}

/// The committed recordings of whole games.
fn recordings() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chores/data");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.file_name().unwrap().to_string_lossy().starts_with("parchis_ed"));
    files.sort();
    files
}

#[test]
fn every_committed_game_replays() {
    let mut all = Compared::default();
    for path in recordings() {
        let compared =
            replay(&mut lines(&path), &open).unwrap_or_else(|error| panic!("{}: {error:#}", path.display()));
        assert!(
            compared.games > 0 && compared.plies > 100 * compared.games,
            "{}: {compared:?}",
            path.display()
        );
        all.games += compared.games;
        all.plies += compared.plies;
    }
    assert!(all.games >= 30, "{all:?}");
}

/// The first error in a text, with the chain of its causes.
fn error_of(text: &str) -> String {
    let mut lines = text.lines().map(|line| Ok(line.to_owned()));
    format!("{:#}", replay(&mut lines, &open).unwrap_err())
}

fn committed(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/chores/data").join(name);
    lines(&path).map(|line| line.unwrap() + "\n").collect()
}

#[test]
fn corrupted_games_are_noticed() {
    let game = committed("parchis_ed2223_grouped_items_events.jsonl.gz");
    for (from, to, expected) in [
        (r#""ed":2223"#, r#""ed":1999"#, "line 1: unknown edition 1999"),
        (r#""cfg":"GROUPED""#, r#""cfg":"NOWHERE""#, "line 1: unknown start \"nowhere\""),
        (r#""b":[[21,"#, r#""b":[[20,"#, "line 1: game 200000, ply 0: start: expected {"),
        (r#"{"p":0,"#, r#"{"p":1,"#, "line 2: game 200000, ply 0: mover: expected 1, found 0"),
        (r#""m":[[1,1,0],"#, r#""m":["#, "line 2: game 200000, ply 0: moves: expected [[1,1,1],"),
        (r#""k":11"#, r#""k":10"#, "line 2: game 200000, ply 1: state: expected {"),
        (r#""k":11"#, r#""k":99"#, "line 2: game 200000, ply 1: there is no choice 99"),
        (r#""t":2,"#, r#""t":3,"#, "line 2: game 200000, ply 1: state: expected {"),
        (r#""t":2,"#, r#""t":2"#, "line 2: "),
        (r#"{"end":1,"plies":"#, r#"{"end":1,"plies":1"#, "plies: expected 1"),
        (r#""winner":"#, r#""winner":1"#, "winner: expected 1"),
    ] {
        let broken = game.replacen(from, to, 1);
        assert_ne!(broken, game, "{from}");
        let error = error_of(&broken);
        assert!(error.contains(expected), "{expected}\n{error}");
    }
    let (header, rest) = game.split_once('\n').unwrap();
    assert_eq!(error_of(rest), "line 1: a ply or an end before any header");
    assert_eq!(error_of(header), "the last game has no end");
    assert_eq!(error_of(&format!("{header}\n{header}")), "line 2: a header before the end of the last game");
}

#[test]
fn corrupted_hashes_are_noticed() {
    let game = committed("parchis_ed2324_grouped_uniform_hash.jsonl.gz");
    for (from, to, expected) in [
        (
            r#""h":["208c3332""#,
            r#""h":["208c3333""#,
            "line 1: game 100600, ply 1: hash: expected 208c3333, found 208c3332",
        ),
        (r#""k":[7,"#, r#""k":[8,"#, "line 1: game 100600, ply 1: hash"),
        (r#""k":[7,"#, r#""k":["#, "line 1: 172 choices, but 173 hashes"),
        (r#""final":{"t":"#, r#""final":{"t":1"#, "line 1: game 100600, ply 173: final"),
        (r#""winner":1"#, r#""winner":0"#, "line 1: game 100600, ply 173: winner: expected 0, found 1"),
    ] {
        let broken = game.replacen(from, to, 1);
        assert_ne!(broken, game, "{from}");
        let error = error_of(&broken);
        assert!(error.contains(expected), "{expected}\n{error}");
    }
}
