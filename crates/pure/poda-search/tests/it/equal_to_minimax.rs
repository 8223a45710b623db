//! Every engine gives plain minimax's value, on a game with kept turns, under an evaluator without any sense.

use poda_core::{Game, Limits, NoObserver, Searcher};
use poda_search::{AlphaBeta, Chance, Minimax, Pvs, PvsOptions, Random, WinValue};
use poda_testkit::{HashEvaluator, Pebbles, random_states};

const STARTS: [[u8; 4]; 4] = [[3, 4, 2, 5], [1, 1, 1, 1], [7, 0, 0, 6], [5, 5, 5, 5]];

#[test]
fn all_values_are_equal() {
    for (number, heaps) in STARTS.into_iter().enumerate() {
        let game = Pebbles { heaps };
        for (seed, root) in random_states(&game, 100 * number as u64, 60, 8).into_iter().enumerate() {
            for depth in 1..=6 {
                for spread in [2, 1000] {
                    let evaluator = HashEvaluator { seed: seed as u64, spread };
                    let value = |searcher: &mut dyn Searcher<Pebbles>| {
                        let found = searcher.search(&game, &root, Limits::depth(depth), &mut NoObserver);
                        (found.score.unwrap(), found.best)
                    };
                    for ends in [WinValue::Equal, WinValue::Sooner] {
                        let plain = value(&mut Minimax { evaluator, ends });
                        assert_eq!(
                            value(&mut AlphaBeta { evaluator, ends }),
                            plain,
                            "{root:?} depth {depth}"
                        );
                    }
                    let (plain, _) = value(&mut Minimax { evaluator, ends: WinValue::Sooner });
                    let mut pvs = Pvs::new(evaluator, 1);
                    assert_eq!(value(&mut pvs).0, plain, "{root:?} depth {depth} spread {spread}");
                    assert_eq!(value(&mut pvs).0, plain, "a second search remembers the first");
                }
            }
        }
    }
}

/// Late moves that are searched less deep save nodes. What is proved with them is so.
#[test]
fn late_moves_that_are_reduced_prove_nothing_wrong() {
    let (mut proved, mut reduced_nodes, mut plain_nodes) = ([0, 0], 0, 0);
    for (number, heaps) in STARTS.into_iter().enumerate() {
        let game = Pebbles { heaps };
        for (seed, root) in random_states(&game, 7 + number as u64, 100, 8).into_iter().enumerate() {
            let evaluator = HashEvaluator { seed: seed as u64, spread: 1000 };
            let search = |reduces, depth| {
                let options = PvsOptions { reduces_late: reduces, ..PvsOptions::new(1) };
                let mut pvs = Pvs::with_options(evaluator, options);
                pvs.search(&game, &root, Limits::depth(depth), &mut NoObserver)
            };
            let (reduced, plain) = (search(true, 7), search(false, 7));
            reduced_nodes += reduced.nodes;
            plain_nodes += plain.nodes;
            let (score, truth) = (reduced.score.unwrap(), search(false, 16).score.unwrap());
            if score.is_proven() && score.value() != 0 {
                let is_win = score.win_distance().is_some();
                proved[usize::from(is_win)] += 1;
                assert!(truth.is_proven() && truth.win_distance().is_some() == is_win, "{root:?}: {score:?}");
            }
        }
    }
    assert!(proved.iter().all(|count| *count > 5), "{proved:?}");
    assert!(10 * reduced_nodes < 9 * plain_nodes, "{reduced_nodes} nodes, {plain_nodes} without");
}

#[test]
fn the_best_move_has_the_best_value() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    for root in random_states(&game, 5, 100, 8) {
        let evaluator = HashEvaluator { seed: 3, spread: 50 };
        let limits = Limits::depth(5);
        let plain =
            Minimax { evaluator, ends: WinValue::Sooner }.search(&game, &root, limits, &mut NoObserver);
        let found = Pvs::new(evaluator, 1).search(&game, &root, limits, &mut NoObserver);
        let value = |mv| plain.scores.iter().find(|(other, _)| *other == mv).map(|(_, score)| *score);
        assert_eq!(value(found.best), plain.score, "{root:?}");
        assert_eq!(found.pv[0], found.best);
    }
}

#[test]
fn the_line_is_playable_and_leads_to_the_value() {
    let game = Pebbles { heaps: [5, 5, 5, 5] };
    let evaluator = HashEvaluator { seed: 9, spread: 1000 };
    let found = Pvs::new(evaluator, 1).search(&game, &game.start(), Limits::depth(6), &mut NoObserver);
    assert_eq!(found.pv.len(), 6);
    let end = found.pv.iter().fold(game.start(), |state, mv| game.play(&state, *mv));
    let score = poda_core::Evaluator::evaluate(&evaluator, &game, &end, poda_core::Side::First);
    assert_eq!(Some(score), found.score);
}

#[test]
fn limits_are_kept() {
    let game = Pebbles { heaps: [9, 9, 9, 9] };
    let evaluator = HashEvaluator { seed: 9, spread: 1000 };
    let searchers: [Box<dyn Searcher<Pebbles>>; 4] = [
        Box::new(Minimax { evaluator, ends: WinValue::Equal }),
        Box::new(AlphaBeta { evaluator, ends: WinValue::Equal }),
        Box::new(Pvs::new(evaluator, 1)),
        Box::new(Random { chance: Chance::new(1) }),
    ];
    for mut searcher in searchers {
        for nodes in [1, 2, 10, 5000, 12345] {
            let limits = Limits { depth: None, nodes: Some(nodes) };
            let found = searcher.search(&game, &game.start(), limits, &mut NoObserver);
            assert!(found.nodes <= nodes + 20, "{} nodes of {nodes}", found.nodes);
            let again = searcher.search(&game, &game.start(), limits, &mut NoObserver);
            assert_eq!(found, again, "not a function of its inputs");
        }
    }
}

#[test]
fn random_moves_differ_by_seed_and_are_even() {
    let game = Pebbles { heaps: [2, 2, 2, 2] };
    let mut counts = [0; 8];
    for seed in 0..8000 {
        let found = Random { chance: Chance::new(seed) }.search(
            &game,
            &game.start(),
            Limits::default(),
            &mut NoObserver,
        );
        let mut moves = poda_core::Moves::new();
        game.moves(&game.start(), &mut moves);
        counts[moves.iter().position(|mv| *mv == found.best).unwrap()] += 1;
    }
    assert!(counts.iter().all(|count| (850..1150).contains(count)), "{counts:?}");
}
