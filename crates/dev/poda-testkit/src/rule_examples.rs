use poda_core::{Game, Moves, Notation, Outcome};

/// The `poda` blocks of a document with the numbers of their first lines, and how many clauses are numbered.
///
/// # Panics
/// If a clause has another number than the one after the last.
pub fn rule_blocks(document: &str) -> (Vec<(usize, Vec<&str>)>, usize) {
    let mut blocks: Vec<(usize, Vec<&str>)> = Vec::new();
    let (mut is_inside, mut clauses) = (false, 0);
    for (index, line) in document.lines().enumerate() {
        if line == "```poda" {
            is_inside = true;
            blocks.push((index + 2, Vec::new()));
        } else if line == "```" {
            is_inside = false;
        } else if is_inside {
            blocks.last_mut().expect("a block was begun").1.push(line);
        } else if line.starts_with(|character: char| character.is_ascii_digit()) {
            clauses += 1;
            assert!(line.starts_with(&format!("{clauses}. ")), "clause {clauses} is missing: {line}");
        }
    }
    (blocks, clauses)
}

/// Executes the lines of a block: `position`, `play`, `expect position`, `expect outcome`, `expect legal`.
///
/// # Panics
/// If something is not as the block says.
pub fn run_rule_block<G: Game + Notation>(game: &G, first_line: usize, block: &[&str]) {
    let mut state = game.start();
    for (index, line) in block.iter().enumerate() {
        let at = format!("line {}: {line}", first_line + index);
        let (word, rest) =
            line.split_once(' ').unwrap_or_else(|| panic!("{at}: a word and what it is about"));
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

/// Runs all examples of a document, of which all clauses but one have at least one.
///
/// # Panics
/// If one does not hold, or if there are too few.
pub fn check_rules<G: Game + Notation>(game: &G, document: &str) {
    let (blocks, clauses) = rule_blocks(document);
    assert!(blocks.len() + 1 >= clauses && clauses >= 6, "{clauses} clauses, {} examples", blocks.len());
    for (first_line, block) in blocks {
        run_rule_block(game, first_line, &block);
    }
}
