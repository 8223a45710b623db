//! The players of the reports, told as what they are: ideas that grew. A story is a report's path from its first idea to its
//! last, in players that can be played, with what each step was worth.

mod gaps;
mod lines;
mod neighbours;
mod race;
mod runs;

use serde::Serialize;

use crate::{EngineSpec, SpecError, Text};

/// All stories. Documents, the page and the tournament between the stages are made from this list.
pub static STORIES: &[Story] = &[runs::STORY, lines::STORY, neighbours::STORY, race::STORY, gaps::STORY];

/// The path of one report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Story {
    /// The player that the report ends with.
    pub name: &'static str,
    /// The game that the report plays.
    pub game: &'static str,
    /// Where it comes from.
    pub title: Text,
    /// The path in a few sentences.
    pub summary: Text,
    /// Its stages in their order.
    pub stages: &'static [Stage],
    /// The depth at which the stages meet, if it is not their own.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub depth: Option<u32>,
    /// Where their games begin.
    #[serde(skip)]
    pub openings: &'static str,
    /// The games of each two.
    pub games: u32,
    /// What the figures say.
    pub lesson: Text,
}

/// A stage: a player with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stage {
    /// Its name in specs.
    pub name: &'static str,
    /// The engine behind it.
    pub spec: &'static str,
    /// Whose idea it is.
    pub kind: StageKind,
    /// What it adds.
    pub adds: Text,
}

/// Whose idea a stage is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StageKind {
    /// The report went on from here.
    Kept,
    /// The report tried it and gave it up.
    GivenUp,
    /// Another reading of the report, or what its program does.
    Reading,
}

/// What two stages got against each other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StageResult {
    /// One of them, whose wins these are.
    pub one: &'static str,
    /// The other one.
    pub other: &'static str,
    /// Games that the first one won.
    pub wins: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Their worth to the first one.
    #[serde(flatten)]
    pub worth: Worth,
}

impl StageResult {
    fn new(one: &'static str, other: &'static str, results: [u32; 3]) -> Self {
        let [wins, losses, draws] = results;
        Self { one, other, wins, losses, draws, worth: worth(results) }
    }

    /// Wins, losses and draws.
    pub fn counts(&self) -> [u32; 3] {
        [self.wins, self.losses, self.draws]
    }

    /// The same from the other one's point of view.
    #[must_use]
    pub fn turned(&self) -> Self {
        Self::new(self.other, self.one, [self.losses, self.wins, self.draws])
    }
}

/// What a result says about strength, at 95 %. Rounded, since no result says more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Worth {
    /// The share of points in percent.
    pub share: u32,
    /// Half of its interval.
    pub error: u32,
    /// The difference in Elo; `None` where the share says no more than "always" or "never".
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub elo: Option<i32>,
    /// The lower end of its interval; `None` if it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub at_least: Option<i32>,
    /// The upper end.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub at_most: Option<i32>,
}

/// What wins, losses and draws are worth. No result makes the error smaller than that of half a game.
pub fn worth([wins, losses, draws]: [u32; 3]) -> Worth {
    let [wins, losses, draws] = [wins, losses, draws].map(f64::from);
    let games = (wins + losses + draws).max(1.0);
    let mean = (wins + draws / 2.0) / games;
    let variance = (wins + draws / 4.0) / games - mean * mean;
    let error = 1.96 * (variance.max(0.5 / games) / games).sqrt();
    let elo = |share: f64| {
        (share > 0.0 && share < 1.0).then(|| (-400.0 * (1.0 / share - 1.0).log10()).round() as i32)
    };
    Worth {
        share: (100.0 * mean).round_ties_even() as u32,
        error: (100.0 * error).round_ties_even() as u32,
        elo: elo(mean),
        at_least: elo(mean - error),
        at_most: elo(mean + error),
    }
}

/// What `cargo xtask stories` measured: story, one, other, wins, losses, draws.
const RESULTS: &str = include_str!("../../stories/results.txt");

impl Story {
    /// The stage of a name.
    pub fn stage(&self, name: &str) -> Option<&'static Stage> {
        self.stages.iter().find(|stage| stage.name == name)
    }

    /// The stages that the report went on from, in their order.
    pub fn path(&self) -> impl Iterator<Item = &'static Stage> {
        self.stages.iter().filter(|stage| stage.kind == StageKind::Kept)
    }

    /// What the stages got against each other, each two once.
    pub fn results(&self) -> impl Iterator<Item = StageResult> {
        let name = self.name;
        RESULTS
            .lines()
            .filter_map(read_result)
            .filter(move |(story, _)| *story == name)
            .map(|(_, result)| result)
    }

    /// The results of each two stages, from both points of view.
    pub fn both_ways(&self) -> impl Iterator<Item = StageResult> {
        self.results().flat_map(|result| [result, result.turned()])
    }

    /// The result of one stage against another.
    pub fn between(&self, one: &str, other: &str) -> Option<StageResult> {
        self.both_ways().find(|result| result.one == one && result.other == other)
    }
}

fn read_result(line: &'static str) -> Option<(&'static str, StageResult)> {
    let mut words = line.split_whitespace();
    let [story, one, other] = [words.next()?, words.next()?, words.next()?];
    let mut number = || words.next()?.parse().ok();
    Some((story, StageResult::new(one, other, [number()?, number()?, number()?])))
}

impl Stage {
    /// The engine at which it meets the other stages.
    ///
    /// # Errors
    /// If the spec is none.
    pub fn measured(&self, story: &Story) -> Result<EngineSpec, SpecError> {
        let spec: EngineSpec = self.spec.parse()?;
        story.depth.map_or(Ok(spec.clone()), |depth| spec.with_option("depth", &depth.to_string()))
    }
}

/// The stages of a family's stories.
pub(crate) fn stages(family: &str) -> impl Iterator<Item = &'static Stage> {
    let is_of_it = move |story: &&Story| story.game.split(':').next() == Some(family);
    STORIES.iter().filter(is_of_it).flat_map(|story| story.stages)
}
