use std::sync::atomic::{AtomicU64, Ordering};

use poda_memory::Memory;

use crate::growth::TableGrowth;
use crate::table::{
    Bounds, PLACE_BITS, Slot, TAG_SHIFT, Table, WAYS, WORK_SHIFT, bounds_of, packed, tighter,
};

/// The table of boards of more than 64 bits, laid out as the one of smaller boards. Its entries have two words, because one
/// cannot hold what tells two positions apart:
///
/// ```text
///           63              20 19     14 13   7 6    0
/// first     |    low tag      |  work   | upper | lower |
/// second    |                high tag                   |
/// ```
///
/// One thread never sees an entry that is half written. Several threads might, and so put the bounds of one position
/// to another. Where they share the table an entry is locked by its first word before it is changed or believed;
/// whoever finds it locked goes without it.
#[derive(Debug)]
pub struct WideTable {
    entries: Memory,
    key_mask: u128,
    tag_bits: u32,
    place_bits: u32,
    growth: TableGrowth,
    is_shared: bool,
}

/// Words of an entry.
const WORDS: usize = 2;

/// How much of the tag is in the first word.
const LOW_TAG_BITS: u32 = u64::BITS - TAG_SHIFT;

/// The first word of an entry that somebody is at. No entry is like that: its bounds would be far apart the wrong way.
const LOCKED: u64 = u64::MAX;

/// Where a position is looked up.
#[derive(Clone, Copy, Debug)]
pub struct WideSlot {
    index: usize,
    low_tag: u64,
    high_tag: u64,
}

impl Slot for WideSlot {
    fn name(self) -> u64 {
        poda_core::fold(poda_core::fold(self.index as u64, self.low_tag), self.high_tag) | 1 << 63
    }
}

impl Table<u128> for WideTable {
    type Slot = WideSlot;

    fn new(megabytes: usize, key_bits: u32) -> Option<Self> {
        let buckets = (megabytes.max(1).checked_mul(1 << 20)?) / (WAYS * WORDS * size_of::<u64>());
        let least_bits = key_bits.saturating_sub(LOW_TAG_BITS + u64::BITS);
        let bucket_bits = buckets.ilog2().max(least_bits + 1).min(key_bits);
        let entries = Memory::zeroed((WAYS * WORDS).checked_shl(bucket_bits)?)?;
        let place_bits = PLACE_BITS.max(least_bits).min(bucket_bits - 1);
        let region_bytes = ((WAYS * WORDS * size_of::<u64>()) as u64) << place_bits;
        let growth = TableGrowth::new(1 << (bucket_bits - place_bits), region_bytes);
        let key_mask = u128::MAX >> (u128::BITS - key_bits);
        let tag_bits = key_bits - place_bits;
        Some(Self { entries, key_mask, tag_bits, growth, place_bits, is_shared: false })
    }

    fn share(&mut self, is_shared: bool) {
        self.is_shared = is_shared;
    }

    fn clear(&self) {
        let words = self.growth.restart() as usize * self.region_words();
        self.entries.iter().take(words).for_each(|word| word.store(0, Ordering::Relaxed));
    }

    fn is_worn(&self) -> bool {
        self.growth.is_worn()
    }

    fn entered(&self, nodes: u64) {
        let words = self.region_words();
        self.growth.entered(nodes, (words / WORDS) as u64, |regions| {
            let (used, fresh) = self.entries.split_at(regions as usize * words);
            let (used, fresh) = (used.as_chunks::<WORDS>().0, fresh.as_chunks::<WORDS>().0);
            for ([low, high], [new_low, new_high]) in used.iter().zip(fresh) {
                let entry = if self.is_shared { lock(low) } else { Some(low.load(Ordering::Relaxed)) };
                let Some(entry) = entry else { continue };
                new_high.store(high.load(Ordering::Relaxed), Ordering::Relaxed);
                new_low.store(entry, Ordering::Relaxed);
                low.store(entry, Ordering::Release);
            }
        });
    }

    #[inline(always)]
    fn slot(&self, key: u128, family: u128) -> WideSlot {
        // An odd number again, so that keys are permuted.
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835) & self.key_mask;
        let tag = mixed & ((1 << self.tag_bits) - 1);
        let (low, high) = (family as u64, (family >> 64) as u64);
        let hash =
            low.wrapping_mul(0xD6E8_FEB8_6659_FD93).wrapping_add(high.wrapping_mul(0xA076_1D64_78BD_642F));
        let bucket = self.growth.region(hash) << self.place_bits | (mixed >> self.tag_bits) as u64;
        WideSlot {
            index: WAYS * WORDS * bucket as usize,
            low_tag: tag as u64 & ((1 << LOW_TAG_BITS) - 1),
            high_tag: (tag >> LOW_TAG_BITS) as u64,
        }
    }

    #[inline(always)]
    fn prefetch(&self, slot: WideSlot) {
        self.entries.prefetch(slot.index);
    }

    #[inline(always)]
    fn get(&self, slot: WideSlot) -> Option<Bounds> {
        let [first, first_high, second, second_high] = self.bucket(slot)?;
        let entry = self.read(first, first_high, slot).or_else(|| self.read(second, second_high, slot));
        entry.map(bounds_of)
    }

    #[inline(always)]
    fn add(&self, slot: WideSlot, found: Bounds, work: u32) {
        let Some([first, first_high, second, second_high]) = self.bucket(slot) else { return };
        let new = packed(slot.low_tag, found, work);
        let joined = |old: u64| packed(slot.low_tag, tighter(found, old), work);
        let old = first.load(Ordering::Relaxed);
        if is_of(old, first_high, slot) {
            self.write(first, first_high, slot, joined);
        } else if is_of(second.load(Ordering::Relaxed), second_high, slot) {
            self.write(second, second_high, slot, joined);
        } else if old >> WORK_SHIFT & 63 <= u64::from(work) {
            // What stood first becomes the second.
            if !self.is_shared {
                second.store(old, Ordering::Relaxed);
                second_high.store(first_high.load(Ordering::Relaxed), Ordering::Relaxed);
            } else if let Some(moved) = lock(first) {
                let high = first_high.load(Ordering::Relaxed);
                if lock(second).is_some() {
                    second_high.store(high, Ordering::Relaxed);
                    second.store(moved, Ordering::Release);
                }
                first.store(moved, Ordering::Release);
            }
            self.write(first, first_high, slot, |_| new);
        } else {
            self.write(second, second_high, slot, |_| new);
        }
    }
}

impl WideTable {
    fn region_words(&self) -> usize {
        (WAYS * WORDS) << self.place_bits
    }

    #[inline(always)]
    fn bucket(&self, slot: WideSlot) -> Option<&[AtomicU64; WAYS * WORDS]> {
        self.entries.get(slot.index..)?.first_chunk()
    }

    /// The first word of the entry, if it is of that position.
    #[inline(always)]
    fn read(&self, low: &AtomicU64, high: &AtomicU64, slot: WideSlot) -> Option<u64> {
        let entry = low.load(Ordering::Relaxed);
        if !is_of(entry, high, slot) {
            return None;
        }
        if !self.is_shared {
            return Some(entry);
        }
        let entry = lock(low)?;
        let is_it = is_of(entry, high, slot);
        low.store(entry, Ordering::Release);
        is_it.then_some(entry)
    }

    /// Puts the position into that entry; `joined` makes its first word of what stands there if it is of that position, and
    /// of nothing otherwise.
    #[inline(always)]
    fn write(&self, low: &AtomicU64, high: &AtomicU64, slot: WideSlot, joined: impl Fn(u64) -> u64) {
        let old = if self.is_shared {
            let Some(old) = lock(low) else { return };
            old
        } else {
            low.load(Ordering::Relaxed)
        };
        let known = if is_of(old, high, slot) { old } else { 0 };
        high.store(slot.high_tag, Ordering::Relaxed);
        low.store(joined(known), Ordering::Release);
    }
}

/// Locks an entry by its first word, and gives what that was. `None` if somebody else has it.
#[cold]
fn lock(low: &AtomicU64) -> Option<u64> {
    let entry = low.swap(LOCKED, Ordering::Acquire);
    (entry != LOCKED).then_some(entry)
}

#[inline(always)]
fn is_of(entry: u64, high: &AtomicU64, slot: WideSlot) -> bool {
    entry >> TAG_SHIFT == slot.low_tag && high.load(Ordering::Relaxed) == slot.high_tag
}
