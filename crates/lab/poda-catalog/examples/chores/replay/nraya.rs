//! Recorded games of N en raya: one JSON object a line,
//!
//! ```text
//! {"id":0, "result":1, "plies":[PLY, PLY, ...]}
//! PLY = [mover, cell, board, next, left, phase, winner]
//! ```
//!
//! with the cell as row and column from the top left, and the board after the move: `.` empty, `1` and `2` stones.

use std::io;

use anyhow::{Context, Result, ensure};
use poda_agent::GameSession;
use poda_core::{Outcome, position_line::write_ranks};
use serde_json::Value;

use super::{Compared, OpenSession, connect::same};

const SIZE: u32 = 9;

/// Whether a file that begins like this holds such games.
pub(crate) fn is_one(record: &serde_json::Map<String, Value>) -> bool {
    let first = record.get("plies").and_then(Value::as_array).and_then(|plies| plies.first());
    first.and_then(Value::as_array).is_some_and(|ply| ply.len() == 7)
}

/// Plays every recorded game on a session of ours and compares all that was recorded, ply by ply.
///
/// # Errors
/// At the first difference or broken line, naming the place and both readings.
pub(crate) fn replay(
    lines: &mut dyn Iterator<Item = io::Result<String>>,
    open: OpenSession<'_>,
) -> Result<Compared> {
    let mut compared = Compared::default();
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let line = line.with_context(|| format!("line {number} cannot be read"))?;
        let record: Value =
            serde_json::from_str(&line).with_context(|| format!("line {number} is not JSON"))?;
        compared.plies +=
            replay_game(&record, &mut open("nraya")?).with_context(|| format!("line {number}"))?;
        compared.games += 1;
    }
    Ok(compared)
}

fn replay_game(record: &Value, session: &mut GameSession) -> Result<u64> {
    let plies = record.get("plies").and_then(Value::as_array).context("there is no list of plies")?;
    for (index, ply) in plies.iter().enumerate() {
        replay_ply(ply, index + 1, session).with_context(|| format!("ply {}", index + 1))?;
    }
    let result = record.get("result").and_then(Value::as_u64).context("there is no result")?;
    same("result", result, winner(session))?;
    Ok(plies.len() as u64)
}

fn replay_ply(ply: &Value, count: usize, session: &mut GameSession) -> Result<()> {
    let number =
        |at: usize| ply.get(at).and_then(Value::as_u64).with_context(|| format!("no number at {at}"));
    let text = |at: usize| ply.get(at).and_then(Value::as_str).with_context(|| format!("no text at {at}"));
    same("mover", number(0)?, u64::from(session.to_move().number()))?;
    session.play(&cell_name(text(1)?)?)?;
    let phase = number(5)? % 3;
    let expected = format!("{} {} {} {phase} {count}", ranks(text(2)?)?, number(3)?, number(4)?);
    same("position", expected.as_str(), session.position().as_str())?;
    same("winner", number(6)?, winner(session))
}

/// `05` is `f9`.
fn cell_name(cell: &str) -> Result<String> {
    let digits: Vec<u32> = cell.chars().filter_map(|digit| digit.to_digit(SIZE)).collect();
    let [row, column] = digits[..] else { anyhow::bail!("{cell:?} is no cell") };
    let letter = char::from_digit(column + 10, 36).context("a column has a letter")?;
    Ok(format!("{letter}{}", SIZE - row))
}

fn ranks(board: &str) -> Result<String> {
    let cells: Vec<char> = board.chars().collect();
    ensure!(cells.len() == (SIZE * SIZE) as usize, "a board of {} cells", cells.len());
    Ok(write_ranks(SIZE, SIZE, |column, row| match cells[((SIZE - 1 - row) * SIZE + column) as usize] {
        '1' => Some('x'),
        '2' => Some('o'),
        _ => None,
    }))
}

/// 0 for nobody, as the records have it.
fn winner(session: &GameSession) -> u64 {
    session.outcome().and_then(Outcome::winner).map_or(0, |side| u64::from(side.number()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(spec: &str) -> Result<GameSession> {
        Ok(poda_catalog::Catalog::built_in().open(spec)?.session())
    }

    fn compared(line: &str) -> Result<Compared> {
        replay(&mut [Ok(line.to_owned())].into_iter(), &open)
    }

    const FIRST: &str = r#"[1,"05","....11..............................1.......2...............................2....",2,2,3,0]"#;

    #[test]
    fn a_difference_is_named() {
        let game = format!(r#"{{"id":0,"result":0,"plies":[{FIRST}]}}"#);
        assert_eq!(compared(&game).unwrap(), Compared { games: 1, plies: 1 });
        for (right, wrong, why) in [
            (r#"[1,"05""#, r#"[2,"05""#, "mover"),
            (r#""05""#, r#""06""#, "illegal move \"g9\""),
            (r#""05""#, r#""0""#, "\"0\" is no cell"),
            ("2,2,3,0]", "2,1,3,0]", "position"),
            ("2,2,3,0]", "2,2,4,0]", "position"),
            ("2,2,3,0]", "2,2,3,1]", "winner"),
            ("....11", "....12", "position"),
            (r#""result":0"#, r#""result":1"#, "result"),
        ] {
            let error = compared(&game.replacen(right, wrong, 1)).unwrap_err();
            assert!(format!("{error:#}").contains(why), "{error:#}");
        }
    }
}
