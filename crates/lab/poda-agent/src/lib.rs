//! The boundary. Left of it everything is generic over a game; right of it there are only move texts, position lines and
//! plain records.
//!
//! A [`GameLine`] is a game as it travels: start and moves. A [`GameSession`] is a game in progress, an [`Agent`] is
//! whoever decides on moves. Both follow lines incrementally: one more move costs one move.

mod agent;
mod any_state;
mod bot_limits;
mod clock;
mod encoded;
mod engine_agent;
mod game_line;
mod game_session;
mod typed_session;

pub use agent::{Agent, AgentError, Choice, ThinkingLimits};
pub use any_state::{AnyState, TypedState};
pub use bot_limits::{BotLimits, SandboxChoice};
pub use clock::{Clock, now, set_clock};
pub use encoded::{EncodedState, Encoding};
pub use engine_agent::EngineAgent;
pub use game_line::{GameLine, LineError, LineErrorReason, TypedLine, follow};
pub use game_session::GameSession;
pub use typed_session::{Counts, TypedSession};
