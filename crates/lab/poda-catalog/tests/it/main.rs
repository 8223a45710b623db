//! What the lists of games, evaluators and engines promise. One binary, so that the games are compiled once for all tests.

mod batches;
mod catalogs;
mod engine_specs;
mod heuristics;
mod known_counts;
mod lists;
mod own_evaluators;
mod playthroughs;
mod practice_trees;
mod scenes;
mod search_logs;
mod search_trees;
mod signature;
mod stories;

use std::sync::Arc;

use poda_catalog::{AnyGame, Catalog, SpecError};

fn catalog() -> Catalog {
    Catalog::built_in()
}

fn open(spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
    catalog().open(spec)
}

/// Engines with depths that a test can afford: less deep in games with many moves.
fn bounded<const N: usize>(game: &str, engines: [(&str, u32); N]) -> [String; N] {
    let moves = open(game).expect("a sample of the catalog").start().legal().len();
    let most = match moves {
        _ if game.starts_with("parchis") => 3,
        0..=8 => u32::MAX,
        9..=40 => 3,
        _ => 2,
    };
    engines.map(|(engine, depth)| {
        let separator = if engine.contains(':') { ',' } else { ':' };
        let plain = ["minimax", "blockfirst"].iter().any(|name| engine.starts_with(name));
        // Those that prune nothing look at all of it.
        let most = if plain && most < u32::MAX { 2 } else { most };
        format!("{engine}{separator}depth={}", depth.min(most))
    })
}
