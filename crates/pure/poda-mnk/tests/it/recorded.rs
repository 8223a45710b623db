//! A part of the recorded games of the course's program; all of them are replayed by `cargo xtask replay`.

use poda_core::{Game, Notation, Outcome};
use poda_mnk::Nraya;

/// `moves result`: each move is its row and its column from the top left.
#[test]
fn recorded_games_are_played_to_their_ends() {
    let game = Nraya::default();
    let mut games = 0;
    for line in include_str!("../data/nraya.txt").lines().filter(|line| !line.starts_with('#')) {
        let (moves, end) = line.split_once(" = ").unwrap();
        let mut state = game.start();
        for cell in moves.split(' ') {
            let digit = |at: usize| i32::from(cell.as_bytes()[at] - b'0');
            let text = super::nraya_reference::name((digit(0), digit(1)));
            state = game.play(
                &state,
                game.read_move(&state, &text).unwrap_or_else(|error| panic!("{line}: {error}")),
            );
        }
        let result = game.outcome(&state).map_or("none", Outcome::word);
        assert_eq!(format!("{} {result}", game.position_text(&state)), end);
        games += 1;
    }
    assert_eq!(games, 20);
}
