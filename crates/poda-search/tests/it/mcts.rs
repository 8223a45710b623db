//! Monte Carlo tree search has no value to compare with minimax, but what it proves must be true.

use poda_core::{Game, Limits, NoObserver, Score, Searcher};
use poda_search::{Chance, Mcts, Minimax, WinValue};
use poda_testkit::{HashEvaluator, Pebbles, random_states};

const PLENTY: Limits = Limits { depth: None, nodes: Some(30_000) };

#[test]
fn small_games_are_proved_and_proved_right() {
    for (number, heaps) in [[2, 2, 1, 2], [3, 1, 0, 2], [1, 1, 1, 1], [0, 4, 0, 3]].into_iter().enumerate() {
        let game = Pebbles { heaps };
        for root in random_states(&game, number as u64, 20, 3) {
            let evaluator = HashEvaluator { seed: 0, spread: 0 };
            let plain = Minimax { evaluator, ends: WinValue::Equal }.search(
                &game,
                &root,
                Limits::depth(20),
                &mut NoObserver,
            );
            let found = Mcts { chance: Chance::new(1) }.search(&game, &root, PLENTY, &mut NoObserver);
            let sign = |score: Option<Score>| score.unwrap().value().signum();
            assert_eq!(sign(found.score), sign(plain.score), "{root:?}");
            let value = plain.scores.iter().find(|(mv, _)| *mv == found.best).map(|(_, score)| *score);
            assert_eq!(value, plain.score, "{root:?}: the move keeps the value");
        }
    }
}

#[test]
fn a_search_is_a_function_of_its_inputs() {
    let game = Pebbles { heaps: [9, 9, 9, 9] };
    for nodes in [1, 2, 10, 777] {
        let limits = Limits { depth: None, nodes: Some(nodes) };
        let [once, again] = [(); 2]
            .map(|()| Mcts { chance: Chance::new(3) }.search(&game, &game.start(), limits, &mut NoObserver));
        assert_eq!(once, again);
        assert!(once.nodes <= nodes.max(1));
        assert_eq!(once.pv[0], once.best);
    }
}
