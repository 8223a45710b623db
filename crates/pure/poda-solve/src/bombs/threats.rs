//! Who can win within a turn, and what stops it.

use poda_connect::{Action, Board, BombGame, BombRules, BombState, Grid};
use poda_core::{Game, Outcome, Side};

use crate::{
    shape::Shape,
    threats::{has_line, winning_cells},
};

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
pub(super) fn wins_at_once(stones: u64, all: u64) -> u64 {
    winning_cells(BombBoard, stones) & landing(all)
}

/// How many empty cells would complete a line once a stone has fallen into a column: what a drop is good for.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(super) fn promise(stones: u64, all: u64, column: u8) -> u32 {
    let cell = landing(all) & 0x7F << (8 * column);
    let empty = Grid::BOMB_BOARD.full() & !(all | cell);
    (winning_cells(BombBoard, stones | cell) & empty).count_ones()
}

/// A bit for each column in which there is one of these cells.
#[inline(always)]
pub(super) fn columns_of(cells: u64) -> u8 {
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

/// Whether these cells hold a line.
#[inline(always)]
pub(super) fn is_line(cells: u64) -> bool {
    has_line(BombBoard, cells)
}

/// The cells that would complete a line of these stones; only empty ones mean anything.
#[inline(always)]
pub(super) fn completing(stones: u64) -> u64 {
    winning_cells(BombBoard, stones)
}

/// Whether two drops in a row make a line that one does not.
///
/// ```text
/// beside each other          one upon the other
///   # o o #   # o # o          #       #
///   . x . .                    #       # o o o    what stands in the upper cell is in no line with the lower one,
///                              o       .          but for the upright line
///                              o
/// ```
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn wins_with_two(stones: u64, all: u64) -> bool {
    let first = landing(all);
    let second = first << 1 & Grid::BOMB_BOARD.full();
    let upright = (first & stones << 1 & stones << 2) << 1;
    if (upright | completing(stones)) & second != 0 {
        return true;
    }
    // Four cells that are ours or can be, two of them ours already.
    let reach = stones | first;
    let beside = |step: u32| {
        let pairs = reach & reach >> step;
        let (both, any) = (stones & stones >> step, stones | stones >> step);
        pairs & pairs >> (2 * step) & (both | both >> (2 * step) | any & any >> (2 * step))
    };
    beside(7) | beside(8) | beside(9) != 0
}

/// The stones after an explosion that empties some cells: [`Board::take_from_row`] for any set of cells.
#[derive(Clone, Copy, Debug)]
pub(super) struct Explosion {
    cells: u64,
}

impl Explosion {
    /// That of a side's bomb.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub(super) fn of<R: BombRules>(board: &Board, side: Side) -> Self {
        Self { cells: R::blast(board, side) & Grid::BOMB_BOARD.full() }
    }

    /// Where these cells are after it.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub(super) fn fall<const N: usize>(self, mut sets: [u64; N]) -> [u64; N] {
        let mut left = self.cells;
        while left != 0 {
            // Every row by itself, from the top: nothing falls into a row that is still to be emptied.
            let row = highest_row(left);
            let cells = left & Grid::BOMB_BOARD.bottom() << row;
            left ^= cells;
            let columns = (cells >> row).wrapping_mul(0xFF);
            let upper = columns & (0x0101_0101_0101_0101 * (0xFF << row & 0xFF));
            sets = sets.map(|set| set & !upper | (set & upper & !cells) >> 1);
        }
        sets
    }
}

#[cfg_attr(target_arch = "x86_64", inline(always))]
fn highest_row(cells: u64) -> u32 {
    let rows = cells | cells >> 32;
    let rows = rows | rows >> 16;
    let rows = rows | rows >> 8;
    (rows as u8).ilog2()
}

/// In how many actions the side to move wins within its turn, if it can. Exact, explosions included.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(super) fn win_within_turn<R: BombRules>(game: BombGame<R>, state: &BombState) -> Option<u8> {
    let (board, side) = (state.board(), game.to_move(state));
    let (stones, all) = (board.stones(side), board.all());
    let is_mine = |state: &BombState| game.outcome(state) == Some(Outcome::Win(side));
    if wins_at_once(stones, all) != 0 {
        return Some(1);
    }
    let has_bomb = board.bomb(side) != 0;
    let landings = landing(all);
    let [after, others, places] = if has_bomb {
        Explosion::of::<R>(board, side).fall([stones, all & !stones, landings])
    } else {
        [stones, all & !stones, landings]
    };
    // If both have a line, the rules say whose counts.
    let is_over = has_bomb && (is_line(after) || is_line(others));
    if is_over && is_line(after) && is_mine(&game.play(state, Action::Boom)) {
        return Some(1);
    }
    if actions_left::<R>(state) < 2 {
        return None;
    }
    if wins_with_two(stones, all) {
        return Some(2);
    }
    let blows_up = |column: u8| {
        let after = game.play(state, Action::Drop(column));
        game.outcome(&after).is_none() && is_mine(&game.play(&after, Action::Boom))
    };
    let wins = if has_bomb {
        // First the explosion, or first the drop, and then it falls with the others.
        let wins = completing(after);
        !is_over && wins & landing(after | others) != 0
            || (0..7).any(|column| wins & places & 0x7F << (8 * column) != 0 && blows_up(column))
            || is_over && (0..7).any(|column| landings & 0x7F << (8 * column) != 0 && blows_up(column))
    } else {
        game.drops_bomb(state)
            && (0..7).any(|column| landings & 0x7F << (8 * column) != 0 && blows_up(column))
    };
    wins.then_some(2)
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
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    pub(super) fn of(stones: u64, all: u64, drops: u8) -> Self {
        if drops == 0 {
            return Self::default();
        }
        let wins = wins_at_once(stones, all);
        let mut threats = Self { singles: columns_of(wins), pairs: [0; 7] };
        if drops == 1 || wins == 0 && !wins_with_two(stones, all) {
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
    #[cfg_attr(target_arch = "x86_64", inline(always))]
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

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, BoomRules};
    use poda_core::Moves;
    use poda_testkit::random_states;

    use super::*;

    /// Every sequence of actions of the turn.
    fn tried(game: Boom, state: &BombState, side: Side, actions: u8) -> Option<u8> {
        match game.outcome(state) {
            Some(outcome) => return (outcome == Outcome::Win(side)).then_some(0),
            None if actions == 0 || game.to_move(state) != side => return None,
            None => {}
        }
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let after = moves.iter().map(|action| game.play(state, *action));
        after.filter_map(|after| tried(game, &after, side, actions - 1)).min().map(|actions| actions + 1)
    }

    #[test]
    fn wins_within_the_turn_are_those_that_trying_finds() {
        let game = Boom::new();
        let mut found = [0; 3];
        for state in random_states(&game, 5, 3000, 60) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let side = game.to_move(&state);
            let expected = tried(game, &state, side, actions_left::<BoomRules>(&state));
            assert_eq!(win_within_turn(game, &state), expected, "{state:?}");
            found[usize::from(expected.unwrap_or(0))] += 1;
        }
        assert!(found.into_iter().all(|count| count > 50), "{found:?}");
    }
}
