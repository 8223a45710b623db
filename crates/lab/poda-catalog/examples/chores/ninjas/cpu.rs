//! What a move of `sensei` costs: positions of its games with the sparring player, each searched by a program of its own.
#![expect(clippy::disallowed_types, reason = "the binary itself plays")]

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::{MEASURED, Measured, NinjaPair};
use crate::{root, say};

/// Positions that are searched per game.
const POSITIONS: usize = 30;

/// Milliseconds of CPU time for a move: the usual, what 19 of 20 stay below, and the most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cost {
    pub(super) median: u64,
    pub(super) most_of_them: u64,
    pub(super) most: u64,
}

fn path(measured: &Measured) -> std::path::PathBuf {
    root().join("bench/ninjas").join(format!("{}-cpu.txt", measured.file()))
}

/// The cost of a move in a game, if it was measured.
pub(super) fn cost(measured: &Measured) -> Option<Cost> {
    let text = fs::read_to_string(path(measured)).ok()?;
    let mut costs: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    costs.sort_unstable();
    let at =
        |share: usize| costs.get((costs.len() * share / 100).min(costs.len().saturating_sub(1))).copied();
    Some(Cost { median: at(50)?, most_of_them: at(95)?, most: at(100)? })
}

/// Measures the games that are named, or all whose matches are still recorded.
pub(super) fn measure(games: &[String], binary: &OsStr) -> Result<()> {
    for measured in
        MEASURED.iter().filter(|one| games.is_empty() || games.iter().any(|game| game == one.game))
    {
        let records = measured.records(NinjaPair { one: "sensei", other: "sparring" });
        if !measured.rivals.contains(&"sparring") || !records.exists() {
            continue;
        }
        let mut command = Command::new(binary);
        command.args(["runs", "export", "1", "--db"]).arg(&records).stderr(Stdio::inherit());
        let export = String::from_utf8(command.output().context("cannot start poda")?.stdout)?;
        let lines = positions(&export)?;
        let every = (lines.len() / POSITIONS).max(1);
        let mut text = String::new();
        for line in lines.iter().step_by(every) {
            let before = children_ticks()?;
            let mut command = Command::new(binary);
            command.args(["best", measured.game, "--agent", "sensei", "--quiet", "--moves", line]);
            ensure!(command.stdout(Stdio::null()).status()?.success(), "poda best --moves {line:?} failed");
            writeln!(text, "{}", (children_ticks()? - before) * MILLISECONDS_PER_TICK)?;
        }
        fs::write(path(measured), text)?;
        say(&format!("{}: {:?}", measured.game, cost(measured)));
    }
    Ok(())
}

/// The lines of moves that lead to every position after the openings of an export, short of the last ones.
fn positions(export: &str) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for game in export.lines() {
        let game: Value = serde_json::from_str(game)?;
        let words = |name: &str| -> Vec<String> {
            let words = game[name].as_array().into_iter().flatten().filter_map(Value::as_str);
            words.map(str::to_owned).collect()
        };
        let (mut line, moves) = (words("opening"), words("moves"));
        for mv in &moves {
            lines.push(line.join(" "));
            line.push(mv.clone());
        }
    }
    Ok(lines)
}

/// Linux counts hundredths of a second.
const MILLISECONDS_PER_TICK: u64 = 10;

/// The processor time of all children that have ended, user and system.
fn children_ticks() -> Result<u64> {
    let text = fs::read_to_string("/proc/self/stat").context("only Linux tells the time of children")?;
    // The name in parentheses may hold anything; the state follows it as field 3, and the times of children are 16 and 17.
    let rest = text.rsplit(')').next().unwrap_or_default();
    let fields: Vec<&str> = rest.split_whitespace().collect();
    let field = |number: usize| fields.get(number - 3).and_then(|field| field.parse::<u64>().ok());
    field(16).zip(field(17)).map(|(user, system)| user + system).context("/proc/self/stat has no times")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_before_each_move_after_the_opening() {
        let export = r#"{"opening": ["4", "4"], "moves": ["3", "5"]}"#;
        assert_eq!(positions(export).unwrap(), ["4 4", "4 4 3"]);
    }
}
