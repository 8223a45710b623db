//! A game told move by move.

use poda_agent::GameLine;
use poda_core::{Language, MoveEvent, Side};
use serde::Serialize;

use crate::{Context, FollowedLine, ServiceError};

/// Every move of a game in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ToldGame {
    /// In the order of the line.
    pub moves: Vec<ToldMove>,
}

/// A move in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ToldMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who made it: 1 or 2.
    pub mover: u8,
    /// The whole move in words.
    pub told: String,
    /// What it did, in its order.
    pub events: Vec<MoveEvent>,
}

impl ToldMove {
    fn new(mv: &str, mover: Side, events: Vec<MoveEvent>) -> Self {
        Self { mv: mv.to_owned(), mover: mover.number(), told: MoveEvent::sentence(&events), events }
    }
}

/// Tells a whole game.
pub(crate) fn tell(line: &GameLine, context: &mut Context<'_>) -> Result<ToldGame, ServiceError> {
    let (limits, language) = (context.limits, context.language);
    let told = |followed: &mut FollowedLine| Ok(story(followed, language));
    Ok(ToldGame { moves: context.sessions.with(line, &limits, told)? })
}

fn story(followed: &FollowedLine, language: Language) -> Vec<ToldMove> {
    let session = &followed.session;
    let moves = session.line().moves.iter().zip(session.movers()).zip(session.story(language));
    moves.map(|((mv, mover), events)| ToldMove::new(mv, mover, events)).collect()
}
