//! What counts, and how much.

mod error;
mod late;
mod parts;

use std::path::{Path, PathBuf};

use poda_agent::BotLimits;
use poda_bots::resolve;
use poda_catalog::{Catalog, Family};
use poda_contest::{Format, Openings, Player};
use poda_core::{Message, Translate};
use serde::{Deserialize, Deserializer, de::Error as _};

pub use self::{
    error::RubricError,
    late::{LateRule, Moment, TimesFrom},
    parts::{NodeTask, Part, Points},
};
use super::GradeError;

/// What counts, and how much.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rubric {
    /// What the class was asked to do; the title of the reports.
    #[serde(default)]
    pub title: String,
    /// The game's spec.
    pub game: String,
    /// The same for everybody, and for every run.
    #[serde(default = "one")]
    pub seed: u64,
    /// Milliseconds for each move of a submission.
    #[serde(default = "default_time")]
    pub time_ms: u64,
    /// Milliseconds until the first move.
    #[serde(default = "default_start")]
    pub start_ms: u64,
    /// Seconds for building.
    #[serde(default = "default_build")]
    pub build_seconds: u64,
    /// Megabytes for each process.
    #[serde(default = "default_memory")]
    pub memory_mb: u64,
    /// Seconds of processor time for each process.
    #[serde(default = "default_processor")]
    pub cpu_seconds: u64,
    /// Whom everybody plays; the game's ninjas if empty.
    #[serde(default)]
    opponents: Vec<String>,
    /// Games against each of them, rounded up to an even number.
    #[serde(default = "four")]
    pub games: u64,
    /// Where games begin.
    #[serde(default = "default_openings", deserialize_with = "read_openings")]
    pub openings: Openings,
    /// How the league goes: everybody against everybody, or a Swiss tournament.
    #[serde(default = "default_league", deserialize_with = "read_league")]
    pub league: Format,
    /// Games of two submissions that meet in the league, rounded up to an even number; 0 for no league.
    #[serde(default = "two")]
    pub league_games: u64,
    /// Rounds of a Swiss league; 0 for as many as the class needs.
    #[serde(default)]
    pub league_rounds: u32,
    /// Whether the league's page has names made up for it.
    #[serde(default)]
    pub league_names: LeagueNames,
    /// A game that lasts longer is a draw.
    #[serde(default = "default_plies")]
    pub max_plies: usize,
    /// The options of submissions that are the folder of a course, such as `id=1&fresh=move`.
    #[serde(default)]
    pub course: String,
    /// Who looks for the moment at which a lost game turned.
    #[serde(default = "default_judge")]
    pub judge: String,
    /// The folder with the code that everybody was given; it is no hint of copying.
    #[serde(default)]
    pub starter: Option<PathBuf>,
    /// What each part is worth.
    #[serde(default)]
    pub points: Points,
    /// Searches whose nodes are counted.
    #[serde(default)]
    pub nodes: Vec<NodeTask>,
    /// When it had to be handed in, and what coming later costs.
    #[serde(default)]
    pub late: Option<LateRule>,
}

/// What the players of the league are called on its page.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LeagueNames {
    /// As their submissions say.
    #[default]
    Real,
    /// As nobody else knows them.
    Anonymous,
}

impl Rubric {
    /// Reads a rubric and sees that it makes sense. Files that it names are beside it.
    ///
    /// # Errors
    /// If it does not, naming the line or the field.
    pub fn read(path: &Path, catalog: &Catalog) -> Result<Self, GradeError> {
        let text = std::fs::read_to_string(path).map_err(|error| GradeError::file(path, &error))?;
        let broken = |why: RubricError| GradeError::Rubric { path: path.to_owned(), why: Box::new(why) };
        let toml = toml::from_str(&text).map_err(|error| RubricError::Toml(one_line(&text, &error)));
        let mut rubric: Self = toml.map_err(broken)?;
        let beside = |file: &mut PathBuf| *file = path.parent().unwrap_or(Path::new("")).join(&*file);
        rubric.starter.iter_mut().for_each(beside);
        rubric.late.iter_mut().filter_map(|late| late.times.as_mut()).for_each(beside);
        rubric.check(catalog).map_err(broken)?;
        // Nobody loses points for what was not asked.
        if rubric.nodes.is_empty() {
            rubric.points.nodes = 0.0;
        }
        if rubric.league_games == 0 {
            rubric.points.league = 0.0;
        }
        Ok(rubric)
    }

    fn check(&mut self, catalog: &Catalog) -> Result<(), RubricError> {
        let game = catalog.open(&self.game)?;
        if self.opponents.is_empty() {
            self.opponents = usual_opponents(game.family());
        }
        poda_catalog::agent(game.as_ref(), &self.judge).map_err(RubricError::Judge)?;
        for opponent in Player::read_all(self.opponents()) {
            resolve(&opponent.spec, game.as_ref(), &BotLimits::default())?;
        }
        self.nodes.iter().try_for_each(|task| task.check(game.as_ref()))?;
        if Part::ALL.iter().any(|part| !(0.0..=1e6).contains(&self.points.of(*part))) {
            return Err(RubricError::Points);
        }
        for (key, value, most) in [
            ("time_ms", self.time_ms, 1 << 30),
            ("start_ms", self.start_ms, 1 << 30),
            ("build_seconds", self.build_seconds, 1 << 20),
            ("memory_mb", self.memory_mb, 1 << 30),
            ("cpu_seconds", self.cpu_seconds, 1 << 30),
            ("max_plies", self.max_plies as u64, 1 << 20),
        ] {
            if !(1..=most).contains(&value) {
                return Err(RubricError::Range { key, value, least: 1, most });
            }
        }
        let mosts = [("games", self.games, 10_000), ("league_games", self.league_games, 10_000)];
        let rounds = ("league_rounds", u64::from(self.league_rounds), 1000);
        for (key, value, most) in mosts.into_iter().chain([rounds]) {
            if value > most {
                return Err(RubricError::Range { key, value, least: 0, most });
            }
        }
        if let Some(folder) = self.starter.as_ref().filter(|folder| !folder.is_dir()) {
            return Err(RubricError::Starter(folder.clone()));
        }
        self.late.as_ref().map_or(Ok(()), LateRule::check)
    }

    /// How reports are called.
    pub fn heading(&self) -> &str {
        if self.title.is_empty() { &self.game } else { &self.title }
    }

    /// The players that each submission meets.
    pub fn opponents(&self) -> &[String] {
        &self.opponents
    }

    /// Rounds of a Swiss league of so many players: enough to find the best, and two more to order the rest.
    pub fn rounds(&self, players: usize) -> u32 {
        let enough = players.max(2).next_power_of_two().trailing_zeros() + 2;
        let wanted = if self.league_rounds > 0 { self.league_rounds } else { enough };
        // More rounds than opponents would only repeat games; with an odd number one rests in each.
        wanted.min((players.saturating_sub(1) + players % 2) as u32).max(1)
    }
}

fn one() -> u64 {
    1
}
fn two() -> u64 {
    2
}
fn four() -> u64 {
    4
}
fn default_time() -> u64 {
    1000
}
fn default_start() -> u64 {
    10_000
}
fn default_build() -> u64 {
    120
}
fn default_memory() -> u64 {
    2048
}
fn default_processor() -> u64 {
    3600
}
fn default_openings() -> Openings {
    Openings::Balanced(4)
}
/// The opponents of a rubric that names none.
fn usual_opponents(family: &Family) -> Vec<String> {
    let has = |name: &str| family.built_in.iter().any(|player| player.name == name);
    let ninjas = ["ninja1", "ninja2", "ninja3"];
    let is_complete = ninjas.iter().all(|name| has(name));
    if is_complete { ninjas } else { STAND_INS }.map(str::to_owned).into()
}

fn read_openings<'de, D: Deserializer<'de>>(text: D) -> Result<Openings, D::Error> {
    String::deserialize(text)?.parse().map_err(D::Error::custom)
}
fn default_league() -> Format {
    Format::RoundRobin
}
fn read_league<'de, D: Deserializer<'de>>(text: D) -> Result<Format, D::Error> {
    let text = String::deserialize(text)?;
    let known = [Format::RoundRobin, Format::Swiss].into_iter().find(|format| format.word() == text);
    known.ok_or_else(|| D::Error::custom(format_args!("league is round-robin or swiss, not {text:?}")))
}
fn default_plies() -> usize {
    2000
}
fn default_judge() -> String {
    "pvs:depth=8,nodes=100000,tt=4".into()
}

/// What plays where a game has no ninjas.
const STAND_INS: [&str; 3] = ["ninja1=pvs:depth=1", "ninja2=pvs:depth=3", "ninja3=pvs:depth=5"];

/// What is wrong with a TOML file, in one line with its number.
pub(super) fn one_line(text: &str, error: &toml::de::Error) -> Message {
    let line =
        error.span().map(|span| text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1);
    let why = Message::quoted(&error.message());
    match line {
        None => why,
        Some(line) => poda_core::message!(
            language => "line {line}: {why}", "línea {line}: {why}", line, why = why.text(language)
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// The keys that the parser knows, as it lists them itself when it meets an unknown one.
    fn known(table: &str) -> BTreeSet<String> {
        let text = format!("game = \"boom\"\n{table}\nno_such_key = 1\n");
        let error = toml::from_str::<Rubric>(&text).unwrap_err().message().to_owned();
        let list = error.split("expected one of").nth(1).unwrap_or_else(|| panic!("{error}"));
        list.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    }

    /// The keys of the table under a heading of the documentation: what stands in the first column.
    fn documented(page: &str, heading: &str) -> BTreeSet<String> {
        let part = page.split(heading).nth(1).unwrap_or_else(|| panic!("no {heading}"));
        let part = part.split("\n#").next().unwrap_or_default();
        let rows = part.lines().filter_map(|line| line.strip_prefix("| `"));
        rows.filter_map(|row| row.split('`').next()).map(str::to_owned).collect()
    }

    #[test]
    fn every_key_is_documented_in_both_languages() {
        for page in [
            include_str!("../../../../../docs/grading.md"),
            include_str!("../../../../../docs/es/grading.md"),
        ] {
            for (table, heading) in [
                ("", "\n### `rubric.toml`"),
                ("[points]", "\n### `[points]`"),
                ("[[nodes]]", "\n### `[[nodes]]`"),
                ("[late]", "\n### `[late]`"),
            ] {
                assert_eq!(documented(page, heading), known(table), "{heading}");
            }
        }
    }

    #[test]
    fn a_swiss_league_has_as_many_rounds_as_it_needs() {
        let rubric = |text: &str| toml::from_str::<Rubric>(&format!("game = \"boom\"\n{text}")).unwrap();
        for (players, rounds) in [(2, 1), (3, 3), (4, 3), (8, 5), (30, 7), (200, 10)] {
            assert_eq!(rubric("").rounds(players), rounds, "{players}");
        }
        assert_eq!(rubric("league_rounds = 4").rounds(30), 4);
        assert_eq!(rubric("league_rounds = 40").rounds(30), 29);
        assert_eq!(rubric("league = \"swiss\"").league, Format::Swiss);
        let error = toml::from_str::<Rubric>("game = \"boom\"\nleague = \"ladder\"").unwrap_err();
        assert!(error.message().contains("not \"ladder\""), "{error}");
    }
}
