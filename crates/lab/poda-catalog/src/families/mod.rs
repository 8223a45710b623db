//! One file per family of games. A new game is a file here and a line in the list.

mod board_options;
mod bombs;
mod boom;
mod connect4;
mod crush;
mod desconecta;
mod mnk;
mod ninjas;
mod nraya;
mod parchis;

use poda_core::{Message, Text};

use crate::Family;

/// All families that come with Poda. Help, menus and the tests of the catalog are made from this list.
pub(crate) const BUILT_IN: &[fn() -> Family] = &[
    connect4::family,
    boom::family,
    crush::family,
    desconecta::family,
    parchis::family,
    nraya::family,
    mnk::family,
];

/// A text in both languages.
fn text(english: &'static str, spanish: &'static str) -> Message {
    Text::new(english, spanish).into()
}

/// The rules of a game in both languages; nothing where no page shows them.
fn rules(english: &'static str, spanish: &'static str) -> Message {
    if cfg!(feature = "small") { Message::default() } else { text(english, spanish) }
}

fn strings(list: &[&str]) -> Vec<String> {
    list.iter().map(|text| (*text).to_owned()).collect()
}
