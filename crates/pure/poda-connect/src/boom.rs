use poda_core::{Outcome, Side};

use crate::{Board, BombGame, BombRules};

/// Conecta-4 BOOM: two actions a turn. Rules: `rules/boom.md`.
pub type Boom = BombGame<BoomRules>;

/// What is special about BOOM.
///
/// ```text
/// action  0 | 1 2 | 3 4 | 5 6 | 7 8 | 9 10 | 11 12 | 13 14 | 15 ...
/// player  1 | 2 2 | 1 1 | 2 2 | 1 1 | 2  2 |  1  1 |  2  2 |  1
/// turn    1 |  1  |  2  |  2  |  3  |   3  |   4   |   4   |  5      a bomb in every fourth
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct BoomRules;

impl BombRules for BoomRules {
    const NAME: &'static str = "boom";
    const CYCLE: u32 = 16;
    const TURNS_PER_BOMB: u32 = 4;
    const IS_MISERE: bool = false;

    #[inline]
    fn mover(action: u32) -> Side {
        Side::from_parity((action + 1) >> 1)
    }

    #[inline]
    fn turn(action: u32) -> u32 {
        (action + 1) / 4 + 1
    }

    /// The bomb goes, and with it every enemy piece of its row; the mover's other pieces stay.
    #[inline]
    fn blast(board: &Board, mover: Side) -> u64 {
        let bomb = board.bomb(mover);
        bomb | Board::row_of(bomb) & board.stones(mover.other())
    }

    /// A line wins, whoever made it; if both have one, it is the last mover's that counts. A player who cannot do
    /// anything loses. There is no draw.
    #[inline]
    fn outcome(board: &Board, action: u32) -> Option<Outcome> {
        if board.has_any_line() {
            let last = Self::mover(action + Self::CYCLE - 1);
            return Some(Outcome::Win(if board.has_line(last) { last } else { last.other() }));
        }
        let mover = Self::mover(action);
        (board.is_full() && board.bomb(mover) == 0).then_some(Outcome::Win(mover.other()))
    }
}
