//! The drawings in the rules for players, `rules/players/*.md`, are what the games draw.
//!
//! `PODA_UPDATE=1 cargo test -p poda-connect --test it pictures` draws them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Draw, Language, Notation, TextBoard, TextStyle};
use poda_testkit::check_drawings;

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
    check_drawings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/players"), draw);
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
