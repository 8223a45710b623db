//! What can be read off a board without searching: threats, lines that can still be made, and bounds that a simple
//! strategy proves.

use crate::shape::Shape;

/// The cells that would complete a line of four of these stones, and others that no stone can ever come to: whoever asks
/// looks only at empty cells of the board.
///
/// ```text
/// step s:   # o o o    o # o o    o o # o    o o o #
/// ```
///
/// Upright lines have no gaps and are never completed from below; what the other three patterns find there is taken or
/// outside the board.
#[inline(always)]
pub(crate) fn winning_cells<S: Shape>(shape: S, stones: u64) -> u64 {
    if !shape.is_wide() {
        return completing(stones, 1);
    }
    // All four directions are the same work, so that four lanes of a wide register do it at once.
    let [upright, flat, falling, rising] = directions(shape).map(|step| completing(stones, step));
    upright | flat | falling | rising
}

#[inline(always)]
fn directions<S: Shape>(shape: S) -> [u32; 4] {
    [1, shape.stride(), shape.stride() - 1, shape.stride() + 1]
}

#[inline(always)]
fn completing(stones: u64, step: u32) -> u64 {
    let (up, down) = (stones << step, stones >> step);
    let (two_up, two_down) = (up & stones << (2 * step), down & stones >> (2 * step));
    two_up & (down | stones << (3 * step)) | two_down & (up | stones >> (3 * step))
}

/// Whether these cells hold a line of four.
#[inline(always)]
pub(crate) fn has_line<S: Shape>(shape: S, cells: u64) -> bool {
    let line = |step: u32| {
        let pairs = cells & cells >> step;
        pairs & pairs >> (2 * step)
    };
    if !shape.is_wide() {
        return line(1) != 0;
    }
    let [upright, flat, falling, rising] = directions(shape).map(line);
    upright | flat | falling | rising != 0
}
