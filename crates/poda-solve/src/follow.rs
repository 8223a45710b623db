//! Bounds that a strategy of one line proves: always reply in the same column.

use poda_connect::Word;

use crate::{shape::Shape, threats::has_line, word::Bits};

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
    mine: S::Word,
    all: S::Word,
    their_wins: S::Word,
    enough: i32,
) -> Option<i32> {
    let empty = shape.full() ^ all;
    let landing = all.plus(shape.bottom()) & shape.full();
    // Adding the landing cell to a column of empty cells runs through them like a carry, and leaves the spare bit only:
    // what remains are the columns whose landing cell is in an even row.
    let from_even = empty.plus(landing & shape.odd_rows()) & shape.full();
    let from_odd = empty ^ from_even;
    let firsts = from_odd & shape.odd_rows() | from_even & !shape.odd_rows();
    let threats = their_wins & !firsts;
    if threats == S::Word::ZERO && enough < -1 {
        return None;
    }
    // The same carry stops at the lowest threat; what it ran through is all that can be played.
    let open = empty & !threats;
    let carried = open.plus(landing);
    let playable = open & !carried;
    let odd_columns = if shape.height().is_multiple_of(2) { from_even } else { from_odd };
    let odd_tops = odd_columns.plus(landing & odd_columns) & shape.spare();
    let unpaired = carried & odd_tops;
    if !unpaired.count().is_multiple_of(2) {
        return (enough >= 0 && !has_line(shape, mine | empty)).then_some(0);
    }
    let ends = (carried & threats).count();
    let bound = if ends == 0 {
        0
    } else {
        // Each column with a threat is played up to two below it, and one of them on: below it, and the threat.
        let stones = all.count() + playable.count() - ends + 2;
        -((shape.cells() + 2 - stones as i32) / 2)
    };
    if bound > enough && (ends != 0 || enough < -1) {
        return None;
    }
    let whole = unpaired.minus(unpaired >> shape.height());
    if has_line(shape, mine | playable & (firsts | whole)) {
        return None;
    }
    if ends == 0 && enough == -1 {
        // What the follower gets for sure may hold a line: then it wins in the end, at the latest with its last stone.
        return has_line(shape, mine ^ all | playable & !(firsts | whole)).then_some(-1);
    }
    Some(bound)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use poda_connect::Grid;

    use super::*;
    use crate::{node::Node, shape::Other};

    /// Plain minimax over every position that can be reached; each of them is a test of the bound.
    fn score(shape: Other<u64>, mine: u64, all: u64, seen: &mut HashMap<(u64, u64), i32>) -> i32 {
        let stones = all.count_ones() as i32;
        if has_line(shape, mine ^ all) {
            return -((shape.cells() + 2 - stones) / 2);
        }
        if all == shape.full() {
            return 0;
        }
        if let Some(score) = seen.get(&(mine, all)) {
            return *score;
        }
        let mut best = -64;
        for column in 0..shape.width() {
            let cell = all.wrapping_add(shape.bottom()) & shape.column(column);
            if cell != 0 {
                best = best.max(-score(shape, mine ^ all, all | cell, seen));
            }
        }
        let wins = Node::new(shape, mine, all).their_wins;
        for enough in [-4, -3, -2, -1, 0, 1] {
            if let Some(bound) = follower_bound(shape, mine, all, wins, enough) {
                assert!(bound <= enough, "{mine:#x} {all:#x}: {bound} is not enough for {enough}");
                assert!(best <= bound, "{mine:#x} {all:#x}: {best} is above {bound}");
            }
        }
        seen.insert((mine, all), best);
        best
    }

    #[test]
    fn the_bound_holds_in_every_position_of_small_boards() {
        for (width, height) in [(4, 4), (5, 3), (4, 5), (1, 6), (2, 5), (3, 4), (7, 2)] {
            let shape = Other::new(&Grid::new(width, height, 4).unwrap()).unwrap();
            score(shape, 0, 0, &mut HashMap::new());
        }
    }
}
