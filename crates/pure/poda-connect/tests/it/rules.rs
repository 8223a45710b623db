//! Executes the examples of `rules/*.md`.

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_testkit::{check_rules, rule_blocks, run_rule_block};

#[test]
fn crush() {
    check_rules(&Crush::new(), include_str!("../../rules/crush.md"));
}

#[test]
fn boom() {
    check_rules(&Boom::new(), include_str!("../../rules/boom.md"));
}

#[test]
fn desconecta() {
    check_rules(&Desconecta::new(), include_str!("../../rules/desconecta.md"));
}

/// `board 3x3 run 3` chooses other rules than the classic ones.
#[test]
fn connect4() {
    let (blocks, clauses) = rule_blocks(include_str!("../../rules/connect4.md"));
    assert!(blocks.len() >= clauses && clauses >= 6);
    for (first_line, block) in blocks {
        if let Some(board) = block[0].strip_prefix("board ") {
            let numbers: Vec<u32> = board.split(['x', ' ']).filter_map(|word| word.parse().ok()).collect();
            let game = Connect4::<u64>::new(numbers[0], numbers[1], numbers[2]).unwrap();
            run_rule_block(&game, first_line + 1, &block[1..]);
        } else {
            run_rule_block(&Connect4::default(), first_line, &block);
        }
    }
}
