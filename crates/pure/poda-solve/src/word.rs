use poda_connect::Word;

use crate::{
    shape::{Classic, Shape, Square},
    table::{NarrowTable, Table},
    wide_table::WideTable,
};

/// The integers whose boards can be solved: one code for both, and each has the table that fits its keys.
pub trait SolvedWord: Bits {}

impl SolvedWord for u64 {}
impl SolvedWord for u128 {}

/// What the search needs of a word beyond what the rules do.
pub trait Bits: Word + Ord {
    /// Bounds of positions by their keys.
    type Table: Table<Self>;
    /// The board of this word that is asked about most: its size is known to the compiler.
    type Usual: Shape<Word = Self>;

    /// The size of [`Bits::Usual`].
    const USUAL: Self::Usual;

    /// The difference; a carry out of the highest bit is lost.
    fn minus(self, other: Self) -> Self;

    /// Its lowest 64 bits.
    fn low(self) -> u64;

    /// How many bits are left without its leading zeros.
    fn length(self) -> u32;

    /// The lowest bits of a word, so many of them.
    #[inline(always)]
    fn ones(count: u32) -> Self {
        if count == 0 { Self::ZERO } else { !Self::ZERO >> (Self::BITS - count) }
    }

    /// The lowest set bit by itself.
    #[inline(always)]
    fn lowest_bit(self) -> Self {
        self & Self::ZERO.minus(self)
    }

    /// Whether one bit is set at most.
    #[inline(always)]
    fn has_one_at_most(self) -> bool {
        self & self.minus(Self::ONE) == Self::ZERO
    }
}

impl Bits for u64 {
    type Table = NarrowTable;
    type Usual = Classic;
    const USUAL: Classic = Classic;

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self
    }

    #[inline(always)]
    fn length(self) -> u32 {
        <Self as Word>::BITS - self.leading_zeros()
    }
}

impl Bits for u128 {
    type Table = WideTable;
    type Usual = Square;
    const USUAL: Square = Square;

    #[inline(always)]
    fn minus(self, other: Self) -> Self {
        self.wrapping_sub(other)
    }

    #[inline(always)]
    fn low(self) -> u64 {
        self as u64
    }

    #[inline(always)]
    fn length(self) -> u32 {
        <Self as Word>::BITS - self.leading_zeros()
    }
}
