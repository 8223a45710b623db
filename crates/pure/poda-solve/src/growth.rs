//! How much of a table is in use: little at first, and twice as much whenever that is full.
//!
//! The system hands memory out when it is first touched, which takes longer than many searches do, and what is small stays
//! in the caches of the processor.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The regions of a table that are in use: those whose number is not above the mask.
#[derive(Debug)]
pub(crate) struct TableGrowth {
    mask: AtomicU64,
    first_mask: u64,
    last_mask: u64,
    /// Nodes that were entered since it grew.
    nodes: AtomicU64,
    is_growing: AtomicBool,
}

/// So many nodes are entered for each entry before the table grows. Until then the worst entries are replaced.
const NODES_PER_ENTRY: u64 = 2;

/// A table that begins has so many bytes in use.
const FIRST_BYTES: u64 = 1 << 20;

/// After so many nodes a table is no longer as good as new.
const WORN: u64 = 1 << 16;

impl TableGrowth {
    /// For a table of so many regions, a power of two, of so many bytes each.
    pub(crate) fn new(regions: u64, bytes: u64) -> Self {
        let first = (FIRST_BYTES / bytes).clamp(1, regions);
        Self {
            mask: AtomicU64::new(first - 1),
            first_mask: first - 1,
            last_mask: regions - 1,
            nodes: AtomicU64::new(0),
            is_growing: AtomicBool::new(false),
        }
    }

    /// The region of a family with that hash. Its upper bytes are the best mixed ones, and come first.
    #[inline(always)]
    pub(crate) fn region(&self, hash: u64) -> u64 {
        hash.swap_bytes() & self.mask.load(Ordering::Acquire)
    }

    /// How many regions are in use.
    pub(crate) fn regions(&self) -> u64 {
        self.mask.load(Ordering::Relaxed) + 1
    }

    /// Whether so much was met that beginning anew is worth the while.
    pub(crate) fn is_worn(&self) -> bool {
        self.regions() > self.first_mask + 1 || self.nodes.load(Ordering::Relaxed) >= WORN
    }

    /// Begins anew, and gives the number of regions in use.
    pub(crate) fn restart(&self) -> u64 {
        self.nodes.store(0, Ordering::Relaxed);
        self.mask.store(self.first_mask, Ordering::Relaxed);
        self.first_mask + 1
    }

    /// Says that more nodes were entered. If the table is to grow, `double` copies its regions, so many, behind themselves: each
    /// family is then found in one of the two, and the copy in the other one is overwritten in time.
    pub(crate) fn entered(&self, nodes: u64, entries_per_region: u64, double: impl FnOnce(u64)) {
        let nodes = self.nodes.fetch_add(nodes, Ordering::Relaxed) + nodes;
        let regions = self.regions();
        let is_full = nodes >= regions * entries_per_region * NODES_PER_ENTRY;
        if !is_full || regions > self.last_mask || self.is_growing.swap(true, Ordering::Acquire) {
            return;
        }
        // Another thread may have been faster.
        if regions == self.regions() {
            double(regions);
            self.nodes.store(0, Ordering::Relaxed);
            self.mask.store(2 * regions - 1, Ordering::Release);
        }
        self.is_growing.store(false, Ordering::Release);
    }
}
