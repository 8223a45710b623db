use poda_core::{Outcome, Side};

use crate::{Board, BombGame, BombRules};

/// Conecta-4 Crush: one action a turn. Rules: `rules/crush.md`.
pub type Crush = BombGame<CrushRules>;

/// What is special about Crush.
///
/// ```text
/// action  0 1 | 2 3 | 4 5 | 6 7 | 8 ...
/// player  1 2 | 1 2 | 1 2 | 1 2 | 1
/// turn    1   | 2   | 3   | 4   | 5      a bomb in every fourth
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CrushRules;

impl BombRules for CrushRules {
    const NAME: &'static str = "crush";
    const CYCLE: u32 = 8;
    const TURNS_PER_BOMB: u32 = 4;
    const IS_MISERE: bool = false;

    #[inline]
    fn mover(action: u32) -> Side {
        Side::from_parity(action)
    }

    #[inline]
    fn turn(action: u32) -> u32 {
        action / 2 + 1
    }

    /// The bomb goes, and with it its neighbours above, below, left and right, whosesoever they are.
    #[inline]
    fn blast(board: &Board, mover: Side) -> u64 {
        let bomb = board.bomb(mover);
        bomb | bomb << 1 | bomb >> 1 | bomb << 8 | bomb >> 8
    }

    /// A line wins, whoever made it; if both have one, the first one from the bottom left. A full board without a
    /// line is a draw, even for the holder of a bomb.
    #[inline]
    fn outcome(board: &Board, _: u32) -> Option<Outcome> {
        let winner = board.first_line();
        winner.map(Outcome::Win).or_else(|| board.is_full().then_some(Outcome::Draw))
    }
}
