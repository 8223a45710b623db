//! The seam. Left of it everything is generic over a game; right of it there are only move texts, position lines and
//! plain records. A [`GameSession`] is a game in progress, an [`Agent`] is whoever decides on moves.

mod agent;
mod bot_limits;
mod engine_agent;
mod game_session;
mod set_up;
mod typed_session;

pub use agent::{Agent, AgentError, Choice, MoveScore, Observer, SearchReport, ThinkingLimits, Unobserved};
pub use bot_limits::BotLimits;
pub use engine_agent::EngineAgent;
pub use game_session::{GameLine, GameSession};
pub use set_up::set_up;
pub use typed_session::TypedSession;
