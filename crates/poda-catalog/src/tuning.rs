//! Fitting weights to games that are played in threads; a browser has none for us.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread,
};

use poda_core::Tunable;
use poda_search::tune::TuningSettings;

use crate::{TellGames, Tuning, game::CatalogGame};

/// Megabytes of the table of a solver that helps to tune.
const TUNING_TABLE: usize = 4;

/// Fits the weights of a game's built-in evaluator.
pub(crate) fn tune<G: CatalogGame>(
    game: &G,
    start: &[i32],
    settings: &TuningSettings,
    threads: usize,
    tell: &TellGames<'_>,
) -> Tuning {
    let start = G::BuiltIn::with_weights(start);
    Tuning {
        names: G::BuiltIn::NAMES,
        before: start.weights().to_vec(),
        rounds: poda_search::tune::tune(
            &game.tuned_together(),
            &start,
            settings,
            &|game| game.exact_engine(TUNING_TABLE, false).ok(),
            &|round, count, play| play_in_threads(threads, count, play, &|done| tell(round, done)),
        ),
    }
}

/// Plays games 0 to `count` in several threads; `false` if `tell` ended it.
fn play_in_threads(
    threads: usize,
    count: u32,
    play: &(dyn Fn(u32) + Sync),
    tell: &(dyn Fn(u32) -> ControlFlow<()> + Sync),
) -> bool {
    let (next, done, stopped) = (AtomicU32::new(0), AtomicU32::new(0), AtomicBool::new(false));
    let work = || {
        while !stopped.load(Relaxed) {
            let number = next.fetch_add(1, Relaxed);
            if number >= count {
                return;
            }
            play(number);
            if tell(done.fetch_add(1, Relaxed) + 1).is_break() {
                stopped.store(true, Relaxed);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(work);
        }
    });
    !stopped.load(Relaxed)
}
