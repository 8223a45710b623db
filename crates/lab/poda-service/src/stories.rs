//! The stories of the reports: their stages as players, and what they got against each other.

use poda_catalog::{STORIES, Stage, StageKind, StageResult, Story};
use serde::Serialize;

/// A report's path from its first idea to its last. A [`Story`] finds its figures; here they stand beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StoryView {
    /// The path.
    #[serde(flatten)]
    pub story: Story,
    /// For each stage the result against the stage that it is compared with, if there is one.
    pub steps: Vec<Option<StageResult>>,
    /// The results of each two stages, both ways.
    pub results: Vec<StageResult>,
}

/// All stories in their order.
pub(crate) fn all() -> Vec<StoryView> {
    let view = |story: &Story| StoryView {
        story: *story,
        steps: story.stages.iter().map(|stage| step(story, stage)).collect(),
        results: story.both_ways().collect(),
    };
    STORIES.iter().map(view).collect()
}

/// A stage of the path is compared with the one before it, any other with the player that the report ends with.
fn step(story: &Story, stage: &Stage) -> Option<StageResult> {
    let before = match stage.kind {
        StageKind::Kept => story.path().take_while(|other| other.name != stage.name).last()?.name,
        StageKind::GivenUp | StageKind::Reading => story.name,
    };
    story.between(stage.name, before)
}
