//! The seam. Left of it everything is generic over a game; right of it there are only move texts, position lines and
//! plain records. A [`Table`] is a game in progress, an [`Agent`] is whoever decides on moves.

mod agent;
mod seat;
mod session;
mod table;

pub use agent::{Agent, AgentError, Allowance, Choice, MoveScore, Observer, Report, Unobserved};
pub use seat::Seat;
pub use session::Session;
pub use table::{GameLine, Table};
