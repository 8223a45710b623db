//! Noise as game specs, player specs, position lines and move texts. Whatever is refused is refused politely, and
//! whatever is accepted can be drawn, written, read back and played on.

#![no_main]

use libfuzzer_sys::fuzz_target;
use poda_catalog::{Catalog, agent};
use poda_core::Language;

fuzz_target!(|text: &str| {
    // The first line is a game or a number into the list of samples; the second a position; the rest moves.
    let mut lines = text.splitn(3, '\n');
    let [first, position, moves] = [(); 3].map(|()| lines.next().unwrap_or_default());
    let catalog = Catalog::built_in();
    let samples: Vec<&str> = catalog.samples().collect();
    let spec = match first.bytes().next() {
        Some(byte) if first.len() == 1 => samples[byte as usize % samples.len()],
        _ => first,
    };
    let Ok(game) = catalog.open(spec) else { return };
    let _ = agent(game.as_ref(), position);
    let mut table = game.session();
    if table.set_up(position).is_ok() {
        let written = table.position();
        table.set_up(&written).expect("a written position reads back");
        assert_eq!(table.position(), written);
    }
    for text in table.tokens().split(moves) {
        let legal = table.legal();
        let played = table.play(text).is_ok();
        assert_eq!(played, legal.iter().any(|mv| mv == text));
        if !played && let Some(mv) = legal.get(text.len() % legal.len().max(1)) {
            table.play(mv).expect("a listed move is legal");
        }
    }
    table.text_board(Language::Spanish);
    table.scene(Language::English);
});
