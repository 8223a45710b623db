use std::{
    fmt::Debug,
    sync::atomic::{AtomicU64, Ordering},
};

use poda_memory::Memory;

use crate::growth::TableGrowth;

/// What is known about a position: its score lies between these two, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

impl Bounds {
    /// Nothing is known.
    pub(crate) const OPEN: Self = Self { lower: -63, upper: 63 };

    /// The same as the other side counts.
    #[inline(always)]
    pub(crate) fn turned(self) -> Self {
        Self { lower: -self.upper, upper: -self.lower }
    }

    /// Whether the score is above `alpha`, if that is known: the bound that says so.
    #[inline(always)]
    pub(crate) fn answer(self, alpha: i32) -> Option<i32> {
        if self.lower > alpha {
            Some(self.lower)
        } else if self.upper <= alpha {
            Some(self.upper)
        } else {
            None
        }
    }
}

/// Bounds of the positions met so far, by their keys. Two positions are never taken for one, so that no score depends on
/// the size of a table.
pub trait Table<W>: Sized + Send + Sync + Debug {
    /// Where a position is looked up.
    type Slot: Slot;

    /// A table for keys of `key_bits` bits. It is never smaller than the tags demand, and never larger than there are
    /// keys. `None` if there is not that much memory.
    fn new(megabytes: usize, key_bits: u32) -> Option<Self>;

    /// Says whether several threads are going to use it.
    fn share(&mut self, _is_shared: bool) {}

    /// Forgets everything.
    fn clear(&self);

    /// Whether so much was met that forgetting it is worth the while.
    fn is_worn(&self) -> bool;

    /// Says that more nodes were entered: now and then it grows.
    fn entered(&self, nodes: u64);

    /// Where the position with that key is kept. The family is what it shares with those that are looked up with it.
    fn slot(&self, key: W, family: W) -> Self::Slot;

    /// Asks for a slot before it is needed.
    fn prefetch(&self, slot: Self::Slot);

    /// What is known about the position of that slot. A place that was never written may say so by [`Bounds::OPEN`].
    fn get(&self, slot: Self::Slot) -> Option<Bounds>;

    /// Adds to what is known. `work` is the logarithm of the nodes it took.
    fn add(&self, slot: Self::Slot, found: Bounds, work: u32);
}

/// Where a position is looked up.
pub trait Slot: Copy {
    /// A number that hardly any other slot has, and never 0.
    fn name(self) -> u64;
}

/// The table of boards that fit 64 bits. Shared between threads without locks: an entry is one word, so that none is ever
/// half written.
///
/// ```text
/// 63              20 19     14 13   7 6    0
/// |       tag       |  work   | upper | lower |      0: never written
/// ```
///
/// Bounds are counted from the widest ones, so that an entry of zeros says nothing about anybody.
///
/// Positions that are looked up together are *families*, and share a *region* of a few cache lines: one miss of the address
/// cache for all of them instead of one for each.
///
/// ```text
/// index:   |  region: mixed family  |  place: upper bits of the mixed key  |        tag: the rest of the mixed key
/// ```
///
/// Nothing is lost by hashing: multiplying by an odd number permutes the keys of a board, and place and tag hold the whole
/// product. So two positions are never taken for one.
#[derive(Debug)]
pub struct NarrowTable {
    entries: Memory,
    key_mask: u64,
    tag_bits: u32,
    place_bits: u32,
    growth: TableGrowth,
}

/// A region has so many buckets, as a power of two: 512 bytes. With smaller ones large families begin to forget.
pub(crate) const PLACE_BITS: u32 = 5;

/// Entries of a bucket: the first is kept for what took the most work, the second takes whatever comes.
pub(crate) const WAYS: usize = 2;
pub(crate) const TAG_SHIFT: u32 = 20;
pub(crate) const WORK_SHIFT: u32 = 14;
const UPPER_SHIFT: u32 = 7;
const FIELD: u64 = 127;

/// Where a position is looked up.
#[derive(Clone, Copy, Debug)]
pub struct NarrowSlot {
    index: usize,
    tag: u64,
}

impl Slot for NarrowSlot {
    fn name(self) -> u64 {
        poda_core::fold(self.index as u64, self.tag) | 1 << 63
    }
}

impl Table<u64> for NarrowTable {
    type Slot = NarrowSlot;

    fn new(megabytes: usize, key_bits: u32) -> Option<Self> {
        let buckets = (megabytes.max(1).checked_mul(1 << 20)?) / (WAYS * size_of::<u64>());
        // So many bits of a key do not fit into the tag.
        let least_bits = key_bits.saturating_sub(u64::BITS - TAG_SHIFT);
        let bucket_bits = buckets.ilog2().max(least_bits + 1).min(key_bits);
        let entries = Memory::zeroed(WAYS.checked_shl(bucket_bits)?)?;
        let place_bits = PLACE_BITS.max(least_bits).min(bucket_bits - 1);
        let growth = TableGrowth::new(
            1 << (bucket_bits - place_bits),
            ((WAYS * size_of::<u64>()) as u64) << place_bits,
        );
        let key_mask = u64::MAX >> (u64::BITS - key_bits);
        Some(Self { entries, key_mask, tag_bits: key_bits - place_bits, growth, place_bits })
    }

    fn clear(&self) {
        let words = self.growth.restart() as usize * self.region_words();
        self.entries.iter().take(words).for_each(|entry| entry.store(0, Ordering::Relaxed));
    }

    fn is_worn(&self) -> bool {
        self.growth.is_worn()
    }

    fn entered(&self, nodes: u64) {
        let words = self.region_words();
        self.growth.entered(nodes, words as u64, |regions| {
            let (used, fresh) = self.entries.split_at(regions as usize * words);
            for (old, new) in used.iter().zip(fresh) {
                new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
            }
        });
    }

    #[inline(always)]
    fn slot(&self, key: u64, family: u64) -> NarrowSlot {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & self.key_mask;
        let tag = mixed & ((1 << self.tag_bits) - 1);
        let region = self.growth.region(family.wrapping_mul(0xD6E8_FEB8_6659_FD93)) << self.place_bits;
        NarrowSlot { index: WAYS * (region | mixed >> self.tag_bits) as usize, tag }
    }

    #[inline(always)]
    fn prefetch(&self, slot: NarrowSlot) {
        self.entries.prefetch(slot.index);
    }

    #[inline(always)]
    fn get(&self, slot: NarrowSlot) -> Option<Bounds> {
        let [first, second] = self.bucket(slot)?;
        let first = first.load(Ordering::Relaxed);
        let entry = if is_of(first, slot) { first } else { second.load(Ordering::Relaxed) };
        is_of(entry, slot).then(|| bounds_of(entry))
    }

    #[inline(always)]
    fn add(&self, slot: NarrowSlot, found: Bounds, work: u32) {
        let Some([first, second]) = self.bucket(slot) else { return };
        let (old, older) = (first.load(Ordering::Relaxed), second.load(Ordering::Relaxed));
        if is_of(old, slot) {
            first.store(packed(slot.tag, tighter(found, old), work), Ordering::Relaxed);
        } else if is_of(older, slot) {
            second.store(packed(slot.tag, tighter(found, older), work), Ordering::Relaxed);
        } else if old >> WORK_SHIFT & 63 <= u64::from(work) {
            second.store(old, Ordering::Relaxed);
            first.store(packed(slot.tag, found, work), Ordering::Relaxed);
        } else {
            second.store(packed(slot.tag, found, work), Ordering::Relaxed);
        }
    }
}

impl NarrowTable {
    fn region_words(&self) -> usize {
        WAYS << self.place_bits
    }

    #[inline(always)]
    fn bucket(&self, slot: NarrowSlot) -> Option<&[AtomicU64; WAYS]> {
        self.entries.get(slot.index..)?.first_chunk()
    }
}

#[inline(always)]
fn is_of(entry: u64, slot: NarrowSlot) -> bool {
    entry >> TAG_SHIFT == slot.tag
}

#[inline(always)]
pub(crate) fn bounds_of(entry: u64) -> Bounds {
    Bounds {
        lower: Bounds::OPEN.lower + (entry & FIELD) as i32,
        upper: Bounds::OPEN.upper - (entry >> UPPER_SHIFT & FIELD) as i32,
    }
}

#[inline(always)]
pub(crate) fn tighter(found: Bounds, entry: u64) -> Bounds {
    let known = bounds_of(entry);
    Bounds { lower: found.lower.max(known.lower), upper: found.upper.min(known.upper) }
}

#[inline(always)]
pub(crate) fn packed(tag: u64, bounds: Bounds, work: u32) -> u64 {
    tag << TAG_SHIFT
        | u64::from(work.min(63)) << WORK_SHIFT
        | ((Bounds::OPEN.upper - bounds.upper) as u64) << UPPER_SHIFT
        | (bounds.lower - Bounds::OPEN.lower) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_added_up_and_never_mixed() {
        for bits in [2, 12, 30, 49, 64] {
            let table = NarrowTable::new(1, bits).unwrap();
            let keys: Vec<u64> = (0..200_u64).map(|key| (key * key) & (u64::MAX >> (64 - bits))).collect();
            for key in &keys {
                let slot = table.slot(*key, *key);
                let lower = (key % 20) as i32;
                table.add(slot, Bounds { lower, ..Bounds::OPEN }, 3);
                table.add(slot, Bounds { upper: 30, ..Bounds::OPEN }, 3);
                assert_eq!(table.get(slot), Some(Bounds { lower, upper: 30 }), "{bits} {key}");
            }
            for key in &keys {
                let found = table.get(table.slot(*key, *key));
                assert!(found.is_none_or(|bounds| bounds.lower == (key % 20) as i32), "{bits} {key}");
            }
            table.clear();
            let forgotten = table.get(table.slot(keys[0], keys[0]));
            assert!(forgotten.is_none_or(|bounds| bounds == Bounds::OPEN), "{bits}");
        }
        assert!(NarrowTable::new(usize::MAX, 49).is_none());
    }
}
