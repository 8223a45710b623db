//! The languages that bots speak, as text: what is said, and how it is read. Nothing here reads or writes anything.
//!
//! * UGI, the Universal Game Interface: [`UgiCommand`]s go to the bot, [`UgiReply`]s come back. UCI's words are understood too.
//! * The beginner's form: a [`JsonRequest`] is one JSON object on a line, its answer is a move on a line.

mod command;
mod reply;
mod request;

pub use command::{Go, Query, UgiCommand};
pub use reply::{Dialect, Info, OptionOffer, UgiReply, UgiScore};
pub use request::{JsonCells, JsonRequest};
