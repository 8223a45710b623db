use poda_core::{Game, LeafCounts, Notation, count_leaves, perft};

/// One position of a `.perft` file with its known counts.
///
/// ```text
/// # comment
/// id the empty board
/// game connect4:7x6
/// position 7/7/7/7/7/7 1
/// perft 1 7
/// perft 2 49
/// counts 3 343 0 0 0
/// ```
///
/// A `counts` line gives the leaves of a depth and how many of them are won by the first side, by the second, and
/// drawn. A `line` gives the moves that lead from the start to the position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PerftCase {
    /// The name of the case.
    pub id: String,
    /// The game spec, if the file has several games.
    pub game: String,
    /// The position line; the start position if empty.
    pub position: String,
    /// The moves that lead from the start to the position, where they are known.
    pub line: Option<String>,
    /// Pairs of depth and count.
    pub counts: Vec<(u32, u64)>,
    /// Depths with all that is known about their leaves.
    pub leaf_counts: Vec<(u32, LeafCounts)>,
}

/// Reads a `.perft` file.
///
/// # Panics
/// On a line that is neither empty, a comment, nor one of the kinds above.
pub fn read_perft_cases(text: &str) -> Vec<PerftCase> {
    let mut cases: Vec<PerftCase> = Vec::new();
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "id" {
            cases.push(PerftCase { id: rest.to_owned(), ..PerftCase::default() });
            continue;
        }
        let case = cases.last_mut().unwrap_or_else(|| panic!("{line:?} stands before the first id"));
        match word {
            "game" => rest.clone_into(&mut case.game),
            "position" => rest.clone_into(&mut case.position),
            "line" => case.line = Some(rest.to_owned()),
            "counts" => {
                let numbers: Vec<u64> = rest.split(' ').map_while(|number| number.parse().ok()).collect();
                let [depth, leaves, first, second, draws] = numbers[..] else {
                    panic!("broken line {line:?}")
                };
                case.leaf_counts.push((depth as u32, LeafCounts { leaves, wins: [first, second], draws }));
            }
            "perft" => {
                let (depth, count) = rest.split_once(' ').unwrap_or_else(|| panic!("broken line {line:?}"));
                let broken = |_| -> u64 { panic!("broken line {line:?}") };
                case.counts.push((
                    depth.parse().unwrap_or_else(broken) as u32,
                    count.trim().parse().unwrap_or_else(broken),
                ));
            }
            _ => panic!("{word:?} is not a word of a perft file: {line:?}"),
        }
    }
    cases
}

/// Counts the leaves of every case of a `.perft` file, and reaches its position by its line.
///
/// # Panics
/// If a count differs.
pub fn check_perft<G: Game + Notation>(game: &G, file: &str) {
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
