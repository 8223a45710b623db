//! The bomb games against slow, obvious reference implementations on arrays of cells.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_connect::{Action, BombGame, BombRules, Boom, Crush, Desconecta};
use poda_core::{Game, Moves, Notation, Outcome, Side};
use poda_testkit::generator;
use rand::RngExt;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Crush,
    Boom,
    Desconecta,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Cell {
    side: Side,
    bomb: bool,
}

/// `cells[row][column]`, the lowest row first.
#[derive(Clone)]
struct Reference {
    kind: Kind,
    cells: [[Option<Cell>; 7]; 7],
    actions: u32,
}

impl Reference {
    fn mover_of(&self, action: u32) -> Side {
        match self.kind {
            Kind::Boom => Side::from_parity(action.div_ceil(2)),
            _ => Side::from_parity(action),
        }
    }

    fn mover(&self) -> Side {
        self.mover_of(self.actions)
    }

    fn bomb(&self, side: Side) -> Option<(usize, usize)> {
        let cells = (0..7).flat_map(|row| (0..7).map(move |column| (row, column)));
        cells.into_iter().find(|(row, column)| self.cells[*row][*column] == Some(Cell { side, bomb: true }))
    }

    fn legal(&self) -> Vec<Action> {
        let mut legal: Vec<Action> =
            (0..7).filter(|column| self.cells[6][*column as usize].is_none()).map(Action::Drop).collect();
        if self.bomb(self.mover()).is_some() {
            legal.push(Action::Boom);
        }
        legal
    }

    fn is_bomb_turn(&self) -> bool {
        match self.kind {
            Kind::Boom => [11, 12, 13, 14].contains(&(self.actions % 16)),
            Kind::Crush => [6, 7].contains(&(self.actions % 8)),
            Kind::Desconecta => [8, 9].contains(&(self.actions % 10)),
        }
    }

    fn play(&mut self, action: Action) {
        let side = self.mover();
        match action {
            Action::Drop(column) => {
                let bomb = self.is_bomb_turn() && self.bomb(side).is_none();
                let free = (0..7).find(|row| self.cells[*row][column as usize].is_none()).unwrap();
                self.cells[free][column as usize] = Some(Cell { side, bomb });
            }
            Action::Boom => {
                let (row, column) = self.bomb(side).unwrap();
                let mut hit = vec![(row, column)];
                match self.kind {
                    Kind::Crush => hit.extend([
                        (row + 1, column),
                        (row, column + 1),
                        (row.wrapping_sub(1), column),
                        (row, column.wrapping_sub(1)),
                    ]),
                    kind => {
                        let victim = if kind == Kind::Boom { side.other() } else { side };
                        let in_row =
                            |column: &usize| self.cells[row][*column].is_some_and(|cell| cell.side == victim);
                        hit.extend((0..7).filter(in_row).map(|column| (row, column)));
                    }
                }
                for (row, column) in hit {
                    if row < 7 && column < 7 {
                        self.cells[row][column] = None;
                    }
                }
                for column in 0..7 {
                    let left: Vec<Cell> = (0..7).filter_map(|row| self.cells[row][column]).collect();
                    for row in 0..7 {
                        self.cells[row][column] = left.get(row).copied();
                    }
                }
            }
        }
        self.actions += 1;
    }

    /// The owners of all lines, in the order in which the courses' programs look for them.
    fn lines(&self) -> Vec<Side> {
        let at = |row: i32, column: i32| {
            ((0..7).contains(&row) && (0..7).contains(&column))
                .then(|| self.cells[row as usize][column as usize])
                .flatten()
                .map(|cell| cell.side)
        };
        let mut owners = Vec::new();
        for row in 0..7 {
            for column in 0..7 {
                let Some(side) = at(row, column) else { continue };
                for (up, right) in [(0, 1), (1, 0), (1, 1), (-1, 1)] {
                    if (1..4).all(|index| at(row + index * up, column + index * right) == Some(side)) {
                        owners.push(side);
                    }
                }
            }
        }
        owners
    }

    fn outcome(&self) -> Option<Outcome> {
        let lines = self.lines();
        let full = self.cells.iter().flatten().all(Option::is_some);
        match (self.kind, lines.first()) {
            (Kind::Boom, Some(first)) => {
                let last = self.mover_of(self.actions - 1);
                Some(Outcome::Win(if lines.contains(&last) { last } else { *first }))
            }
            (Kind::Boom, None) => self.legal().is_empty().then_some(Outcome::Win(self.mover().other())),
            (Kind::Crush, Some(first)) => Some(Outcome::Win(*first)),
            (Kind::Desconecta, Some(first)) => Some(Outcome::Win(first.other())),
            (_, None) => full.then_some(Outcome::Draw),
        }
    }

    fn board_text(&self) -> String {
        let mut text = String::new();
        for row in self.cells.iter().rev() {
            for cell in row {
                text.push(match cell {
                    None => '.',
                    Some(Cell { side: Side::First, bomb }) => {
                        if *bomb {
                            'X'
                        } else {
                            'x'
                        }
                    }
                    Some(Cell { side: Side::Second, bomb }) => {
                        if *bomb {
                            'O'
                        } else {
                            'o'
                        }
                    }
                });
            }
        }
        text
    }
}

/// The ranks of a position line, with a point for each empty cell.
fn spread(position: &str) -> String {
    let board = position.split(' ').next().unwrap();
    let spread = board.chars().filter(|character| *character != '/').map(|character| {
        character.to_digit(10).map_or(character.to_string(), |gap| ".".repeat(gap as usize))
    });
    spread.collect()
}

/// Random games; half of them are prolonged by leaving out actions that end the game, and a bomb explodes more often
/// than chance would have it.
fn check<R: BombRules>(game: BombGame<R>, kind: Kind) {
    let (mut explosions, mut double_fours, mut full_boards) = (0, 0, 0);
    for seed in 0..3000 {
        let mut random = generator(seed);
        let mut state = game.start();
        let mut reference = Reference { kind, cells: [[None; 7]; 7], actions: 0 };
        for _ in 0..300 {
            assert_eq!(game.to_move(&state), reference.mover());
            assert_eq!(spread(&game.position_text(&state)), reference.board_text(), "seed {seed}");
            assert_eq!(state.actions(), reference.actions);
            let position = game.position_text(&state);
            assert_eq!(game.outcome(&state), reference.outcome(), "seed {seed}: {position}");
            if game.outcome(&state).is_some() {
                let lines = reference.lines();
                double_fours += u32::from(Side::BOTH.iter().all(|side| lines.contains(side)));
                full_boards += u32::from(lines.is_empty());
                break;
            }
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            assert_eq!(moves[..], reference.legal(), "seed {seed}: {position}");
            let mut choice = moves[random.random_range(0..moves.len())];
            if seed % 2 == 0 {
                let quiet = |action: &&Action| game.outcome(&game.play(&state, **action)).is_none();
                let quiet: Vec<Action> = moves.iter().filter(quiet).copied().collect();
                if !quiet.is_empty() {
                    choice = quiet[random.random_range(0..quiet.len())];
                }
            }
            if moves.contains(&Action::Boom) && random.random_range(0..4) == 0 {
                choice = Action::Boom;
            }
            explosions += u32::from(choice == Action::Boom);
            state = game.play(&state, choice);
            reference.play(choice);
        }
    }
    assert!(
        explosions > 1000 && double_fours > 10 && full_boards > 3,
        "{explosions} {double_fours} {full_boards}"
    );
}

#[test]
fn crush_plays_like_the_reference() {
    check(Crush::new(), Kind::Crush);
}

#[test]
fn boom_plays_like_the_reference() {
    check(Boom::new(), Kind::Boom);
}

#[test]
fn desconecta_plays_like_the_reference() {
    check(Desconecta::new(), Kind::Desconecta);
}
