//! One file per family of games.
mod pebbles;
use crate::Family;
/// All games.
pub static GAMES: &[&Family] = &[&pebbles::PEBBLES];
