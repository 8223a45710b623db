#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! Zeroed memory for the tables of searches, on huge pages where the system gives them: with pages of 4 KB nearly every
//! look into a large table misses the address cache as well, and every first touch of a page is a call of the kernel.
//! A crate of its own, because it is unsafe and the searches that use it are not.
#![expect(unsafe_code, reason = "no safe way to ask for zeroed, aligned memory, nor to prefetch")]

use std::{
    alloc::{Layout, alloc_zeroed, dealloc},
    ops::Deref,
    ptr::NonNull,
    sync::atomic::AtomicU64,
};

const HUGE_PAGE: usize = 2 << 20;
const CACHE_LINE: usize = 64;

/// A fixed number of words that begin as zero.
///
/// ```text
/// |  margin  |            words            | rest |     all of it was allocated, without a wish for alignment:
/// allocation start, on a page boundary                zeroed memory is then mapped as it is first touched
/// ```
#[derive(Debug)]
pub struct Memory {
    allocation: NonNull<u8>,
    layout: Layout,
    start: NonNull<AtomicU64>,
    length: usize,
}

impl Memory {
    /// `None` if the system has not that much.
    pub fn zeroed(length: usize) -> Option<Self> {
        let size = length.max(1).checked_mul(size_of::<AtomicU64>())?;
        let align = if size >= HUGE_PAGE { HUGE_PAGE } else { CACHE_LINE };
        let layout = Layout::from_size_align(size.checked_add(align)?, align_of::<AtomicU64>()).ok()?;
        // SAFETY: the size is not zero.
        let allocation = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let margin = allocation.align_offset(align).min(align);
        // SAFETY: the margin is at most `align`, by which the allocation is longer than the words.
        let start = unsafe { allocation.add(margin) };
        prefer_huge_pages(start, size);
        Some(Self { allocation, layout, start: start.cast(), length })
    }

    /// Asks for the word at `index` before it is needed. Only a hint: an index outside does nothing.
    #[inline]
    pub fn prefetch(&self, index: usize) {
        #[cfg(target_arch = "x86_64")]
        if let Some(word) = self.get(index) {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: the address is that of a word we own, and prefetching reads nothing.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = index;
    }
}

/// Lets all threads share few heaps. The system's allocator gives each thread one of its own, and what one thread frees,
/// another cannot use: a server whose threads take turns at large answers grows to twice what it needs. For programs that
/// allocate little while they search; to be called before there are threads.
pub fn share_heaps() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        unsafe extern "C" {
            fn mallopt(parameter: i32, value: i32) -> i32;
        }
        const MOST_HEAPS: i32 = -8;
        // SAFETY: the allocator's own function, with a parameter that it knows. If it refuses, nothing has changed.
        unsafe { mallopt(MOST_HEAPS, 2) };
    }
}

impl Deref for Memory {
    type Target = [AtomicU64];

    #[inline]
    fn deref(&self) -> &[AtomicU64] {
        // SAFETY: `start` points to at least `length` zeroed words, which are valid atomics, and lives as long as `self`.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr(), self.length) }
    }
}

// SAFETY: the memory is owned, and only atomics are reached through shared references.
unsafe impl Send for Memory {}
// SAFETY: as above.
unsafe impl Sync for Memory {}

impl Drop for Memory {
    fn drop(&mut self) {
        // SAFETY: allocated in `zeroed` with this very layout, and never given away.
        unsafe { dealloc(self.allocation.as_ptr(), self.layout) }
    }
}

#[cfg(target_os = "linux")]
fn prefer_huge_pages(start: NonNull<u8>, size: usize) {
    const MADV_HUGEPAGE: i32 = 14;
    unsafe extern "C" {
        fn madvise(start: *mut u8, length: usize, advice: i32) -> i32;
    }
    if size >= HUGE_PAGE {
        // SAFETY: the range is ours and begins at a page; the advice changes no content. Refusal does no harm.
        unsafe { madvise(start.as_ptr(), size, MADV_HUGEPAGE) };
    }
}

#[cfg(not(target_os = "linux"))]
fn prefer_huge_pages(_: NonNull<u8>, _: usize) {}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering::Relaxed;

    use super::*;

    #[test]
    fn words_are_zero_aligned_and_keep_what_is_written() {
        for length in [0, 1, 7, 1000, HUGE_PAGE / 8 - 1, HUGE_PAGE / 8, HUGE_PAGE / 4 + 5] {
            let memory = Memory::zeroed(length).unwrap();
            assert_eq!(memory.len(), length);
            assert!(memory.iter().all(|word| word.load(Relaxed) == 0), "{length}");
            assert_eq!(memory.as_ptr().align_offset(CACHE_LINE), 0, "{length}");
            for (index, word) in memory.iter().enumerate() {
                memory.prefetch(index);
                word.store(index as u64, Relaxed);
            }
            memory.prefetch(length);
            assert!(memory.iter().zip(0..).all(|(word, index)| word.load(Relaxed) == index), "{length}");
        }
    }

    #[test]
    fn too_much_is_none() {
        assert!(Memory::zeroed(usize::MAX).is_none());
        assert!(Memory::zeroed(usize::MAX / 8).is_none());
    }
}
