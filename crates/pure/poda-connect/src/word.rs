use std::{
    fmt::Debug,
    hash::Hash,
    ops::{BitAnd, BitOr, BitXor, Not, Shl, Shr},
};

use poda_core::mix;

use crate::Grid;

/// The integer that holds a board, one bit a cell. There is one code for both widths: boards that fit 64 bits use
/// `u64`, larger ones `u128`.
pub trait Word:
    Copy
    + Eq
    + Hash
    + Debug
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// How many bits there are.
    const BITS: u32;
    /// No bit.
    const ZERO: Self;
    /// The lowest bit.
    const ONE: Self;
    /// The board of this word that is played most.
    const USUAL_BOARD: Grid<Self>;

    /// The sum; a carry out of the highest bit is lost.
    fn plus(self, other: Self) -> Self;
    /// The bits moved down; by how much is taken modulo [`Word::BITS`], which spares a check.
    fn shifted_down(self, by: u32) -> Self;
    /// How many bits are set.
    fn count(self) -> u32;
    /// The index of the lowest set bit, or [`Word::BITS`] if there is none.
    fn lowest(self) -> u32;
    /// The lowest 64 bits.
    fn low_word(self) -> u64;
    /// A well-mixed hash.
    fn hashed(self) -> u64;
}

impl Word for u64 {
    const BITS: u32 = u64::BITS;
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const USUAL_BOARD: Grid<Self> = Grid::CLASSIC;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn shifted_down(self, by: u32) -> Self {
        self.wrapping_shr(by)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn low_word(self) -> u64 {
        self
    }

    #[inline]
    fn hashed(self) -> u64 {
        mix(self)
    }
}

impl Word for u128 {
    const BITS: u32 = u128::BITS;
    const ZERO: Self = 0;
    const ONE: Self = 1;
    const USUAL_BOARD: Grid<Self> = Grid::SQUARE;

    #[inline]
    fn plus(self, other: Self) -> Self {
        self.wrapping_add(other)
    }

    #[inline]
    fn shifted_down(self, by: u32) -> Self {
        self.wrapping_shr(by)
    }

    #[inline]
    fn count(self) -> u32 {
        self.count_ones()
    }

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }

    #[inline]
    fn low_word(self) -> u64 {
        self as u64
    }

    #[inline]
    fn hashed(self) -> u64 {
        mix(mix(self as u64) ^ (self >> 64) as u64)
    }
}
