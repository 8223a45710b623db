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
///   8 bytes   4 bytes   2      1       1
/// +---------+---------+------+-------+-------+
/// |   key   |  score  | depth| label | move  |   16 bytes, four to a cache line
/// +---------+---------+------+-------+-------+
///                             sssssobb    s: number of the search, o: rests on an opinion, b: bound
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    key: u64,
    score: Score,
    pub(crate) depth: u16,
    label: u8,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
}

const EMPTY: Entry = Entry { key: 0, score: Score::EVEN, depth: 0, label: 0, best: 0 };
/// Searches are numbered 1..=31; 0 marks an empty entry.
const SEARCHES: u8 = 31;

impl Entry {
    fn search(self) -> u8 {
        self.label >> 3
    }

    /// Whether the score hangs on an evaluator's opinion. If not, it holds at any greater depth too.
    #[inline]
    pub(crate) fn rests_on_opinion(self) -> bool {
        self.label & 4 != 0
    }

    fn bound(self) -> Bound {
        match self.label & 3 {
            0 => Bound::Exact,
            1 => Bound::AtLeast,
            _ => Bound::AtMost,
        }
    }

    /// The score that this entry proves for a node at `ply` that has `depth` left, if it settles `window`.
    ///
    /// Only entries of the same depth count, so that the search's value is exactly plain minimax's. What a shallower
    /// search proved is the exception: a deeper one would prove it too.
    #[inline]
    pub(crate) fn settles(self, depth: u32, ply: u32, window: Window) -> Option<Score> {
        let score = self.score.seen_from_root(ply);
        let same_depth = u32::from(self.depth) == depth;
        let proven = u32::from(self.depth) < depth && !self.rests_on_opinion();
        let answers = match self.bound() {
            Bound::Exact => true,
            Bound::AtLeast => score >= window.beta,
            Bound::AtMost => score <= window.alpha,
        };
        (answers && (same_depth || proven)).then_some(score)
    }
}

/// What a search found out about a node, to be stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) score: Score,
    pub(crate) bound: Bound,
    pub(crate) depth: u32,
    /// Whether some branch below ended in an evaluator's opinion.
    pub(crate) opinion: bool,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
}

impl Finding {
    /// Whether the score hangs on an opinion. A win that is certain does not, whatever was thought of other moves;
    /// nor does a certain loss.
    #[inline]
    pub(crate) fn rests_on_opinion(self) -> bool {
        let certain = match self.bound {
            Bound::Exact => true,
            Bound::AtLeast => self.score > Score::EVEN,
            Bound::AtMost => self.score < Score::EVEN,
        };
        self.opinion && !(certain && self.score.is_proven())
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
    pub(crate) fn store(&mut self, key: u64, ply: u32, finding: Finding) {
        let place = self.place(key);
        let Finding { score, bound, depth, best, .. } = finding;
        let opinion = finding.rests_on_opinion();
        let entry = Entry {
            key,
            score: score.seen_from_node(ply),
            depth: depth.min(u32::from(u16::MAX)) as u16,
            label: self.search << 3 | u8::from(opinion) << 2 | bound as u8,
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

    fn finding(score: Score, depth: u32, bound: Bound, best: u8) -> Finding {
        Finding { score, bound, depth, opinion: true, best }
    }

    #[test]
    fn remembers_within_a_search_and_forgets_between_them() {
        let mut table = Table::new(1);
        for search in 0..200u64 {
            table.begin_search();
            assert!(table.find(7).is_none(), "search {search} remembers the one before");
            table.store(7, 3, finding(Score::win_at(9), 5, Bound::Exact, 2));
            let entry = table.find(7).unwrap();
            assert_eq!((entry.depth, entry.best), (5, 2));
            assert_eq!(entry.settles(5, 1, Window::FULL), Some(Score::win_at(7)));
        }
    }

    #[test]
    fn only_the_same_depth_or_a_proof_settles() {
        let mut table = Table::new(1);
        table.begin_search();
        let mut settles = |score, bound, opinion, depth| {
            table.store(1, 0, Finding { opinion, ..finding(score, 4, bound, 0) });
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
            let settled = [3, 4, 5].map(|depth| settles(score, bound, true, depth));
            assert_eq!(settled, expected, "{score} {bound:?}");
        }
        assert_eq!(
            [3, 4, 5].map(|depth| settles(Score::EVEN, Bound::Exact, false, depth)),
            [false, true, true]
        );
    }

    #[test]
    fn a_deep_entry_survives_shallow_ones() {
        let mut table = Table::new(1);
        table.begin_search();
        let stride = table.pairs.len() as u64;
        table.store(stride, 0, finding(Score::EVEN, 9, Bound::Exact, 1));
        for other in 2..10 {
            table.store(other * stride, 0, finding(Score::EVEN, 1, Bound::Exact, 2));
            assert!(table.find(other * stride).is_some());
        }
        assert_eq!(table.find(stride).unwrap().best, 1);
    }
}
