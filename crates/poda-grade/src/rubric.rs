use poda_core::{Language, Message, Translate, message, text};
use std::path::Path;

use poda_agent::{BotLimits, LineError};
use poda_bots::{PlayerError, resolve};
use poda_catalog::{AnyGame, SpecError};
use poda_contest::{Openings, Player};
use serde::{Deserialize, Deserializer, de::Error as _};
use thiserror::Error;

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
    /// Games against each other submission, rounded up to an even number; 0 for no league.
    #[serde(default = "two")]
    pub league_games: u64,
    /// A game that lasts longer is a draw.
    #[serde(default = "default_plies")]
    pub max_plies: usize,
    /// Who looks for the moment at which a lost game turned.
    #[serde(default = "default_judge")]
    pub judge: String,
    /// What each part is worth.
    #[serde(default)]
    pub points: Points,
    /// Searches whose nodes are counted.
    #[serde(default)]
    pub nodes: Vec<NodeTask>,
}

/// Why a rubric makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum RubricError {
    /// It is not TOML, or a field is unknown or missing.
    Toml(Message),
    /// There is no such game.
    #[error(transparent)]
    Game(#[from] SpecError),
    /// Nobody can look for turning points.
    Judge(SpecError),
    /// There is no such opponent.
    Opponent(#[from] PlayerError),
    /// Nodes of another search are not counted.
    Algorithm(String),
    /// A depth that nobody could count, or none.
    Depth(u32),
    /// There is no such evaluator.
    Evaluator(SpecError),
    /// The moves before the search are not legal.
    Moves {
        /// What was given.
        moves: String,
        /// Where they break.
        error: LineError,
    },
    /// Points that are negative, or no numbers.
    Points,
}

impl Translate for RubricError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Toml(why) => why.text(language),
            Self::Game(error) => error.text(language),
            Self::Judge(why) => text!(language, "judge: {why}", "judge: {why}", why = why.text(language)),
            Self::Opponent(why) => {
                text!(language, "opponents: {why}", "opponents: {why}", why = why.text(language))
            }
            Self::Algorithm(why) => text!(
                language,
                "nodes: algorithm is minimax or alphabeta, not {why:?}",
                "nodes: algorithm es minimax o alphabeta, no {why:?}",
                why
            ),
            Self::Depth(why) => text!(
                language,
                "nodes: depth is from 1 to 20, not {why}",
                "nodes: depth va de 1 a 20, no {why}",
                why
            ),
            Self::Evaluator(why) => text!(language, "nodes: {why}", "nodes: {why}", why = why.text(language)),
            Self::Moves { moves, error } => text!(
                language,
                "nodes: moves {moves:?}: {error}",
                "nodes: moves {moves:?}: {error}",
                moves,
                error = error.text(language)
            ),
            Self::Points => text!(
                language,
                "points are numbers from 0 to a million",
                "los puntos son números de 0 a un millón"
            ),
        }
    }
}

/// What each part is worth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// It builds.
    pub build: f64,
    /// It keeps to the protocol.
    pub protocol: f64,
    /// It counts the right number of nodes.
    pub nodes: f64,
    /// Points against the opponents.
    pub opponents: f64,
    /// Points in the league.
    pub league: f64,
}

impl Default for Points {
    fn default() -> Self {
        Self { build: 1.0, protocol: 2.0, nodes: 2.0, opponents: 4.0, league: 1.0 }
    }
}

impl Points {
    /// All parts together.
    pub fn total(&self) -> f64 {
        self.list().iter().sum()
    }

    /// Part by part.
    pub(super) fn list(&self) -> [f64; 5] {
        [self.build, self.protocol, self.nodes, self.opponents, self.league]
    }
}

impl Rubric {
    /// How reports are called.
    pub fn heading(&self) -> &str {
        if self.title.is_empty() { &self.game } else { &self.title }
    }
}

/// A search whose nodes are counted.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeTask {
    /// `minimax` or `alphabeta`.
    pub algorithm: String,
    /// Decisions to look ahead.
    pub depth: u32,
    /// Moves from the start of the game.
    #[serde(default)]
    pub moves: String,
    /// The evaluator at the leaves; the game's first if there is none.
    #[serde(default)]
    pub eval: Option<String>,
}

impl NodeTask {
    fn check(&self, game: &dyn AnyGame) -> Result<(), RubricError> {
        if !["minimax", "alphabeta"].contains(&self.algorithm.as_str()) {
            return Err(RubricError::Algorithm(self.algorithm.clone()));
        }
        if !(1..=20).contains(&self.depth) {
            return Err(RubricError::Depth(self.depth));
        }
        poda_catalog::agent(game, &self.spec(&self.algorithm, self.depth)).map_err(RubricError::Evaluator)?;
        let followed = game.session().follow(&game.line(None, &self.moves));
        followed.map(|_| ()).map_err(|error| RubricError::Moves { moves: self.moves.clone(), error })
    }

    /// The built-in engine that does the same.
    pub fn spec(&self, algorithm: &str, depth: u32) -> String {
        let eval = self.eval.as_ref().map(|name| format!(",eval={name}")).unwrap_or_default();
        format!("{algorithm}:depth={depth}{eval}")
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
fn read_openings<'de, D: Deserializer<'de>>(text: D) -> Result<Openings, D::Error> {
    String::deserialize(text)?.parse().map_err(D::Error::custom)
}
fn default_plies() -> usize {
    2000
}
fn default_judge() -> String {
    "pvs:depth=8,nodes=100000,tt=4".into()
}

/// What plays where a game has no ninjas.
const STAND_INS: [&str; 3] = ["ninja1=pvs:depth=1", "ninja2=pvs:depth=3", "ninja3=pvs:depth=5"];

impl Rubric {
    /// Reads a rubric and sees that it makes sense.
    ///
    /// # Errors
    /// If it does not, naming the line or the field.
    pub fn read(path: &Path) -> Result<Self, GradeError> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| GradeError::File { path: path.to_owned(), why: error.message() })?;
        let broken = |why: RubricError| GradeError::Rubric { path: path.to_owned(), why: Box::new(why) };
        let toml = toml::from_str(&text).map_err(|error| RubricError::Toml(one_line(&text, &error)));
        let mut rubric: Self = toml.map_err(broken)?;
        rubric.check().map_err(broken)?;
        // Nobody loses points for what was not asked.
        if rubric.nodes.is_empty() {
            rubric.points.nodes = 0.0;
        }
        if rubric.league_games == 0 {
            rubric.points.league = 0.0;
        }
        Ok(rubric)
    }

    fn check(&self) -> Result<(), RubricError> {
        let game = poda_catalog::open(&self.game)?;
        poda_catalog::agent(game.as_ref(), &self.judge).map_err(RubricError::Judge)?;
        for opponent in Player::read_all(&self.opponents()) {
            resolve(&opponent.spec, game.as_ref(), &BotLimits::default())?;
        }
        self.nodes.iter().try_for_each(|task| task.check(game.as_ref()))?;
        if self.points.list().iter().any(|points| !(0.0..=1e6).contains(points)) {
            return Err(RubricError::Points);
        }
        Ok(())
    }

    /// Whom everybody plays.
    pub fn opponents(&self) -> Vec<String> {
        if !self.opponents.is_empty() {
            return self.opponents.clone();
        }
        let family = self.game.split(':').next().unwrap_or_default();
        let house = poda_catalog::GAMES.iter().find(|entry| entry.name == family).map(|entry| entry.built_in);
        let has = |name: &str| house.is_some_and(|house| house.iter().any(|player| player.name == name));
        let ninjas = ["ninja1", "ninja2", "ninja3"];
        if ninjas.iter().all(|name| has(name)) {
            ninjas.map(str::to_owned).into()
        } else {
            STAND_INS.map(str::to_owned).into()
        }
    }
}

/// What is wrong with a TOML file, in one line with its number.
pub(super) fn one_line(text: &str, error: &toml::de::Error) -> Message {
    let line =
        error.span().map(|span| text.bytes().take(span.start).filter(|byte| *byte == b'\n').count() + 1);
    let why = error.message().replace('\n', " ");
    match line {
        Some(line) => message!("line {line}: {why}", "línea {line}: {why}", line, why),
        None => Message::verbatim(why),
    }
}
