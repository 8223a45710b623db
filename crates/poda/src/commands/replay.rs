use std::io::{self, BufRead, IsTerminal, Write};

use poda_agent::Table;
use serde_json::json;

use super::{outcome_json, print_json, stdout};
use crate::{
    arguments::{Manner, ReplayArgs},
    failure::Failure,
    terminal::say,
};

pub(crate) fn run(args: &ReplayArgs, manner: Manner) -> Result<(), Failure> {
    let (_, mut table) = args.standing.open_at_start()?;
    if let Some(moves) = args.standing.moves() {
        return replay(table.as_mut(), moves, manner);
    }
    if io::stdin().is_terminal() {
        say("reading games from standard input, one a line; Ctrl-D ends");
    }
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| Failure::Failed(format!("line {}: {error}", index + 1)))?;
        while table.undo() {}
        replay(table.as_mut(), &line, manner).map_err(|failure| match failure {
            Failure::Failed(why) => Failure::Failed(format!("line {}: {why}", index + 1)),
            other => other,
        })?;
    }
    Ok(())
}

/// Plays the moves and prints a line for each.
fn replay(table: &mut dyn Table, moves: &str, manner: Manner) -> Result<(), Failure> {
    for (index, text) in table.tokens().split(moves).into_iter().enumerate() {
        let (ply, side, legal) = (index + 1, table.to_move().number(), table.legal());
        table.play(text).map_err(|error| Failure::Failed(format!("ply {ply}: {error}")))?;
        let (next, position, outcome) = (table.to_move().number(), table.position(), table.outcome());
        if manner.json {
            print_json(&json!({
                "ply": ply,
                "side": side,
                "legal": legal,
                "move": text,
                "position": position,
                "next": next,
                "outcome": outcome_json(outcome),
            }))?;
        } else {
            let outcome = outcome.map_or("", poda_core::Outcome::word);
            writeln!(
                stdout(),
                "{}",
                format!("{ply:>3}  {side}  {text:<8} {position}  {outcome}").trim_end()
            )?;
        }
    }
    Ok(())
}
