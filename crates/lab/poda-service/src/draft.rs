//! Positions that are edited.

use poda_agent::GameLine;
use poda_core::{Brush, DraftControl, Scene, Translate};
use serde::{Deserialize, Serialize};

use crate::{Context, FollowedLine, ServiceError};

/// A position that is being edited.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DraftView {
    /// As text, to be edited further; a position line if nothing is wrong with it.
    pub text: String,
    /// What is wrong with it, if it is no position yet.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub problem: Option<String>,
    /// The board; nothing if the text cannot be drawn.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub scene: Option<Scene>,
    /// What can be put on it.
    pub brushes: Vec<Brush>,
    /// What is set beside the board; a stroke names the control as its place.
    pub controls: Vec<DraftControl>,
}

/// A brush used on a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Stroke {
    /// The id of the place.
    pub place: String,
    /// The brush's word.
    pub brush: String,
}

/// The draft after a stroke that changes something, or the draft as it is.
pub(crate) fn edit(
    game: &str,
    text: Option<&str>,
    stroke: Option<&Stroke>,
    context: &mut Context<'_>,
) -> Result<DraftView, ServiceError> {
    let (limits, language) = (context.limits, context.language);
    limits.check_line(&GameLine { start: text.map(Into::into), ..GameLine::new(game) })?;
    context.sessions.with(&GameLine::new(game), &limits, |followed: &mut FollowedLine| {
        let session = &mut followed.session;
        let text = text.map_or_else(|| session.position(), str::to_owned);
        let stroke = stroke.map(|Stroke { place, brush }| (place.as_str(), brush.as_str()));
        let painted = session.state().painted(&text, stroke, language);
        // A stroke that means nothing leaves the draft as it was.
        let painted = painted.or_else(|| session.state().painted(&text, None, language));
        let (text, scene, controls) =
            painted.map_or((text, None, Vec::new()), |draft| (draft.text, Some(draft.scene), draft.controls));
        let brushes = session.state().brushes(language);
        let problem = session.set_up(&text).err().map(|error| error.why.text(language));
        // What is a position has a board, whether it can be painted on or not.
        let scene = scene.or_else(|| problem.is_none().then(|| session.scene(language)));
        Ok(DraftView { text, problem, scene, brushes, controls })
    })
}
