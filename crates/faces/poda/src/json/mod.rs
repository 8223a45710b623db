//! What `--json` prints. `docs/json.md` describes every form field by field, and a test compares it with what is printed.
//!
//! Each object says which version of the forms it follows (`schema`) and which form it has (`form`). A command writes its
//! object where it prints it; the values inside are the lab's own types wherever these have the documented form. Parts of
//! several commands that have another form (a player without its folder, a contest with its verdict) are made here.

mod contest;
mod game;
mod score;

use std::{
    io::{self, Write},
    path::Path,
};

use poda_agent::{GameLine, GameSession};
use poda_core::{Outcome, Side};
use serde::Serialize;
use serde_json::{Value, json};

pub(crate) use self::{
    contest::{contest, run},
    game::{GameJson, end, player, unnamed},
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

/// The content of an object about a position: the game, how it came there, and the position first.
#[derive(Serialize)]
struct AboutPosition<'a, T> {
    #[serde(flatten)]
    line: &'a GameLine,
    position: String,
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

/// One object about a position on one line.
pub(crate) fn print_at(
    form: &'static str,
    session: &GameSession,
    content: impl Serialize,
) -> Result<(), Failure> {
    print(form, AboutPosition { line: session.line(), position: session.position(), content })
}

/// A run and the file that holds it.
pub(crate) fn run_name(id: i64, db: &Path) -> Value {
    json!({ "id": id, "db": db.to_string_lossy() })
}

/// `p1` or `p2`.
pub(crate) fn side(side: Side) -> &'static str {
    Outcome::Win(side).word()
}

/// `p1`, `p2`, `draw` or null.
pub(crate) fn outcome(outcome: Option<Outcome>) -> Option<&'static str> {
    outcome.map(Outcome::word)
}
