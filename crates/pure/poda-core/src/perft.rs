use std::hint::black_box;

use crate::{Game, Moves, Outcome, Side};

/// The number of move sequences of exactly `depth` decisions; a finished game is not continued.
///
/// Counting is how rules are compared: two implementations that agree on the counts of many positions agree. Every
/// last move is really played; there is no shortcut that counts the moves of the last ply instead.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.outcome(state).is_some() {
        return 0;
    }
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let mut leaves = 0;
    for mv in &moves {
        let child = game.play(state, *mv);
        // The compiler would see that nobody looks at the last state, and not play the last move at all.
        leaves += if depth == 1 {
            black_box(&child);
            1
        } else {
            perft(game, &child, depth - 1)
        };
    }
    leaves
}

/// The leaves of a perft, sorted by how they stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LeafCounts {
    /// All of them.
    pub leaves: u64,
    /// Those won by the first and by the second side.
    pub wins: [u64; 2],
    /// Those drawn.
    pub draws: u64,
}

impl LeafCounts {
    /// Those won by `side`.
    pub fn wins_of(&self, side: Side) -> u64 {
        self.wins[side.index()]
    }
}

/// [`perft`], with a look at each leaf.
pub fn count_leaves<G: Game>(game: &G, state: &G::State, depth: u32) -> LeafCounts {
    let mut count_leaves = LeafCounts::default();
    count(game, state, depth, &mut count_leaves);
    count_leaves
}

fn count<G: Game>(game: &G, state: &G::State, depth: u32, count_leaves: &mut LeafCounts) {
    let outcome = game.outcome(state);
    if depth == 0 {
        count_leaves.leaves += 1;
        match outcome {
            Some(Outcome::Win(side)) => count_leaves.wins[side.index()] += 1,
            Some(Outcome::Draw) => count_leaves.draws += 1,
            None => {}
        }
    } else if outcome.is_none() {
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        for mv in &moves {
            count(game, &game.play(state, *mv), depth - 1, count_leaves);
        }
    }
}
