//! The boundary. Left of it everything is generic over a game; right of it there is one currency, states ([`AnyState`]), and
//! plain records.
//!
//! A [`GameSession`] is a game in progress, the list of its states; an [`Agent`] chooses moves in it. A [`GameLine`] is a game as
//! it travels, in texts: start and moves.

mod agent;
mod any_state;
mod bot_limits;
mod clock;
mod drawn;
mod encoded;
mod engine_agent;
mod game_line;
mod game_session;

pub use agent::{Agent, AgentError, Choice, ThinkingLimits};
pub use any_state::{AnyState, Counts, OtherGame, TypedGame, TypedState};
pub use bot_limits::{BotLimits, SandboxChoice};
pub use clock::{Clock, now, set_clock};
pub use drawn::DrawnState;
pub use encoded::{EncodedState, Encoding};
pub use engine_agent::EngineAgent;
pub use game_line::{GameLine, LineError, LineErrorReason};
pub use game_session::GameSession;
