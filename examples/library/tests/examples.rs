//! The examples do what they say, and the READMEs show them as they are.

#![expect(clippy::disallowed_types, reason = "a test runs the examples as their users do")]

use std::process::Command;

fn check(program: &str, printed: &str, source: &str, readme: &str, longest: usize) {
    let output = Command::new(program).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), printed);
    let (_, code) = source.split_once('\n').unwrap();
    assert!(readme.contains(code.trim()), "the README shows another program than\n{code}");
    let lines = code.lines().filter(|line| !line.trim().is_empty()).count();
    assert!(lines <= longest, "{lines} lines");
}

#[test]
fn a_position_is_solved_in_five_lines() {
    let source = include_str!("../src/bin/solve_position.rs");
    let readme = include_str!("../../../crates/pure/poda-solve/README.md");
    check(env!("CARGO_BIN_EXE_solve_position"), "-1", source, readme, 5);
}

#[test]
fn an_own_game_is_searched_in_twenty_lines() {
    let source = include_str!("../src/bin/own_game.rs");
    let readme = include_str!("../../../crates/pure/poda-search/README.md");
    check(env!("CARGO_BIN_EXE_own_game"), "take 1: Some(Score(win 11))", source, readme, 20);
}
