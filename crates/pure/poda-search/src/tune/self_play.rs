use std::sync::{Mutex, PoisonError};

use poda_core::{Game, Limits, Moves, NoObserver, Outcome, Score, Searcher, Side, Tunable, Turn, fold, mix};

use super::{OpenSolver, PlayGames, TuningSettings};
use crate::{Chance, Pvs, PvsOptions};

/// A position and how its game ended, or would have ended with best play where a solver knows it.
#[derive(Clone, PartialEq, Debug)]
pub struct Sample {
    /// How much of each feature the first player has more.
    pub amounts: Vec<i32>,
    /// What the first player got: 1, a half or 0.
    pub points: f64,
}

/// A game that was played.
pub(crate) struct SelfPlayGame {
    pub(crate) outcome: Outcome,
    pub(crate) samples: Vec<Sample>,
}

/// Every so many plies a position is looked at: neighbours tell the same twice.
const STRIDE: usize = 3;

/// Megabytes of a player's table. The searches are shallow.
const TABLE: usize = 2;

/// Plays a round of games; `None` if it was stopped. Each game is a function of its number, and they are returned in
/// order, so it does not matter who plays them.
pub(crate) fn play<G: Game, E: Tunable<G>>(
    variants: &[G],
    evaluator: &E,
    settings: &TuningSettings,
    round: u32,
    open_solver: &OpenSolver<'_, G>,
    play_games: &PlayGames<'_>,
) -> Option<Vec<SelfPlayGame>> {
    let played = Mutex::new(Vec::new());
    let all = play_games(round, settings.games, &|number| {
        let seed = fold(mix(settings.seed), mix(u64::from(round) << 32 | u64::from(number)));
        let game = &variants[number as usize % variants.len()];
        let options =
            PvsOptions { noise: settings.noise, chance: Chance::new(seed), ..PvsOptions::new(TABLE) };
        let mut searcher = Pvs::with_options(evaluator.clone(), options);
        let mut solver = if settings.solved > 0 { open_solver(game) } else { None };
        let one = play_one::<G, E>(game, &mut searcher, solver.as_deref_mut(), settings, seed);
        played.lock().unwrap_or_else(PoisonError::into_inner).push((number, one));
    });
    if !all {
        return None;
    }
    let mut played = played.into_inner().unwrap_or_else(PoisonError::into_inner);
    played.sort_by_key(|(number, _)| *number);
    Some(played.into_iter().map(|(_, played)| played).collect())
}

fn play_one<G: Game, E: Tunable<G>>(
    game: &G,
    searcher: &mut Pvs<E>,
    mut solver: Option<&mut (dyn Searcher<G> + 'static)>,
    settings: &TuningSettings,
    seed: u64,
) -> SelfPlayGame {
    let mut state = game.start();
    let chance = Chance::new(seed);
    let opening = chance.draw(0) % (u64::from(settings.opening) + 1);
    let mut amounts = Vec::new();
    let mut outcome = None;
    for ply in 0..settings.longest as usize {
        outcome = game.outcome(&state);
        if outcome.is_some() {
            break;
        }
        if (ply as u64) < opening {
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let drawn = chance.draw(ply as u64 + 1) % moves.len() as u64;
            state = game.play(&state, moves[drawn as usize]);
            continue;
        }
        let found = searcher.search(game, &state, Limits::depth(settings.depth), &mut NoObserver);
        // What the search would have asked the evaluator about: the end of the line that it expects.
        if ply % STRIDE == 0 && found.score.is_some_and(|score| !score.is_proven()) {
            let quiet = found.pv.iter().fold(state, |state, mv| game.play(&state, *mv));
            if game.outcome(&quiet).is_none() {
                let known = solver.as_deref_mut().and_then(|solver| {
                    let limits = Limits { depth: None, nodes: Some(settings.solved) };
                    let score = solver.search(game, &quiet, limits, &mut NoObserver).score?;
                    Some(points_of(Turn::between(Side::First, game.to_move(&quiet)).to_parent(score)))
                });
                amounts.push((E::amounts(game, &quiet), known));
            }
        }
        state = game.play(&state, found.best);
    }
    let outcome = outcome.unwrap_or(Outcome::Draw);
    let points = match outcome.winner() {
        None => 0.5,
        Some(side) => 1.0 - side.index() as f64,
    };
    let samples =
        amounts.into_iter().map(|(amounts, known)| Sample { amounts, points: known.unwrap_or(points) });
    SelfPlayGame { outcome, samples: samples.collect() }
}

/// What a solver's score, seen by the first player, is worth to it.
fn points_of(score: Score) -> f64 {
    match (score.win_distance(), score.loss_distance()) {
        (Some(_), _) => 1.0,
        (_, Some(_)) => 0.0,
        _ => 0.5,
    }
}
