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

use crate::{Family, Text};

/// All games. Help, menus and the tests of the catalog are made from this list.
pub static GAMES: &[&Family] = &[
    &connect4::CONNECT4,
    &boom::BOOM,
    &crush::CRUSH,
    &desconecta::DESCONECTA,
    &parchis::PARCHIS,
    &nraya::NRAYA,
    &mnk::MNK,
];

/// The rules of a game in both languages; nothing where nobody is to read them.
const fn rules(english: &'static str, spanish: &'static str) -> Text {
    if cfg!(feature = "small") { Text::new("", "") } else { Text::new(english, spanish) }
}
