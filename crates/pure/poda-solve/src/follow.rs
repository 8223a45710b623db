//! Bounds that a strategy of one line proves: always reply in the same column.

use poda_connect::Word;

use crate::{
    shape::Shape,
    threats::{has_line, has_line_of},
    word::Bits,
};

/// An upper bound for the side to move that is at most `enough`, if following up proves one. The side to move cannot win
/// at once.
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
/// A threat of the follower *closes* its column, if the follower likes: nobody plays below it, the follower because it
/// would be blocked and the side to move because it would lose. What is left below is an even number of cells if the threat is on an
/// `f`, an odd one if it is on an `m`.
///
/// The columns with an odd number of cells are unpaired, closed or not. If there is an even number of them, the follower takes
/// them two by two and always has a reply. If their number is odd, it has to move first
/// somewhere in the end, and the argument says nothing.
///
/// If the side to move makes no line out of all it may get, it does not win. If a column is closed as well, it loses:
/// every other column fills up, and it has to play below a threat. The latest moment is when all of that has happened.
#[inline(always)]
pub(crate) fn follower_bound<S: Shape>(
    shape: S,
    mine: S::Word,
    all: S::Word,
    their_wins: S::Word,
    enough: i32,
) -> Option<i32> {
    if their_wins == S::Word::ZERO && enough < -1 {
        return None;
    }
    let empty = shape.full() ^ all;
    let landing = all.plus(shape.bottom()) & shape.full();
    // Adding the landing cell to a column of empty cells runs through them like a carry, and leaves the spare bit only:
    // what remains are the columns whose landing cell is in an even row.
    let from_even = empty.plus(landing & shape.odd_rows()) & shape.full();
    let from_odd = empty ^ from_even;
    let firsts = from_odd & shape.odd_rows() | from_even & !shape.odd_rows();
    let odd_columns = if shape.height().is_multiple_of(2) { from_even } else { from_odd };
    let odd_tops = odd_columns.plus(landing & odd_columns) & shape.spare();
    let board = Followed { shape, mine, all, empty, landing, firsts, odd_tops, enough };
    let is_odd = !odd_tops.count().is_multiple_of(2);
    // 1. Nothing helps whoever has no line left to make. (With an even number of cells left that is a special case of what follows.)
    if is_odd && enough >= 0 && !has_line(shape, mine | empty) {
        return Some(0);
    }
    let closable = their_wins & !landing;
    if closable == S::Word::ZERO {
        return if is_odd { None } else { board.bound(S::Word::ZERO) };
    }
    // 2. The more columns are closed, the sooner it ends: if closing all of them is not soon enough, nothing is.
    let all_closed = board.closed(closable);
    if all_closed.bound(board) > enough {
        return None;
    }
    // 3. Whatever is closed, the side to move gets the firsts of even columns, up to the lowest threat.
    let ends_on_first = shape.tops_of(all_closed.ends & firsts);
    let sure = all_closed.playable & firsts & !odd_columns & !shape.columns_below(ends_on_first);
    if has_line(shape, mine | sure) {
        return None;
    }
    // 4. The threats on an `f` close their columns; then all of them do; then all but those of one column. Only an even number
    // of unpaired columns will do, and leaving a column open changes it if that column is odd in one of the two cases only.
    let closed_tops = shape.tops_of(closable);
    let is_even = (odd_tops & !closed_tops | ends_on_first).count().is_multiple_of(2);
    let changing = odd_tops ^ ends_on_first;
    let mut left = closed_tops & if is_even { !changing } else { changing };
    let mut closing = closable & !firsts;
    let mut is_all_left = is_even && closing != closable;
    loop {
        let bound = board.bound(closing);
        if bound.is_some() {
            return bound;
        }
        if is_all_left {
            is_all_left = false;
            closing = closable;
            continue;
        }
        if left == S::Word::ZERO {
            return None;
        }
        closing = closable & !shape.columns_below(left.lowest_bit());
        left = left & left.minus(S::Word::ONE);
    }
}

/// A board on which one side follows up.
#[derive(Clone, Copy)]
struct Followed<S: Shape> {
    shape: S,
    /// The stones of the side to move, and all of them.
    mine: S::Word,
    all: S::Word,
    empty: S::Word,
    landing: S::Word,
    /// The cells that the side to move gets as long as it is followed.
    firsts: S::Word,
    /// The spare bits of the columns with an odd number of empty cells.
    odd_tops: S::Word,
    enough: i32,
}

/// What can be played if some threats of the follower close their columns.
#[derive(Clone, Copy)]
struct Closed<W> {
    /// The cells below the lowest threats, and all of the open columns.
    playable: W,
    /// The lowest threat of each closed column.
    ends: W,
    /// The spare bits of the open columns with an odd number of cells.
    unpaired: W,
}

impl<W: Bits> Closed<W> {
    /// The score if all of it is played and the follower wins in the end; of a draw if nothing is closed.
    #[inline(always)]
    fn bound<S: Shape<Word = W>>(self, board: Followed<S>) -> i32 {
        if self.ends == W::ZERO {
            return 0;
        }
        // Each column with a threat is played up to two below it, and one of them on: below it, and the threat.
        let stones = board.all.count() + self.playable.count() - self.ends.count() + 2;
        -((board.shape.cells() + 2 - stones as i32) / 2)
    }
}

impl<S: Shape> Followed<S> {
    /// What is left if these threats of the follower close their columns.
    #[inline(always)]
    fn closed(self, threats: S::Word) -> Closed<S::Word> {
        // The same carry stops at the lowest threat; what it ran through is all that can be played.
        let open = self.empty & !threats;
        let carried = open.plus(self.landing);
        Closed { playable: open & !carried, ends: carried & threats, unpaired: carried & self.odd_tops }
    }

    /// The bound if these threats of the follower close their columns.
    #[inline(always)]
    fn bound(self, threats: S::Word) -> Option<i32> {
        let Self { shape, mine, firsts, enough, .. } = self;
        let closed = self.closed(threats);
        let Closed { playable, ends, unpaired } = closed;
        let odd_ends = ends & firsts;
        let odd = unpaired.count() + odd_ends.count();
        if !odd.is_multiple_of(2) {
            return None;
        }
        let bound = closed.bound(self);
        if bound > enough && (ends != S::Word::ZERO || enough < -1) {
            return None;
        }
        let whole = shape.columns_below(unpaired | shape.tops_of(odd_ends));
        // Below a threat the side to move plays once, and has lost unless it wins.
        let held = AttainableCells {
            paired: mine | playable & firsts & !whole,
            firsts: playable & firsts & whole | odd_ends >> 1,
            seconds: playable & !firsts & whole,
            landing: self.landing,
        };
        if !held.is_without_line(shape, whole, odd) {
            return None;
        }
        if ends == S::Word::ZERO && enough == -1 {
            // What the follower gets for sure may hold a line: then it wins in the end, at the latest with its last stone.
            return has_line(shape, mine ^ self.all | playable & !(firsts | whole)).then_some(-1);
        }
        Some(bound)
    }
}

/// What the side to move may get.
#[derive(Clone, Copy)]
struct AttainableCells<W> {
    /// Its stones, and its cells of the paired columns.
    paired: W,
    /// The first and the second cells of the unpaired columns.
    firsts: W,
    seconds: W,
    /// Where the next stones land.
    landing: W,
}

impl<W: Bits> AttainableCells<W> {
    /// Whether the follower can play the unpaired columns, `whole`, `odd` in number, so that the side to move gets no line.
    /// It makes pairs of them, and has two ways to play a pair:
    ///
    /// * *Follow.* Reply in the same column, and to the last stone of one column in the other one, where the cells change
    ///   hands from there on. The side to move gets the firsts of both columns, and all the seconds of one of them, but never two
    ///   cells on top of each other.
    /// * *Divide.* Reply to the first stone in one of the columns with one in the other, then as in any column with an even number of
    ///   cells. The side to move gets the landing cell of one column, and all the seconds.
    #[inline(always)]
    fn is_without_line<S: Shape<Word = W>>(self, shape: S, whole: W, odd: u32) -> bool {
        let Self { paired, firsts, seconds, landing } = self;
        let followed = |more: W| !has_line_of(shape, paired | firsts, paired | firsts | more);
        let divided = |more: W| !has_line(shape, paired | seconds | more);
        // 1. Perhaps it may get all of them.
        if followed(seconds) {
            return true;
        }
        if !(odd == 2 || odd == 4) || has_line(shape, paired) {
            return false;
        }
        // 2. Two columns.
        let one = whole & shape.column_of(whole);
        let rest = whole ^ one;
        if odd == 2 {
            return followed(seconds & one) && followed(seconds & rest)
                || divided(landing & one) && divided(landing & rest);
        }
        // 3. Four columns: two pairs, which can be made in three ways. It gets something of one column of each pair.
        let two = rest & shape.column_of(rest);
        let last = rest ^ two;
        let three = last & shape.column_of(last);
        let four = last ^ three;
        if followed(W::ZERO) {
            let is_safe = |one: W, two: W| followed(seconds & (one | two));
            // (1 2) (3 4) and (1 4) (2 3) both need 1 and 3 to be safe together, and 2 and 4; (1 3) (2 4) needs the rest.
            if is_safe(one, three) && is_safe(two, four) {
                return is_safe(one, four) && is_safe(two, three)
                    || is_safe(one, two) && is_safe(three, four);
            }
            return is_safe(one, two) && is_safe(one, four) && is_safe(three, two) && is_safe(three, four);
        }
        false
    }
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
        let node = Node::new(shape, mine, all);
        let wins = node.their_wins;
        let is_quiet = node.my_wins & node.landing(shape) == 0;
        for enough in [-4, -3, -2, -1, 0, 1] {
            if is_quiet && let Some(bound) = follower_bound(shape, mine, all, wins, enough) {
                assert!(bound <= enough, "{mine:#x} {all:#x}: {bound} is not enough for {enough}");
                assert!(best <= bound, "{mine:#x} {all:#x}: {best} is above {bound}");
            }
        }
        seen.insert((mine, all), best);
        best
    }

    #[test]
    fn the_bound_holds_in_every_position_of_small_boards() {
        for (width, height) in [(4, 4), (5, 3), (4, 5), (1, 6), (2, 5), (3, 4), (7, 2), (5, 4), (6, 3)] {
            let shape = Other::new(&Grid::new(width, height, 4).unwrap()).unwrap();
            score(shape, 0, 0, &mut HashMap::new());
        }
    }
}
