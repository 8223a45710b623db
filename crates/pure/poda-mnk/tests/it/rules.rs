//! Executes the examples of `rules/*.md`.

use poda_mnk::{Mnk, Nraya};
use poda_testkit::{check_rules, rule_blocks, run_rule_block};

#[test]
fn nraya() {
    check_rules(&Nraya::default(), include_str!("../../rules/nraya.md"));
}

/// `board 5x4 run 4` chooses other rules than those of tic-tac-toe.
#[test]
fn mnk() {
    let (blocks, clauses) = rule_blocks(include_str!("../../rules/mnk.md"));
    assert!(blocks.len() >= clauses && clauses >= 4);
    for (first_line, block) in blocks {
        if let Some(board) = block[0].strip_prefix("board ") {
            let numbers: Vec<u32> = board.split(['x', ' ']).filter_map(|word| word.parse().ok()).collect();
            let game = Mnk::<2>::new(numbers[0], numbers[1], numbers[2]).unwrap();
            run_rule_block(&game, first_line + 1, &block[1..]);
        } else {
            run_rule_block(&Mnk::<1>::new(3, 3, 3).unwrap(), first_line, &block);
        }
    }
}
