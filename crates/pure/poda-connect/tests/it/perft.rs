//! Known counts of leaves, most of them recorded from the courses' simulators.

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_testkit::check_perft;

#[test]
fn connect4_on_the_classic_board() {
    check_perft(&Connect4::default(), include_str!("../data/connect4-7x6.perft"));
}

#[test]
fn connect4_on_the_classic_board_in_128_bits() {
    check_perft(&Connect4::<u128>::new(7, 6, 4).unwrap(), include_str!("../data/connect4-7x6.perft"));
}

#[test]
fn connect4_on_the_square_board() {
    check_perft(&Connect4::<u64>::new(7, 7, 4).unwrap(), include_str!("../data/connect4-7x7.perft"));
}

#[test]
fn crush() {
    check_perft(&Crush::new(), include_str!("../data/crush.perft"));
}

#[test]
fn boom() {
    check_perft(&Boom::new(), include_str!("../data/boom.perft"));
}

#[test]
fn desconecta() {
    check_perft(&Desconecta::new(), include_str!("../data/desconecta.perft"));
}
