//! Bounds that a strategy of one line proves: always reply in the same column.

use crate::{shape::Shape, threats::has_line};

/// An upper bound for the side to move that is at most `enough`, if following up proves one.
///
/// The opponent of the side to move, the *follower*, answers each stone with one on top of it. Counted from where the
/// next stone would land, the side to move gets the cells 1, 3, 5 ... of every column and the follower 2, 4, 6 ...:
///
/// ```text
///   f f f .      m  the first of each pair: the side to move may get them all
///   m m m .      f  the second: the follower does
///   f f x o
///   m m o x
/// ```
///
/// * Where a column holds a threat of the follower on an `f`, nobody ever gets above it: the side to move loses as soon
///   as it plays below it.
/// * A column with an odd number of empty cells and no such threat has no reply to its last cell. If there is an even
///   number of them, the follower replies in another one of them, whose pairs then change hands: say that the side to move
///   gets all of such columns. If their number is odd, the follower has to move first somewhere in the end, and
///   the argument says nothing.
///
/// If the side to move makes no line out of all it may get, it does not win. If there is a threat as well, it loses:
/// every other column fills up, and it has to play below one. The latest moment is when all of that has happened.
#[inline(always)]
pub(crate) fn follower_bound<S: Shape>(
    shape: S,
    mine: u64,
    all: u64,
    their_wins: u64,
    enough: i32,
) -> Option<i32> {
    let empty = shape.full() ^ all;
    let landing = all.wrapping_add(shape.bottom()) & shape.full();
    // Adding the landing cell to a column of empty cells runs through them like a carry, and leaves the spare bit only:
    // what remains are the columns whose landing cell is in an even row.
    let from_even = empty.wrapping_add(landing & shape.odd_rows()) & shape.full();
    let from_odd = empty ^ from_even;
    let firsts = from_odd & shape.odd_rows() | from_even & !shape.odd_rows();
    let threats = their_wins & !firsts;
    if threats == 0 && enough < -1 {
        return None;
    }
    // The same carry stops at the lowest threat; what it ran through is all that can be played.
    let open = empty & !threats;
    let carried = open.wrapping_add(landing);
    let playable = open & !carried;
    let odd_columns = if shape.height().is_multiple_of(2) { from_even } else { from_odd };
    let odd_tops = odd_columns.wrapping_add(landing & odd_columns) & shape.spare();
    let unpaired = carried & odd_tops;
    if !unpaired.count_ones().is_multiple_of(2) {
        return (enough >= 0 && !has_line(shape, mine | empty)).then_some(0);
    }
    let ends = (carried & threats).count_ones();
    let bound = if ends == 0 {
        0
    } else {
        // Each column with a threat is played up to two below it, and one of them on: below it, and the threat.
        let stones = all.count_ones() + playable.count_ones() - ends + 2;
        -((shape.cells() + 2 - stones as i32) / 2)
    };
    if bound > enough && (ends != 0 || enough < -1) {
        return None;
    }
    let whole = unpaired.wrapping_sub(unpaired >> shape.height());
    if has_line(shape, mine | playable & (firsts | whole)) {
        return None;
    }
    if ends == 0 && enough == -1 {
        // What the follower gets for sure may hold a line: then it wins in the end, at the latest with its last stone.
        return has_line(shape, mine ^ all | playable & !(firsts | whole)).then_some(-1);
    }
    Some(bound)
}
