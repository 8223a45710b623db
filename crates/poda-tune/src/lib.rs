//! Finds weights for evaluators that are weighed sums: an evaluator plays against itself, and its weights are fitted to
//! the results.
//!
//! ```text
//! self_play.rs   games from random openings -> quiet positions, each with the result of its game
//! fit.rs         logistic regression: the weights that make those results most likely
//! ```
//!
//! One [`tune`] does this several times over, each round with the weights of the last one. Everything is a function of
//! the settings: the same seed gives the same weights, with any number of threads.

mod fit;
mod self_play;

use poda_core::{Game, Side};
use poda_eval::Weighed;

pub use fit::loss;
pub use self_play::Sample;

/// How to tune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// Another seed, other games.
    pub seed: u64,
    /// Games of one round.
    pub games: u32,
    /// How often to play and fit.
    pub rounds: u32,
    /// How many decisions the players look ahead.
    pub depth: u32,
    /// By how many points they may like a move more than its value.
    pub noise: u32,
    /// How many moves of the opening are drawn at most.
    pub opening: u32,
    /// After that many plies a game counts as drawn.
    pub longest: u32,
    /// Threads that play at once. The result does not depend on it.
    pub threads: usize,
}

/// What one round gave.
#[derive(Clone, PartialEq, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Games won by the first player, drawn, and won by the second.
    pub results: [u32; 3],
    /// Positions to fit to, and positions kept apart to measure on.
    pub positions: [usize; 2],
    /// The mean surprise at the results of the positions kept apart, before and after the fit, in nats. Who knows
    /// nothing has 0.693.
    pub loss: [f64; 2],
    /// What each thing is worth now.
    pub weights: Vec<i32>,
}

/// One in so many games is kept apart.
const KEPT_APART: usize = 10;

/// Tunes `evaluator` on games of all `variants` in turn. `tell` hears of every finished game (with their number so far) and may end the
/// work by saying `false`; the rounds completed until then are returned.
pub fn tune<G: Game, E: Weighed<G> + 'static>(
    variants: &[G],
    evaluator: &E,
    settings: &Settings,
    tell: &(dyn Fn(u32, u32) -> bool + Sync),
) -> Vec<Round> {
    let mut rounds = Vec::new();
    let mut evaluator = evaluator.clone();
    for number in 1..=settings.rounds {
        let Some(games) = self_play::play(variants, &evaluator, settings, number, tell) else { break };
        let mut results = [0; 3];
        let (mut fitted, mut apart) = (Vec::new(), Vec::new());
        for (index, game) in games.into_iter().enumerate() {
            results[game.outcome.winner().map_or(1, |side| if side == Side::First { 0 } else { 2 })] += 1;
            let heap = if index % KEPT_APART == 0 { &mut apart } else { &mut fitted };
            heap.extend(game.samples);
        }
        let before = evaluator.weights().to_vec();
        let weights = fit::fit(&fitted, &before);
        let round = Round {
            number,
            results,
            positions: [fitted.len(), apart.len()],
            loss: [loss(&apart, &before), loss(&apart, &weights)],
            weights,
        };
        evaluator = E::with_weights(&round.weights);
        rounds.push(round);
    }
    rounds
}
