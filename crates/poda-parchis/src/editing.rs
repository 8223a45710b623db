//! A position changed piece by piece.

use poda_core::{Brush, Draft, Draw, Language, Notation};

use crate::{Cell, Colour, Parchis, ParchisState, layout, scene, words};

/// Every piece can be put on every cell that its colour may stand on.
pub(crate) fn brushes(rules: &Parchis, language: Language) -> Vec<Brush> {
    use poda_core::Game;
    let start = rules.start();
    let pieces = Colour::IN_TURN.into_iter().flat_map(|colour| {
        (0..rules.pieces()).map(move |index| Brush {
            word: scene::piece_id(colour, index),
            label: words::piece(language, colour, index),
            piece: Some(scene::piece(&start, 4 * colour.index() + index)),
            at_once: false,
        })
    });
    pieces.collect()
}

/// Puts a piece somewhere else. Who has won follows from where the pieces stand.
pub(crate) fn painted(
    rules: &Parchis,
    draft: &str,
    stroke: Option<(&str, &str)>,
    language: Language,
) -> Option<Draft> {
    let mut state: ParchisState = rules.read_position(draft).ok()?;
    if let Some((place, brush)) = stroke {
        let colours = Colour::IN_TURN.into_iter();
        let pieces = colours.flat_map(|colour| (0..rules.pieces()).map(move |index| (colour, index)));
        let (colour, index) =
            pieces.into_iter().find(|(colour, index)| scene::piece_id(*colour, *index) == brush)?;
        let homes = Colour::IN_TURN.into_iter().map(Cell::home);
        let cell = layout::cross().chain(homes).find(|cell| scene::cell_id(*cell) == place)?;
        let is_own = Colour::ALL.into_iter().all(|other| other == colour || !belongs_to(cell, other));
        if !is_own {
            return None;
        }
        state.cells[4 * colour.index() + index] = cell.0;
        let complete = |colour: &Colour| state.on(Cell::goal(*colour)).len() as usize == rules.pieces();
        state.winner = Colour::IN_TURN.into_iter().find(complete).map_or(0, |colour| colour.side().number());
    }
    Some(Draft { text: rules.position_text(&state), scene: rules.scene(&state, language) })
}

/// Whether a cell is a home, corridor or goal of that colour.
fn belongs_to(cell: Cell, colour: Colour) -> bool {
    use crate::Spot;
    match cell.spot() {
        Spot::Track(_) => false,
        Spot::Corridor(owner, _) | Spot::Goal(owner) | Spot::Home(owner) => owner == colour,
    }
}

#[cfg(test)]
mod tests {
    use poda_core::Game;

    use super::*;

    #[test]
    fn pieces_are_put_where_they_may_stand() {
        let rules = Parchis::default();
        let start = rules.position_text(&rules.start());
        let draft = |stroke| painted(&rules, &start, stroke, Language::English).map(|draft| draft.text);
        assert_eq!(draft(None), Some(start.clone()));
        assert!(draft(Some(("t9", "y1"))).unwrap().contains("y=9,13,17"));
        assert!(draft(Some(("yc3", "y2"))).unwrap().contains("y=4,c3,17"));
        assert!(draft(Some(("home-y", "y3"))).unwrap().contains("y=4,13,home"));
        assert_eq!(draft(Some(("bc3", "y2"))), None);
        assert_eq!(draft(Some(("t99", "y2"))), None);
        assert_eq!(brushes(&rules, Language::Spanish)[0].label, "amarilla 1");
    }
}
