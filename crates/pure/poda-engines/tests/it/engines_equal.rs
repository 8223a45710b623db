//! Every engine gives plain minimax's value on every game, under an evaluator without any sense.

use poda_connect::{Boom, Connect4, Crush, CrushRules, Desconecta};
use poda_core::{Game, Limits, NoObserver, Notation, Score, Searcher};
use poda_eval::{Zugzwang, weights::BombWeights};
use poda_parchis::Parchis;
use poda_search::{AlphaBeta, Minimax, Pvs, PvsOptions, WinValue};
use poda_testkit::{HashEvaluator, random_states};

fn check<G: Game + Notation>(game: &G, depth: u32, positions: usize, cap: usize) {
    for (seed, root) in random_states(game, 1000, positions, cap).into_iter().enumerate() {
        for spread in [3, 10_000] {
            let evaluator = HashEvaluator { seed: seed as u64, spread };
            let value = |searcher: &mut dyn Searcher<G>| {
                let found = searcher.search(game, &root, Limits::depth(depth), &mut NoObserver);
                (found.score, found.best)
            };
            let position = game.position_text(&root);
            let [_, (plain, _)] = [WinValue::Equal, WinValue::Sooner].map(|ends| {
                let plain = value(&mut Minimax { evaluator, ends });
                assert_eq!(value(&mut AlphaBeta { evaluator, ends }), plain, "{position} depth {depth}");
                plain
            });
            assert_eq!(
                value(&mut Pvs::new(evaluator, 1)).0,
                plain,
                "{position} depth {depth} spread {spread}"
            );
        }
    }
}

#[test]
fn connect4() {
    check(&Connect4::<u64>::new(7, 6, 4).unwrap(), 5, 30, 42);
    check(&Connect4::<u128>::new(12, 9, 4).unwrap(), 3, 15, 100);
    check(&Connect4::<u64>::new(4, 3, 3).unwrap(), 12, 15, 12);
}

/// What is seen without a search is what a search to the end finds, and for fewer nodes.
#[test]
fn forced_replies_change_no_value_of_a_game_that_is_seen_to_its_end() {
    let game = Connect4::<u64>::new(5, 4, 3).unwrap();
    let [mut plain_nodes, mut forced_nodes] = [0, 0];
    for root in random_states(&game, 7, 40, 20) {
        let search = |follows: bool| {
            let options = PvsOptions { follows_forced: follows, ..PvsOptions::new(1) };
            let mut pvs = Pvs::with_options(Zugzwang::default(), options);
            pvs.search(&game, &root, Limits::depth(20), &mut NoObserver)
        };
        let [plain, forced] = [false, true].map(search);
        assert_eq!(forced.score, plain.score, "{}", game.position_text(&root));
        plain_nodes += plain.nodes;
        forced_nodes += forced.nodes;
    }
    assert!(forced_nodes < plain_nodes, "{forced_nodes} nodes instead of {plain_nodes}");
}

/// Whoever wins, wins however late moves are searched, and a depth costs fewer nodes. The limit leaves room for every reduction.
#[test]
fn reduced_late_moves_change_no_winner_of_a_game_that_is_seen_to_its_end() {
    let game = Connect4::<u64>::new(5, 4, 3).unwrap();
    for root in random_states(&game, 7, 40, 20) {
        let search = |reduces: bool| {
            let options = PvsOptions { reduces_late: reduces, ..PvsOptions::new(1) };
            let mut pvs = Pvs::with_options(Zugzwang::default(), options);
            let found = pvs.search(&game, &root, Limits::depth(60), &mut NoObserver);
            found.score.map(|score| score.cmp(&Score::EVEN))
        };
        assert_eq!(search(true), search(false), "{}", game.position_text(&root));
    }
    let game = Crush::default();
    let nodes = |reduces: bool| {
        let options = PvsOptions { reduces_late: reduces, ..PvsOptions::new(1) };
        let mut pvs = Pvs::with_options(CrushRules::BUILT_IN, options);
        pvs.search(&game, &game.start(), Limits::depth(9), &mut NoObserver).nodes
    };
    assert!(nodes(true) < nodes(false) / 2, "{} nodes instead of {}", nodes(true), nodes(false));
}

#[test]
fn boom() {
    check(&Boom::default(), 5, 60, 60);
}

#[test]
fn crush() {
    check(&Crush::default(), 5, 60, 60);
}

#[test]
fn desconecta() {
    check(&Desconecta::default(), 5, 60, 60);
}

#[test]
fn parchis() {
    for edition in ["2022", "2023", "2024"] {
        check(&edition.parse::<Parchis>().unwrap(), 3, 25, 300);
    }
}
