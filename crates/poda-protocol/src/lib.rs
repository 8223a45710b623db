//! The languages that bots speak, as text: what is said, and how it is read. Nothing here reads or writes anything.
//!
//! * UGI, the Universal Game Interface: [`Order`]s go to the bot, [`Answer`]s come back. UCI's words are understood too.
//! * The beginner's form: a [`Question`] is one JSON object on a line, its answer is a move on a line.

mod answer;
mod order;
mod question;

pub use answer::{Answer, Info, OptionOffer, Worth};
pub use order::{Go, Order, Query};
pub use question::{Cells, Question};
