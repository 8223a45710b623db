//! A search that is written down is the search that plays.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

use poda_agent::ThinkingLimits;
use poda_catalog::{EngineSpec, GAMES, NodeKind, SearchTree};
use poda_core::NoObserver;

const ROOM: usize = 1 << 20;

fn search_tree(game: &str, moves: &str, engine: &str) -> (Box<dyn SearchTree>, poda_agent::Choice) {
    let game = poda_catalog::open(game).unwrap();
    let mut session = game.session();
    for text in session.tokens().split(moves) {
        session.play(text).unwrap();
    }
    let spec: EngineSpec = engine.parse().unwrap();
    let mut agent = game.agent(&spec).unwrap();
    let choice = agent.choose(session.line(), ThinkingLimits::default(), &mut NoObserver).unwrap();
    (game.search_tree(&spec, &session.position(), ROOM, &mut || false).unwrap(), choice)
}

#[test]
fn every_engine_finds_the_same_in_as_many_nodes() {
    for spec in GAMES.iter().flat_map(|family| family.samples) {
        let engines = if spec.starts_with("parchis") {
            ["minimax:depth=2", "alphabeta:depth=3", "pvs:depth=3,tt=1"]
        } else {
            ["minimax:depth=4", "alphabeta:depth=6", "pvs:depth=6,tt=1"]
        };
        for engine in engines {
            let (tree, choice) = search_tree(spec, "", engine);
            let summary = tree.summary();
            assert_eq!((&summary.best, summary.score), (&choice.mv, choice.score), "{spec} {engine}");
            assert_eq!((summary.nodes, summary.leaves), (choice.nodes, choice.leaves), "{spec} {engine}");
            assert!(summary.is_whole, "{spec} {engine}");
            if !engine.starts_with("pvs") {
                assert_eq!(u64::from(summary.written), choice.nodes, "{spec} {engine}: a node is missing");
            }
            let root = tree.branch(0).unwrap();
            assert_eq!((Some(root.score), root.size), (choice.score, summary.written), "{spec} {engine}");
        }
    }
}

/// Every node of a tree obeys the rules of alpha-beta: what came back is the best of what was looked at, a cut has a
/// child that closed the window, and only a cut severs.
fn check(tree: &dyn SearchTree, node: u32) -> u32 {
    let parent = tree.branch(node).unwrap();
    let branches = tree.branches(node);
    let (searched, severed): (Vec<_>, Vec<_>) =
        branches.into_iter().partition(|branch| branch.node.is_some());
    assert!(severed.is_empty() || parent.mark == NodeKind::CutOff, "node {node} lost a branch without a cut");
    assert_eq!(searched.len() as u32, parent.children);
    let scores = searched.iter().map(|branch| branch.score);
    let best = if parent.maximises { scores.max() } else { scores.min() };
    if parent.mark == NodeKind::CutOff {
        let closed = best.is_some_and(|best| {
            if parent.maximises { best >= parent.window.beta } else { best <= parent.window.alpha }
        });
        assert!(closed, "node {node} was cut by nobody");
    }
    1 + searched.iter().filter_map(|branch| branch.node).map(|child| check(tree, child)).sum::<u32>()
}

#[test]
fn cuts_have_a_reason() {
    for (game, moves) in [("connect4", "4455"), ("boom", "44553"), ("crush", "443"), ("desconecta", "12")] {
        let (tree, _) = search_tree(game, moves, "alphabeta:depth=5");
        assert_eq!(
            check(tree.as_ref(), 0),
            tree.summary().written,
            "{game}: the numbers of the branches add up"
        );
    }
}

#[test]
fn the_known_tree_of_boom() {
    let (tree, _) = search_tree("boom", "", "alphabeta:depth=8,eval=puntuacion");
    assert_eq!(tree.summary().written, 125_430);
    // The first side has one action, the second two: below the root the turn is kept once.
    let first = tree.branches(0).remove(0);
    assert!(!first.keeps_turn && tree.branches(first.node.unwrap())[0].keeps_turn);
    let deep = tree.branches(tree.branches(first.node.unwrap())[0].node.unwrap())[0].node.unwrap();
    assert_eq!(tree.path(deep), ["1", "1", "1"]);
    assert!(tree.branch(u32::MAX).is_none() && tree.branches(u32::MAX).is_empty());
}

#[test]
fn a_tree_without_room_says_so() {
    let game = poda_catalog::open("boom").unwrap();
    let spec = "alphabeta:depth=5".parse().unwrap();
    let tree = game.search_tree(&spec, &game.session().position(), 100, &mut || false).unwrap();
    assert!(!tree.summary().is_whole);
    assert_eq!(tree.summary().written, 100);
    for engine in ["mcts", "random", "exact"] {
        let spec = engine.parse().unwrap();
        assert!(game.search_tree(&spec, &game.session().position(), 100, &mut || false).is_err(), "{engine}");
    }
}
