//! Who can win within a turn, and what stops it.

use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Game, Outcome};

use crate::{shape::Shape, threats::winning_cells};

/// The board of the bomb games, known to the compiler.
#[derive(Clone, Copy, Debug)]
struct BombBoard;

impl Shape for BombBoard {
    type Word = u64;

    #[inline(always)]
    fn width(self) -> u32 {
        7
    }

    #[inline(always)]
    fn height(self) -> u32 {
        7
    }

    #[inline(always)]
    fn bottom(self) -> u64 {
        Grid::BOMB_BOARD.bottom()
    }

    #[inline(always)]
    fn odd_rows(self) -> u64 {
        self.bottom() * 0b101_0101
    }

    #[inline(always)]
    fn is_wide(self) -> bool {
        true
    }
}

/// Where the next stone of each column comes to rest.
#[inline(always)]
pub(super) fn landing(all: u64) -> u64 {
    all.wrapping_add(Grid::BOMB_BOARD.bottom()) & Grid::BOMB_BOARD.full()
}

/// The landing cells with which these stones make a line at once.
#[inline(always)]
fn wins_at_once(stones: u64, all: u64) -> u64 {
    winning_cells(BombBoard, stones) & landing(all)
}

/// How many empty cells would complete a line once a stone has fallen into a column: what a drop is good for.
#[inline]
pub(super) fn promise(stones: u64, all: u64, column: u8) -> u32 {
    let cell = landing(all) & 0x7F << (8 * column);
    let empty = Grid::BOMB_BOARD.full() & !(all | cell);
    (winning_cells(BombBoard, stones | cell) & empty).count_ones()
}

/// A bit for each column in which there is one of these cells.
#[inline(always)]
fn columns_of(cells: u64) -> u8 {
    // A byte a column: any cell of it carries into its spare bit, and the multiplication gathers the seven spare bits.
    let spare = (cells + Grid::BOMB_BOARD.full()) & (Grid::BOMB_BOARD.top() << 1);
    ((spare >> 7).wrapping_mul(0x0000_0408_1020_4081 << 14) >> 56) as u8 & 0x7F
}

/// How many actions the side to move has left in its turn.
#[inline(always)]
pub(super) fn actions_left<R: BombRules>(state: &BombState) -> u8 {
    let phase = state.actions() % R::CYCLE;
    if R::mover(phase) == R::mover(phase + 1) { 2 } else { 1 }
}

/// How many actions the turn after this one has.
#[inline(always)]
pub(super) fn actions_next<R: BombRules>(state: &BombState) -> u8 {
    let next = state.actions() % R::CYCLE + u32::from(actions_left::<R>(state));
    if R::mover(next) == R::mover(next + 1) { 2 } else { 1 }
}

/// In how many actions the side to move wins within its turn, if it can. Exact, explosions included.
pub(super) fn win_within_turn<R: BombRules>(game: BombGame<R>, state: &BombState) -> Option<u8> {
    let side = game.to_move(state);
    let (stones, all) = (state.board().stones(side), state.board().all());
    let is_mine = |state: &BombState| game.outcome(state) == Some(Outcome::Win(side));
    let has_bomb = state.board().bomb(side) != 0;
    if wins_at_once(stones, all) != 0 {
        return Some(1);
    }
    let explosion = has_bomb.then(|| game.play(state, Action::Boom));
    if explosion.as_ref().is_some_and(is_mine) {
        return Some(1);
    }
    if actions_left::<R>(state) < 2 {
        return None;
    }
    let mut landings = landing(all);
    while landings != 0 {
        let cell = landings & landings.wrapping_neg();
        landings ^= cell;
        if wins_at_once(stones | cell, all | cell) != 0 {
            return Some(2);
        }
    }
    if let Some(after) = explosion
        && game.outcome(&after).is_none()
        && wins_at_once(after.board().stones(side), after.board().all()) != 0
    {
        return Some(2);
    }
    if has_bomb || game.drops_bomb(state) {
        for column in (0..7_u8).filter(|column| all >> (8 * column + 6) & 1 == 0) {
            let after = game.play(state, Action::Drop(column));
            if game.outcome(&after).is_none() && is_mine(&game.play(&after, Action::Boom)) {
                return Some(2);
            }
        }
    }
    None
}

/// The ways in which a side would win with one turn of drops if it were to move now. Each is a set of columns, and a
/// stone that the opponent drops elsewhere leaves it as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct BombThreats {
    /// Columns in which one drop wins.
    pub(super) singles: u8,
    /// For each column, those in which a second drop wins.
    pub(super) pairs: [u8; 7],
}

impl BombThreats {
    pub(super) fn of(stones: u64, all: u64, drops: u8) -> Self {
        if drops == 0 {
            return Self::default();
        }
        let wins = wins_at_once(stones, all);
        let mut threats = Self { singles: columns_of(wins), pairs: [0; 7] };
        if drops == 1 {
            return threats;
        }
        // What wins alone needs no second one.
        let mut landings = landing(all) & !wins;
        while landings != 0 {
            let cell = landings & landings.wrapping_neg();
            landings ^= cell;
            let column = cell.trailing_zeros() / 8;
            let wins_then = wins_at_once(stones | cell, all | cell) & !wins;
            threats.pairs[column as usize] = columns_of(wins_then);
        }
        threats
    }

    /// Whether there is any.
    #[inline]
    pub(super) fn any(self) -> bool {
        self.singles != 0 || self.pairs.iter().any(|columns| *columns != 0)
    }

    /// The columns of which one drop touches every threat that a drop in `already` does not.
    #[inline]
    pub(super) fn answers(self, already: u8) -> u8 {
        let mut answers = 0x7F;
        let singles = self.singles & !already;
        if singles != 0 {
            answers = if singles.is_power_of_two() { singles } else { 0 };
        }
        for (column, seconds) in self.pairs.iter().enumerate() {
            let first = 1 << column;
            let mut seconds = if first & already == 0 { seconds & !already } else { 0 };
            while seconds != 0 {
                let second = seconds & seconds.wrapping_neg();
                seconds ^= second;
                answers &= first | second;
            }
        }
        answers
    }
}
