//! K in a row against a slow, obvious reference implementation, on every board there is.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_core::{Game, Moves, Notation, Outcome, Side};
use poda_mnk::{MAX_SIDE, Mnk};
use poda_testkit::generator;
use rand::RngExt;

/// Rows of cells from the bottom, and a look in every direction from every cell.
struct Reference {
    cells: Vec<Vec<Option<Side>>>,
    run: usize,
    side: Side,
}

impl Reference {
    fn at(&self, row: isize, column: isize) -> Option<Side> {
        *self.cells.get(usize::try_from(row).ok()?)?.get(usize::try_from(column).ok()?)?
    }

    fn has_line(&self, side: Side) -> bool {
        let (height, width) = (self.cells.len() as isize, self.cells[0].len() as isize);
        (0..height).flat_map(|row| (0..width).map(move |column| (row, column))).any(|(row, column)| {
            [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(up, right)| {
                (0..self.run as isize)
                    .all(|index| self.at(row + index * up, column + index * right) == Some(side))
            })
        })
    }

    /// From the top left, row by row.
    fn legal(&self) -> Vec<String> {
        let mut legal = Vec::new();
        for (row, cells) in self.cells.iter().enumerate().rev() {
            for (column, _) in cells.iter().enumerate().filter(|(_, owner)| owner.is_none()) {
                legal.push(format!("{}{}", (b'a' + column as u8) as char, row + 1));
            }
        }
        legal
    }

    fn outcome(&self) -> Option<Outcome> {
        if let Some(side) = Side::BOTH.into_iter().find(|side| self.has_line(*side)) {
            return Some(Outcome::Win(side));
        }
        self.legal().is_empty().then_some(Outcome::Draw)
    }

    fn play(&mut self, text: &str) {
        let column = (text.as_bytes()[0] - b'a') as usize;
        let row: usize = text[1..].parse().unwrap();
        self.cells[row - 1][column] = Some(self.side);
        self.side = self.side.other();
    }
}

fn play_a_game<const N: usize>(width: u32, height: u32, run: u32, seed: u64) {
    let name = format!("{width}x{height}:{run} in {N} words, seed {seed}");
    let game = Mnk::<N>::new(width, height, run).unwrap();
    let mut reference = Reference {
        cells: vec![vec![None; width as usize]; height as usize],
        run: run as usize,
        side: Side::First,
    };
    let mut random = generator(seed);
    let mut state = game.start();
    loop {
        assert_eq!(game.outcome(&state), reference.outcome(), "{name}");
        assert_eq!(game.to_move(&state), reference.side, "{name}");
        if reference.outcome().is_some() {
            return;
        }
        let mut moves = Moves::new();
        game.moves(&state, &mut moves);
        let texts: Vec<String> = moves.iter().map(|mv| game.move_text(&state, *mv)).collect();
        assert_eq!(texts, reference.legal(), "{name}");
        let chosen = random.random_range(0..moves.len());
        state = game.play(&state, moves[chosen]);
        reference.play(&texts[chosen]);
    }
}

#[test]
fn every_size_plays_like_the_reference() {
    for width in 1..=MAX_SIDE {
        for height in 1..=MAX_SIDE {
            let longest = width.max(height);
            for run in [1, 3, longest.div_ceil(2), longest].into_iter().filter(|run| *run <= longest) {
                let seed = u64::from(width * 100 + height);
                play_a_game::<2>(width, height, run, seed);
                if Mnk::<1>::new(width, height, run).is_ok() {
                    play_a_game::<1>(width, height, run, seed);
                }
            }
        }
    }
}

#[test]
fn tic_tac_toe_plays_like_the_reference() {
    for seed in 0..500 {
        play_a_game::<1>(3, 3, 3, seed);
        play_a_game::<2>(5, 4, 4, seed);
    }
}
