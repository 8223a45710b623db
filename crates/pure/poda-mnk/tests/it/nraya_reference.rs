//! N en raya against a slow, obvious reference implementation.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_core::{Game, Moves, Notation, Outcome, Side};
use poda_mnk::{Nraya, NrayaState};
use poda_testkit::generator;
use rand::RngExt;

/// The rules clause by clause: cells as numbers, 0 for none.
#[derive(Clone)]
pub(crate) struct Reference {
    pub(crate) cells: [[u8; 9]; 9],
    pub(crate) player: u8,
    pub(crate) left: i32,
    pub(crate) phase: i32,
    pub(crate) winner: Option<u8>,
}

const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (1, 1), (1, -1)];

impl Reference {
    pub(crate) fn new() -> Self {
        let mut cells = [[0; 9]; 9];
        (cells[4][0], cells[0][4], cells[4][8], cells[8][4]) = (1, 1, 2, 2);
        Self { cells, player: 1, left: 1, phase: 2, winner: None }
    }

    fn at(&self, row: i32, column: i32) -> u8 {
        if (0..9).contains(&row) && (0..9).contains(&column) {
            self.cells[row as usize][column as usize]
        } else {
            0
        }
    }

    fn legal(&self) -> Vec<(i32, i32)> {
        let mut legal = Vec::new();
        for row in 0..9 {
            for column in 0..9 {
                let touches = (-1..=1).any(|down| {
                    (-1..=1).any(|right| (down, right) != (0, 0) && self.at(row + down, column + right) > 0)
                });
                if self.at(row, column) == 0 && touches && (row + column) % 3 == self.phase % 3 {
                    legal.push((row, column));
                }
            }
        }
        legal
    }

    fn windows(&self, player: u8, length: i32) -> usize {
        let mut found = 0;
        for row in 0..9 {
            for column in 0..9 {
                for (down, right) in DIRECTIONS {
                    let all =
                        (0..length).all(|step| self.at(row + step * down, column + step * right) == player);
                    found += usize::from(all);
                }
            }
        }
        found
    }

    fn look_for_the_end(&mut self) {
        let full = self.cells.iter().flatten().all(|cell| *cell > 0);
        self.winner = match (self.windows(1, 5), self.windows(2, 5)) {
            (0, 0) if full => match (self.windows(1, 4), self.windows(2, 4)) {
                (one, two) if one > two => Some(1),
                (one, two) if one < two => Some(2),
                _ => Some(0),
            },
            (0, 0) => None,
            (0, _) => Some(2),
            _ => Some(1),
        };
    }

    /// `None` is a pass.
    pub(crate) fn play(&mut self, cell: Option<(i32, i32)>) {
        let Some((row, column)) = cell else {
            if self.player == 2 {
                self.phase += 1;
            }
            self.player = 3 - self.player;
            return;
        };
        let distance = ((row - 4).abs(), (column - 4).abs());
        let is_red = distance.0 + distance.1 <= 1;
        let is_yellow = matches!(distance, (0, 2) | (2, 0));
        let is_green = distance == (3, 3);
        let owner = if is_red { 3 - self.player } else { self.player };
        self.cells[row as usize][column as usize] = owner;
        if is_yellow {
            for other in 0..9 {
                if other != column {
                    self.cells[row as usize][other as usize] = 0;
                }
                if other != row {
                    self.cells[other as usize][column as usize] = 0;
                }
            }
        }
        self.look_for_the_end();
        self.left += i32::from(is_green) - 1;
        if self.left == 0 || self.winner.is_some() {
            self.player = 3 - self.player;
            self.left = 2;
            self.phase += 1;
        }
    }

    fn position(&self, plies: u16) -> String {
        let rank = |cells: &[u8; 9]| {
            let letters: String = cells.iter().map(|cell| ['.', 'x', 'o'][*cell as usize]).collect();
            let mut text = String::new();
            for part in letters.split_inclusive(|letter| letter != '.') {
                let gap = part.matches('.').count();
                if gap > 0 {
                    text.push_str(&gap.to_string());
                }
                text.push_str(part.trim_start_matches('.'));
            }
            text
        };
        let ranks: Vec<String> = self.cells.iter().map(rank).collect();
        format!("{} {} {} {} {plies}", ranks.join("/"), self.player, self.left, self.phase % 3)
    }
}

pub(crate) fn name((row, column): (i32, i32)) -> String {
    format!("{}{}", (b'a' + column as u8) as char, 9 - row)
}

/// The reference knows no limit of plies.
fn compare(game: &Nraya, state: &NrayaState, reference: &Reference) -> Vec<(i32, i32)> {
    let text = game.position_text(state);
    assert_eq!(text, reference.position(state.plies()));
    let outcome = reference.winner.map(|winner| match winner {
        0 => Outcome::Draw,
        winner => Outcome::Win(Side::from_number(winner).unwrap()),
    });
    assert_eq!(game.outcome(state), outcome, "{text}");
    if outcome.is_some() {
        return Vec::new();
    }
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let texts: Vec<String> = moves.iter().map(|mv| game.move_text(state, *mv)).collect();
    let mut expected: Vec<String> = reference.legal().into_iter().map(name).collect();
    if expected.is_empty() {
        expected.push("pass".to_owned());
    }
    assert_eq!(texts, expected, "{text}");
    reference.legal()
}

#[test]
fn random_games_are_those_of_the_reference() {
    let game = Nraya::default();
    let mut random = generator(1);
    let mut plies = 0;
    for _ in 0..400 {
        let (mut state, mut reference) = (game.start(), Reference::new());
        while state.plies() < poda_mnk::PLY_LIMIT {
            let legal = compare(&game, &state, &reference);
            if reference.winner.is_some() {
                break;
            }
            let chosen = (!legal.is_empty()).then(|| legal[random.random_range(0..legal.len())]);
            let text = chosen.map_or("pass".to_owned(), name);
            state = game.play(&state, game.read_move(&state, &text).unwrap());
            reference.play(chosen);
            plies += 1;
        }
    }
    assert!(plies > 10_000, "{plies}");
}

/// Full boards and passes are rare in play, so boards are filled with few cells left and played to their end.
#[test]
fn crowded_boards_end_as_those_of_the_reference() {
    let game = Nraya::default();
    let mut random = generator(2);
    let (mut passes, mut full) = (0, [0; 3]);
    for _ in 0..4000 {
        let mut reference = Reference::new();
        for row in 0..9_usize {
            for column in 0..9_usize {
                // Without five in a row: pairs of rows shifted against each other.
                let stripe = (column / 2 + row) % 2;
                reference.cells[row][column] = 1 + u8::from((stripe == 1) != random.random_bool(0.02));
            }
        }
        for _ in 0..random.random_range(1..4) {
            reference.cells[random.random_range(0..9_usize)][random.random_range(0..9_usize)] = 0;
        }
        reference.player = random.random_range(1..3);
        reference.left = random.random_range(1..3);
        reference.phase = random.random_range(0..3);
        reference.look_for_the_end();
        if reference.winner.is_some() {
            continue;
        }
        let mut state = game.read_position(&reference.position(100)).unwrap();
        loop {
            let legal = compare(&game, &state, &reference);
            if reference.winner.is_some() {
                break;
            }
            let chosen = (!legal.is_empty()).then(|| legal[random.random_range(0..legal.len())]);
            passes += u32::from(chosen.is_none());
            // A yellow cell empties half the board: those games are for the other test.
            if chosen.is_some_and(|cell| matches!(((cell.0 - 4).abs(), (cell.1 - 4).abs()), (0, 2) | (2, 0)))
            {
                break;
            }
            let text = chosen.map_or("pass".to_owned(), name);
            state = game.play(&state, game.read_move(&state, &text).unwrap());
            reference.play(chosen);
        }
        let is_full = reference.cells.iter().flatten().all(|cell| *cell > 0);
        if is_full && reference.windows(1, 5) + reference.windows(2, 5) == 0 {
            full[usize::from(reference.winner.unwrap())] += 1;
        }
    }
    assert!(passes > 500, "{passes} passes");
    assert!(full.iter().all(|ends| *ends > 0), "draws, wins of player 1 and 2: {full:?}");
}
