use std::{collections::HashMap, fmt::Debug, hash::Hash};

use poda_core::{Encode, Game, Moves, Notation, Side};

use crate::random_game;

/// Plays `games` random games of at most `cap` decisions and checks what [`Encode`] promises, in every state of them.
/// `told` is what the planes tell of a running state.
///
/// # Panics
/// If it is not so, naming the position.
pub fn check_encoding<G: Game + Notation + Encode, T: Eq + Hash + Debug>(
    game: &G,
    seed: u64,
    games: u64,
    cap: usize,
    told: impl Fn(&G::State) -> T,
) {
    let [rows, columns] = game.plane_shape();
    assert_eq!(game.plane_numbers(), game.planes().len() * rows * columns);
    let mut seen: HashMap<Vec<u8>, T> = HashMap::new();
    for number in 0..games {
        for state in random_game(game, seed + number, cap) {
            if game.outcome(&state).is_none() {
                check_actions(game, &state);
            }
            check_cells(game, &state);
            for viewer in Side::BOTH {
                let position = game.position_text(&state);
                let planes = planes(game, &state, viewer, 0);
                assert_eq!(
                    planes,
                    self::planes(game, &state, viewer, 7),
                    "{position}: a number is not written"
                );
                if game.outcome(&state).is_none() {
                    let told = told(&state);
                    if let Some(other) = seen.get(&planes) {
                        assert_eq!(*other, told, "{position}: these planes are those of another position");
                    }
                    seen.insert(planes, told);
                }
            }
        }
    }
}

fn planes<G: Encode>(game: &G, state: &G::State, viewer: Side, before: u8) -> Vec<u8> {
    let mut planes = vec![before; game.plane_numbers()];
    game.write_planes(state, viewer, &mut planes);
    planes
}

fn check_cells<G: Notation + Encode>(game: &G, state: &G::State) {
    let mut cells = [vec![0; game.cell_count()], vec![77; game.cell_count()]];
    for cells in &mut cells {
        game.write_cells(state, cells);
    }
    assert_eq!(cells[0], cells[1], "{}: a cell is not written", game.position_text(state));
}

fn check_actions<G: Notation + Encode>(game: &G, state: &G::State) {
    let position = game.position_text(state);
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let mut expected = vec![0; game.actions()];
    for mv in &moves {
        let action = game.action(state, *mv);
        let is_first = expected.get_mut(action).map(|legal| std::mem::replace(legal, 1) == 0);
        assert_eq!(is_first, Some(true), "{position}: {mv:?} is action {action}, which is not its own");
        assert_eq!(game.move_of(state, action), Some(*mv), "{position}: action {action}");
    }
    for (action, legal) in expected.iter().enumerate() {
        assert_eq!(game.move_of(state, action).is_some(), *legal == 1, "{position}: action {action}");
    }
    for beyond in [game.actions(), game.actions() + 1, 255, 256, 1 << 32, usize::MAX] {
        if beyond >= game.actions() {
            assert_eq!(game.move_of(state, beyond), None, "{position}: action {beyond}");
        }
    }
    let mut mask = vec![7; game.actions()];
    game.write_mask(state, &mut mask);
    assert_eq!(mask, expected, "{position}: the mask is not that of the legal moves");
}
