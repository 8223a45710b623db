use std::hash::{Hash, Hasher};

/// A count that position lines show but no rule looks at, such as the number of plies played.
///
/// All tallies are equal and hash to nothing: two positions that differ only in how long it took to get there are
/// the same position, and a transposition table should know it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally(u32);

impl Tally {
    /// A count that stands at `count`.
    pub const fn new(count: u32) -> Self {
        Self(count)
    }

    /// The count.
    #[inline]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// One more, for ever if need be.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Self {
        Self(self.0.wrapping_add(1))
    }
}

impl PartialEq for Tally {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Tally {}

impl Hash for Tally {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}
