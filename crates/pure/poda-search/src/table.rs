use std::sync::{
    OnceLock,
    atomic::{AtomicU8, AtomicU64, Ordering::Relaxed},
};

use poda_memory::Memory;

use crate::entry::{Entry, Finding, SEARCHES};

/// A place for one entry, shared between threads without a lock: its key mixed with it, and the entry. If two threads
/// write at once and the halves do not belong together, the key comes out wrong and the entry is not found.
type TableSlot = [AtomicU64; 2];

/// The key and the entry that are there, whichever they are.
#[inline]
fn load([key_and_word, word]: &TableSlot) -> (u64, Entry) {
    let word = word.load(Relaxed);
    (key_and_word.load(Relaxed) ^ word, Entry::from_word(word))
}

#[inline]
fn store([key_and_word, place]: &TableSlot, key: u64, entry: Entry) {
    let word = entry.to_word();
    key_and_word.store(key ^ word, Relaxed);
    place.store(word, Relaxed);
}

/// A pair of slots, one kept for its depth, the other always the newest.
const PAIR: usize = 2 * size_of::<TableSlot>() / size_of::<AtomicU64>();

/// A transposition table: pairs of entries.
///
/// It forgets everything when a new search begins (in no time: entries carry the number of their search), so that a
/// search by one thread is a function of its inputs alone.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    megabytes: usize,
    /// Allocated by whoever first looks.
    words: OnceLock<Memory>,
    search: AtomicU8,
}

/// A table that is there, as searches look into it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pairs<'a> {
    words: &'a Memory,
    /// Which pair a key goes to: their number is a power of two.
    mask: usize,
    search: &'a AtomicU8,
}

impl TranspositionTable {
    /// At most `megabytes` large.
    pub(crate) fn new(megabytes: usize) -> Self {
        Self { megabytes, words: OnceLock::new(), search: AtomicU8::new(0) }
    }

    /// Its pairs. There are fewer of them if the system has not that much memory.
    pub(crate) fn pairs(&self) -> Pairs<'_> {
        let words = self.words.get_or_init(|| {
            let wanted = self.megabytes.max(1).saturating_mul(1 << 20) / (PAIR * size_of::<AtomicU64>());
            let mut sizes = (0..=wanted.ilog2()).rev().map(|bits| PAIR << bits);
            sizes.find_map(Memory::zeroed).expect("there is memory for a single pair")
        });
        Pairs { words, mask: words.len() / PAIR - 1, search: &self.search }
    }

    /// Forgets everything.
    pub(crate) fn begin_search(&self) {
        let last = self.search.load(Relaxed);
        if last == SEARCHES {
            self.pairs().words.iter().for_each(|word| word.store(0, Relaxed));
        }
        self.search.store(last % SEARCHES + 1, Relaxed);
    }
}

impl Pairs<'_> {
    #[inline]
    fn start(self, key: u64) -> usize {
        PAIR * (key as usize & self.mask)
    }

    #[inline]
    fn pair(&self, key: u64) -> &[TableSlot; 2] {
        let start = self.start(key);
        let (slots, _) = self.words[start..start + PAIR].as_chunks();
        slots.as_array().expect("a pair has two slots")
    }

    /// Asks for the pair of a key before it is needed.
    #[inline]
    pub(crate) fn prefetch(self, key: u64) {
        self.words.prefetch(self.start(key));
    }

    #[inline]
    pub(crate) fn find(self, key: u64) -> Option<Entry> {
        let search = self.search.load(Relaxed);
        let found = |slot: &TableSlot| {
            let (stored, entry) = load(slot);
            (stored == key && entry.search() == search).then_some(entry)
        };
        let [deep, newest] = self.pair(key);
        found(deep).or_else(|| found(newest))
    }

    #[inline]
    pub(crate) fn store(self, key: u64, ply: u32, finding: Finding) {
        let search = self.search.load(Relaxed);
        let entry = Entry::new(finding, ply, search);
        let [deep, newest] = self.pair(key);
        let (deep_key, deep_entry) = load(deep);
        if deep_key != key && deep_entry.search() == search && entry.depth < deep_entry.depth {
            store(newest, key, entry);
            return;
        }
        if deep_key != key {
            store(newest, deep_key, deep_entry);
        }
        store(deep, key, entry);
    }
}

#[cfg(test)]
mod tests {
    use poda_core::{Score, Window};

    use super::*;
    use crate::entry::ScoreBound;

    fn finding(score: Score, depth: u32, bound: ScoreBound, best: u8) -> Finding {
        Finding { score, bound, depth, heuristic: true, best }
    }

    #[test]
    fn remembers_within_a_search_and_forgets_between_them() {
        let table = TranspositionTable::new(1);
        for search in 0..200u64 {
            table.begin_search();
            assert!(table.pairs().find(7).is_none(), "search {search} remembers the one before");
            table.pairs().store(7, 3, finding(Score::win_at(9), 5, ScoreBound::Exact, 2));
            let entry = table.pairs().find(7).unwrap();
            assert_eq!((entry.depth, entry.best), (5, 2));
            assert_eq!(entry.settles(5, 1, Window::FULL, false), Some(Score::win_at(7)));
        }
    }

    #[test]
    fn only_the_same_depth_or_a_proof_settles() {
        let table = TranspositionTable::new(1);
        table.begin_search();
        let settles_or_deeper = |score, bound, heuristic, depth, or_deeper| {
            table.pairs().store(1, 0, Finding { heuristic, ..finding(score, 4, bound, 0) });
            let window = Window::null_above(Score::EVEN);
            table.pairs().find(1).unwrap().settles(depth, 0, window, or_deeper).is_some()
        };
        let settles =
            |score, bound, heuristic, depth| settles_or_deeper(score, bound, heuristic, depth, false);
        let cases = [
            (Score::heuristic(3), ScoreBound::Exact, [false, true, false]),
            (Score::heuristic(3), ScoreBound::AtLeast, [false, true, false]),
            (Score::heuristic(3), ScoreBound::AtMost, [false, false, false]),
            (Score::win_at(3), ScoreBound::Exact, [false, true, true]),
            (Score::win_at(3), ScoreBound::AtLeast, [false, true, true]),
            (Score::loss_at(3), ScoreBound::AtMost, [false, true, true]),
            (Score::loss_at(3), ScoreBound::AtLeast, [false, false, false]),
        ];
        for (score, bound, expected) in cases {
            let settled = [3, 4, 5].map(|depth| settles(score, bound, true, depth));
            assert_eq!(settled, expected, "{score} {bound:?}");
        }
        assert_eq!(
            [3, 4, 5].map(|depth| settles(Score::EVEN, ScoreBound::Exact, false, depth)),
            [false, true, true]
        );
        assert_eq!(
            [3, 4, 5].map(|depth| settles_or_deeper(
                Score::heuristic(3),
                ScoreBound::Exact,
                true,
                depth,
                true
            )),
            [true, true, false]
        );
    }

    #[test]
    fn a_deep_entry_survives_shallow_ones() {
        let table = TranspositionTable::new(1);
        table.begin_search();
        let stride = table.pairs().mask as u64 + 1;
        table.pairs().store(stride, 0, finding(Score::EVEN, 9, ScoreBound::Exact, 1));
        for other in 2..10 {
            table.pairs().store(other * stride, 0, finding(Score::EVEN, 1, ScoreBound::Exact, 2));
            assert!(table.pairs().find(other * stride).is_some());
        }
        assert_eq!(table.pairs().find(stride).unwrap().best, 1);
    }
}
