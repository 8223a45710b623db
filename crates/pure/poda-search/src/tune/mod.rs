//! Finds weights for evaluators that are weighted sums: an evaluator plays against itself, and its weights are fitted to
//! the results.
//!
//! ```text
//! self_play.rs   games from random openings -> quiet positions, each with the result of its game, or with the solver's
//! fit.rs         logistic regression: the weights that make those results most likely
//! ```
//!
//! One [`tune`] does this several times over, each round with the weights of the last one. Everything is a function of
//! the settings: the same seed gives the same weights, whoever plays the games.

mod fit;
mod self_play;

use poda_core::{Game, Searcher, Side, Tunable};

use self::self_play::SelfPlayGame;
pub use self::{fit::loss, self_play::Sample};

/// How to tune.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TuningSettings {
    /// Another seed, other games.
    pub seed: u64,
    /// Games of one round.
    pub games: u32,
    /// How often to play and fit.
    pub rounds: u32,
    /// How many decisions the players look ahead.
    pub depth: u32,
    /// The largest random bonus of a move, in points.
    pub noise: u32,
    /// How many moves of the opening are drawn at most.
    pub opening: u32,
    /// After that many plies a game counts as drawn.
    pub longest: u32,
    /// Positions that a solver may enter to find out how a sampled position ends with best play; 0 to go by the games alone.
    pub solved: u64,
}

/// A solver for a game, if there is one: its searches have a score only if it is exact.
pub type OpenSolver<'a, G> = dyn Fn(&G) -> Option<Box<dyn Searcher<G>>> + Sync + 'a;

/// Plays the games of a round, numbered from 0 to a count, each once, in any order and in any thread: gets the round, the
/// count and the function that plays one. `false` if it was stopped before all were played.
pub type PlayGames<'a> = dyn Fn(u32, u32, &(dyn Fn(u32) + Sync)) -> bool + 'a;

/// Plays the games one after the other.
pub fn one_by_one(_round: u32, count: u32, play: &(dyn Fn(u32) + Sync)) -> bool {
    (0..count).for_each(play);
    true
}

/// What one round gave.
#[derive(Clone, PartialEq, Debug)]
pub struct TuningRound {
    /// Its number, from 1.
    pub number: u32,
    /// Games won by the first player, drawn, and won by the second.
    pub results: [u32; 3],
    /// Positions to fit to, and positions kept apart to measure on.
    pub positions: [usize; 2],
    /// The mean surprise at the results of the positions kept apart, before and after the fit, in nats. Who knows
    /// nothing has 0.693.
    pub loss: [f64; 2],
    /// What each feature is worth now.
    pub weights: Vec<i32>,
}

/// One in so many games is held out.
const HELD_OUT: usize = 10;

/// Tunes `evaluator` on games of all `variants` in turn. The rounds completed before `play_games` was stopped are returned.
pub fn tune<G: Game, E: Tunable<G> + 'static>(
    variants: &[G],
    evaluator: &E,
    settings: &TuningSettings,
    open_solver: &OpenSolver<'_, G>,
    play_games: &PlayGames<'_>,
) -> Vec<TuningRound> {
    let mut rounds = Vec::new();
    let mut evaluator = evaluator.clone();
    for number in 1..=settings.rounds {
        let Some(games) = self_play::play(variants, &evaluator, settings, number, open_solver, play_games)
        else {
            break;
        };
        let results = results(&games);
        let [fitted, held_out] = split(games);
        let before = evaluator.weights().to_vec();
        let weights = fit::fit(&fitted, &before);
        let round = TuningRound {
            number,
            results,
            positions: [fitted.len(), held_out.len()],
            loss: [loss(&held_out, &before), loss(&held_out, &weights)],
            weights,
        };
        evaluator = E::with_weights(&round.weights);
        rounds.push(round);
    }
    rounds
}

/// Games won by the first player, drawn, and won by the second.
fn results(games: &[SelfPlayGame]) -> [u32; 3] {
    let mut results = [0; 3];
    for game in games {
        results[game.outcome.winner().map_or(1, |side| if side == Side::First { 0 } else { 2 })] += 1;
    }
    results
}

/// The positions to fit to, and those of the games that are held out to measure on.
fn split(games: Vec<SelfPlayGame>) -> [Vec<Sample>; 2] {
    let [mut fitted, mut held_out] = [Vec::new(), Vec::new()];
    for (index, game) in games.into_iter().enumerate() {
        let samples = if index % HELD_OUT == 0 { &mut held_out } else { &mut fitted };
        samples.extend(game.samples);
    }
    [fitted, held_out]
}

#[cfg(test)]
mod tests {
    use poda_core::Outcome;

    use super::*;

    #[test]
    fn one_game_in_ten_is_held_out_and_the_others_are_fitted_to() {
        let game = |number: i32| SelfPlayGame {
            outcome: if number % 2 == 0 { Outcome::Win(Side::First) } else { Outcome::Draw },
            samples: vec![Sample { amounts: vec![number], points: 1.0 }; 2],
        };
        let games: Vec<SelfPlayGame> = (0..20).map(game).collect();
        assert_eq!(results(&games), [10, 10, 0]);
        let [fitted, held_out] = split(games);
        let numbers = |samples: &[Sample]| samples.iter().map(|sample| sample.amounts[0]).collect::<Vec<_>>();
        assert_eq!(numbers(&held_out), [0, 0, 10, 10]);
        assert_eq!(fitted.len(), 36);
        assert!(!numbers(&fitted).contains(&0) && !numbers(&fitted).contains(&10));
    }

    #[test]
    fn games_played_one_by_one_are_all_played() {
        let played = std::sync::Mutex::new(Vec::new());
        assert!(one_by_one(1, 4, &|number| played.lock().unwrap().push(number)));
        assert_eq!(played.into_inner().unwrap(), [0, 1, 2, 3]);
    }
}
