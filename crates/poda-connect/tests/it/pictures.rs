//! The drawings in the rules for players, `rules/players/*.md`, are what the games draw. A block is headed by a game, a language and a position:
//!
//! ````text
//! ```drawing boom en 7/7/7/7/7/7/7 1 0
//! ```
//! ````
//!
//! `PODA_UPDATE=1 cargo test -p poda-connect --test it pictures` draws them anew.

#![expect(
    clippy::disallowed_methods,
    reason = "the pictures are in a file, and a variable has them drawn anew"
)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path};

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Draw, Language, Notation, TextBoard, TextStyle};

fn text_board<G: Notation + Draw>(game: &G, language: Language, position: &str) -> TextBoard {
    game.text_board(&game.read_position(position).unwrap(), language)
}

fn draw(heading: &str) -> Option<String> {
    let (game, rest) = heading.split_once(' ')?;
    let (language, position) = rest.split_once(' ')?;
    let language = Language::of_locale(language);
    let text_board = match game {
        "connect4" => text_board(&Connect4::default(), language, position),
        "crush" => text_board(&Crush::new(), language, position),
        "boom" => text_board(&Boom::new(), language, position),
        "desconecta" => text_board(&Desconecta::new(), language, position),
        // Other games' drawings are for their own crates to check.
        _ => return None,
    };
    Some(text_board.plain())
}

#[test]
fn the_drawings_of_the_rules_are_true() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/players");
    for entry in fs::read_dir(folder).unwrap() {
        check(&entry.unwrap().path());
    }
}

fn check(path: &Path) {
    let document = fs::read_to_string(path).unwrap();
    let (mut drawn, mut drawings) = (String::new(), 0);
    let mut lines = document.lines();
    while let Some(line) = lines.next() {
        drawn.push_str(line);
        drawn.push('\n');
        if let Some(drawing) = line.strip_prefix("```drawing ").and_then(draw) {
            drawings += 1;
            drawn.push_str(&drawing);
            lines.by_ref().take_while(|line| *line != "```").for_each(drop);
            drawn.push_str("```\n");
        }
    }
    assert!(drawings >= 2, "{}: only {drawings} drawings", path.display());
    if std::env::var_os("PODA_UPDATE").is_some() {
        fs::write(path, &drawn).unwrap();
    } else {
        assert_eq!(document, drawn, "set PODA_UPDATE=1 to draw them anew");
    }
}

#[test]
fn the_line_that_decided_stands_out() {
    let decided = [
        text_board(&Connect4::default(), Language::English, "7/7/7/7/ooo4/xxxx3 2"),
        text_board(&Boom::new(), Language::English, "7/7/7/x5o/X1x3o/x1x1xox/x1ooxoo 2 18"),
        text_board(&Desconecta::new(), Language::English, "7/7/7/7/7/x6/oooO2o 2 11"),
    ];
    for text_board in decided {
        let strong = text_board.lines().flatten().filter(|span| span.style == TextStyle::Strong);
        let strong: Vec<&str> = strong.map(|span| span.text.as_str()).collect();
        let (cells, result) = strong.split_at(4);
        assert!(cells.iter().all(|cell| cell.starts_with(['[', '{'])), "{strong:?}");
        assert!(result.len() == 1 && result[0].starts_with("the winner is player"), "{strong:?}");
    }
}
