//! The words of the game in the languages of its players.

use poda_core::{Language, Side};

use crate::{Colour, Die, Status, energy::Effect};

pub(crate) fn colour(language: Language, colour: Colour) -> &'static str {
    let (english, spanish) = match colour {
        Colour::Yellow => ("yellow", "amarillo"),
        Colour::Blue => ("blue", "azul"),
        Colour::Red => ("red", "rojo"),
        Colour::Green => ("green", "verde"),
    };
    language.pick(english, spanish)
}

/// A piece by its colour and number, as people speak of it.
pub(crate) fn piece(language: Language, colour: Colour, index: usize) -> String {
    let (english, spanish) = adjective(colour);
    format!("{} {}", language.pick(english, spanish), index + 1)
}

/// The pieces of a colour.
pub(crate) fn pieces(language: Language, colour: Colour) -> String {
    let (english, spanish) = adjective(colour);
    let spanish =
        if colour == Colour::Blue { "fichas azules".to_owned() } else { format!("fichas {spanish}s") };
    language.pick(format!("{english} pieces"), spanish)
}

/// The colour of a piece, which is feminine in Spanish.
fn adjective(colour: Colour) -> (&'static str, &'static str) {
    match colour {
        Colour::Yellow => ("yellow", "amarilla"),
        Colour::Blue => ("blue", "azul"),
        Colour::Red => ("red", "roja"),
        Colour::Green => ("green", "verde"),
    }
}

pub(crate) fn die(language: Language, die: Die) -> &'static str {
    let spanish = match die {
        Die::ENERGY => "energía",
        Die::STAR => "estrella",
        Die::BOO => "fantasma",
        Die::BULLET => "bala",
        Die::RED_SHELL => "concha roja",
        Die::BLUE_SHELL => "concha azul",
        Die::MUSHROOM => "champiñón",
        Die::MEGA_MUSHROOM => "megachampiñón",
        Die::SHOCK => "rayo",
        Die::HORN => "bocina",
        Die::BANANA => "plátano",
        number => number.word(),
    };
    let english = match die {
        Die::RED_SHELL => "red shell",
        Die::BLUE_SHELL => "blue shell",
        Die::MEGA_MUSHROOM => "mega mushroom",
        other => other.word(),
    };
    language.pick(english, spanish)
}

/// The letter of an object on the board.
pub(crate) fn object_letter(die: Die) -> char {
    match die {
        Die::STAR => 'S',
        Die::BOO => 'O',
        Die::BULLET => 'B',
        Die::RED_SHELL => 'R',
        Die::BLUE_SHELL => 'U',
        Die::MUSHROOM => 'M',
        Die::MEGA_MUSHROOM => 'G',
        Die::SHOCK => 'K',
        Die::HORN => 'H',
        _ => 'A',
    }
}

pub(crate) fn status(language: Language, status: Status) -> &'static str {
    let spanish = match status {
        Status::Normal => "normal",
        Status::Star => "estrella",
        Status::Ghost => "fantasma",
        Status::Mega => "mega",
        Status::Small => "pequeña",
        Status::Slipped => "resbalada",
    };
    language.pick(status.word(), spanish)
}

pub(crate) fn effect(language: Language, effect: Effect) -> String {
    match effect {
        Effect::Jump(cells) => language.pick(format!("jump of {cells}"), format!("salto de {cells}")),
        Effect::RedShell => die(language, Die::RED_SHELL).to_owned(),
        Effect::BlueShell => die(language, Die::BLUE_SHELL).to_owned(),
        Effect::Star => die(language, Die::STAR).to_owned(),
        Effect::Boom => "BOOM".to_owned(),
        Effect::Catapum => "CATAPUM".to_owned(),
        Effect::BoomBoom => "BOOMBOOM".to_owned(),
        Effect::CatapumChimpum => "CATAPUMCHIMPUM".to_owned(),
    }
}

pub(crate) fn player(language: Language, side: Side) -> String {
    format!("{} {side}", language.pick("player", "jugador"))
}
