//! Connect-4 against a slow, obvious reference implementation, on every board there is.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_connect::{Connect4, Word, fits};
use poda_core::{Game, Moves, Outcome, Side};
use poda_testkit::generator;
use rand::RngExt;

/// Columns of stones, and a look in every direction from every cell.
struct Reference {
    width: usize,
    height: usize,
    run: usize,
    columns: Vec<Vec<Side>>,
    side: Side,
}

impl Reference {
    fn at(&self, column: isize, row: isize) -> Option<Side> {
        let column = self.columns.get(usize::try_from(column).ok()?)?;
        column.get(usize::try_from(row).ok()?).copied()
    }

    fn has_line(&self, side: Side) -> bool {
        let cells = (0..self.width).flat_map(|column| (0..self.height).map(move |row| (column, row)));
        cells.into_iter().any(|(column, row)| {
            [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(right, up)| {
                (0..self.run as isize).all(|index| {
                    self.at(column as isize + index * right, row as isize + index * up) == Some(side)
                })
            })
        })
    }

    fn legal(&self) -> Vec<u8> {
        (0..self.width as u8).filter(|column| self.columns[*column as usize].len() < self.height).collect()
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.has_line(*side)) {
            return Some(Outcome::Win(side));
        }
        self.legal().is_empty().then_some(Outcome::Draw)
    }
}

fn play_a_game<W: Word>(width: u32, height: u32, run: u32, seed: u64) {
    let name = format!("{width}x{height} run {run} in {} bits, seed {seed}", W::BITS);
    let game = Connect4::<W>::new(width, height, run).unwrap();
    let mut random = generator(seed);
    let mut state = game.start();
    let mut reference = Reference {
        width: width as usize,
        height: height as usize,
        run: run as usize,
        columns: vec![Vec::new(); width as usize],
        side: Side::First,
    };
    loop {
        assert_eq!(game.to_move(&state), reference.side, "{name}");
        for side in Side::BOTH {
            let mut stones = W::ZERO;
            for (column, stack) in reference.columns.iter().enumerate() {
                for (row, _) in stack.iter().enumerate().filter(|(_, owner)| **owner == side) {
                    stones = stones | game.grid().cell(column as u32, row as u32);
                }
            }
            assert_eq!(state.stones(side), stones, "{name}");
        }
        assert_eq!(game.outcome(&state), reference.outcome(), "{name}");
        if reference.outcome().is_some() {
            return;
        }
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        assert_eq!(moves[..], reference.legal(), "{name}");
        let column = moves[random.random_range(0..moves.len())];
        state = game.play(&state, column);
        reference.columns[column as usize].push(reference.side);
        reference.side = reference.side.other();
    }
}

#[test]
fn every_size_plays_like_the_reference() {
    let mut sizes = 0;
    for width in 1..=40 {
        for height in 1..=140 {
            let (small, large) = (fits(width, height, 64), fits(width, height, 128));
            assert_eq!(Connect4::<u64>::new(width, height, 4).is_ok(), small, "{width}x{height}");
            assert_eq!(Connect4::<u128>::new(width, height, 4).is_ok(), large, "{width}x{height}");
            if large {
                sizes += 1;
                let longest = width.max(height);
                for run in [4, 1, 2, 3, 5, longest.div_ceil(2), longest] {
                    if run > longest && run != 4 {
                        assert!(Connect4::<u128>::new(width, height, run).is_err());
                        continue;
                    }
                    let seed = u64::from(width * 1000 + height);
                    play_a_game::<u128>(width, height, run, seed);
                    if small {
                        play_a_game::<u64>(width, height, run, seed);
                    }
                }
            }
        }
    }
    assert_eq!(sizes, 481, "the sum of 128 / width - 1 over 35 widths");
}

#[test]
fn the_classic_board_plays_like_the_reference() {
    for seed in 0..2000 {
        play_a_game::<u64>(7, 6, 4, seed);
        play_a_game::<u128>(9, 8, 5, seed);
    }
}
