//! Positions that are refused, and what the error says.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_connect::{Boom, Connect4, Crush};
use poda_core::Notation;

fn check<G: Notation>(game: &G, lines: &[(&str, &str)]) {
    for (text, why) in lines {
        let error = game.read_position(text).map(|_| "accepted").unwrap_err();
        assert_eq!((error.text.as_str(), error.why.english()), (*text, *why));
    }
}

#[test]
fn connect4_refuses_impossible_positions() {
    check(
        &Connect4::default(),
        &[
            ("", "1 fields instead of 2: board and side to move"),
            ("7/7/7/7/7/7  1", "3 fields instead of 2: board and side to move"),
            ("7/7/7/7/7 1", "5 ranks instead of 6"),
            ("7/7/7/7/7/7 3", "the side to move is 1 or 2, not \"3\""),
            ("7/7/7/7/7/7 2", "0 stones x, 0 stones o: player 1 is to move, not 2"),
            ("7/7/7/7/7/8 1", "rank \"8\" is longer than 7 cells"),
            ("7/7/7/7/7/99999999999999999999 1", "rank \"99999999999999999999\" is longer than 7 cells"),
            ("7/7/7/7/7/6 1", "rank \"6\" has 6 cells instead of 7"),
            ("7/7/7/7/7/07 1", "rank \"07\" has a gap that begins with 0"),
            ("7/7/7/7/7/3é3 1", "'é' in rank \"3é3\" is no stone"),
            ("7/7/7/7/7/3X3 2", "'X' in rank \"3X3\" is no stone"),
            ("7/7/7/7/3x3/7 2", "the stone in column 4, row 2 floats"),
            ("7/7/7/7/7/xx5 1", "2 stones x against 0 stones o"),
            ("7/7/7/7/ooo4/xxxx3 1", "4 stones x, 3 stones o: player 2 is to move, not 1"),
            ("7/7/7/7/oooo3/xxxx3 1", "player 1 is to move, but has a line already"),
            ("7/7/xx5/xx1o1o1/xx1o1o1/xx1o1oo 2", "player 1 had a line before the last move"),
        ],
    );
}

#[test]
fn bomb_games_refuse_impossible_positions() {
    check(
        &Boom::new(),
        &[
            ("7/7/7/7/7/7/7 1", "2 fields instead of 3: board, side to move and actions made"),
            ("7/7/7/7/7/7/7 1 x", "\"x\" is not a number of actions from 0 to 999999999"),
            ("7/7/7/7/7/7/7 1 +0", "\"+0\" is not a number of actions from 0 to 999999999"),
            ("7/7/7/7/7/7/7 1 4294967295", "\"4294967295\" is not a number of actions from 0 to 999999999"),
            ("7/7/7/7/7/7/3x3 1 1", "after 1 actions player 2 is to move, not 1"),
            ("7/7/7/7/7/7/7 2 1", "0 stones after 1 actions, before any explosion"),
            ("7/7/7/7/7/7/2xx3 2 1", "player 1 has 2 stones after 1 actions"),
            ("7/7/7/7/7/7/3X3 2 1", "player 1 cannot have a bomb after 1 actions"),
            ("7/7/7/7/7/7/2XX3 1 64", "player 1 has 2 bombs"),
        ],
    );
    check(
        &Crush::new(),
        &[
            ("7/7/7/7/7/7/7 2 2", "after 2 actions player 1 is to move, not 2"),
            ("7/7/7/o6/o6/oxx4/oxx1x2 2 9", "player 2 has a line, but did not make the last action"),
        ],
    );
}
