//! Games as rows.

use poda_agent::GameLine;
use poda_core::{Message, Outcome, shown, shown_lines};
use rusqlite::{Row, Transaction, params, types::Type};
use serde_json::json;

use super::open::VERSION;
use crate::{GameRecord, Termination, ply_columns::PlyColumns};

const COLUMNS: usize = 13;

/// What went wrong in a game of a file whose version is at most 2, without the side at fault, which stood before it in each language.
const OLD_DETAIL: &str = r#"CASE
    WHEN termination NOT IN ('illegal', 'timeout', 'crash', 'no-start') THEN detail
    WHEN detail LIKE '["player _: %' AND json_valid(detail) THEN json_array(substr(detail ->> 0, 11), substr(detail ->> 1, 12))
    WHEN detail LIKE 'player _: %' THEN substr(detail, 11)
    ELSE detail END"#;

/// Brings the games of a file of an earlier version to ours.
pub(super) fn migration() -> String {
    format!("UPDATE games SET detail = {OLD_DETAIL} WHERE termination <> 'normal'")
}

/// The query for the games of a run in a file of that version, or for one of them.
pub(super) fn select(version: i64, one: bool) -> String {
    let detail = if version < VERSION { OLD_DETAIL } else { "detail" };
    let which = if one { "AND number = ?" } else { "ORDER BY number" };
    format!(
        "SELECT number, first, second, seed, start, opening, plies, outcome, termination,
        {detail}, talk_first, talk_second, (SELECT contest ->> '$.game' FROM runs WHERE id = run)
        FROM games WHERE run = ? {which}"
    )
}

pub(super) fn insert(transaction: &Transaction<'_>, run: i64, record: &GameRecord) -> rusqlite::Result<()> {
    let columns = PlyColumns::from(record.plies.as_slice());
    let plies = serde_json::to_string(&columns)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    let mut statement = transaction.prepare_cached(
        "INSERT OR IGNORE INTO games (run, number, first, second, seed, start, opening, plies, outcome, termination,
         detail, talk_first, talk_second) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    )?;
    statement.execute(params![
        run,
        record.index as i64,
        record.players[0] as i64,
        record.players[1] as i64,
        record.seed as i64,
        record.opening.start,
        json!(record.opening.moves).to_string(),
        plies,
        record.outcome.map(Outcome::word),
        record.termination.word(),
        detail_to_text(&record.detail),
        record.talk[0],
        record.talk[1],
    ])?;
    Ok(())
}

/// Both languages as a JSON array; a text that is the same in both stands for itself, as every one did once.
fn detail_to_text(detail: &Message) -> String {
    let pair = [detail.english(), detail.spanish()];
    if pair[0] == pair[1] { pair[0].to_owned() } else { json!(pair).to_string() }
}

fn detail_of_text(text: &str) -> Message {
    match serde_json::from_str::<[String; 2]>(text) {
        Ok([english, spanish]) => Message::of_pair(shown(&english), shown(&spanish)),
        Err(_) => Message::verbatim(shown(text)),
    }
}

pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<GameRecord> {
    let broken = |column: usize| {
        let why = "this game is not as it was written".into();
        rusqlite::Error::FromSqlConversionFailure(column.min(COLUMNS), Type::Text, why)
    };
    let number = |column: usize| -> rusqlite::Result<u64> {
        let found = row.get::<_, i64>(column)?;
        // Half of the numbers are those of no game, player or seed.
        u64::try_from(found).map_err(|_| {
            let why = format!("{found} is not as it was written").into();
            rusqlite::Error::FromSqlConversionFailure(column, Type::Integer, why)
        })
    };
    let text = |column: usize| row.get::<_, String>(column);
    let talk = |column: usize| text(column).map(|talk| shown_lines(&talk).into_owned());
    let opening: Vec<String> = serde_json::from_str(&text(5)?).map_err(|_| broken(5))?;
    let columns: PlyColumns = serde_json::from_str(&text(6)?).map_err(|_| broken(6))?;
    let outcome = row.get::<_, Option<String>>(7)?;
    let outcome = outcome.map(|word| Outcome::of_word(&word).ok_or_else(|| broken(7))).transpose()?;
    Ok(GameRecord {
        index: number(0)?,
        players: [number(1)? as usize, number(2)? as usize],
        seed: number(3)?,
        opening: GameLine { game: text(12)?, start: row.get(4)?, moves: opening },
        plies: columns.plies().ok_or_else(|| broken(6))?,
        outcome,
        termination: Termination::of_word(&text(8)?).ok_or_else(|| broken(8))?,
        detail: detail_of_text(&text(9)?),
        talk: [talk(10)?, talk(11)?],
    })
}
