use std::sync::{
    OnceLock,
    atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use crate::entry::{Entry, Finding, SEARCHES};

/// A place for one entry, shared between threads without a lock. The key is stored mixed with the entry: if two
/// threads write at once and the halves do not belong together, the key comes out wrong and the entry is not found.
#[derive(Debug, Default)]
struct Slot {
    key_and_word: AtomicU64,
    word: AtomicU64,
}

impl Slot {
    /// The key and the entry that are here, whichever they are.
    #[inline]
    fn load(&self) -> (u64, Entry) {
        let word = self.word.load(Relaxed);
        (self.key_and_word.load(Relaxed) ^ word, Entry::from_word(word))
    }

    #[inline]
    fn store(&self, key: u64, entry: Entry) {
        let word = entry.to_word();
        self.key_and_word.store(key ^ word, Relaxed);
        self.word.store(word, Relaxed);
    }
}

/// A transposition table: pairs of entries, one kept for its depth, the other always the newest.
///
/// It forgets everything when a new search begins (in no time: entries carry the number of their search), so that a
/// search by one thread is a function of its inputs alone.
#[derive(Debug)]
pub(crate) struct Table {
    megabytes: usize,
    /// Allocated by whoever first looks.
    pairs: OnceLock<Box<[[Slot; 2]]>>,
    search: AtomicU8,
}

impl Table {
    /// At most `megabytes` large.
    pub(crate) fn new(megabytes: usize) -> Self {
        Self { megabytes, pairs: OnceLock::new(), search: AtomicU8::new(0) }
    }

    fn pairs(&self) -> &[[Slot; 2]] {
        self.pairs.get_or_init(|| {
            let wanted = (self.megabytes.max(1) << 20) / size_of::<[Slot; 2]>();
            (0..1usize << wanted.ilog2()).map(|_| Default::default()).collect()
        })
    }

    /// Forgets everything.
    pub(crate) fn begin_search(&self) {
        let last = self.search.load(Relaxed);
        if last == SEARCHES {
            for slot in self.pairs().iter().flatten() {
                slot.store(0, Entry::from_word(0));
            }
        }
        self.search.store(last % SEARCHES + 1, Relaxed);
    }

    /// The number of pairs is a power of two.
    #[inline]
    fn pair(&self, key: u64) -> &[Slot; 2] {
        let pairs = self.pairs();
        &pairs[key as usize & (pairs.len() - 1)]
    }

    #[inline]
    pub(crate) fn find(&self, key: u64) -> Option<Entry> {
        let search = self.search.load(Relaxed);
        let found = |slot: &Slot| {
            let (stored, entry) = slot.load();
            (stored == key && entry.search() == search).then_some(entry)
        };
        let [deep, newest] = self.pair(key);
        found(deep).or_else(|| found(newest))
    }

    #[inline]
    pub(crate) fn store(&self, key: u64, ply: u32, finding: Finding) {
        let search = self.search.load(Relaxed);
        let entry = Entry::new(finding, ply, search);
        let [deep, newest] = self.pair(key);
        let (deep_key, deep_entry) = deep.load();
        if deep_key != key && deep_entry.search() == search && entry.depth < deep_entry.depth {
            newest.store(key, entry);
            return;
        }
        if deep_key != key {
            newest.store(deep_key, deep_entry);
        }
        deep.store(key, entry);
    }
}

#[cfg(test)]
mod tests {
    use poda_core::{Score, Window};

    use super::*;
    use crate::entry::Bound;

    fn finding(score: Score, depth: u32, bound: Bound, best: u8) -> Finding {
        Finding { score, bound, depth, opinion: true, best }
    }

    #[test]
    fn remembers_within_a_search_and_forgets_between_them() {
        let table = Table::new(1);
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
        let table = Table::new(1);
        table.begin_search();
        let settles = |score, bound, opinion, depth| {
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
        let table = Table::new(1);
        table.begin_search();
        let stride = table.pairs().len() as u64;
        table.store(stride, 0, finding(Score::EVEN, 9, Bound::Exact, 1));
        for other in 2..10 {
            table.store(other * stride, 0, finding(Score::EVEN, 1, Bound::Exact, 2));
            assert!(table.find(other * stride).is_some());
        }
        assert_eq!(table.find(stride).unwrap().best, 1);
    }
}
