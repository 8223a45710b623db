//! The courses' textbook search with their test evaluation, against the recorded counts of positions.

mod search;

use poda_connect::{Boom, Crush};
use poda_core::{Evaluator, Game, Moves, Notation, Score, Side};
use poda_eval::Puntuacion;
use search::Textbook;

/// Depth, positions entered, leaves among them.
fn check<G: Game + Notation>(game: &G, counts: &[(u32, u64, u64)])
where
    Puntuacion: Evaluator<G>,
{
    for (depth, nodes, leaves) in counts {
        let (start, root) = (game.start(), Side::First);
        let mut book = Textbook { game, evaluator: &Puntuacion, root, nodes: 1, leaves: 0 };
        let mut moves = Moves::new();
        game.moves(&start, &mut moves);
        let (mut best, mut alpha) = (String::new(), Score::LOWEST);
        for mv in &moves {
            let value = book.value(&game.play(&start, *mv), depth - 1, alpha, Score::HIGHEST);
            if value > alpha {
                (best, alpha) = (game.move_text(&start, *mv), value);
            }
        }
        assert_eq!((book.nodes, book.leaves), (*nodes, *leaves), "depth {depth}");
        if *depth == 8 {
            assert_eq!((best.as_str(), alpha.value()), ("4", 9));
        }
    }
}

#[test]
fn boom_enters_as_many_positions_as_recorded() {
    check(&Boom::new(), &[(1, 8, 7), (6, 14_281, 8_083), (8, 125_430, 93_275)]);
}

#[test]
fn crush_enters_as_many_positions_as_recorded() {
    check(&Crush::new(), &[(1, 8, 7), (6, 7_801, 5_059), (8, 79_174, 48_296)]);
}
