//! Recorded games of the Connect family: one JSON object a line,
//!
//! ```text
//! {"id":0, "result":1, "end":"line", "plies":[PLY, PLY, ...]}
//! PLY = [mover, legal, action, board, bombs, next, turn, placed_bomb, over, winner]
//! ```
//!
//! with the board after the action, its lowest row first: `.` empty, `1` `2` stones, `4` `5` bombs.

use std::{fmt::Display, io};

use anyhow::{Context, Result, bail, ensure};
use poda_agent::GameSession;
use poda_core::Outcome;
use serde_json::Value;

use super::{Compared, OpenSession};

/// Plays every recorded game on a session of ours and compares all that was recorded, ply by ply.
///
/// # Errors
/// At the first difference or broken line, naming the place and both readings.
pub(crate) fn replay(
    lines: &mut dyn Iterator<Item = io::Result<String>>,
    game: &str,
    open: OpenSession<'_>,
) -> Result<Compared> {
    let mut compared = Compared::default();
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let line = line.with_context(|| format!("line {number} cannot be read"))?;
        if line.trim().is_empty() {
            continue;
        }
        let record: Value =
            serde_json::from_str(&line).with_context(|| format!("line {number} is not JSON"))?;
        let id = record.get("id").map_or_else(|| "without id".to_owned(), Value::to_string);
        let mut session = open(game)?;
        compared.plies += replay_game(&record, game, &mut session)
            .with_context(|| format!("line {number}, {game} game {id}"))?;
        compared.games += 1;
    }
    Ok(compared)
}

fn replay_game(record: &Value, game: &str, session: &mut GameSession) -> Result<u64> {
    let plies = record.get("plies").and_then(Value::as_array).context("there is no list of plies")?;
    let mut count = 0;
    for ply in plies {
        count += 1;
        let ply = Ply::read(ply).with_context(|| format!("ply {count}"))?;
        replay_ply(&ply, game, count, session).with_context(|| format!("ply {count}"))?;
    }
    let found = session.outcome();
    if record.get("end").and_then(Value::as_str) == Some("cap") {
        ensure!(found.is_none(), "the record was cut off, but here the game is over: {found:?}");
    } else {
        let result = record.get("result").and_then(Value::as_u64).context("there is no result")?;
        same("result", outcome_number(result)?, outcome_word(found))?;
    }
    Ok(count)
}

fn replay_ply(ply: &Ply<'_>, game: &str, count: u64, session: &mut GameSession) -> Result<()> {
    same("mover", ply.mover, session.to_move().number().into())?;
    same("legal actions", ply.legal, &session.legal().concat())?;
    let bombs_before = bombs_of(&session.position());
    session.play(ply.action)?;

    // Position lines of games with bombs end with the number of actions made.
    let has_bombs = !game.starts_with("connect4");
    let actions = if has_bombs { format!(" {count}") } else { String::new() };
    let expected = format!("{} {}{actions}", ranks(ply.board)?, ply.next);
    let position = session.position();
    same("position", expected.as_str(), &position)?;

    let bombs = bombs_of(&position);
    let flags: String = bombs.map(|count| if count > 0 { '1' } else { '0' }).iter().collect();
    same("bombs", ply.bombs, &flags)?;
    let has_new_bomb = bombs.iter().sum::<usize>() > bombs_before.iter().sum();
    same("placed bomb", ply.placed_bomb, has_new_bomb.into())?;
    same("turn", ply.turn, turn_after(game, count))?;
    let winner = if ply.is_over { outcome_number(ply.winner)? } else { "none" };
    same("outcome", winner, outcome_word(session.outcome()))
}

/// The recorded turn counter after so many actions.
fn turn_after(game: &str, actions: u64) -> u64 {
    match game {
        "boom" => (actions + 1) / 4 + 1,
        "crush" | "desconecta" => actions / 2 + 1,
        _ => 0,
    }
}

/// The bombs of each side that a position line shows.
fn bombs_of(position: &str) -> [usize; 2] {
    ['X', 'O'].map(|bomb| position.matches(bomb).count())
}

/// The ranks of a position line, from the top, for a recorded board, from the bottom.
fn ranks(board: &str) -> Result<String> {
    let cells: Vec<char> = board.chars().collect();
    ensure!(cells.len() == 49, "the board {board:?} has {} cells instead of 49", cells.len());
    let mut ranks = Vec::new();
    for row in cells.chunks(7).rev() {
        let mut rank = String::new();
        let mut gap = 0;
        for cell in row.iter().chain(['|'].iter()) {
            if *cell == '.' {
                gap += 1;
                continue;
            }
            if gap > 0 {
                rank.push_str(&gap.to_string());
            }
            gap = 0;
            match cell {
                '1' => rank.push('x'),
                '2' => rank.push('o'),
                '4' => rank.push('X'),
                '5' => rank.push('O'),
                '|' => {}
                other => bail!("{other:?} in board {board:?} is no cell"),
            }
        }
        ranks.push(rank);
    }
    Ok(ranks.join("/"))
}

fn outcome_number(number: u64) -> Result<&'static str> {
    Ok(match number {
        0 => "draw",
        1 => "p1",
        2 => "p2",
        other => bail!("{other} is no result"),
    })
}

fn outcome_word(outcome: Option<Outcome>) -> &'static str {
    outcome.map_or("none", Outcome::word)
}

pub(super) fn same<T: PartialEq + Display>(what: &str, recorded: T, found: T) -> Result<()> {
    ensure!(recorded == found, "{what}: recorded {recorded}, found {found}");
    Ok(())
}

/// One recorded action.
struct Ply<'a> {
    mover: u64,
    legal: &'a str,
    action: &'a str,
    board: &'a str,
    bombs: &'a str,
    next: u64,
    turn: u64,
    placed_bomb: u64,
    is_over: bool,
    winner: u64,
}

impl<'a> Ply<'a> {
    fn read(ply: &'a Value) -> Result<Self> {
        let fields = ply.as_array().context("a ply is not a list")?;
        ensure!(fields.len() == 10, "a ply has {} fields instead of 10", fields.len());
        let text =
            |index: usize| fields[index].as_str().with_context(|| format!("field {index} is not a text"));
        let number =
            |index: usize| fields[index].as_u64().with_context(|| format!("field {index} is not a number"));
        Ok(Self {
            mover: number(0)?,
            legal: text(1)?,
            action: text(2)?,
            board: text(3)?,
            bombs: text(4)?,
            next: number(5)?,
            turn: number(6)?,
            placed_bomb: number(7)?,
            is_over: number(8)? == 1,
            winner: number(9)?,
        })
    }
}

#[cfg(test)]
#[path = "connect_tests.rs"]
mod tests;
