//! The drawings in the rules for players are what the games draw; scenes, events and edited boards.
//!
//! `PODA_UPDATE=1 cargo test -p poda-mnk --test it pictures` draws them anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::Path;

use poda_core::{Draw, Language, MoveEvent, Notation};
use poda_mnk::{Mnk, Nraya};
use poda_testkit::check_drawings;

fn drawn<G: Notation + Draw>(game: &G, language: Language, position: &str) -> String {
    game.text_board(&game.read_position(position).unwrap(), language).plain()
}

fn draw(heading: &str) -> Option<String> {
    let (game, rest) = heading.split_once(' ')?;
    let (language, position) = rest.split_once(' ')?;
    let language = Language::of_locale(language);
    match game {
        "mnk" => Some(drawn(&Mnk::<1>::new(3, 3, 3).unwrap(), language, position)),
        "nraya" => Some(drawn(&Nraya::default(), language, position)),
        _ => None,
    }
}

#[test]
fn the_drawings_of_the_rules_are_true() {
    check_drawings(&Path::new(env!("CARGO_MANIFEST_DIR")).join("rules/players"), draw);
}

fn told(position: &str, mv: &str, language: Language) -> (Vec<&'static str>, String) {
    let game = Nraya::default();
    let state = game.read_position(position).unwrap();
    let mv = game.read_move(&state, mv).unwrap();
    let events = game.events(&state, mv, language);
    let sentence = MoveEvent::sentence(&events);
    let prospects = game.prospects(&state, language);
    let prospect = prospects.iter().find(|known| known.text == game.move_text(&state, mv)).unwrap();
    assert_eq!(prospect.told, sentence);
    assert_eq!(
        prospect.hits.len(),
        events.iter().filter(|event| event.kind == "clear" && event.piece.is_some()).count()
    );
    (events.iter().map(|event| event.kind).collect(), sentence)
}

#[test]
fn special_cells_say_what_they_do() {
    // Row + column = 6 for yellow (2,4), (4,2); 8 for red (4,4), green (1,7), (7,1).
    let yellow = "4x4/3xo4/9/9/x7o/9/9/9/4o4 1 2 0 4";
    let (kinds, sentence) = told(yellow, "e7", Language::English);
    assert_eq!(kinds, ["place", "clear", "clear", "clear", "clear"]);
    assert_eq!(sentence, "e7; row and column are cleared: 3 stones are gone");
    let red = "4x4/9/9/3x5/x7o/9/9/9/4o4 1 2 2 4";
    assert_eq!(told(red, "e5", Language::Spanish).1, "e5: la ficha pasa al jugador 2");
    let green = "4x1x2/9/9/9/x7o/9/9/9/4o4 1 2 2 4";
    assert_eq!(told(green, "h8", Language::English).1, "h8; one more move");
    assert_eq!(told(green, "f9", Language::English), (vec!["place"], "f9".to_owned()));
}

#[test]
fn boards_are_edited_cell_by_cell() {
    let game = Nraya::default();
    let start = "4x4/9/9/9/x7o/9/9/9/4o4 1 1 2 0";
    let painted = |draft: &str, place: &str, brush: &str| {
        game.painted(draft, Some((place, brush)), Language::English).map(|draft| draft.text)
    };
    assert_eq!(painted(start, "cell-e5", "stone-2").as_deref(), Some("4x4/9/9/9/x3o3o/9/9/9/4o4 1 1 2 1"));
    assert_eq!(painted(start, "cell-e9", "erase").as_deref(), Some("9/9/9/9/x7o/9/9/9/4o4 1 1 2 1"));
    assert_eq!(painted(start, "", "turn-2").as_deref(), Some("4x4/9/9/9/x7o/9/9/9/4o4 2 1 2 1"));
    assert_eq!(painted(start, "", "left-2").as_deref(), Some("4x4/9/9/9/x7o/9/9/9/4o4 1 2 2 1"));
    assert_eq!(painted(start, "", "phase").as_deref(), Some("4x4/9/9/9/x7o/9/9/9/4o4 1 1 0 1"));
    assert_eq!(painted(start, "cell-j5", "stone-2"), None);
    assert_eq!(painted(start, "cell-e5", "bomb-2"), None);
    for brush in game.brushes(Language::English) {
        let draft = painted(start, "cell-a1", &brush.word).unwrap();
        game.read_position(&draft).unwrap_or_else(|error| panic!("{}: {error}", brush.word));
    }
    let small = Mnk::<1>::new(3, 3, 3).unwrap();
    let draft = small.painted("3/3/3 1", Some(("cell-b2", "stone-1")), Language::English).unwrap();
    assert_eq!(draft.text, "3/1x1/3 2");
    assert!(draft.scene.targets.is_empty() && draft.scene.pieces.len() == 1);
}
