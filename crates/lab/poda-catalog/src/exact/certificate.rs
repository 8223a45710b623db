use std::fmt::Write as _;

use poda_core::{Game, Notation, Side};

/// Letters of a line.
const WIDTH: usize = 100;

/// A proof as `tools/check_certificate.py` reads it.
pub(super) fn text<G: Game + Notation>(
    (game, spec): (&G, &str),
    state: &G::State,
    (winner, within): (Side, u32),
    choices: &[G::Move],
) -> String {
    let mut text = String::from("poda certificate 1\n");
    let position = game.position_text(state);
    // Writing to a string does not fail.
    let _ = write!(text, "game {spec}\nposition {position}\nwinner {winner}\nwithin {within}\nchoices\n");
    for line in choices.chunks(WIDTH) {
        text.extend(line.iter().map(|action| game.move_text(state, *action)));
        text.push('\n');
    }
    let checksum = fnv(&text);
    let _ = writeln!(text, "checksum {checksum:016x}");
    text
}

/// FNV-1a: ten lines in any language, which is what a small checker needs. It guards against accidents only; what
/// makes a certificate true is that the strategy wins.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3)
    })
}
