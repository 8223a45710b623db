//! Executes the examples of `rules/*.md`.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Game, Moves, Notation, Outcome};

/// The `poda` blocks of a document with the numbers of their first lines, and how many clauses are numbered.
fn blocks(document: &str) -> (Vec<(usize, Vec<&str>)>, usize) {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let (mut is_inside, mut clauses) = (false, 0);
    for (index, line) in document.lines().enumerate() {
        if line == "```poda" {
            is_inside = true;
            blocks.push((index + 2, Vec::new()));
        } else if line == "```" {
            is_inside = false;
        } else if is_inside {
            blocks.last_mut().unwrap().1.push(line);
        } else if line.starts_with(|character: char| character.is_ascii_digit()) {
            clauses += 1;
            assert!(line.starts_with(&format!("{clauses}. ")), "clause {clauses} is missing: {line}");
        }
    }
    (blocks, clauses)
}

fn run<G: Game + Notation>(game: &G, first_line: usize, block: &[&str]) {
    let mut state = game.start();
    for (index, line) in block.iter().enumerate() {
        let at = format!("line {}: {line}", first_line + index);
        let (word, rest) = line.split_once(' ').unwrap();
        match (word, rest.split_once(' ')) {
            ("position", _) => {
                state = game.read_position(rest).unwrap_or_else(|error| panic!("{at}: {error}"));
            }
            ("play", _) => {
                for text in G::TOKENS.split(rest) {
                    let mv = game.read_move(&state, text).unwrap_or_else(|error| panic!("{at}: {error}"));
                    state = game.play(&state, mv);
                }
            }
            ("expect", Some(("position", expected))) => {
                assert_eq!(game.position_text(&state), expected, "{at}");
            }
            ("expect", Some(("outcome", expected))) => {
                assert_eq!(game.outcome(&state).map_or("none", Outcome::word), expected, "{at}");
            }
            ("expect", Some(("legal", expected))) => {
                let mut moves = Moves::new();
                game.moves(&state, &mut moves);
                let texts: Vec<String> = moves.iter().map(|mv| game.move_text(&state, *mv)).collect();
                assert_eq!(texts.join(" "), expected, "{at}");
            }
            _ => panic!("{at}: not a line of an example"),
        }
    }
}

/// Runs all examples of a document, of which all clauses but the last few have at least one.
fn check<G: Game + Notation>(game: &G, document: &str) {
    let (blocks, clauses) = blocks(document);
    assert!(blocks.len() + 1 >= clauses && clauses >= 6, "{clauses} clauses, {} examples", blocks.len());
    for (first_line, block) in blocks {
        run(game, first_line, &block);
    }
}

#[test]
fn crush() {
    check(&Crush::new(), include_str!("../../rules/crush.md"));
}

#[test]
fn boom() {
    check(&Boom::new(), include_str!("../../rules/boom.md"));
}

#[test]
fn desconecta() {
    check(&Desconecta::new(), include_str!("../../rules/desconecta.md"));
}

/// `board 3x3 run 3` chooses other rules than the classic ones.
#[test]
fn connect4() {
    let (blocks, clauses) = blocks(include_str!("../../rules/connect4.md"));
    assert!(blocks.len() >= clauses && clauses >= 6);
    for (first_line, block) in blocks {
        if let Some(board) = block[0].strip_prefix("board ") {
            let numbers: Vec<u32> = board.split(['x', ' ']).filter_map(|word| word.parse().ok()).collect();
            let game = Connect4::<u64>::new(numbers[0], numbers[1], numbers[2]).unwrap();
            run(&game, first_line + 1, &block[1..]);
        } else {
            run(&Connect4::default(), first_line, &block);
        }
    }
}
