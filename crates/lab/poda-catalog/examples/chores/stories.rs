//! `cargo xtask stories`: the stages of each report play each other, and the results become a page.
//!
//! Results are lines of `crates/lab/poda-catalog/stories/results.txt`, from which the catalog, the page and `docs/stories.md` with its
//! Spanish form are made. A story that is named is played anew, the others keep their results; `page` writes only the page.
#![expect(clippy::disallowed_types, reason = "the binary itself plays")]

mod page;

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use poda_catalog::{STORIES, Story};
use serde_json::Value;

use crate::{root, say};

/// A tournament whose results are kept under a name.
struct StoryContest {
    name: &'static str,
    arguments: Vec<String>,
}

/// The experiment of the report on Crush: one player against six people's heuristics.
const CLASSMATES: [&str; 6] = [
    "puntuacion=alphabeta:depth=8,eval=puntuacion",
    "lines-first",
    "runs",
    "runs-code=alphabeta:depth=8,eval=runs-code",
    "windows=alphabeta:depth=8,eval=windows",
    "threats=alphabeta:depth=8,eval=threats",
];

/// How many games with each classmate: as few as there can be, and enough to know.
const FEW: (&str, u32) = ("classmates-few", 2);
const MANY: (&str, u32) = ("classmates-many", 44);

pub(crate) fn run(names: &[String]) -> Result<()> {
    if names == ["page"] {
        return page::write();
    }
    let contests = contests()?;
    if let Some(unknown) = names.iter().find(|name| !contests.iter().any(|contest| contest.name == **name)) {
        let known: Vec<_> = contests.iter().map(|contest| contest.name).collect();
        bail!("there is no story {unknown:?}, only {}", known.join(", "));
    }
    let poda =
        std::env::var_os("PODA").context("PODA does not say which binary plays: run cargo xtask stories")?;
    for contest in &contests {
        if names.is_empty() || names.iter().any(|name| name == contest.name) {
            keep(contest.name, &lines(contest.name, &play(contest, &poda)?)?)?;
        }
    }
    say("cargo xtask stories page writes docs/stories.md from these results");
    Ok(())
}

fn contests() -> Result<Vec<StoryContest>> {
    let mut contests = Vec::new();
    for story in STORIES {
        contests.push(StoryContest { name: story.name, arguments: story_arguments(story)? });
    }
    for (name, games) in [FEW, MANY] {
        contests.push(StoryContest { name, arguments: classmates_arguments(games) });
    }
    Ok(contests)
}

/// The tournament between the stages of a story.
fn story_arguments(story: &Story) -> Result<Vec<String>> {
    let mut arguments: Vec<String> = vec!["tournament".into(), "--players".into()];
    for stage in story.stages {
        arguments.push(match story.depth {
            None => stage.name.to_owned(),
            Some(_) => format!("{}={}", stage.name, stage.measured(story)?),
        });
    }
    let games = story.games.to_string();
    let rest = ["--game", story.game, "--games", &games, "--seed", "1", "--openings", story.openings];
    arguments.extend(rest.map(str::to_owned));
    Ok(arguments)
}

fn classmates_arguments(games: u32) -> Vec<String> {
    let mut arguments: Vec<String> =
        ["tournament", "--format", "gauntlet", "--players", "lines"].map(str::to_owned).into();
    arguments.extend(CLASSMATES.map(str::to_owned));
    let games = games.to_string();
    arguments.extend(["--game", "crush", "--games", &games, "--seed", "1"].map(str::to_owned));
    arguments
}

/// Plays a contest; its result as JSON. The games are recorded in a file of their own.
fn play(contest: &StoryContest, binary: &OsStr) -> Result<Value> {
    let records = root().join("target/stories").join(format!("{}.db", contest.name));
    fs::create_dir_all(records.parent().unwrap_or(&records))?;
    let _ = fs::remove_file(&records);
    say(&format!("poda {}", contest.arguments.join(" ")));
    let mut command = Command::new(binary);
    command
        .args(&contest.arguments)
        .args(["--json", "--quiet", "--db"])
        .arg(&records)
        .stderr(Stdio::inherit());
    let output = command.output().context("cannot start poda")?;
    ensure!(output.status.success(), "{}: poda ended with {}", contest.name, output.status);
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The lines of a result, each two players once.
fn lines(name: &str, result: &Value) -> Result<String> {
    let mut lines = String::new();
    let mut met: Vec<[String; 2]> = Vec::new();
    for row in result["table"].as_array().context("the result has no table")? {
        let one = row["player"]["name"].as_str().context("a player has no name")?;
        for rival in row["against"].as_array().into_iter().flatten() {
            let other = rival["name"].as_str().context("a rival has no name")?;
            if met.contains(&[other.to_owned(), one.to_owned()]) {
                continue;
            }
            met.push([one.to_owned(), other.to_owned()]);
            write!(lines, "{name} {one} {other}")?;
            for count in ["wins", "losses", "draws"] {
                write!(lines, " {}", rival["results"][count].as_u64().context("no number of games")?)?;
            }
            writeln!(lines)?;
        }
    }
    Ok(lines)
}

fn results_path() -> PathBuf {
    root().join("crates/lab/poda-catalog/stories/results.txt")
}

/// Puts the lines of one contest in the place of what was there.
fn keep(name: &str, lines: &str) -> Result<()> {
    let path = results_path();
    let before = fs::read_to_string(&path).with_context(|| format!("{}", path.display()))?;
    let others: Vec<&str> = before.lines().filter(|line| line.split(' ').next() != Some(name)).collect();
    fs::write(&path, format!("{}\n{lines}", others.join("\n")))
        .with_context(|| format!("cannot write {}", path.display()))
}
