//! A search that is written down is the search that plays.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

use poda_agent::ThinkingLimits;
use poda_catalog::{EngineSpec, NodeKind, SearchTree};
use poda_core::NoObserver;

use crate::{catalog, open};

const ROOM: usize = 1 << 20;

fn recorded(game: &str, moves: &str, engine: &str) -> (Box<dyn SearchTree>, poda_agent::Choice) {
    let game = open(game).unwrap();
    let mut session = game.session();
    for text in session.tokens().split(moves) {
        session.play(text).unwrap();
    }
    let spec: EngineSpec = engine.parse().unwrap();
    let mut agent = game.agent(&spec, None).unwrap();
    let choice = agent.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap();
    (game.search_tree(&spec, None, session.state().as_ref(), ROOM, &mut NoObserver).unwrap(), choice)
}

#[test]
fn every_engine_finds_the_same_in_as_many_nodes() {
    for spec in catalog().samples() {
        let engines = crate::bounded(
            spec,
            [
                ("minimax", 4),
                ("alphabeta", 6),
                ("pvs:tt=1", 6),
                ("blockfirst", 4),
                ("blockfirst:tree=report", 4),
            ],
        );
        for engine in &engines {
            let (tree, choice) = recorded(spec, "", engine);
            let summary = tree.summary();
            assert_eq!((&summary.best, summary.score), (&choice.mv, choice.score), "{spec} {engine}");
            assert_eq!((summary.nodes, summary.leaves), (choice.nodes, choice.leaves), "{spec} {engine}");
            assert!(summary.is_whole, "{spec} {engine}");
            assert_eq!(u64::from(tree.log().nodes), choice.nodes, "{spec} {engine}: a node is missing");
            let root = tree.node(0).unwrap();
            assert_eq!(root.size, summary.recorded, "{spec} {engine}");
            // That one plays what it picks, which need not be what is best.
            if !engine.starts_with("blockfirst") {
                assert_eq!(root.score, choice.score, "{spec} {engine}");
            }
        }
    }
}

/// Every node of a tree obeys the rules of alpha-beta: what came back is the best of what was looked at, a cut has a
/// child that closed the window, and only a cut prunes.
fn check(tree: &dyn SearchTree, node: u32) -> u32 {
    let parent = tree.node(node).unwrap();
    let children = tree.children(node);
    let (searched, pruned): (Vec<_>, Vec<_>) = children.into_iter().partition(|child| child.node.is_some());
    assert!(pruned.is_empty() || parent.kind == NodeKind::CutOff, "node {node} lost a child without a cut");
    assert_eq!(searched.len() as u32, parent.children);
    let scores = searched.iter().filter_map(|child| child.score);
    let best = if parent.maximizes { scores.max() } else { scores.min() };
    if parent.kind == NodeKind::CutOff {
        let closed = best.is_some_and(|best| {
            if parent.maximizes {
                parent.beta.is_some_and(|beta| best >= beta)
            } else {
                parent.alpha.is_some_and(|alpha| best <= alpha)
            }
        });
        assert!(closed, "node {node} was cut by nobody");
    }
    1 + searched.iter().filter_map(|child| child.node).map(|child| check(tree, child)).sum::<u32>()
}

#[test]
fn cuts_have_a_reason() {
    for (game, moves) in [("connect4", "4455"), ("boom", "44553"), ("crush", "443"), ("desconecta", "12")] {
        let (tree, _) = recorded(game, moves, "alphabeta:depth=5");
        assert_eq!(
            check(tree.as_ref(), 0),
            tree.summary().recorded,
            "{game}: the numbers of the children add up"
        );
    }
}

/// The engine that blocks is seen as it plays, in both of its manners: three of the rival's on the floor, open to the right.
#[test]
fn the_trees_of_whoever_blocks() {
    for (engine, from_zero) in
        [("blockfirst:depth=4,eval=gaps", false), ("blockfirst:depth=4,eval=gaps,tree=report", true)]
    {
        let (tree, choice) = recorded("connect4:8x8", "817283", engine);
        let summary = tree.summary();
        assert_eq!((summary.best.as_str(), choice.mv.as_str()), ("4", "4"), "{engine}");
        assert_eq!((summary.nodes, summary.leaves), (choice.nodes, choice.leaves), "{engine}");
        // What begins with 0 never falls below it where the root's player decides.
        let children = tree.children(0);
        let grandchildren =
            children.iter().filter_map(|child| child.node).flat_map(|node| tree.children(node));
        let below = grandchildren
            .filter(|node| node.kind == NodeKind::Expanded)
            .any(|node| node.score.is_some_and(|score| score < poda_core::Score::EVEN));
        assert_eq!(below, !from_zero, "{engine}");
    }
}

#[test]
fn the_known_tree_of_boom() {
    let (tree, _) = recorded("boom", "", "alphabeta:depth=8,eval=puntuacion");
    assert_eq!(tree.summary().recorded, 125_430);
    // The first side has one action, the second two: below the root the turn is kept once.
    let first = tree.children(0).remove(0);
    assert!(!first.keeps_turn && tree.children(first.node.unwrap())[0].keeps_turn);
    let deep = tree.children(tree.children(first.node.unwrap())[0].node.unwrap())[0].node.unwrap();
    assert_eq!(tree.path(deep), ["1", "1", "1"]);
    assert!(tree.node(u32::MAX).is_none() && tree.children(u32::MAX).is_empty());
}

#[test]
fn a_tree_without_room_says_so() {
    let game = open("boom").unwrap();
    let spec = "alphabeta:depth=5".parse().unwrap();
    let tree = game.search_tree(&spec, None, game.start().as_ref(), 100, &mut NoObserver).unwrap();
    assert!(!tree.summary().is_whole);
    assert_eq!(tree.summary().recorded, 100);
    for engine in ["random", "exact"] {
        let spec = engine.parse().unwrap();
        assert!(
            game.search_tree(&spec, None, game.start().as_ref(), 100, &mut NoObserver).is_err(),
            "{engine}"
        );
    }
}
