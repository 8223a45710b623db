//! Replays recorded games and compares every ply with our rules.

pub(crate) mod parchis;

use anyhow::Result;
use poda_agent::Table;

/// Opens a table of the game with this spec.
pub(crate) type Open<'a> = &'a dyn Fn(&str) -> Result<Box<dyn Table>>;

/// How much was compared and found equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) games: u64,
    pub(crate) plies: u64,
}
