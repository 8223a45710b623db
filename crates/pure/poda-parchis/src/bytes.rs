//! Sixteen bytes at once: which pieces stand on a cell, in one step.
//!
//! Piece `p` is byte `p` of a `u128`; colour `c` owns the bytes `4c .. 4c + 4`. Since every byte is below 128, adding
//! 127 to each carries into its own top bit exactly if it was not zero, and never into its neighbour.

use crate::Colour;

const ONES: u64 = 0x0101_0101_0101_0101;

const fn spread(byte: u8) -> u128 {
    let word = ONES * byte as u64;
    (word as u128) << 64 | word as u128
}

const TOPS: u128 = spread(0x80);

/// A set of pieces: the top bit of each one's byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PieceSet(u128);

impl PieceSet {
    /// The pieces whose byte is `value`.
    #[inline]
    pub(crate) const fn equal_to(bytes: [u8; 16], value: u8) -> Self {
        let difference = u128::from_le_bytes(bytes) ^ spread(value);
        Self(!(difference + spread(0x7f)) & TOPS)
    }

    /// The pieces of a colour.
    #[inline]
    pub(crate) const fn of_colour(colour: Colour) -> Self {
        Self(0x8080_8080 << (32 * colour as u32))
    }

    /// One piece alone.
    #[inline]
    pub(crate) const fn of_piece(piece: usize) -> Self {
        Self(0x80 << (8 * (piece & 15)))
    }

    /// Whether there is exactly one in it.
    #[inline]
    pub(crate) const fn is_single(self) -> bool {
        self.0.is_power_of_two()
    }

    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    #[inline]
    pub(crate) const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The piece with the lowest number: colours in the order of their numbers, then indices.
    #[inline]
    pub(crate) const fn first(self) -> Option<usize> {
        if self.0 == 0 { None } else { Some(self.0.trailing_zeros() as usize >> 3) }
    }

    #[inline]
    pub(crate) const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl IntoIterator for PieceSet {
    type Item = usize;
    type IntoIter = PieceIterator;

    #[inline]
    fn into_iter(self) -> PieceIterator {
        PieceIterator(self)
    }
}

/// The pieces of a set in their order.
pub(crate) struct PieceIterator(PieceSet);

impl Iterator for PieceIterator {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        let first = self.0.first()?;
        self.0.0 &= self.0.0 - 1;
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_equal_bytes_in_order() {
        let mut bytes = [127; 16];
        for piece in [3, 4, 15] {
            bytes[piece] = 68;
        }
        let set = PieceSet::equal_to(bytes, 68);
        assert_eq!(
            (set.len(), set.first(), set.into_iter().collect::<Vec<_>>()),
            (3, Some(3), vec![3, 4, 15])
        );
        assert_eq!(set.without(PieceSet::of_colour(Colour::Blue)).first(), Some(4));
        assert!(PieceSet::equal_to(bytes, 0).is_empty());
    }
}
