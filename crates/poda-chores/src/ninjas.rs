//! `cargo xtask ninjas`: how strong the ninjas are, measured and written down.
//!
//! Each game's tournament is a file in `bench/ninjas`; `docs/ninjas.md` and `docs/es/ninjas.md` are made from those files. A game that is named
//! is played anew, the others keep their results; `page` writes only the page.
#![expect(clippy::disallowed_types, reason = "the binary itself plays")]

use std::{
    ffi::OsStr,
    fmt::Write as _,
    fs,
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail, ensure};
use serde_json::{Value, json};

use crate::{root, say, share::share, won::stood_and_won};

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
    // Solved: the fairest openings are those that are drawn.
    Contest::new("connect4:7x6", "connect4-7x6", &["sensei", "ninja3", "ninja2", "ninja1"]).from("drawn:8"),
    Contest::new(
        "connect4:8x8",
        "connect4-8x8",
        &["sensei", "ninja3", "ninja2", "ninja1", "neighbours", "gaps"],
    ),
    Contest::duel("connect4:8x8", "connect4-8x8-neighbours", &["sensei", "neighbours"]),
    Contest::duel("connect4:8x8", "connect4-8x8-gaps", &["sensei", "gaps"]),
    // After more plies at random one side of BOOM has as good as won.
    Contest::new("boom", "boom", &["sensei", "ninja3", "ninja2", "ninja1", "runs"])
        .from("balanced:3")
        .games(100),
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
    if games == ["page"] {
        return write_page();
    }
    if let Some(unknown) = games.iter().find(|game| !CONTESTS.iter().any(|contest| contest.game == **game)) {
        let known: Vec<_> = CONTESTS.iter().map(|contest| contest.game).collect();
        bail!("there is no contest of {unknown:?}, only of {}", known.join(", "));
    }
    let poda =
        std::env::var_os("PODA").context("PODA does not say which binary plays: run cargo xtask ninjas")?;
    for contest in CONTESTS {
        if games.is_empty() || games.iter().any(|game| game == contest.game) {
            let result = play(contest, &poda)?;
            let path = root().join("bench/ninjas").join(format!("{}.json", contest.file));
            fs::create_dir_all(path.parent().unwrap_or(&path))?;
            fs::write(&path, result).with_context(|| format!("cannot write {}", path.display()))?;
        }
    }
    write_page()
}

fn write_page() -> Result<()> {
    for words in [&ENGLISH, &SPANISH] {
        let path = root().join(words.path);
        fs::write(&path, page(words)?).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

fn arguments(contest: &Contest) -> Vec<String> {
    let mut arguments: Vec<String> = vec!["tournament".into(), "--players".into()];
    arguments.extend(contest.players.iter().map(|name| (*name).to_owned()));
    let games = contest.games.to_string();
    let rest = ["--game", contest.game, "--games", &games, "--seed", "1", "--openings", contest.openings];
    arguments.extend(rest.map(str::to_owned));
    arguments
}

/// Plays a contest; its result as JSON. The games are recorded in a file of their own.
fn play(contest: &Contest, binary: &OsStr) -> Result<Vec<u8>> {
    let records = root().join("target/ninjas").join(format!("{}.db", contest.file));
    fs::create_dir_all(records.parent().unwrap_or(&records))?;
    let _ = fs::remove_file(&records);
    let poda = |arguments: &[String]| -> Result<Vec<u8>> {
        say(&format!("poda {}", arguments.join(" ")));
        let mut command = Command::new(binary);
        command.args(arguments).arg("--db").arg(&records).stderr(Stdio::inherit());
        let output = command.output().context("cannot start poda")?;
        ensure!(output.status.success(), "{}: poda ended with {}", contest.file, output.status);
        Ok(output.stdout)
    };
    let result = poda(&[arguments(contest), vec!["--json".into()]].concat())?;
    if contest.game != "boom" {
        return Ok(result);
    }
    let export = String::from_utf8(poda(&["runs".into(), "export".into(), "1".into()])?)?;
    let mut result: Value = serde_json::from_slice(&result)?;
    result[STOOD_AND_WON] = json!(stood_and_won(&export, "sensei")?);
    Ok(result.to_string().into_bytes())
}

/// In how many games of BOOM the master stood to win, and how many of them it won.
const STOOD_AND_WON: &str = "sensei_stood_to_win_and_won";

/// A row of a table: a player and what it got against each other one, by name.
struct Row {
    name: String,
    /// A rating with its error, where more than two played.
    elo: Option<(f64, f64)>,
    /// Wins, losses and draws.
    against: Vec<(String, [u32; 3])>,
}

/// What came out of a contest; nothing if it was not played yet.
fn result(contest: &Contest) -> Result<Value> {
    let path = root().join("bench/ninjas").join(format!("{}.json", contest.file));
    let Ok(text) = fs::read_to_string(&path) else { return Ok(Value::Null) };
    serde_json::from_str(&text).with_context(|| format!("{}", path.display()))
}

/// The table of a result.
fn rows(value: &Value) -> Vec<Row> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let results = |value: &Value| {
        ["wins", "losses", "draws"].map(|name| value["results"][name].as_u64().unwrap_or_default() as u32)
    };
    // Ratings say little about two players.
    let is_match = value["match"].is_object();
    let row = |row: &Value| Row {
        name: text(&row["player"]["name"]),
        elo: row["elo"].as_f64().zip(row["error"].as_f64()).filter(|_| !is_match),
        against: row["against"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|rival| (text(&rival["name"]), results(rival)))
            .collect(),
    };
    value["table"].as_array().into_iter().flatten().map(row).collect()
}

fn stood_to_win(result: &Value) -> Option<[u64; 2]> {
    let numbers = &result[STOOD_AND_WON];
    Some([numbers[0].as_u64()?, numbers[1].as_u64()?])
}

/// What a page says beside the figures, in one language.
struct Words {
    path: &'static str,
    head: &'static str,
    not_measured: &'static str,
    /// How many games were won for `sensei` after the opening, and how many of them it won.
    stood_and_won: fn(u64, u64) -> String,
}

fn page(words: &Words) -> Result<String> {
    let mut page = String::from(words.head);
    for contest in CONTESTS {
        let result = result(contest)?;
        let rows = rows(&result);
        writeln!(page, "\n## {}\n", contest.file)?;
        writeln!(page, "```console\n$ poda {}\n```\n", arguments(contest).join(" "))?;
        if rows.is_empty() {
            writeln!(page, "{}", words.not_measured)?;
            continue;
        }
        let names: Vec<&str> = rows.iter().map(|row| row.name.as_str()).collect();
        writeln!(page, "| | Elo | {} |", names.join(" | "))?;
        writeln!(page, "|---|---|{}", "---|".repeat(names.len()))?;
        for row in &rows {
            let elo =
                row.elo.map_or_else(|| "–".to_owned(), |(elo, error)| format!("{elo:+.0} ± {error:.0}"));
            write!(page, "| **{}** | {elo} |", row.name)?;
            for name in &names {
                let found = row.against.iter().find(|(rival, _)| rival == name);
                write!(page, " {} |", found.map_or_else(|| "–".to_owned(), |(_, results)| share(*results)))?;
            }
            writeln!(page)?;
        }
        if let Some([stood, won]) = stood_to_win(&result) {
            writeln!(page, "\n{}", (words.stood_and_won)(stood, won))?;
        }
    }
    Ok(page)
}

const ENGLISH: Words = Words {
    path: "docs/ninjas.md",
    not_measured: "Not measured yet.",
    stood_and_won: |stood, won| {
        format!("According to the solver, {stood} games were won for `sensei` after the opening, and it won {won}.")
    },
    head: "\
# The ninjas

*[En español](es/ninjas.md)*

Four opponents of measured strength for every game, offline: `ninja1`, `ninja2`, `ninja3` and `sensei`. Their budgets are nodes and depth, never time: the
same seed gives the same game on every machine, and another seed gives another game. `poda games` describes each one.

The tables of 8x8, Crush and Parchís were played before `lines`, `gaps` and `race` became what [stories.md](stories.md) tells, and before `sensei` had a solver
for 8x8. What played there as `lines` and `gaps` is called `lines-text` and `gaps-clean` now.

Each cell is the share of points of the row against the column in percent, with its 95 % interval, over varied openings played from both sides. The
players of the courses are listed beside the ninjas.

`cargo xtask ninjas` plays everything again; the results are in `bench/ninjas`. A ninja answers within a second on one core: the three positions of BOOM,
Crush, 8x8 and Parchís on which `sensei` took longest needed 0.36 to 0.39, 0.11 to 0.17, 0.09 to 0.11 and 0.11 to 0.18 s of CPU time
(`poda best GAME --agent sensei --moves ...`).
",
};

const SPANISH: Words = Words {
    path: "docs/es/ninjas.md",
    not_measured: "Sin medir todavía.",
    stood_and_won: |stood, won| {
        format!("Según el solucionador, `sensei` tenía ganadas {stood} partidas tras la apertura, y ganó {won}.")
    },
    head: "\
# Los ninjas

*[In English](../ninjas.md)*

Cuatro rivales de fuerza medida para cada juego, sin conexión: `ninja1`, `ninja2`, `ninja3` y `sensei`. Su presupuesto se da en nodos y profundidad, nunca en
tiempo: la misma semilla da la misma partida en cualquier máquina, y otra semilla, otra partida. `poda games --lang es` dice qué es cada uno.

Las tablas de 8x8, Crush y Parchís se jugaron antes de que `lines`, `gaps` y `race` fueran lo que cuenta [stories.md](stories.md), y antes de que `sensei` tuviera
un solucionador para 8x8. Los que jugaron allí como `lines` y `gaps` se llaman ahora `lines-text` y `gaps-clean`.

Cada casilla es el porcentaje de puntos de la fila contra la columna, con su intervalo del 95 %, en aperturas variadas jugadas por los dos lados. Junto a
los ninjas están los jugadores de los cursos.

`cargo xtask ninjas` vuelve a jugarlo todo; los resultados están en `bench/ninjas`. Un ninja responde en menos de un segundo en un núcleo: las tres posiciones
de BOOM, Crush, 8x8 y Parchís en las que `sensei` tardó más costaron de 0,36 a 0,39, de 0,11 a 0,17, de 0,09 a 0,11 y de 0,11 a 0,18 s de CPU
(`poda best JUEGO --agent sensei --moves ...`).
",
};

#[cfg(test)]
mod tests {
    use super::*;

    /// The share of points of one against the other in a contest, if they met in it.
    fn points(contest: &Contest, one: &str, other: &str) -> Option<f64> {
        let rows = rows(&result(contest).unwrap());
        let row = rows.iter().find(|row| row.name == one)?;
        let [wins, losses, draws] = row.against.iter().find(|(name, _)| name == other)?.1.map(f64::from);
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
        let boom = CONTESTS.iter().find(|contest| contest.file == "boom").unwrap();
        let [stood, won] = stood_to_win(&result(boom).unwrap()).unwrap();
        assert!(stood > 100 && won == stood, "sensei stood to win {stood} games of BOOM and won {won}");
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
        for words in [&ENGLISH, &SPANISH] {
            assert_eq!(fs::read_to_string(root().join(words.path)).unwrap(), page(words).unwrap());
        }
    }
}
