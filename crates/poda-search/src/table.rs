use poda_core::{Score, Window};

/// How a stored score stands to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// What the table knows of a position.
///
/// ```text
///   8 bytes   4 bytes   2      1            1
/// +---------+---------+------+------------+-------+
/// |   key   |  score  | depth| search|bnd | move  |   16 bytes, four to a cache line
/// +---------+---------+------+------------+-------+
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    score: Score,
    pub(crate) depth: u16,
    search_and_bound: u8,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
}

const EMPTY: Entry = Entry { key: 0, score: Score::EVEN, depth: 0, search_and_bound: 0, best: 0 };
/// Searches are numbered 1..=63; 0 marks an empty entry.
const SEARCHES: u8 = 63;

impl Entry {
    fn search(self) -> u8 {
        self.search_and_bound >> 2
    }

    fn bound(self) -> Bound {
        match self.search_and_bound & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    /// The score that this entry proves for a node at `ply` that has `depth` left, if it settles `window`.
    ///
    /// Only entries of the same depth count, so that the search's value is exactly plain minimax's. A proven end is
    /// the exception: what a shallower search proved, a deeper one would prove too.
    #[inline]
    pub(crate) fn settles(self, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let score = self.score.seen_from_root(ply);
        let same_depth = u32::from(self.depth) == depth;
        let proven = u32::from(self.depth) < depth && self.score.is_proven();
        let won = score > Score::EVEN;
        match self.bound() {
            Bound::Exact => same_depth || proven,
            Bound::AtLeast => score >= window.beta && (same_depth || (proven && won)),
            Bound::AtMost => score <= window.alpha && (same_depth || (proven && !won)),
        }
        .then_some(score)
    }
}

/// A transposition table: pairs of entries, one kept for its depth, the other always the newest.
///
/// It forgets everything when a new search begins (in no time: entries carry the number of their search), so that a
/// search is a function of its inputs alone.
#[derive(Debug)]
pub(crate) struct Table {
    pairs: Vec<[Entry; 2]>,
    search: u8,
}

impl Table {
    /// At most `megabytes` large; the number of pairs is a power of two.
    pub(crate) fn new(megabytes: usize) -> Self {
        let wanted = (megabytes.max(1) << 20) / size_of::<[Entry; 2]>();
        let pairs = 1 << wanted.ilog2();
        Self { pairs: vec![[EMPTY; 2]; pairs], search: 0 }
    }

    /// Forgets everything.
    pub(crate) fn begin_search(&mut self) {
        if self.search == SEARCHES {
            self.pairs.fill([EMPTY; 2]);
            self.search = 0;
        }
        self.search += 1;
    }

    #[inline]
    fn place(&self, key: u64) -> usize {
        key as usize & (self.pairs.len() - 1)
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let pair = &self.pairs[self.place(key)];
        pair.iter().find(|entry| entry.key == key && entry.search() == self.search).copied()
    }

    #[inline]
    pub(crate) fn store(&mut self, key: u64, score: Score, depth: u32, ply: u32, bound: Bound, best: u8) {
        let place = self.place(key);
        let entry = Entry {
            key,
            score: score.seen_from_node(ply),
            depth: depth.min(u32::from(u16::MAX)) as u16,
            search_and_bound: self.search << 2 | bound as u8,
            best,
        };
        let search = self.search;
        let [deep, newest] = &mut self.pairs[place];
        let replaces_deep = deep.key == key || deep.search() != search || entry.depth >= deep.depth;
        if !replaces_deep {
            *newest = entry;
            return;
        }
        if deep.key != key {
            *newest = *deep;
        }
        *deep = entry;
    }
}

const _: () = assert!(size_of::<Entry>() == 16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_within_a_search_and_forgets_between_them() {
        let mut table = Table::new(1);
        for search in 0..200u64 {
            table.begin_search();
            assert!(table.find(7).is_none(), "search {search} remembers the one before");
            table.store(7, Score::win_at(9), 5, 3, Bound::Exact, 2);
            let entry = table.find(7).unwrap();
            assert_eq!((entry.depth, entry.best), (5, 2));
            assert_eq!(entry.settles(5, 1, Window::FULL), Some(Score::win_at(7)));
        }
    }

    #[test]
    fn only_the_same_depth_or_a_proof_settles() {
        let mut table = Table::new(1);
        table.begin_search();
        let mut settles = |score, bound, depth| {
            table.store(1, score, 4, 0, bound, 0);
            table.find(1).unwrap().settles(depth, 0, Window::null_above(Score::EVEN)).is_some()
        };
        let cases = [
            (Score::heuristic(3), Bound::Exact, [false, true, false]),
            (Score::heuristic(3), Bound::AtLeast, [false, true, false]),
            (Score::heuristic(3), Bound::AtMost, [false, false, false]),
            (Score::win_at(3), Bound::Exact, [false, true, true]),
            (Score::win_at(3), Bound::AtLeast, [false, true, true]),
            (Score::loss_at(3), Bound::AtMost, [false, true, true]),
            (Score::loss_at(3), Bound::AtLeast, [false, false, false]),
        ];
        for (score, bound, expected) in cases {
            assert_eq!([3, 4, 5].map(|depth| settles(score, bound, depth)), expected, "{score} {bound:?}");
        }
    }

    #[test]
    fn a_deep_entry_survives_shallow_ones() {
        let mut table = Table::new(1);
        table.begin_search();
        let stride = table.pairs.len() as u64;
        table.store(stride, Score::EVEN, 9, 0, Bound::Exact, 1);
        for other in 2..10 {
            table.store(other * stride, Score::EVEN, 1, 0, Bound::Exact, 2);
            assert!(table.find(other * stride).is_some());
        }
        assert_eq!(table.find(stride).unwrap().best, 1);
    }
}
