//! Every board up to 5x5 against plain minimax with a memory: the empty board and random positions.

use std::collections::HashMap;

use poda_connect::{Connect4, Connect4State, Word};
use poda_core::{Game, Moves, Outcome};
use poda_core::{Goal, NoObserver, StoneScore};
use poda_solve::{SolvedWord, Solver};
use poda_testkit::random_states;

/// The slow reference: looks at every move until the game is over.
struct Reference<W> {
    game: Connect4<W>,
    seen: HashMap<Connect4State<W>, i32>,
}

impl<W: Word> Reference<W> {
    fn score(&mut self, state: &Connect4State<W>) -> i32 {
        match self.game.outcome(state) {
            Some(Outcome::Draw) => return 0,
            Some(Outcome::Win(_)) => {
                let cells = (self.game.grid().width() * self.game.grid().height()) as i32;
                return -((cells + 2 - state.all().count() as i32) / 2);
            }
            None => {}
        }
        if let Some(score) = self.seen.get(state) {
            return *score;
        }
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let best = moves
            .iter()
            .map(|column| -self.score(&self.game.play(state, *column)))
            .max()
            .expect("the game goes on");
        self.seen.insert(*state, best);
        best
    }
}

/// Checks random positions that leave at most `most` empty cells, so that minimax ends.
fn check<W: SolvedWord>(width: u32, height: u32, most: u32) {
    let game = Connect4::<W>::new(width, height, 4).expect("it fits the word");
    let mut solver = Solver::new(&game, 1).expect("it can be solved");
    let mut reference = Reference { game, seen: HashMap::new() };
    let mut states = random_states(&game, 7, 120, (width * height) as usize);
    states.push(game.start());
    for state in states {
        if width * height - state.all().count() > most || game.outcome(&state).is_some() {
            continue;
        }
        let expected = reference.score(&state);
        let board = format!("{width}x{height} {state:?}");
        assert_eq!(solver.score(&state), Ok(StoneScore::new(expected)), "{board}");
        let weak = solver.solve(&state, Goal::Weak, &mut NoObserver).expect("the game goes on");
        assert_eq!(weak.text(Goal::Weak), expected.signum().to_string(), "{board}");
        let columns = solver.solve_moves(&state, Goal::Exact, &mut NoObserver).expect("the game goes on");
        for (column, found) in columns.iter().enumerate() {
            let is_full = state.all() & game.grid().cell(column as u32, height - 1) != W::ZERO;
            let expected = (!is_full).then(|| -reference.score(&game.play(&state, column as u8)));
            assert_eq!(
                found.and_then(|found| found.stones?.exact()).map(StoneScore::number),
                expected,
                "{board} column {column}"
            );
        }
        let best =
            solver.best_move(&state, StoneScore::new(expected), &mut NoObserver).expect("the game goes on");
        let best = best.expect("there is a best move");
        assert_eq!(-reference.score(&game.play(&state, best)), expected, "{board} best {best}");
    }
}

#[test]
fn small_boards() {
    for width in 1..=5 {
        for height in 1..=5 {
            let most = if width * height <= 20 { 20 } else { 16 };
            check::<u64>(width, height, most);
            check::<u128>(width, height, most);
        }
    }
}

#[test]
fn narrow_low_and_high_boards() {
    for (width, height) in [
        (1, 63),
        (2, 31),
        (3, 15),
        (4, 6),
        (5, 6),
        (6, 5),
        (7, 5),
        (8, 7),
        (12, 4),
        (16, 3),
        (21, 2),
        (12, 1),
        (32, 1),
    ] {
        check::<u64>(width, height, 12);
    }
    for (width, height) in [
        (1, 127),
        (2, 63),
        (3, 41),
        (4, 31),
        (5, 24),
        (6, 5),
        (7, 6),
        (8, 8),
        (9, 9),
        (11, 10),
        (12, 9),
        (16, 7),
        (25, 4),
        (32, 3),
        (35, 2),
        (35, 1),
    ] {
        check::<u128>(width, height, 12);
    }
}

/// Whole boards that are beyond the reference. Who wins on them, and when, is long known; some are lost to the first player.
#[test]
fn whole_boards() {
    fn check<W: SolvedWord>(width: u32, height: u32, score: i32) {
        let game = Connect4::<W>::new(width, height, 4).unwrap();
        let mut solver = Solver::new(&game, 8).unwrap();
        assert_eq!(solver.score(&game.start()), Ok(StoneScore::new(score)), "{width}x{height}");
    }
    for (width, height, score) in [
        (5, 5, 0),
        (4, 6, 0),
        (6, 4, -1),
        (7, 4, 0),
        (6, 5, 0),
        (5, 6, 0),
        (4, 8, 0),
        (5, 7, 0),
        (8, 4, -1),
        (6, 6, -1),
    ] {
        check::<u64>(width, height, score);
    }
    for (width, height, score) in [(5, 5, 0), (6, 4, -1), (2, 63, 0), (3, 41, 0), (32, 1, 0), (35, 1, 0)] {
        check::<u128>(width, height, score);
    }
}
