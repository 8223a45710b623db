use poda_core::{Outcome, Side};

use crate::{Board, BombGame, BombRules};

/// Desconecta-4 BOOM: whoever gets four in line loses. Rules: `rules/desconecta.md`.
pub type Desconecta = BombGame<DesconectaRules>;

/// What is special about Desconecta.
///
/// ```text
/// action  0 1 | 2 3 | 4 5 | 6 7 | 8 9 | 10 ...
/// player  1 2 | 1 2 | 1 2 | 1 2 | 1 2 |  1
/// turn    1   | 2   | 3   | 4   | 5   |  6      a bomb in every fifth
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DesconectaRules;

impl BombRules for DesconectaRules {
    const NAME: &'static str = "desconecta";
    const CYCLE: u32 = 10;
    const TURNS_PER_BOMB: u32 = 5;
    const IS_MISERE: bool = true;

    #[inline]
    fn mover(action: u32) -> Side {
        Side::from_parity(action)
    }

    #[inline]
    fn turn(action: u32) -> u32 {
        action / 2 + 1
    }

    /// All pieces of the mover in the bomb's row go, the bomb included; the enemy's stay.
    #[inline]
    fn blast(board: &Board, mover: Side) -> u64 {
        Board::row_of(board.bomb(mover)) & board.stones(mover)
    }

    /// A line loses, whoever made it; if both have one, the first one from the bottom left. A full board without a
    /// line is a draw, even for the holder of a bomb.
    #[inline]
    fn outcome(board: &Board, _: u32) -> Option<Outcome> {
        let loser = board.first_line();
        loser.map(|loser| Outcome::Win(loser.other())).or_else(|| board.is_full().then_some(Outcome::Draw))
    }
}
