//! Pieces keep their names while they fall, and nothing new takes an old name.

use std::collections::{HashMap, HashSet};

use poda_core::Language;

use crate::{catalog, open};

fn pieces(session: &poda_agent::GameSession) -> HashMap<String, (&'static str, i32, i32)> {
    let scene = session.scene(Language::English);
    scene.pieces.into_iter().map(|piece| (piece.id, (piece.kind, piece.x, piece.y))).collect()
}

#[test]
fn stones_above_an_explosion_fall_under_their_names() {
    // Player 2's bomb in column 2 clears three enemies and itself; two stones stand above the row.
    let game = open("boom").unwrap();
    let mut session = game.session();
    session.set_up("7/7/7/7/o6/x2o3/xO1x1xx 2 14").unwrap();
    let before = pieces(&session);
    session.play("B").unwrap();
    let after = pieces(&session);
    let column = |x: i32| 100 * x - 50;
    for (x, row) in [(1, 5), (1, 4), (4, 5)] {
        let (name, _) =
            before.iter().find(|(_, (_, at, y))| (*at, *y) == (column(x), column(row + 1))).unwrap();
        assert_eq!(after[name].2, column(row + 2), "{name} falls by one");
    }
    assert_eq!(after.len(), before.len() - 5);
}

#[test]
fn over_whole_games_names_are_unique_and_never_used_again() {
    for spec in catalog().samples() {
        let game = open(spec).unwrap();
        let mut walker = poda_catalog::agent(game.as_ref(), "random:seed=5").unwrap();
        let mut session = game.session();
        let mut known = pieces(&session);
        let mut gone: HashSet<String> = HashSet::new();
        while session.outcome().is_none() && session.plies() < 60 {
            let allowance = poda_agent::ThinkingLimits::default();
            let choice = walker.choose(&session, allowance, &mut poda_core::NoObserver).unwrap();
            session.play(&choice.mv).unwrap();
            let now = pieces(&session);
            assert_eq!(now.len(), session.scene(Language::Spanish).pieces.len(), "{spec}: two of one name");
            gone.extend(known.keys().filter(|name| !now.contains_key(*name)).cloned());
            assert!(now.keys().all(|name| !gone.contains(name)), "{spec}: a name came back");
            // Stones stay in their columns and only ever fall.
            for (name, (_, x, y)) in now.iter().filter(|(_, (kind, ..))| *kind != "piece") {
                if let Some((_, was_x, was_y)) = known.get(name) {
                    assert!(x == was_x && y >= was_y, "{spec}: {name} moved up or aside");
                }
            }
            known = now;
        }
    }
}
