//! The rules for players, as Markdown. A fence without a heading of its own shows the start.

/// The rules in English.
pub const PARCHIS: &str = include_str!("../rules/players.en.md");
/// The rules in Spanish.
pub const PARCHIS_ES: &str = include_str!("../rules/players.es.md");
