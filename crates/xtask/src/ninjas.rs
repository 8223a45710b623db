//! `cargo xtask ninjas`: how strong the ninjas are, measured and written down.
//!
//! Each game's tournament is a file in `bench/ninjas`; `docs/ninjas.md` is made from those files. A game that is named
//! is played anew, the others keep their results.

use std::{
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{
    run::binary,
    steps::{cargo, root, say, step},
};

/// A tournament: everybody against everybody, from openings played by both sides. Random openings are often decided;
/// of four the most even one is taken where a game allows that.
struct Contest {
    game: &'static str,
    file: &'static str,
    players: &'static [&'static str],
    openings: &'static str,
    games: u32,
}

impl Contest {
    /// The ninjas of a game, and the players of the courses.
    const fn new(game: &'static str, file: &'static str, players: &'static [&'static str]) -> Self {
        Self { game, file, players, openings: "balanced:6", games: 40 }
    }

    /// The master against a player of the courses: more games.
    const fn duel(game: &'static str, file: &'static str, players: &'static [&'static str]) -> Self {
        Self { game, file, players, openings: "balanced:6", games: 100 }
    }

    const fn from(mut self, openings: &'static str) -> Self {
        self.openings = openings;
        self
    }

    const fn games(mut self, games: u32) -> Self {
        self.games = games;
        self
    }
}

const CONTESTS: &[Contest] = &[
    Contest::new("connect4:7x6", "connect4-7x6", &["sensei", "ninja3", "ninja2", "ninja1"]),
    Contest::new(
        "connect4:8x8",
        "connect4-8x8",
        &["sensei", "ninja3", "ninja2", "ninja1", "neighbours", "gaps"],
    ),
    Contest::duel("connect4:8x8", "connect4-8x8-neighbours", &["sensei", "neighbours"]),
    Contest::duel("connect4:8x8", "connect4-8x8-gaps", &["sensei", "gaps"]),
    // After more plies at random one side of BOOM has as good as won.
    Contest::new("boom", "boom", &["sensei", "ninja3", "ninja2", "ninja1", "runs"]).from("balanced:3"),
    Contest::new("crush", "crush", &["sensei", "ninja3", "ninja2", "ninja1", "lines"]),
    Contest::duel("crush", "crush-lines", &["sensei", "lines"]),
    Contest::new("desconecta", "desconecta", &["sensei", "ninja3", "ninja2", "ninja1"]).games(20),
    // Games of Parchís are long, and take more plies to differ.
    Contest::new("parchis", "parchis", &["sensei", "ninja3", "ninja2", "ninja1", "race"])
        .from("balanced:10")
        .games(10),
    Contest::duel("parchis", "parchis-race", &["sensei", "race"]).from("balanced:10"),
];

/// The players of the courses, each with its game.
#[cfg(test)]
const SEEDS: &[(&str, &str)] = &[
    ("connect4:8x8", "neighbours"),
    ("connect4:8x8", "gaps"),
    ("boom", "runs"),
    ("crush", "lines"),
    ("parchis", "race"),
];

pub(crate) fn run(games: &[String]) -> Result<()> {
    if let Some(unknown) = games.iter().find(|game| !CONTESTS.iter().any(|contest| contest.game == **game)) {
        let known: Vec<_> = CONTESTS.iter().map(|contest| contest.game).collect();
        bail!("there is no contest of {unknown:?}, only of {}", known.join(", "));
    }
    step("build", &mut cargo(&["build", "--release", "--package", "poda"]))?;
    for contest in CONTESTS {
        if games.is_empty() || games.iter().any(|game| game == contest.game) {
            let result = play(contest)?;
            let path = root().join("bench/ninjas").join(format!("{}.json", contest.file));
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, result).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    let path = root().join("docs/ninjas.md");
    fs::write(&path, page()?).with_context(|| format!("cannot write {}", path.display()))
}

fn arguments(contest: &Contest) -> Vec<String> {
    let mut arguments: Vec<String> = vec!["tournament".into(), "--players".into()];
    arguments.extend(contest.players.iter().map(|name| (*name).to_owned()));
    let games = contest.games.to_string();
    let rest = ["--game", contest.game, "--games", &games, "--seed", "1", "--openings", contest.openings];
    arguments.extend(rest.map(str::to_owned));
    arguments
}

fn play(contest: &Contest) -> Result<Vec<u8>> {
    say(&format!("poda {}", arguments(contest).join(" ")));
    let mut command = Command::new(binary());
    command.args(arguments(contest)).arg("--json").stderr(Stdio::inherit());
    let output = command.output().context("cannot start poda")?;
    if !output.status.success() {
        bail!("the tournament of {} ended with {}", contest.game, output.status);
    }
    Ok(output.stdout)
}

/// A row of a table: a player and what it got against each other one, by name.
struct Row {
    name: String,
    elo: f64,
    error: f64,
    /// Wins, losses and draws.
    against: Vec<(String, [f64; 3])>,
}

/// The table of a contest; nothing if it was not played yet.
fn rows(contest: &Contest) -> Result<Vec<Row>> {
    let path = root().join("bench/ninjas").join(format!("{}.json", contest.file));
    let Ok(text) = fs::read_to_string(&path) else { return Ok(Vec::new()) };
    let value: Value = serde_json::from_str(&text).with_context(|| format!("{}", path.display()))?;
    let results = |value: &Value| [0, 1, 2].map(|index| value["results"][index].as_f64().unwrap_or_default());
    let row = |row: &Value| Row {
        name: row["player"].as_str().unwrap_or_default().to_owned(),
        elo: row["elo"].as_f64().unwrap_or_default(),
        error: row["error"].as_f64().unwrap_or_default(),
        against: row["against"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|rival| (rival["player"].as_str().unwrap_or_default().to_owned(), results(rival)))
            .collect(),
    };
    Ok(value["table"].as_array().into_iter().flatten().map(row).collect())
}

/// The share of points in percent, and twice its standard error, which no result makes smaller than that of half a
/// game: `95 ± 4`.
fn share([wins, losses, draws]: [f64; 3]) -> String {
    let games = (wins + losses + draws).max(1.0);
    let mean = (wins + draws / 2.0) / games;
    let variance = (wins + draws / 4.0) / games - mean * mean;
    let error = 1.96 * (variance.max(0.5 / games) / games).sqrt();
    format!("{:.0} ± {:.0}", 100.0 * mean, 100.0 * error)
}

fn page() -> Result<String> {
    let mut page = String::from(HEAD);
    for contest in CONTESTS {
        let rows = rows(contest)?;
        writeln!(page, "\n## {}\n", contest.file)?;
        writeln!(page, "```console\n$ poda {}\n```\n", arguments(contest).join(" "))?;
        if rows.is_empty() {
            writeln!(page, "Sin medir todavía. Not measured yet.")?;
            continue;
        }
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        writeln!(page, "| | Elo | {} |", names.join(" | "))?;
        writeln!(page, "|---|---|{}", "---|".repeat(names.len()))?;
        for row in &rows {
            write!(page, "| **{}** | {:+.0} ± {:.0} |", row.name, row.elo, row.error)?;
            for name in &names {
                let found = row.against.iter().find(|(rival, _)| rival == name);
                write!(page, " {} |", found.map_or_else(|| "–".to_owned(), |(_, results)| share(*results)))?;
            }
            writeln!(page)?;
        }
    }
    Ok(page)
}

const HEAD: &str = "\
# Los ninjas · The ninjas

Cuatro rivales de fuerza medida para cada juego, sin red: `ninja1`, `ninja2`, `ninja3` y `sensei`. Su presupuesto son posiciones y
profundidades, nunca tiempo: la misma semilla da la misma partida en cualquier máquina, y otra semilla, otra partida. Qué es cada uno lo
dice `poda games`. Cada casilla es el porcentaje de puntos de la fila contra la columna, con su error al 95 %, en aperturas
variadas jugadas por los dos lados; junto a los ninjas están los jugadores de los cursos.

Four opponents of measured strength for every game, offline: `ninja1`, `ninja2`, `ninja3` and `sensei`. Their budgets are positions and
depths, never time: the same seed gives the same game on every machine, and another seed another game. `poda games` says what each one is.
Each cell is the share of points of the row against the column in percent, with its error at 95 %, over varied openings played by
both sides; the players of the courses stand beside the ninjas.

Made by `cargo xtask ninjas`; the results are in `bench/ninjas`. In each game a ninja answers within a second on one core.
";

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of points of one against the other in a contest, if they met in it.
    fn points(contest: &Contest, one: &str, other: &str) -> Option<f64> {
        let rows = rows(contest).unwrap();
        let row = rows.iter().find(|row| row.name == one)?;
        let [wins, losses, draws] = row.against.iter().find(|(name, _)| name == other)?.1;
        assert!((wins + losses + draws - f64::from(contest.games)).abs() < 0.5, "not all were played");
        Some((wins + draws / 2.0) / (wins + losses + draws))
    }

    /// The committed results show what the ninjas promise.
    #[test]
    fn the_grades_hold() {
        for contest in CONTESTS {
            for (upper, lower) in [("sensei", "ninja3"), ("ninja3", "ninja2"), ("ninja2", "ninja1")] {
                if let Some(share) = points(contest, upper, lower) {
                    assert!(share >= 0.75, "{}: {upper} scores {share} against {lower}", contest.game);
                }
            }
        }
        for (game, seed) in SEEDS {
            let shares = |ninja: &str| {
                let met = CONTESTS.iter().filter(|contest| contest.game == *game);
                met.filter_map(|contest| points(contest, ninja, seed)).collect::<Vec<f64>>()
            };
            assert!(shares("ninja3").iter().all(|share| *share > 0.5), "{game}: ninja3 does not beat {seed}");
            // BOOM is decided early: there it has to win what is won.
            let needed = if *game == "boom" { 0.5 } else { 0.9 };
            assert!(shares("sensei").iter().all(|share| *share >= needed), "{game}: sensei against {seed}");
        }
    }

    #[test]
    fn the_page_is_made_of_the_results() {
        assert_eq!(fs::read_to_string(root().join("docs/ninjas.md")).unwrap(), page().unwrap());
    }
}
