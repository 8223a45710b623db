//! Known counts of leaves, most of them recorded from the courses' simulators.

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Game, Notation, count_leaves, perft};
use poda_testkit::read_perft_cases;

fn check<G: Game + Notation>(game: &G, file: &str) {
    let cases = read_perft_cases(file);
    assert!(!cases.is_empty());
    for case in cases {
        let state = game.read_position(&case.position).unwrap_or_else(|error| panic!("{}: {error}", case.id));
        if let Some(line) = &case.line {
            let mut reached = game.start();
            for text in G::TOKENS.split(line) {
                let mv =
                    game.read_move(&reached, text).unwrap_or_else(|error| panic!("{}: {error}", case.id));
                reached = game.play(&reached, mv);
            }
            assert_eq!(game.position_text(&reached), case.position, "{}", case.id);
        }
        for (depth, count) in &case.counts {
            assert_eq!(perft(game, &state, *depth), *count, "{} depth {depth}", case.id);
        }
        for (depth, expected) in &case.leaf_counts {
            assert_eq!(count_leaves(game, &state, *depth), *expected, "{} depth {depth}", case.id);
        }
    }
}

#[test]
fn connect4_on_the_classic_board() {
    check(&Connect4::default(), include_str!("../data/connect4-7x6.perft"));
}

#[test]
fn connect4_on_the_classic_board_in_128_bits() {
    check(&Connect4::<u128>::new(7, 6, 4).unwrap(), include_str!("../data/connect4-7x6.perft"));
}

#[test]
fn connect4_on_the_square_board() {
    check(&Connect4::<u64>::new(7, 7, 4).unwrap(), include_str!("../data/connect4-7x7.perft"));
}

#[test]
fn crush() {
    check(&Crush::new(), include_str!("../data/crush.perft"));
}

#[test]
fn boom() {
    check(&Boom::new(), include_str!("../data/boom.perft"));
}

#[test]
fn desconecta() {
    check(&Desconecta::new(), include_str!("../data/desconecta.perft"));
}
