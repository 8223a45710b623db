//! What scores mean.

/// The score of a win with the stone that makes `stones` on a board of `cells`, for the winner: with its k-th stone from
/// the end of a full board.
///
/// ```text
/// stones   ... 38 39 40 41 42      on 42 cells
/// score    ...  3  2  2  1  1
/// ```
pub(crate) fn win_with(cells: i32, stones: i32) -> i32 {
    (cells + 2 - stones) / 2
}

/// Plies until the game ends, if both play perfectly from a position of `stones` stones with that score: the winner
/// hurries, the loser delays, and a draw fills the board.
pub fn remoteness(cells: u32, stones: u32, score: i32) -> u32 {
    if score == 0 {
        return cells - stones;
    }
    // The side to move puts the stones `stones + 1`, `+ 3` ..., the other one `+ 2`, `+ 4` ...; of the two last stones
    // that have the same score one is the winner's.
    let last = cells + 2 - 2 * score.unsigned_abs();
    let own_parity = (stones + 1) % 2;
    let winner_parity = if score > 0 { own_parity } else { 1 - own_parity };
    let last = if last % 2 == winner_parity { last } else { last - 1 };
    last.saturating_sub(stones)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remoteness_is_the_reverse_of_the_score() {
        for cells in [9, 42, 49] {
            for stones in 0..cells {
                assert_eq!(remoteness(cells, stones, 0), cells - stones);
                for last in stones + 1..=cells {
                    let score = win_with(cells as i32, last as i32);
                    let score = if (last - stones) % 2 == 1 { score } else { 0 - score };
                    assert_eq!(remoteness(cells, stones, score), last - stones, "{cells} {stones} {last}");
                }
            }
        }
    }
}
