use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) struct Table {
    entries: Vec<AtomicU64>,
    bits: u32,
    tag_bits: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bounds {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
}

const WAYS: usize = 2;
const TAG_SHIFT: u32 = 20;
const OFFSET: i32 = 64;

#[derive(Clone, Copy)]
pub(crate) struct Slot {
    index: usize,
    tag: u64,
}

impl Table {
    pub(crate) fn new(megabytes: usize, bits: u32) -> Self {
        let entries = (megabytes << 20) / 8;
        let mut bucket_bits = (entries / WAYS).ilog2();
        bucket_bits = bucket_bits.max(bits.saturating_sub(64 - TAG_SHIFT)).min(bits);
        let n = WAYS << bucket_bits;
        let mut entries = Vec::with_capacity(n);
        entries.resize_with(n, || AtomicU64::new(0));
        Self { entries, bits, tag_bits: bits - bucket_bits }
    }

    #[inline(always)]
    pub(crate) fn slot(&self, key: u64) -> Slot {
        let mixed = key.wrapping_mul(0x9E37_79B9_7F4A_7C15) & (u64::MAX >> (64 - self.bits));
        Slot {
            index: WAYS * (mixed >> self.tag_bits) as usize,
            tag: mixed & ((1 << self.tag_bits) - 1),
        }
    }

    #[inline(always)]
    pub(crate) fn prefetch(&self, slot: Slot) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(self.entries.as_ptr().add(slot.index).cast());
        }
    }

    #[inline(always)]
    pub(crate) fn get(&self, slot: Slot) -> Option<Bounds> {
        let Some(bucket) = self.entries.get(slot.index..slot.index + WAYS) else { return None };
        for entry in bucket {
            let entry = entry.load(Ordering::Relaxed);
            if entry >> TAG_SHIFT == slot.tag && entry != 0 {
                return Some(Bounds {
                    lower: (entry & 127) as i32 - OFFSET,
                    upper: (entry >> 7 & 127) as i32 - OFFSET,
                });
            }
        }
        None
    }

    #[inline(always)]
    pub(crate) fn put(&self, slot: Slot, bounds: Bounds, work: u32) {
        let Some(bucket) = self.entries.get(slot.index..slot.index + WAYS) else { return };
        let new = slot.tag << TAG_SHIFT
            | u64::from(work.min(63)) << 14
            | ((bounds.upper + OFFSET) as u64) << 7
            | (bounds.lower + OFFSET) as u64;
        let first = bucket[0].load(Ordering::Relaxed);
        if first >> TAG_SHIFT == slot.tag || first == 0 {
            bucket[0].store(new, Ordering::Relaxed);
            return;
        }
        let second = bucket[1].load(Ordering::Relaxed);
        if second >> TAG_SHIFT != slot.tag && (first >> 14 & 63) <= u64::from(work) {
            bucket[1].store(first, Ordering::Relaxed);
            bucket[0].store(new, Ordering::Relaxed);
        } else {
            bucket[1].store(new, Ordering::Relaxed);
        }
    }
}
