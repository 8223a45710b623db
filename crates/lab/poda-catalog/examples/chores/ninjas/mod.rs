//! `cargo xtask ninjas`: how strong the ninjas are, measured and written down.
//!
//! What two players got against each other is a line of `bench/ninjas/results.txt`; `docs/ninjas.md` and `docs/es/ninjas.md` are made
//! of those lines. The pairs of a game that is named are played anew, or those in which all the named players take part; the others
//! keep their results. `recorded` takes the games that matches have played so far, where they were stopped; `cpu` measures what a
//! move of `sensei` costs; `page` writes only the page.
#![expect(clippy::disallowed_types, reason = "the binary itself plays")]

mod cpu;
mod page;

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    path::PathBuf,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use crate::{root, say, won::Winners};

/// A game in which the ninjas are measured.
struct Measured {
    game: &'static str,
    /// Random openings are often decided; of four the most even one is taken where a game allows that.
    openings: &'static str,
    /// The games of each two.
    games: u32,
    /// The share of points that each ninja has at least against the one below.
    step: f64,
    /// Whom `sensei` and `ninja3` meet beside the ninjas: the sparring player, and the players of the courses.
    rivals: &'static [&'static str],
}

const MEASURED: &[Measured] = &[
    Measured {
        game: "connect4:8x8",
        openings: "balanced:4",
        games: 100,
        step: 0.75,
        rivals: &["sparring", "neighbours", "gaps", "gaps-clean"],
    },
    // Solved: the fairest openings are those that are drawn.
    Measured { game: "connect4:7x6", openings: "drawn:8", games: 100, step: 0.75, rivals: &["sparring"] },
    Measured {
        game: "crush",
        openings: "balanced:4",
        games: 100,
        step: 0.75,
        rivals: &["sparring", "lines", "lines-code"],
    },
    // After more plies at random one side of BOOM has as good as won.
    Measured {
        game: "boom",
        openings: "balanced:3",
        games: 100,
        step: 0.75,
        rivals: &["sparring", "runs", "runs-code"],
    },
    // Games of Parchís are long, and take more plies to differ.
    Measured {
        game: "parchis",
        openings: "balanced:10",
        games: 100,
        step: 0.75,
        rivals: &["sparring", "race", "race-code"],
    },
    Measured { game: "desconecta", openings: "balanced:6", games: 20, step: 0.75, rivals: &[] },
    // Here the steps are smaller than elsewhere.
    Measured { game: "nraya", openings: "random:4", games: 100, step: 0.55, rivals: &[] },
    Measured { game: "mnk:15x15:5", openings: "random:4", games: 100, step: 0.55, rivals: &[] },
];

/// The ninjas, the strongest first.
const NINJAS: [&str; 4] = ["sensei", "ninja3", "ninja2", "ninja1"];

/// Two players that meet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct NinjaPair {
    one: &'static str,
    other: &'static str,
}

impl Measured {
    /// Each ninja meets the next one, and the best two meet all others.
    fn pairs(&self) -> Vec<NinjaPair> {
        let ladder = NINJAS.windows(2).map(|two| NinjaPair { one: two[0], other: two[1] });
        let best = NINJAS.into_iter().take(2);
        let met = best.flat_map(|one| self.rivals.iter().map(move |other| NinjaPair { one, other }));
        ladder.chain(met).collect()
    }

    /// The share of points that the first of a pair is to have at least, if somebody asks for one. In BOOM the opening decides
    /// the game: there it is a share of the games in which `sensei` does not stand lost.
    fn goal(&self, pair: NinjaPair) -> Option<f64> {
        let solved = self.game == "connect4:7x6";
        match (pair.one, pair.other) {
            ("sensei", "sparring") => (!solved).then_some(0.95),
            ("sensei", other) if self.rivals.contains(&other) => Some(0.97),
            ("ninja3", "sparring") => self.game.starts_with("connect4").then_some(0.75),
            ("ninja3", other) if self.rivals.contains(&other) => None,
            _ => Some(self.step),
        }
    }

    /// The arguments of `poda` with which two of them play.
    fn arguments(&self, one: &str, other: &str) -> Vec<String> {
        let games = self.games.to_string();
        let words =
            ["match", one, other, "--game", self.game, "--games", &games, "--seed", "1", "--openings"];
        words.into_iter().chain([self.openings]).map(str::to_owned).collect()
    }

    /// The name of files about it.
    fn file(&self) -> String {
        self.game.replace(':', "-")
    }

    fn records(&self, pair: NinjaPair) -> PathBuf {
        let name = format!("{}-{}-{}.db", self.file(), pair.one, pair.other);
        root().join("target/ninjas").join(name)
    }
}

pub(crate) fn run(words: &[String]) -> Result<()> {
    match words {
        [word] if word == "page" => return page::write(),
        [word, games @ ..] if word == "cpu" => {
            cpu::measure(games, &binary()?)?;
            return page::write();
        }
        _ => {}
    }
    if let [word] = words
        && word == "recorded"
    {
        return recorded(&binary()?);
    }
    let is_game = |word: &str| MEASURED.iter().any(|measured| measured.game == word);
    let is_player = |word: &str| {
        NINJAS.contains(&word) || MEASURED.iter().any(|measured| measured.rivals.contains(&word))
    };
    if let Some(unknown) = words.iter().find(|word| !is_game(word) && !is_player(word)) {
        let known: Vec<_> = MEASURED.iter().map(|measured| measured.game).collect();
        bail!("{unknown:?} is neither a player nor a game that is measured: {}", known.join(", "));
    }
    let (games, players): (Vec<&str>, Vec<&str>) =
        words.iter().map(String::as_str).partition(|word| is_game(word));
    let poda = binary()?;
    let mut winners = Winners::default();
    for measured in MEASURED.iter().filter(|measured| games.is_empty() || games.contains(&measured.game)) {
        let takes_part = |pair: &NinjaPair| players.iter().all(|name| [pair.one, pair.other].contains(name));
        for pair in measured.pairs().into_iter().filter(takes_part) {
            keep(&play(measured, pair, &poda, &mut winners)?)?;
        }
    }
    page::write()
}

fn binary() -> Result<std::ffi::OsString> {
    std::env::var_os("PODA").context("PODA does not say which binary plays: run cargo xtask ninjas")
}

/// Plays a match. The games are recorded in a file of their own.
fn play(measured: &Measured, pair: NinjaPair, binary: &OsStr, winners: &mut Winners) -> Result<PairResult> {
    let records = measured.records(pair);
    fs::create_dir_all(records.parent().unwrap_or(&records))?;
    let _ = fs::remove_file(&records);
    let arguments = measured.arguments(pair.one, pair.other);
    say(&format!("poda {}", arguments.join(" ")));
    let words: Vec<&str> = arguments.iter().map(String::as_str).chain(["--json", "--quiet"]).collect();
    outcome(measured, pair, binary, &words, winners)
}

/// Takes the results of the matches as far as they are recorded.
fn recorded(binary: &OsStr) -> Result<()> {
    let mut winners = Winners::default();
    for measured in MEASURED {
        for pair in measured.pairs().into_iter().filter(|pair| measured.records(*pair).exists()) {
            keep(&outcome(measured, pair, binary, &["runs", "show", "1", "--json"], &mut winners)?)?;
        }
    }
    page::write()
}

/// The outcome of a match that a command of `poda` prints.
fn outcome(
    measured: &Measured,
    pair: NinjaPair,
    binary: &OsStr,
    words: &[&str],
    winners: &mut Winners,
) -> Result<PairResult> {
    let poda = |words: &[&str]| -> Result<Vec<u8>> {
        let mut command = Command::new(binary);
        command.args(words).arg("--db").arg(measured.records(pair)).stderr(Stdio::inherit());
        let output = command.output().context("cannot start poda")?;
        ensure!(output.status.success(), "poda ended with {}", output.status);
        Ok(output.stdout)
    };
    let results = results_of(&serde_json::from_slice(&poda(words)?)?, pair)?;
    let stood = if measured.game == "boom" && pair.one == "sensei" {
        Some(winners.stood_and_won(&String::from_utf8(poda(&["runs", "export", "1"])?)?, pair.one)?)
    } else {
        None
    };
    Ok(PairResult {
        game: measured.game.into(),
        one: pair.one.into(),
        other: pair.other.into(),
        results,
        stood,
    })
}

/// Wins, losses and draws of the first of a pair.
fn results_of(value: &Value, pair: NinjaPair) -> Result<[u32; 3]> {
    let rows = value["table"].as_array().context("the result has no table")?;
    let row =
        rows.iter().find(|row| row["player"]["name"] == pair.one).context("nobody of that name played")?;
    let rivals = row["against"].as_array().context("the row has no rivals")?;
    let rival = rivals.iter().find(|rival| rival["name"] == pair.other).context("the rival did not play")?;
    let count = |name: &str| rival["results"][name].as_u64().context("no number of games");
    Ok([count("wins")? as u32, count("losses")? as u32, count("draws")? as u32])
}

/// What two players got against each other, as the file of results keeps it.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PairResult {
    game: String,
    one: String,
    other: String,
    /// Wins, losses and draws of the first one.
    results: [u32; 3],
    /// In how many games of BOOM the first one stood to win after the opening, and how many of them it won.
    stood: Option<[u32; 2]>,
}

impl PairResult {
    fn is_of(&self, measured: &Measured, pair: NinjaPair) -> bool {
        self.game == measured.game && self.one == pair.one && self.other == pair.other
    }

    /// The share of points of the first one.
    fn share(&self) -> f64 {
        let [wins, losses, draws] = self.results.map(f64::from);
        (wins + draws / 2.0) / (wins + losses + draws)
    }

    /// The share that its [goal](Measured::goal) is about: of the games in which it does not stand lost, where those are known.
    fn share_of_goal(&self) -> f64 {
        match self.stood {
            Some([stood, won]) => f64::from(won) / f64::from(stood),
            None => self.share(),
        }
    }

    fn line(&self) -> String {
        let Self { game, one, other, results: [wins, losses, draws], stood } = self;
        let mut line = format!("{game} {one} {other} {wins} {losses} {draws}");
        if let Some([stood, won]) = stood {
            let _ = write!(line, " {stood} {won}");
        }
        line
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let mut word = || words.next().map(str::to_owned);
        let (game, one, other) = (word()?, word()?, word()?);
        let numbers: Vec<u32> = words.map(|word| word.parse().ok()).collect::<Option<_>>()?;
        let (results, stood) = match numbers[..] {
            [wins, losses, draws] => ([wins, losses, draws], None),
            [wins, losses, draws, stood, won] => ([wins, losses, draws], Some([stood, won])),
            _ => return None,
        };
        Some(Self { game, one, other, results, stood })
    }
}

fn results_path() -> PathBuf {
    root().join("bench/ninjas/results.txt")
}

/// The results so far; none if nothing was played yet.
fn results() -> Vec<PairResult> {
    let text = fs::read_to_string(results_path()).unwrap_or_default();
    text.lines().filter_map(PairResult::read).collect()
}

/// Puts a result into the file, in the place of the one before. The lines are in the order of [`MEASURED`].
fn keep(new: &PairResult) -> Result<()> {
    let mut all = results();
    all.retain(|old| (&old.game, &old.one, &old.other) != (&new.game, &new.one, &new.other));
    all.push(new.clone());
    let mut text = String::from(HEAD);
    for measured in MEASURED {
        for pair in measured.pairs() {
            if let Some(outcome) = all.iter().find(|outcome| outcome.is_of(measured, pair)) {
                writeln!(text, "{}", outcome.line())?;
            }
        }
    }
    let path = results_path();
    fs::create_dir_all(path.parent().unwrap_or(&path))?;
    fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))
}

const HEAD: &str = "\
# game, one, other, wins, losses and draws of the one; in BOOM also the games in which it stood to win, and those of them that it won
# `cargo xtask ninjas` makes this file
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_back_as_it_was_written() {
        for line in ["crush sensei ninja3 90 8 2", "boom sensei runs 90 8 2 50 49"] {
            assert_eq!(PairResult::read(line).unwrap().line(), line);
        }
        for line in [
            "# game one other",
            "crush sensei ninja3 90",
            "crush sensei ninja3",
            "crush sensei ninja3 90 8 two",
        ] {
            assert_eq!(PairResult::read(line), None, "{line}");
        }
    }

    #[test]
    fn every_ninja_meets_the_next_and_the_best_two_meet_the_rivals() {
        let pairs = MEASURED[0].pairs();
        assert_eq!(pairs.len(), 3 + 2 * MEASURED[0].rivals.len());
        assert!(pairs.contains(&NinjaPair { one: "ninja2", other: "ninja1" }));
        assert!(pairs.contains(&NinjaPair { one: "ninja3", other: "sparring" }));
    }

    #[test]
    fn a_goal_is_about_the_games_in_which_it_does_not_stand_lost() {
        let percent = |line: &str| (PairResult::read(line).unwrap().share_of_goal() * 100.0).round() as u32;
        assert_eq!(percent("crush sensei lines 9 0 1"), 95);
        assert_eq!(percent("boom sensei runs 9 11 0 10 8"), 80);
    }
}
