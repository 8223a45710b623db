//! Fitting weights to games that are played in threads. A browser has none, and leaves it out.

use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    thread,
};

use poda_search::tune::TuningSettings;

use crate::{TellGames, Tuning, game::CatalogGame};

/// Fits the weights of a game's built-in evaluator.
pub(crate) fn tune<G: CatalogGame>(
    game: &G,
    start: &[i32],
    settings: &TuningSettings,
    threads: usize,
    tell: &TellGames<'_>,
) -> Tuning {
    let names = G::evaluators().swap_remove(0).features;
    if cfg!(target_family = "wasm") {
        return Tuning { names, before: start.to_vec(), rounds: Vec::new() };
    }
    let play = |round, count, play: &(dyn Fn(u32) + Sync)| {
        play_in_threads(threads, count, play, &|done| tell(round, done))
    };
    Tuning { names, before: start.to_vec(), rounds: game.tune(start, settings, &play) }
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
