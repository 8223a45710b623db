//! Monte Carlo tree search has no value to compare with minimax, but what it proves must be true.

use std::ops::ControlFlow;

use poda_core::{Game, Limits, NoObserver, Score, SearchObserver, Searcher};
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
            let found = Mcts::new(Chance::new(1)).search(&game, &root, PLENTY, &mut NoObserver);
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
        let [once, again] =
            [(); 2].map(|()| Mcts::new(Chance::new(3)).search(&game, &game.start(), limits, &mut NoObserver));
        assert_eq!(once, again);
        assert!(once.nodes <= nodes.max(1));
        assert_eq!(once.pv[0], once.best);
    }
}

/// Counts how often it is asked, and ends the search then.
struct Impatient(u64);

impl<M> SearchObserver<M> for Impatient {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        self.0 = entered;
        ControlFlow::Break(())
    }
}

#[test]
fn it_looks_at_the_clock_every_few_random_games() {
    let game = Pebbles { heaps: [9, 9, 9, 9] };
    let mut observer = Impatient(0);
    let found = Mcts::new(Chance::new(1)).search(&game, &game.start(), PLENTY, &mut observer);
    assert!(observer.0 <= 16, "asked after {} random games", observer.0);
    assert_eq!(found.nodes, observer.0);
}

#[test]
fn a_full_tree_no_longer_grows_and_the_games_go_on() {
    let game = Pebbles { heaps: [15, 15, 15, 15] };
    let searched = [0, 1, 64].map(|megabytes| {
        let mut mcts = Mcts { chance: Chance::new(1), megabytes };
        mcts.search(&game, &game.start(), Limits { depth: None, nodes: Some(40_000) }, &mut NoObserver)
    });
    for found in &searched {
        assert_eq!(found.nodes, 40_000, "every random game is played");
    }
    let [tiny, small, large] = searched.map(|found| found.pv.len());
    assert!(tiny <= small && small <= large && tiny < large, "{tiny} {small} {large}");
}
