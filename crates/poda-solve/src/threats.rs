//! What can be read off a board without searching: threats, lines that can still be made, and bounds that a simple
//! strategy proves.

use crate::shape::Shape;

/// The cells, taken or not, that would complete a line of four of these stones.
///
/// ```text
/// upright   . o o o #        flat or slanted, step s:   # o o o    o # o o    o o # o    o o o #
/// ```
#[inline(always)]
pub(crate) fn winning_cells<S: Shape>(shape: S, stones: u64) -> u64 {
    let upright = stones << 1 & stones << 2 & stones << 3;
    if !shape.is_wide() {
        return upright;
    }
    let stride = shape.stride();
    upright | completing(stones, stride) | completing(stones, stride - 1) | completing(stones, stride + 1)
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
    let stride = shape.stride();
    let upright = line(1);
    if !shape.is_wide() {
        return upright != 0;
    }
    upright | line(stride) | line(stride - 1) | line(stride + 1) != 0
}
