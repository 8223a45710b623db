//! The stories of the reports: their stages as players, and what they got against each other.

use poda_catalog::{STORIES, Stage, StageKind, StageResult, Story, worth};
use serde::Serialize;

use crate::Translated;

/// All stories.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoriesView {
    /// The stories, in the order in which they are told.
    pub stories: Vec<StoryView>,
}

/// A report's path from its first idea to its last.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoryView {
    /// The player that it ends with.
    pub name: &'static str,
    /// Its game.
    pub game: &'static str,
    /// Where it comes from.
    pub title: Translated,
    /// The path in a few sentences.
    pub summary: Translated,
    /// What the figures say.
    pub lesson: Translated,
    /// Games between each two stages.
    pub games: u32,
    /// The depth at which they met, if it is not their own.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub depth: Option<u32>,
    /// The stages in their order.
    pub stages: Vec<StageView>,
    /// What each two of them got against each other, both ways.
    pub results: Vec<StageResultView>,
}

/// A stage: a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StageView {
    /// Its name in specs.
    pub name: &'static str,
    /// The engine behind it.
    pub spec: &'static str,
    /// Whose idea it is.
    pub kind: StageKindView,
    /// What it adds.
    pub adds: Translated,
    /// The stage that it is compared with, and what the step from there was worth.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub step: Option<StageResultView>,
}

/// Whose idea a stage is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum StageKindView {
    /// The report went on from here.
    Kept,
    /// The report gave it up.
    GivenUp,
    /// Another reading, or what its program does.
    Reading,
}

/// What one stage got against another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StageResultView {
    /// One stage.
    pub one: &'static str,
    /// The other one.
    pub other: &'static str,
    /// Games that the first one won.
    pub wins: u32,
    /// Games that it lost.
    pub losses: u32,
    /// Games that were drawn.
    pub draws: u32,
    /// Its share of points in percent.
    pub share: u32,
    /// Half of its 95 % interval.
    pub error: u32,
    /// The difference in Elo; nothing if one side took everything.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub elo: Option<i32>,
    /// The lower end of its 95 % interval; nothing if it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub at_least: Option<i32>,
    /// The upper end.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub at_most: Option<i32>,
}

impl StoriesView {
    /// What is in the catalog.
    pub fn new() -> Self {
        Self { stories: STORIES.iter().map(StoryView::from).collect() }
    }
}

impl Default for StoriesView {
    fn default() -> Self {
        Self::new()
    }
}

impl From<&Story> for StoryView {
    fn from(story: &Story) -> Self {
        let both_ways = |StageResult { one, other, results }: StageResult| {
            let [wins, losses, draws] = results;
            [result(one, other, results), result(other, one, [losses, wins, draws])]
        };
        Self {
            name: story.name,
            game: story.game,
            title: story.title.into(),
            summary: story.summary.into(),
            lesson: story.lesson.into(),
            games: story.games,
            depth: story.depth,
            stages: story.stages.iter().map(|stage| stage_view(story, stage)).collect(),
            results: story.results().flat_map(both_ways).collect(),
        }
    }
}

/// A stage of the path is compared with the one before it, any other with the player that the report ends with.
fn stage_view(story: &Story, stage: &Stage) -> StageView {
    let before = match stage.kind {
        StageKind::Kept => {
            story.path().take_while(|other| other.name != stage.name).last().map(|other| other.name)
        }
        StageKind::GivenUp | StageKind::Reading => Some(story.name),
    };
    let step = before.and_then(|before| {
        let other = story.stage(before)?.name;
        Some(result(stage.name, other, story.between(stage.name, other)?))
    });
    StageView {
        name: stage.name,
        spec: stage.spec,
        kind: match stage.kind {
            StageKind::Kept => StageKindView::Kept,
            StageKind::GivenUp => StageKindView::GivenUp,
            StageKind::Reading => StageKindView::Reading,
        },
        adds: stage.adds.into(),
        step,
    }
}

fn result(one: &'static str, other: &'static str, results: [u32; 3]) -> StageResultView {
    let ([wins, losses, draws], worth) = (results, worth(results));
    let [elo, at_least, at_most] = worth.elo;
    StageResultView {
        one,
        other,
        wins,
        losses,
        draws,
        share: worth.share,
        error: worth.error,
        elo,
        at_least,
        at_most,
    }
}
