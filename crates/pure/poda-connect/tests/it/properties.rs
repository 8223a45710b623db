//! Property tests of every game, at small, usual and large sizes.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_connect::{Action, BombGame, BombRules, Boom, Connect4, Crush, Desconecta, Word, fits};
use poda_core::{Game, Moves, Notation, Outcome};
use poda_testkit::{check_encoding, check_position_reading, check_properties, generator, random_states};
use rand::RngExt;

fn check_size<W: Word>(width: u32, height: u32, run: u32) {
    let game = Connect4::<W>::new(width, height, run).unwrap();
    check_properties(&game, 1, 8, 200);
    check_position_reading(&game, 1, 10);
    check_encoding(&game, 1, 8, 200, |state| *state);
}

#[test]
fn connect4_obeys_the_laws() {
    for (width, height, run) in [(7, 6, 4), (1, 1, 4), (1, 1, 1), (8, 7, 5), (1, 63, 63), (32, 1, 2)] {
        assert!(fits(width, height, 64));
        check_size::<u64>(width, height, run);
        check_size::<u128>(width, height, run);
    }
    for (width, height, run) in [(8, 8, 4), (10, 10, 4), (1, 127, 4), (35, 2, 4), (11, 10, 10)] {
        check_size::<u128>(width, height, run);
    }
}

#[test]
fn the_bomb_games_obey_the_laws() {
    check_properties(&Crush::new(), 1, 300, 200);
    check_properties(&Boom::new(), 1, 300, 200);
    check_properties(&Desconecta::new(), 1, 300, 200);
    check_position_reading(&Crush::new(), 3, 60);
    check_position_reading(&Boom::new(), 3, 60);
    check_position_reading(&Desconecta::new(), 3, 60);
    check_encoding(&Crush::new(), 1, 200, 200, |state| *state);
    check_encoding(&Boom::new(), 1, 200, 200, |state| *state);
    check_encoding(&Desconecta::new(), 1, 200, 200, |state| *state);
}

/// Games that avoid their end as long as they can: full boards, double fours and players who cannot move are found
/// only there. Every end must read back as what it was.
fn check_long_games<R: BombRules>(game: BombGame<R>, expected_draws: bool) {
    let mut random = generator(5);
    let mut ends = [0; 3];
    for _ in 0..600 {
        let mut state = game.start();
        while game.outcome(&state).is_none() {
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            let first = random.random_range(0..moves.len());
            let order = (0..moves.len()).map(|index| moves[(first + index) % moves.len()]);
            let mut children = order.map(|action| game.play(&state, action));
            let any = children.next().unwrap();
            let quiet = |child: &_| game.outcome(child).is_none();
            state = if quiet(&any) { any } else { children.find(quiet).unwrap_or(any) };
            let text = game.position_text(&state);
            let read = game.read_position(&text).unwrap();
            assert_eq!((game.outcome(&read), read), (game.outcome(&state), state), "{text}");
        }
        let line = game.grid().lines(state.board().stones(poda_core::Side::First))
            | game.grid().lines(state.board().stones(poda_core::Side::Second));
        ends[match game.outcome(&state) {
            Some(Outcome::Draw) => 0,
            _ if line == 0 => 1,
            _ => 2,
        }] += 1;
    }
    assert_eq!(ends[0] > 0, expected_draws, "{ends:?}");
    assert_eq!(ends[1] > 0, !expected_draws, "only BOOM is lost by whoever cannot move: {ends:?}");
    assert!(ends[2] > 0);
}

#[test]
fn every_end_reads_back() {
    check_long_games(Crush::new(), true);
    check_long_games(Boom::new(), false);
    check_long_games(Desconecta::new(), true);
}

/// A drop means the cell in which its stone comes to rest, and nothing else is there.
#[test]
fn the_place_of_a_drop_is_its_cell() {
    let game = Connect4::<u128>::new(8, 8, 4).unwrap();
    for state in random_states(&game, 4, 20, 60).into_iter().filter(|state| game.outcome(state).is_none()) {
        let mut columns = Moves::new();
        game.moves(&state, &mut columns);
        for column in &columns {
            let stone = game.play(&state, *column).all() ^ state.all();
            assert_eq!(stone, 1 << game.place(&state, *column));
        }
    }
    let game = Crush::new();
    let mut explosions = 0;
    for state in random_states(&game, 4, 60, 60).into_iter().filter(|state| game.outcome(state).is_none()) {
        let mut actions = Moves::new();
        game.moves(&state, &mut actions);
        for action in &actions {
            let place = game.place(&state, *action);
            if *action == Action::Boom {
                explosions += 1;
                assert_eq!(place, Crush::PLACES - 1);
            } else {
                let stone = game.play(&state, *action).board().all() ^ state.board().all();
                assert_eq!(stone, 1 << place);
            }
        }
    }
    assert!(explosions > 0);
}
