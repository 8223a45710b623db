//! A position changed piece by piece, and what lies beside the board: whose turn it is, dice, objects, energy.

use poda_core::{Brush, ControlOption, Draft, DraftControl, Draw, Language, Notation, Side, text};

use crate::{
    Cell, Colour, DiceSet, Die, Mechanic, Parchis, ParchisState, energy, layout, scene,
    state::{Flags, Victim},
    words,
};

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

/// Puts a piece somewhere else, or sets what lies beside the board. Who has won follows from where the pieces stand.
pub(crate) fn painted(
    rules: &Parchis,
    draft: &str,
    stroke: Option<(&str, &str)>,
    language: Language,
) -> Option<Draft> {
    let mut state: ParchisState = rules.read_position(draft).ok()?;
    if let Some((place, brush)) = stroke
        && !set(rules, &mut state, place, brush)?
    {
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
    let controls = controls(rules, &state, language);
    Some(Draft { text: rules.position_text(&state), scene: rules.scene(&state, language), controls })
}

const MOVER: &str = "mover";

fn dice_word(owner: Colour) -> String {
    format!("dice-{}", owner.letter())
}

fn hand_word(side: Side) -> String {
    format!("hand-{side}")
}

fn energy_word(side: Side) -> String {
    format!("energy-{side}")
}

/// Sets something beside the board; `false` if the place is none of that, nothing if it cannot be set so.
fn set(rules: &Parchis, state: &mut ParchisState, place: &str, brush: &str) -> Option<bool> {
    let turns = rules.edition.turns;
    let owners = turns.dice_owners().iter();
    if place == MOVER {
        state.mover = owners.copied().find(|owner| owner.letter().to_string() == brush)?;
        // What the last decision has left to do was another one's.
        state.flags = Flags::default();
        state.victim = Victim::default();
    } else if let Some(owner) = owners.copied().find(|owner| dice_word(*owner) == place) {
        let die = rules.edition.dice.descending().find(|die| die.word() == brush)?;
        let dice = &mut state.dice[turns.dice_index(owner)];
        let kept: Vec<Die> = dice.descending().filter(|held| *held != die).collect();
        let changed = if dice.contains(die) { kept } else { [&kept[..], &[die]].concat() };
        // Whoever has no die gets all of them: there is no such position.
        if changed.is_empty() {
            return None;
        }
        *dice = DiceSet::new(&changed);
    } else if let Some(side) = Side::BOTH.into_iter().find(|side| hand_word(*side) == place) {
        let die = Die::objects().find(|die| die.word() == brush)?;
        let hand = &mut state.hands[side.index()];
        *hand = if hand.contains(die) { hand.without(die) } else { hand.with(die) };
    } else if let Some(side) = Side::BOTH.into_iter().find(|side| energy_word(*side) == place) {
        state.energy[side.index()] = brush.parse().ok().filter(|value| *value <= energy::FULL)?;
    } else {
        return Some(false);
    }
    Some(true)
}

/// What lies beside the board.
fn controls(rules: &Parchis, state: &ParchisState, language: Language) -> Vec<DraftControl> {
    let turns = rules.edition.turns;
    let owners = turns.dice_owners();
    let name = |owner: Colour| {
        if owners.len() == 2 {
            words::player(language, owner.side())
        } else {
            words::colour(language, owner).to_owned()
        }
    };
    let movers = owners.iter().map(|owner| ControlOption {
        word: owner.letter().to_string(),
        label: name(*owner),
        icon: None,
        on: state.mover == *owner,
    });
    let label = language.pick("to move", "le toca a").to_owned();
    let mut controls = vec![DraftControl::Choices { word: MOVER.into(), label, options: movers.collect() }];
    let die_option = |die: Die, on: bool| ControlOption {
        word: die.word().into(),
        label: words::die(language, die).to_owned(),
        icon: Some(die.word().into()),
        on,
    };
    for owner in owners {
        let held = state.dice[turns.dice_index(*owner)];
        let mut all: Vec<Die> = rules.edition.dice.descending().collect();
        all.reverse();
        controls.push(DraftControl::Choices {
            word: dice_word(*owner),
            label: text!(language, "dice: {owner}", "dados: {owner}", owner = name(*owner)),
            options: all.into_iter().map(|die| die_option(die, held.contains(die))).collect(),
        });
    }
    for side in Side::BOTH {
        let owner = words::player(language, side);
        match rules.edition.mechanic {
            Mechanic::Plain => {}
            Mechanic::Objects => controls.push(DraftControl::Choices {
                word: hand_word(side),
                label: text!(
                    language,
                    "objects, at most two: {owner}",
                    "objetos, dos como mucho: {owner}",
                    owner
                ),
                options: Die::objects()
                    .map(|die| die_option(die, state.hands[side.index()].contains(die)))
                    .collect(),
            }),
            Mechanic::Energy => controls.push(DraftControl::Number {
                word: energy_word(side),
                label: text!(language, "energy: {owner}", "energía: {owner}", owner),
                value: state.energy[side.index()].into(),
                least: 0,
                most: energy::FULL.into(),
            }),
        }
    }
    controls
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

    #[test]
    fn what_lies_beside_the_board_is_set_by_its_word() {
        for edition in crate::Edition::ALL {
            let rules = Parchis::new(edition, edition.starts().next().unwrap()).unwrap();
            let start = rules.position_text(&rules.start());
            let draft =
                |place: &str, brush: &str| painted(&rules, &start, Some((place, brush)), Language::English);
            for control in painted(&rules, &start, None, Language::English).unwrap().controls {
                let (word, brush) = match &control {
                    DraftControl::Choices { word, options, .. } => (word, options[1].word.clone()),
                    DraftControl::Number { word, most, .. } => (word, most.to_string()),
                };
                let changed = draft(word, &brush).unwrap();
                assert_ne!(changed.text, start, "{} {word} {brush}", edition.spec);
                assert!(rules.read_position(&changed.text).is_ok(), "{}", changed.text);
                assert_eq!(draft(word, "nonsense"), None, "{word}");
            }
        }
        let rules = Parchis::default();
        let start = rules.position_text(&rules.start());
        let mut text = start;
        for die in ["1", "2", "4", "5"] {
            text = painted(&rules, &text, Some(("dice-y", die)), Language::English).unwrap().text;
        }
        assert!(text.contains("dice=6/12456"), "{text}");
        assert_eq!(painted(&rules, &text, Some(("dice-y", "6")), Language::English), None, "one die is left");
        for object in ["star", "horn", "boo"] {
            text = painted(&rules, &text, Some(("hand-2", object)), Language::English).unwrap().text;
        }
        assert!(text.contains("hands=-/star,horn"), "{text}");
    }
}
