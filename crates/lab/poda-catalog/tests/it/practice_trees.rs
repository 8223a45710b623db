//! Trees to practise on are searched by the engines that play.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

use poda_catalog::{NodeKind, PracticeTree, SearchTree, search_practice_tree};
use poda_core::{Language, Translate};

fn search(tree: &str, engine: &str) -> Box<dyn SearchTree> {
    search_practice_tree(&tree.parse().unwrap(), &engine.parse().unwrap()).unwrap()
}

/// Paths of the branches that were pruned.
fn pruned(tree: &dyn SearchTree) -> Vec<String> {
    let nodes =
        (0..tree.summary().recorded).filter(|node| tree.node(*node).unwrap().kind == NodeKind::CutOff);
    let mut paths: Vec<String> = nodes
        .flat_map(|node| {
            let path = tree.path(node).concat();
            tree.children(node)
                .into_iter()
                .filter(|child| child.node.is_none())
                .map(move |child| path.clone() + &child.mv)
        })
        .collect();
    paths.sort();
    paths
}

#[test]
fn known_trees_have_known_cuts() {
    for (tree, value, nodes, cuts) in [
        // The tree of Russell and Norvig: MIN's second move is refuted by its first leaf.
        ("((3 12 8) (2 4 6) (14 5 2))", 3, 11, "bb bc"),
        ("((3 5) (2 9))", 3, 6, "bb"),
        ("(3 5 (2 9))", 5, 5, "cb"),
        // The best order and the worst one.
        ("((8 9) (7 1) (6 2))", 8, 8, "bb cb"),
        ("((6 2) (7 1) (8 9))", 8, 10, ""),
        ("(((1 2) (3 4)) ((5 6) (7 8)))", 6, 13, "abb bbb"),
    ] {
        let expected: Vec<&str> = cuts.split_whitespace().collect();
        let tree_of = |engine: &str| search(tree, engine);
        let alphabeta = tree_of("alphabeta");
        assert_eq!(alphabeta.summary().score.unwrap().value(), value, "{tree}");
        assert_eq!(pruned(alphabeta.as_ref()), expected, "{tree}");
        assert_eq!(alphabeta.summary().nodes, nodes, "{tree}");
        for engine in ["minimax", "pvs"] {
            assert_eq!(tree_of(engine).summary().score, alphabeta.summary().score, "{tree} {engine}");
        }
    }
}

#[test]
fn drawn_trees_are_the_same_for_the_same_seed_and_have_cuts() {
    for level in 1..=PracticeTree::LEVELS {
        for seed in 0..40 {
            let tree = PracticeTree::drawn(seed, level);
            assert_eq!(tree, PracticeTree::drawn(seed, level));
            let text = tree.to_string();
            assert_eq!(text.parse::<PracticeTree>().unwrap(), tree, "{text}");
            let values: Vec<_> =
                ["minimax", "alphabeta", "pvs"].map(|engine| search(&text, engine).summary().score).into();
            assert!(values.iter().all(|value| *value == values[0]), "{text}: {values:?}");
            assert!(!pruned(search(&text, "alphabeta").as_ref()).is_empty(), "{text}");
        }
    }
    assert_ne!(PracticeTree::drawn(1, 1), PracticeTree::drawn(2, 1));
}

#[test]
fn what_is_no_tree_is_refused_and_told_why() {
    let many = format!("({})", "1 ".repeat(9));
    let large = format!("({})", format!("({})", "(1 2 3 4 5 6 7 8) ".repeat(8)).repeat(4));
    for (text, english, spanish) in [
        ("", "begins with a parenthesis", "empieza por un paréntesis"),
        ("7", "begins with a parenthesis", "empieza por un paréntesis"),
        ("(3 5", "not closed", "falta cerrar"),
        ("(3 ())", "without branches", "sin ramas"),
        ("(3 x)", "\"x\" is no number", "\"x\" no es un número"),
        ("(3 1000)", "from -999 to 999", "de -999 a 999"),
        ("(3 5) 4", "ends before \"4\"", "acaba antes de \"4\""),
        ("((((((( 1 )))))))", "deeper than 6", "más de 6 niveles"),
        (many.as_str(), "more than 8 branches", "más de 8 ramas"),
        (large.as_str(), "more than 160 nodes", "más de 160 nodos"),
    ] {
        let error = text.parse::<PracticeTree>().unwrap_err();
        assert!(error.to_string().contains(english), "{text}: {error}");
        assert!(error.text(Language::Spanish).contains(spanish), "{text}: {}", error.text(Language::Spanish));
    }
    assert_eq!("(3,5,( −2 9 ))".parse::<PracticeTree>().unwrap().to_string(), "(3 5 (-2 9))");
    let tree: PracticeTree = "(1 2)".parse().unwrap();
    assert!(search_practice_tree(&tree, &"mcts".parse().unwrap()).is_err());
}
