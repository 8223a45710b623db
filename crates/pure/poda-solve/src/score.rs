/// The same stone score for the opponent.
#[inline(always)]
pub(crate) const fn for_opponent(score: i32) -> i32 {
    -score
}

/// The [stone score](poda_core::StoneScore) of a win with the stone that makes `stones` on a board of `cells`, for the
/// winner.
pub(crate) fn win_with(cells: i32, stones: i32) -> i32 {
    (cells + 2 - stones) / 2
}
