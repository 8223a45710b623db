//! What `--json` prints. `docs/json.md` describes every form field by field, and a test compares it with what is printed.
//!
//! Each object says which version of the forms it follows (`schema`) and which form it has (`form`). What several commands
//! print (a score, a player, a game, results) is one type here.

mod contest;
mod game;
mod score;

use std::io::{self, Write};

use poda_core::{Outcome, Side};
use serde::Serialize;

pub(crate) use self::{
    contest::{ContestJson, RunJson, RunNameJson},
    game::{EndJson, GameJson, LineJson, PlayerJson},
    score::ScoreJson,
};
use crate::failure::Failure;

/// The version of all forms. It changes when a field goes away or changes its meaning, and stays when one is added.
pub(crate) const SCHEMA: &str = "poda/1";

/// An object as it is printed.
#[derive(Serialize)]
struct Document<T> {
    schema: &'static str,
    form: &'static str,
    #[serde(flatten)]
    content: T,
}

/// An object as one line of text.
pub(crate) fn line(form: &'static str, content: impl Serialize) -> Result<String, Failure> {
    let mut line = serde_json::to_string(&Document { schema: SCHEMA, form, content })?;
    line.push('\n');
    Ok(line)
}

/// One object on one line.
pub(crate) fn print(form: &'static str, content: impl Serialize) -> Result<(), Failure> {
    io::stdout().write_all(line(form, content)?.as_bytes())?;
    Ok(())
}

/// `p1` or `p2`.
pub(crate) fn side(side: Side) -> &'static str {
    Outcome::Win(side).word()
}

/// `p1`, `p2`, `draw` or null.
pub(crate) fn outcome(outcome: Option<Outcome>) -> Option<&'static str> {
    outcome.map(Outcome::word)
}
