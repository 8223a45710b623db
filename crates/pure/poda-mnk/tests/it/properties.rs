//! Property tests of both games.

use poda_core::{Game, Moves, Notation, Outcome, perft};
use poda_mnk::{Mnk, Nraya, PLY_LIMIT};
use poda_testkit::{check_encoding, check_position_reading, check_properties};

#[test]
fn k_in_a_row_obeys_the_laws() {
    for (width, height, run) in [(3, 3, 3), (1, 1, 1), (9, 9, 5), (11, 10, 5), (15, 1, 4)] {
        let game = Mnk::<1>::new(width, height, run).unwrap();
        check_properties(&game, 1, 4, 200);
        check_position_reading(&game, 1, 3);
        check_encoding(&game, 1, 8, 200, |state| *state);
    }
    let gomoku = Mnk::<2>::new(15, 15, 5).unwrap();
    check_properties(&gomoku, 1, 1, 200);
    check_position_reading(&gomoku, 1, 1);
    check_encoding(&gomoku, 1, 1, 200, |state| *state);
}

#[test]
fn n_en_raya_obeys_the_laws() {
    check_properties(&Nraya::default(), 1, 60, 400);
    check_position_reading(&Nraya::default(), 1, 20);
    // All but the plies, the last field.
    let game = Nraya::default();
    let told = |state: &_| game.position_text(state).rsplit_once(' ').map(|(told, _)| told.to_owned());
    check_encoding(&game, 1, 60, 400, told);
}

fn games(game: &Mnk<1>, state: &<Mnk<1> as Game>::State, ends: &mut [u32; 3]) {
    match game.outcome(state) {
        Some(Outcome::Win(side)) => ends[side.index()] += 1,
        Some(Outcome::Draw) => ends[2] += 1,
        None => {
            let mut moves = Moves::new();
            game.moves(state, &mut moves);
            moves.iter().for_each(|mv| games(game, &game.play(state, *mv), ends));
        }
    }
}

/// 255,168 games of tic-tac-toe are known; 9! lines would be 362,880.
#[test]
fn tic_tac_toe_has_as_many_games_as_it_is_known_for() {
    let game = Mnk::<1>::new(3, 3, 3).unwrap();
    let mut ends = [0; 3];
    games(&game, &game.start(), &mut ends);
    assert_eq!(ends, [131_184, 77_904, 46_080]);
    assert_eq!(perft(&game, &game.start(), 5), 15_120);
}

#[test]
fn a_game_without_a_winner_ends() {
    let game = Nraya::default();
    let last = format!("4x4/9/9/9/x7o/9/9/9/4o4 1 2 2 {}", PLY_LIMIT - 1);
    let state = game.read_position(&last).unwrap();
    assert_eq!(game.outcome(&state), None);
    let state = game.play(&state, game.read_move(&state, "a4").unwrap());
    assert_eq!(game.outcome(&state), Some(Outcome::Draw));
    assert_eq!(game.read_position(&game.position_text(&state)), Ok(state));
}
