use poda_core::{Game, Moves};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The tests' only source of chance.
pub fn generator(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Every state of a random game, the start first, up to its end or `cap` decisions.
pub fn random_game<G: Game>(game: &G, seed: u64, cap: usize) -> Vec<G::State> {
    let mut generator = generator(seed);
    let mut states = vec![game.start()];
    while states.len() <= cap {
        let state = states[states.len() - 1];
        if game.outcome(&state).is_some() {
            break;
        }
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        states.push(game.play(&state, moves[generator.random_range(0..moves.len())]));
    }
    states
}

/// `count` states in which the game goes on, each from a random game of its own.
pub fn random_states<G: Game>(game: &G, seed: u64, count: usize, cap: usize) -> Vec<G::State> {
    let mut states = Vec::new();
    for attempt in 0.. {
        if states.len() == count {
            break;
        }
        let walk = random_game(game, seed + attempt, cap);
        let running = walk.iter().filter(|state| game.outcome(state).is_none()).count();
        if running > 0 {
            states.push(walk[generator(seed ^ attempt).random_range(0..running)]);
        }
    }
    states
}
