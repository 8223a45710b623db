use crate::shape::Shape;
use crate::threats::has_line;

/// What the side that is *not* to move reaches by always replying in the same column: the most that the side to move
/// can score, or `None` if the argument says nothing.
#[inline(always)]
pub(crate) fn follower_bound<S: Shape>(shape: S, mine: u64, all: u64, their_wins: u64) -> Option<i32> {
    let empty = shape.full() ^ all;
    let landing = all.wrapping_add(shape.bottom()) & shape.full();
    // Adding the landing cell of a column to its empty cells runs through them like a carry and leaves the spare bit.
    let low = landing & shape.odd_rows();
    let from_even = empty.wrapping_add(low) & shape.full();
    let from_odd = empty ^ from_even;
    let firsts = from_odd & shape.odd_rows() | from_even & !shape.odd_rows();
    let threats = their_wins & empty & !firsts;
    let open = empty & !threats;
    let carried = open.wrapping_add(landing);
    let region = open & !carried;
    // Columns that are played to the top, by their spare bit; those of them with an odd number of empty cells.
    let to_top = carried & shape.spare();
    let odd_columns = if shape.height() % 2 == 0 { from_even } else { from_odd };
    let odd = odd_columns.wrapping_add(landing & odd_columns) & shape.spare();
    let unpaired = to_top & odd;
    if unpaired.count_ones() % 2 != 0 {
        return None;
    }
    let whole = unpaired - (unpaired >> shape.height());
    let reachable = mine | region & (firsts | whole);
    if has_line(shape, reachable) {
        return None;
    }
    let ends = (carried & threats).count_ones() as i32;
    if ends == 0 {
        return Some(0);
    }
    let stones = all.count_ones() as i32 + region.count_ones() as i32 - ends + 2;
    Some(-((shape.cells() + 2 - stones) / 2))
}
