//! One recorded random game per catalog entry: whatever changes in rules, texts or drawings shows here first.
//!
//! `PODA_UPDATE=1 cargo test -p poda-catalog --test it playthroughs` writes the files anew.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{collections::BTreeSet, env, fmt::Write, fs, path::PathBuf};

use poda_agent::{GameSession, ThinkingLimits};
use poda_catalog::agent;
use poda_core::Language;
use poda_core::NoObserver;

use crate::{catalog, open};

/// Enough to see every kind of move, few enough to read.
const MOST_PLIES: usize = 80;

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs")
}

fn file_name(spec: &str) -> String {
    format!("{}.txt", spec.replace(':', "_"))
}

fn draw(text: &mut String, session: &GameSession) {
    for language in [Language::English, Language::Spanish] {
        writeln!(text, "\n{}", session.text_board(language).plain()).unwrap();
    }
}

fn playthrough(spec: &str) -> String {
    let game = open(spec).unwrap();
    let mut session = game.session();
    let mut player = agent(game.as_ref(), "random:seed=4").unwrap();
    let mut text = format!("game {}\nposition {}\n", game.spec(), session.position());
    draw(&mut text, &session);
    while session.outcome().is_none() && session.plies() < MOST_PLIES {
        let ply = session.plies() + 1;
        let (side, legal) = (session.to_move(), session.legal().join(" "));
        let choice = player.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap();
        session.play(&choice.mv).unwrap();
        writeln!(text, "{ply} player {side}: {} of {legal}\n  {}", choice.mv, session.position()).unwrap();
        if ply.is_multiple_of(40) {
            draw(&mut text, &session);
        }
    }
    draw(&mut text, &session);
    writeln!(text, "outcome {}", session.outcome().map_or("none yet", poda_core::Outcome::word)).unwrap();
    text
}

#[test]
fn every_entry_plays_as_recorded() {
    let update = env::var_os("PODA_UPDATE").is_some();
    for spec in catalog().samples() {
        let (path, text) = (folder().join(file_name(spec)), playthrough(spec));
        if update {
            fs::write(&path, &text).unwrap();
        }
        let recorded = fs::read_to_string(&path).unwrap_or_default();
        let difference = text.lines().zip(recorded.lines()).find(|(found, expected)| found != expected);
        assert_eq!(difference, None, "{spec} plays differently");
        assert_eq!(text.lines().count(), recorded.lines().count(), "{spec}: {}", path.display());
    }
}

#[test]
fn every_file_has_an_entry() {
    let catalog = catalog();
    let samples = catalog.samples();
    let expected: BTreeSet<String> = samples.map(file_name).collect();
    let found =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    assert_eq!(found.collect::<BTreeSet<String>>(), expected);
}
