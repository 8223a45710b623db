//! Moves and positions as text.
//!
//! ```text
//! turn=57 mover=y y=4,13:star3,17 b=home,30,34 r=38,c2,goal g=55,64,68 dice=12456/256 hands=boo,star/-
//!     objects=5,6,22 bananas=19,40 flags=six bounces=0,0,1,0 winner=-
//! ```
//! on one line. Colours stand in the order of the turns: yellow, blue, red, green; sides as first/second; the sets
//! of dice by side, or by colour where each colour has its turn. `e` is the energy die. Editions write the fields
//! that they have: `hands`, `objects` and `bananas`, or `energy=15/0`, or none of them. After a capture, `victim=b2` is the
//! last field; a line may leave it out, and then nobody knows whom it was.

use std::fmt::Display;

use poda_core::{MoveTokens, Notation, PositionError};

use crate::{
    Cell, Colour, DiceSet, Die, Hand, Mechanic, Move, Parchis, ParchisState, Spot, Status, reading,
    state::Flags,
};

impl Notation for Parchis {
    const TOKENS: MoveTokens = MoveTokens::Words;

    fn move_text(&self, _: &ParchisState, mv: Move) -> String {
        match mv.of_piece() {
            Some((colour, index)) => format!("{}{}:{}", colour.letter(), index + 1, mv.die()),
            None => format!("skip:{}", mv.die()),
        }
    }

    fn position_text(&self, state: &ParchisState) -> String {
        let mut fields = vec![format!("turn={}", state.turn()), format!("mover={}", state.mover.letter())];
        for colour in Colour::IN_TURN {
            let pieces = state.pieces(colour).enumerate().map(|(index, cell)| {
                let (status, counter) = state.status(colour, index);
                piece_text(cell, status, counter)
            });
            fields.push(format!("{}={}", colour.letter(), list(pieces, ",")));
        }
        let turns = self.edition.turns;
        let dice = turns.dice_owners().iter().map(|owner| dice_text(state.dice[turns.dice_index(*owner)]));
        fields.push(format!("dice={}", list(dice, "/")));
        match self.edition.mechanic {
            Mechanic::Plain => {}
            Mechanic::Objects => {
                fields.push(format!("hands={}", list(state.hands.map(hand_text), "/")));
                fields.push(format!("objects={}", list(state.objects().map(|(cell, _)| cell), ",")));
                fields.push(format!("bananas={}", list(state.bananas(), ",")));
            }
            Mechanic::Energy => fields.push(format!("energy={}", list(state.energy, "/"))),
        }
        let flags = Flags::WORDS.iter().filter(|(flag, _)| state.flags.has(*flag)).map(|(_, word)| word);
        fields.push(format!("flags={}", list(flags, ",")));
        fields.push(format!("bounces={}", list(Colour::IN_TURN.map(|colour| state.bounces(colour)), ",")));
        fields.push(format!("winner={}", list(state.outcome().and_then(poda_core::Outcome::winner), "")));
        if let Some((colour, index)) = state.victim() {
            fields.push(format!("victim={}{}", colour.letter(), index + 1));
        }
        fields.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<ParchisState, PositionError> {
        reading::read(self, text).map_err(|why| PositionError::new(text, why))
    }
}

/// `home`, `38`, `c2`, `goal`, each with its condition: `38:star3`.
fn piece_text(cell: Cell, status: Status, counter: u8) -> String {
    let place = match cell.spot() {
        Spot::Home(_) => "home".to_owned(),
        Spot::Track(number) => number.to_string(),
        Spot::Corridor(_, number) => format!("c{number}"),
        Spot::Goal(_) => "goal".to_owned(),
    };
    if counter == 0 { place } else { format!("{place}:{}{counter}", status.word()) }
}

/// The letter of a die in a set.
pub(crate) fn die_letter(die: Die) -> char {
    if die == Die::ENERGY { 'e' } else { char::from(b'0' + die.value()) }
}

fn dice_text(set: DiceSet) -> String {
    let mut letters: Vec<char> = set.descending().map(die_letter).collect();
    letters.reverse();
    letters.into_iter().collect()
}

fn hand_text(hand: Hand) -> String {
    list(hand.oldest_first(), ",")
}

/// The items in a row, or `-` if there are none.
fn list<T: Display>(items: impl IntoIterator<Item = T>, separator: &str) -> String {
    let texts: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    if texts.is_empty() { "-".to_owned() } else { texts.join(separator) }
}
