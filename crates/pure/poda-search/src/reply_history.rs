use poda_core::Side;

/// How well moves did in a search so far, by where they go ([`poda_core::Game::place`]) and by the move that they reply to. A move that
/// refutes a position gains, and those that were tried before it in vain lose.
///
/// Each number stays within `-MOST..=MOST`: the nearer it is to its end, the less it still moves that way, so that what happened lately
/// counts most.
#[derive(Debug)]
pub(crate) struct ReplyHistory {
    /// By place, for each side.
    alone: [Vec<i32>; 2],
    /// By the place of the last move and that of the reply, for each side: a power of two. Some may share a number, which does little
    /// harm.
    replies: [Vec<i32>; 2],
    places: usize,
}

/// Pairs of places that are told apart: all of them for 128 places.
const PAIRS: usize = 1 << 14;

/// The most that a number can be.
const MOST: i32 = 1 << 14;

/// The most that a refutation can change a number.
const MOST_CHANGE: i32 = MOST / 8;

impl ReplyHistory {
    /// The most that [`ReplyHistory::value`] can be, and its opposite is the least.
    pub(crate) const MOST_VALUE: i32 = 2 * MOST;

    /// Nothing has been tried yet.
    pub(crate) fn new(places: usize) -> Self {
        let pairs = (places * places).next_power_of_two().min(PAIRS);
        Self { alone: [vec![0; places], vec![0; places]], replies: [vec![0; pairs], vec![0; pairs]], places }
    }

    #[inline]
    fn pair(&self, last: usize, place: usize) -> usize {
        (last * self.places + place) & (self.replies[0].len() - 1)
    }

    /// What speaks for a move to `place` after one to `last`.
    #[inline]
    pub(crate) fn value(&self, side: Side, last: usize, place: usize) -> i32 {
        self.alone[side.index()][place] + self.replies[side.index()][self.pair(last, place)]
    }

    /// A move to `place` refuted a position in which `last` was the place of the last move, with so many decisions to look ahead;
    /// moves to `tried` did not.
    pub(crate) fn refute(
        &mut self,
        side: Side,
        last: usize,
        place: usize,
        tried: impl Iterator<Item = usize>,
        depth: u32,
    ) {
        let change = (32 * depth * depth).min(MOST_CHANGE as u32) as i32;
        self.change(side, last, place, change);
        for other in tried {
            self.change(side, last, other, -change);
        }
    }

    fn change(&mut self, side: Side, last: usize, place: usize, change: i32) {
        let pair = self.pair(last, place);
        for value in [&mut self.alone[side.index()][place], &mut self.replies[side.index()][pair]] {
            *value += change - *value * change.abs() / MOST;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refutations_gain_and_vain_tries_lose() {
        let mut history = ReplyHistory::new(8);
        history.refute(Side::First, 3, 5, [1, 2].into_iter(), 6);
        let value = |last, place| history.value(Side::First, last, place);
        assert!(value(3, 5) > value(0, 5) && value(0, 5) > 0, "a reply counts most where it was one");
        assert!(value(3, 1) < value(0, 1) && value(0, 1) < 0);
        assert_eq!(value(3, 1), value(3, 2));
        assert_eq!((value(3, 4), history.value(Side::Second, 3, 5)), (0, 0));
    }

    #[test]
    fn numbers_stay_within_their_range() {
        // More pairs than there are numbers.
        let mut history = ReplyHistory::new(2176);
        for turn in 0..10_000 {
            history.refute(Side::Second, turn % 2176, 2175, [7].into_iter(), 200);
            history.refute(Side::Second, 2175, 2175, [7].into_iter(), 200);
        }
        let [good, bad] = [2175, 7].map(|place| history.value(Side::Second, 2175, place));
        let far = ReplyHistory::MOST_VALUE / 2..=ReplyHistory::MOST_VALUE;
        assert!(far.contains(&good) && far.contains(&-bad), "{good} {bad}");
    }
}
