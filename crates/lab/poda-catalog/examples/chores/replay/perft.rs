//! Compares recorded counts of move sequences.

use anyhow::{Context, Result, bail, ensure};
use serde_json::Value;

use super::{Compared, OpenSession};

/// Compares a `perft.json` of the Connect family or of Parchís. A "game" is a position, a "ply" a depth.
pub(super) fn compare(
    text: &str,
    connect: impl Fn() -> Result<String>,
    open: OpenSession,
) -> Result<Compared> {
    let document: Value = serde_json::from_str(text).context("line 1: not JSON of a known format")?;
    let mut compared = Compared::default();
    if let Some(positions) = document.as_array() {
        let game = connect()?;
        for position in positions {
            compared.plies += connect_position(position, &game, open)?;
            compared.games += 1;
        }
    } else if let Some(counts) = document.get("counts").and_then(Value::as_array) {
        for count in counts {
            compared.plies += parchis_start(count, open)?;
            compared.games += 1;
        }
    } else {
        bail!("neither recorded games nor counts of move sequences");
    }
    Ok(compared)
}

fn numbers(value: &Value, name: &str) -> Result<Vec<u64>> {
    let list = value.get(name).and_then(Value::as_array).with_context(|| format!("no list {name:?}"))?;
    list.iter()
        .map(|number| number.as_u64().with_context(|| format!("{name}: {number} is not a count")))
        .collect()
}

fn connect_position(position: &Value, game: &str, open: OpenSession) -> Result<u64> {
    let id = &position["id"];
    let mut session = open(game)?;
    let moves = position["moves"].as_str().with_context(|| format!("position {id}: no moves"))?;
    for text in session.tokens().split(moves) {
        session.play(text).with_context(|| format!("position {id}"))?;
    }
    let [leaves, first, second, draws] =
        ["perft", "wins_p1", "wins_p2", "draws"].map(|name| numbers(position, name));
    let (leaves, first, second, draws) = (leaves?, first?, second?, draws?);
    for index in 0..leaves.len() {
        let depth = index as u32 + 1;
        let count_leaves = session.state().count_leaves(depth);
        let found = [count_leaves.leaves, count_leaves.wins[0], count_leaves.wins[1], count_leaves.draws];
        let expected =
            [&leaves, &first, &second, &draws].map(|list| list.get(index).copied().unwrap_or(u64::MAX));
        ensure!(found == expected, "position {id}, depth {depth}: expected {expected:?}, found {found:?}");
    }
    Ok(leaves.len() as u64)
}

fn parchis_start(count: &Value, open: OpenSession) -> Result<u64> {
    let edition = count["edition"].as_u64().context("no edition")? % 100 + 2000;
    let config = count["config"].as_str().context("no config")?;
    if config.starts_with("TEST_") {
        // Debugging aids of the original, whose start positions are not part of the rules.
        return Ok(0);
    }
    let spec = format!("parchis:{edition}:{}", config.to_lowercase().replace('_', "-"));
    let session = open(&spec)?;
    let leaves = numbers(count, "perft")?;
    for (index, expected) in leaves.iter().enumerate() {
        let depth = index as u32 + 1;
        let found = session.state().perft(depth);
        ensure!(found == *expected, "{spec}, depth {depth}: expected {expected}, found {found}");
    }
    Ok(leaves.len() as u64)
}
