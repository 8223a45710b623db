//! A result in a file is only worth what its moves say: it is computed again whenever games are read.

use std::{num::NonZero, thread};

use poda_core::{Message, Translate};

use super::RunStore;
use crate::{Contest, GameRecord, StoreError, check_game};

/// As many games are played again by one thread as make it worth its start.
const GAMES_PER_THREAD: usize = 256;

impl RunStore {
    /// Plays games of a run again, move by move.
    pub(super) fn verify(&self, id: i64, contest: &Contest, games: &[GameRecord]) -> Result<(), StoreError> {
        let refused = |game: u64, why: Message| StoreError::Untrue { path: self.path.clone(), id, game, why };
        let Some(first) = games.first() else { return Ok(()) };
        let opened =
            self.catalog.open(&contest.game).map_err(|error| refused(first.index, error.message()))?;
        let check = |games: &[GameRecord]| -> Result<(), (u64, Message)> {
            let mut session = opened.session();
            games
                .iter()
                .try_for_each(|game| check_game(contest, game, &mut session).map_err(|why| (game.index, why)))
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let share = games.len().div_ceil(threads).max(GAMES_PER_THREAD);
        let checked = if games.len() <= share {
            check(games)
        } else {
            thread::scope(|scope| {
                let parts: Vec<_> =
                    games.chunks(share).map(|part| scope.spawn(move || check(part))).collect();
                // The first one that is wrong is named, whoever finds it.
                parts.into_iter().try_for_each(|part| match part.join() {
                    Ok(checked) => checked,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
            })
        };
        checked.map_err(|(game, why)| refused(game, why))
    }
}
