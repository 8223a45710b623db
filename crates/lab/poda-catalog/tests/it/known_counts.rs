//! Node counts of the courses' own searches: a student's search can be compared with ours, because ours is theirs.

use poda_agent::ThinkingLimits;
use poda_catalog::agent;
use poda_core::NoObserver;
use poda_testkit::read_perft_cases;

use crate::open;

/// Game, engine, positions entered, leaves among them, value, first best move.
const COUNTS: &[(&str, &str, u64, u64, i32, &str)] = &[
    ("boom", "alphabeta:depth=1,eval=puntuacion", 8, 7, 3, "4"),
    ("boom", "alphabeta:depth=6,eval=puntuacion", 14_281, 8_083, 9, "4"),
    ("boom", "alphabeta:depth=8,eval=puntuacion", 125_430, 93_275, 9, "4"),
    ("crush", "alphabeta:depth=1,eval=puntuacion", 8, 7, 3, "4"),
    ("crush", "alphabeta:depth=6,eval=puntuacion", 7_801, 5_059, 9, "4"),
    ("crush", "alphabeta:depth=8,eval=puntuacion", 79_174, 48_296, 9, "4"),
    ("parchis", "alphabeta:depth=4,eval=test", 2_517, 1_952, 0, "y1:6"),
    // The original tries each of two equal special dice, and so does the textbook search: 33 leaves more.
    ("parchis", "alphabeta:depth=5,eval=test", 51_906, 43_976, 1, "r2:1"),
    ("parchis:2024", "alphabeta:depth=4,eval=test", 23_964, 21_052, 0, "y1:energy"),
    ("parchis:2024", "alphabeta:depth=5,eval=test", 45_283, 30_109, 0, "y1:energy"),
];

#[test]
fn textbook_searches_visit_what_the_originals_visit() {
    for (spec, engine, nodes, leaves, value, best) in COUNTS {
        let game = open(spec).unwrap();
        let mut player = agent(game.as_ref(), engine).unwrap();
        let choice = player.choose(&game.session(), ThinkingLimits::default(), &mut NoObserver).unwrap();
        let found = (choice.nodes, choice.leaves, choice.score.unwrap().value(), choice.mv.as_str());
        assert_eq!(found, (*nodes, *leaves, *value, *best), "{engine} in {spec}");
    }
}

/// The textbook knows who wins and not when: it calls every win this.
const WIN: i32 = 99_999_999;

/// The positions whose leaves were counted by the courses' simulators, as far as the game goes on there.
const POSITIONS: &[(&str, &str)] = &[
    ("boom", include_str!("../../../../pure/poda-connect/tests/data/boom.perft")),
    ("crush", include_str!("../../../../pure/poda-connect/tests/data/crush.perft")),
];

#[test]
fn pvs_finds_what_the_textbook_finds_with_a_tenth_of_its_nodes() {
    for (spec, file) in POSITIONS {
        let game = open(spec).unwrap();
        let mut nodes = [0, 0];
        for case in read_perft_cases(file) {
            let mut session = game.session();
            session.set_up(&case.position).unwrap();
            let [ours, theirs] = ["pvs", "alphabeta"].map(|engine| {
                let mut player = agent(game.as_ref(), &format!("{engine}:depth=8,eval=puntuacion")).unwrap();
                player.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap()
            });
            let [our_score, their_score] = [&ours, &theirs].map(|choice| choice.score.unwrap());
            if our_score.is_proven() {
                let end = WIN * our_score.value().signum();
                assert_eq!(their_score.value(), end, "{}: {our_score}", case.id);
            } else {
                assert_eq!(our_score, their_score, "{}", case.id);
            }
            nodes = [nodes[0] + ours.nodes, nodes[1] + theirs.nodes];
        }
        assert!(10 * nodes[0] <= nodes[1], "{spec}: {} of {} nodes", nodes[0], nodes[1]);
    }
}
